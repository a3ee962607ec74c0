/**
 * A participant's file: JSON Lines, first the header with the data dictionary, then an event a line. The browser keeps the very text that
 * it exports. Reading is strict: a file that could not have come about is refused with its line.
 */
import { faultAt } from '../faultAt.ts';
import type { FaultError } from '../faults.ts';
import { INVENTORY } from '../lessons/inventory.ts';
import { type StudyDefect, studyFaults, studyFieldsText } from '../../words/words.ts';
import { assign, participantCode } from './assignment.ts';
import { formOf, phaseAfter } from './course.ts';
import {
  type Phase,
  STUDY_FORMAT,
  STUDY_VERSION,
  type StudyEvent,
  studyEventSchema,
  type StudyHeader,
  studyHeaderSchema,
  type StudyRecord,
  TESTS,
} from './events.ts';
import { parseStudyLink, type StudyLink } from './link.ts';

type Fields<T> = { readonly [K in keyof T]: string };
type FieldsOfEvents = { readonly [K in StudyEvent['kind']]: Fields<Omit<Extract<StudyEvent, { readonly kind: K }>, 'kind'>> };

/** What each field means, by `header` and kind of event. */
export const STUDY_FIELDS: FieldsOfEvents & { readonly header: Fields<StudyHeader> & { readonly fields: string } } = studyFieldsText;

/** Most characters of a file; a participation is some fifty thousand. */
export const MOST_STUDY_TEXT = 2_000_000;

/** The header of a participation that begins: who takes part by `code`, assigned as the link has it. */
export function studyHeader(
  link: StudyLink,
  code: string,
  told: Pick<StudyHeader, 'consented' | 'language' | 'taken' | 'page'>,
): StudyHeader {
  const { lesson, name: study, seed } = link;
  return { format: STUDY_FORMAT, version: STUDY_VERSION, lesson, study, seed, participant: code, ...assign(link, code), ...told };
}

/** The first line of a file, with its end. */
export const headerLine = (header: StudyHeader): string => `${JSON.stringify({ ...header, fields: STUDY_FIELDS })}\n`;

export const eventLine = (event: StudyEvent): string => `${JSON.stringify(event)}\n`;

export const studyText = ({ header, events }: StudyRecord): string => headerLine(header) + events.map(eventLine).join('');

/** Reads a file; `subject` names it in faults. Throws `E_STUDY_FILE`. */
export function readStudy(text: string, subject: string): StudyRecord {
  const wrong = (line: number, found: StudyDefect): FaultError => faultAt(studyFaults, 'E_STUDY_FILE', { subject, line, found });
  if (text.length > MOST_STUDY_TEXT) throw wrong(1, 'large');
  const lines = text.split('\n');
  // A line that has no end was not written whole.
  if (lines.pop() !== '') throw wrong(lines.length + 1, 'cut');
  const parsed = lines.map((line, index): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      throw wrong(index + 1, 'json');
    }
  });
  const header = headerOf(parsed[0]);
  if (typeof header === 'string') throw wrong(1, header);
  const events: StudyEvent[] = [];
  const follow = follower(header);
  for (const [index, value] of parsed.slice(1).entries()) {
    const { data: event } = studyEventSchema.safeParse(value);
    const defect = event ? follow(event) : 'event';
    if (!event || defect) throw wrong(index + 2, defect ?? 'event');
    events.push(event);
  }
  return { header, events };
}

function headerOf(value: unknown): StudyHeader | StudyDefect {
  if (typeof value !== 'object' || value === null) return 'header';
  const { fields, ...rest } = value as Readonly<Record<string, unknown>>;
  const { data: header } = studyHeaderSchema.safeParse(rest);
  if (!header || typeof fields !== 'object') return 'header';
  try {
    const link = parseStudyLink(`${header.lesson}.${header.study}.${header.seed}`);
    if (participantCode(header.participant) !== header.participant) return 'header';
    const { condition, order } = assign(link, header.participant);
    return condition === header.condition && order === header.order ? header : 'assignment';
  } catch {
    return 'header';
  }
}

/** Takes events one after the other, and says what is wrong with one: whether it may come then, and agrees with the inventory. */
function follower({ condition, order, consented }: StudyHeader): (event: StudyEvent) => StudyDefect | null {
  let phase: Phase | null = null;
  let last = consented;
  const answered = new Set<string>();
  return (event) => {
    if (event.at < last) return 'time';
    last = event.at;
    if (event.kind === 'phase') {
      if (event.phase !== (phase === null ? 'pre' : phaseAfter(phase, condition))) return 'phase';
      phase = event.phase;
      return null;
    }
    if (!mayCome(event, phase)) return 'place';
    if (event.kind !== 'item' && event.kind !== 'choice' && event.kind !== 'answer') return null;
    const form = formOf(event.test, order);
    const item = INVENTORY[form].find(({ id }) => id === event.item);
    if (!item || (event.kind === 'item' && event.form !== form)) return 'item';
    if (event.kind === 'item') return null;
    if (event.option !== null && !item.options.includes(event.option)) return 'item';
    if (event.kind === 'choice') return null;
    const which = `${event.test} ${event.item}`;
    if (answered.has(which)) return 'twice';
    answered.add(which);
    return event.right === (event.option === item.right) ? null : 'right';
  };
}

/** Whether such an event belongs to the phase. */
function mayCome(event: Exclude<StudyEvent, { readonly kind: 'phase' }>, phase: Phase | null): boolean {
  switch (event.kind) {
    case 'item':
    case 'choice':
    case 'answer':
      return TESTS.some((test) => test === event.test && test === phase);
    case 'prediction':
      return phase === 'predict' || phase === 'learn';
    case 'step':
    case 'check':
    case 'state':
    case 'hint':
      return phase === 'learn';
    default:
      return phase !== null;
  }
}
