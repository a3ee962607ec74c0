/** What stands in place of the whole page where it cannot go on, and in place of a small page of its own. */
import { spoken } from '../../forms/language.ts';

export const stoppedEn = spoken('shell/stopped', {
  title: 'The workbench stopped working',
  /** Before it was ever on screen. */
  notOpened: 'The workbench could not be opened',
  what: 'Something went wrong that no part of the page could keep to itself.',
  notFetched: (file: string | null) =>
    `${file === null ? 'A part of the page' : `“${file}”, a part of the page,`} could not be fetched. Check the connection, then reload the page.`,
  kept: 'Your projects are kept in this browser, with your last edit. A run that was under way can be continued from its last checkpoint once the page is loaded again.',
  notKept: 'This browser keeps nothing for this page: save your project as a file before you reload it.',
  reload: 'Reload the page',
  safe: 'Open the page without what it kept',
  safeHelp: 'If it stops again: a safe start restores nothing, and projects and runs stay as they are.',
  save: 'Save the project as a file',
  report: 'What happened',
  reportIntro: 'Text to send to whoever helps you; nothing is sent by the page. It holds no prompts, no code and no data.',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'It could not be copied: select the text instead.',
  /** Within a page that has no place for more: the figure for other pages, a run's file. */
  small: 'This part of the page stopped working. Reload the page to try again.',
});
