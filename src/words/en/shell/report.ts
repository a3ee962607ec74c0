/** What the page says of a report that a person may send: “What happened”. */
import { spoken } from '../../forms/language.ts';

export const reportEn = spoken('shell/report', {
  title: 'What happened',
  intro:
    'This is what you can send to whoever helps you. Nothing is sent by the page: read it, then copy or save it. It holds no prompts, no code and no data unless you tick them.',
  where: 'The workbench’s issues are the place for it; the address is in the README.',
  text: 'The report, as it will be copied and saved',
  sentences: 'Sentences of messages and defects',
  sentencesHelp: 'They say more than codes do, and may quote names and texts of yours.',
  project: 'The open project',
  projectHelp: 'Its prompts, its environment’s code and its settings, as the file that “Save as file” writes.',
  copy: 'Copy',
  copied: 'Report copied',
  copiedHint: 'It can be pasted where you ask for help.',
  notCopied: 'The report could not be copied',
  save: 'Save as a file',
  safe: 'Open the page without what it kept',
  safeHelp: 'A safe start restores nothing; projects and runs stay as they are.',
  /** Within the report, which people read and programs may search. */
  heads: {
    page: 'Page',
    browser: 'Browser',
    engine: 'Engine',
    kept: 'Kept in this browser',
    shape: 'Open project, in numbers',
    events: 'Last events, seconds since the page opened',
    noEvents: 'none',
    project: 'Open project',
    unknown: 'unknown',
  },
});

/** What a page in a safe start says of itself. */
export const safeStartEn = spoken('shell/safeStart', {
  label: 'Safe start',
  says: 'Safe start: nothing of earlier visits was restored, and choices made now are forgotten. Projects and runs are all still here: open them from Project and Runs.',
  leave: 'Open as usual',
});
