/**
 * Notes: what an agent wrote under a key, `[key=value]`, for whoever opens the notebook later (`remembered` and `recall` of `marft/env`). The
 * notebook is made of the messages, so an episode without a note is the episode with the message said without it.
 */
import type { EpisodeRecord } from '../episode/records.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { Change, Counterfactual } from './questions.ts';

export interface Note {
  /** Index of the message it is in. */
  readonly message: number;
  readonly role: string;
  readonly turn: number;
  readonly key: string;
  readonly value: string;
  /** Where in the message's text it stands; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** As the guest's helpers read them (`guest-helpers.ts`). */
const NOTE = /\[([^\s[\]=?]+)=([^[\]]*)\]/g;

/** The notes of an episode, in speaking order. */
export function notesOf({ messages }: Pick<EpisodeRecord, 'messages'>): Note[] {
  return messages.flatMap(({ role, turn, text }, message) =>
    Array.from(text.matchAll(NOTE), ({ 0: whole, 1: key = '', 2: value = '', index: start }) => ({
      message,
      role,
      turn,
      key,
      value,
      start,
      end: start + whole.length,
    })),
  );
}

/** Whether an environment keeps a notebook, by the helper of `marft/env` that makes one of the messages. */
export const keepsNotebook = (source: string): boolean => /\bremembered\(/.test(source);

/** Messages, by index, that opened the notebook at the note's key behind it; a message of the note's own turn may not have seen it yet. */
export function readersOf({ messages }: Pick<EpisodeRecord, 'messages'>, note: Note): number[] {
  return messages.flatMap(({ tools = [] }, index) =>
    index > note.message && tools.some(({ call }) => call === `${note.key}?`) ? [index] : [],
  );
}

/** What another agent wrote last under the key; null where none did. */
export function otherNote(notes: readonly Note[], note: Note): Note | null {
  return notes.findLast(({ key, role }) => key === note.key && role !== note.role) ?? null;
}

/** What is put in a note's place: nothing, or another agent's value. */
export type Instead = 'nothing' | 'other';

/** The message said without the note, or with another agent's value in it; null where no other agent wrote under the key. */
export function changeOf(
  record: Pick<EpisodeRecord, 'messages'>,
  note: Note,
  instead: Instead,
): Extract<Change, { kind: 'message' }> | null {
  const text = record.messages[note.message]?.text ?? '';
  const other = otherNote(notesOf(record), note);
  if (instead === 'other' && !other) return null;
  const put = instead === 'other' && other ? `[${note.key}=${other.value}]` : '';
  return { kind: 'message', message: note.message, text: text.slice(0, note.start) + put + text.slice(note.end) };
}

/** What a note earned. */
export interface NoteWorth {
  /** Mean reward with it, less that without; by pairs of continuations that draw the same numbers. */
  readonly earned: number;
  /** Bootstrap, 95 %; null for fewer than two pairs. */
  readonly interval: Interval | null;
  readonly pairs: number;
  /** Mean rewards. */
  readonly written: number;
  readonly instead: number;
}

export function worthOf({ original, edited, difference, interval }: Counterfactual): NoteWorth {
  const meanOf = (records: readonly EpisodeRecord[]) => records.reduce((sum, { reward }) => sum + reward, 0) / records.length;
  return {
    earned: 0 - difference,
    interval: interval && { low: 0 - interval.high, high: 0 - interval.low },
    pairs: original.length,
    written: meanOf(original),
    instead: meanOf(edited),
  };
}
