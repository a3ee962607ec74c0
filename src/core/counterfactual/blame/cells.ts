/**
 * Which message lost an episode: what is compared. A cell is a message and a candidate for it, what might have been said instead;
 * its control is the same message said again. Both are played on with the same random numbers.
 */
import type { EpisodeRecord } from '../../episode/records.ts';
import type { Try } from '../questions.ts';

/** What might have been said in a message's place. */
export type Candidate =
  /** Whatever the agent says when it is asked again. */
  | { readonly kind: 'own' }
  /** Whatever it says with the adapter of another checkpoint, or with its base alone (null). */
  | { readonly kind: 'other'; readonly iteration: number | null }
  | { readonly kind: 'text'; readonly text: string };

export interface Cell {
  /** Index into the episode's messages. */
  readonly message: number;
  readonly candidate: Candidate;
}

export interface BlameSettings {
  /** Least reward of an episode that counts as won. */
  readonly won: number;
  /** Most continuations of each try, in the search and again in the proof of what was found. */
  readonly rolls: number;
  /** Another checkpoint's adapters, or the bases alone (null), that are asked for each message too; undefined for nobody. */
  readonly other?: number | null;
  /** Texts that a person would have said. */
  readonly edits: readonly { readonly message: number; readonly text: string }[];
}

export type Messages = Pick<EpisodeRecord, 'messages'>;

/** All that is compared, by message. */
export function cellsOf({ messages }: Messages, { other, edits }: BlameSettings): Cell[] {
  return messages.flatMap((_, message): Cell[] => [
    { message, candidate: { kind: 'own' } },
    ...(other === undefined ? [] : [{ message, candidate: { kind: 'other', iteration: other } as const }]),
    ...edits.filter((edit) => edit.message === message).map(({ text }) => ({ message, candidate: { kind: 'text', text } as const })),
  ]);
}

/** How a cell's candidate is played. */
export function tryOf({ message, candidate }: Cell): Try {
  switch (candidate.kind) {
    case 'own':
      return { kind: 'anew', message };
    case 'other':
      return { kind: 'other', message, iteration: candidate.iteration };
    case 'text':
      return { kind: 'text', message, says: candidate.text };
  }
}

/**
 * The same message again. Within a turn that is nothing but what the next message is said anew behind; at its end the
 * environment answers, with chance of its own.
 */
export function controlOf({ messages }: Messages, message: number): Try {
  const next = messages[message + 1];
  return next && next.turn === messages[message]?.turn ? { kind: 'anew', message: message + 1 } : { kind: 'same', message };
}

/** The tries of all cells and their controls, and the episode as it was, each once. */
export function triesOf(episode: Messages, cells: readonly Cell[]): Try[] {
  const all = [
    ...cells.flatMap((cell) => [controlOf(episode, cell.message), tryOf(cell)]),
    controlOf(episode, episode.messages.length - 1),
  ];
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}

export const nameOf = (one: Try): string => JSON.stringify(one);

/** Continuations that a try costs: another speaker's message is asked for first, and then played on with. */
export const costOf = ({ kind }: Try): number => (kind === 'other' ? 2 : 1);

/** Most continuations that the question costs: the search, and the proof of one text against its control. */
export function budgetOf(episode: Messages, settings: BlameSettings): number {
  const tries = triesOf(episode, cellsOf(episode, settings));
  return settings.rolls * (tries.reduce((sum, one) => sum + costOf(one), 0) + 2) + 1;
}
