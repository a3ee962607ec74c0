/** Participants' files read together: all of one study, one record of each participant. */
import { fault, FaultError } from '../../src/core/faults.ts';
import type { StudyRecord } from '../../src/core/study/events.ts';
import { readStudy } from '../../src/core/study/file.ts';
import { type StudyLink, studyLinkText } from '../../src/core/study/link.ts';
import { studyFilesFaults } from '../../src/words/words.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

const linkOf = ({ header: { lesson, study, seed } }: StudyRecord): StudyLink => ({ lesson, name: study, seed });

/**
 * Reads all files; of one participant who exported more than once, the longest counts, which must go on from the others. Null of no
 * files. Throws `E_STUDY_FILE` or `E_STUDY_FILES`.
 */
export function readStudies(files: readonly NamedText[]): { readonly link: StudyLink; readonly records: readonly StudyRecord[] } | null {
  const known = new Map<string, { readonly name: string; readonly record: StudyRecord }>();
  let first: { readonly name: string; readonly link: StudyLink } | null = null;
  for (const { name, text } of files) {
    const record = readStudy(text, name);
    const refused = (found: 'studies' | 'twice', other: string): FaultError =>
      new FaultError(fault(studyFilesFaults, 'E_STUDY_FILES', { found, subject: name, other }, { place: { subject: name } }));
    first ??= { name, link: linkOf(record) };
    if (studyLinkText(first.link) !== studyLinkText(linkOf(record))) throw refused('studies', first.name);
    const before = known.get(record.header.participant);
    if (before && !goesOn(before.record, record) && !goesOn(record, before.record)) throw refused('twice', before.name);
    if (!before || record.events.length > before.record.events.length) known.set(record.header.participant, { name, record });
  }
  return first && { link: first.link, records: [...known.values()].map(({ record }) => record) };
}

/** Whether `later` is `earlier` and perhaps more. */
function goesOn(earlier: StudyRecord, later: StudyRecord): boolean {
  const told = ({ header, events }: StudyRecord) => JSON.stringify([header, events.slice(0, earlier.events.length)]);
  return told(earlier) === told(later);
}
