/**
 * What comes behind a message, so that the value and the trace of its last decision are taken from there:
 *
 *     serial    whatever was said next: one chain over the whole team (MARFT)
 *     agent     what the same agent said next: a chain for every agent (IPPO, de Witt et al. 2020, arXiv 2011.09533)
 *     listener  who heard it first: along 𝒟 instead of along the record
 *
 * Who heard what is read from the record (`sees`), never guessed. In a turn those hear a message first who see it and nobody else who
 * does: in a → b → c with c reading both, a's first listener is b. Where nobody of the turn hears it, it acts through the
 * environment, so what comes behind it is the next turn: whoever sees it first there, else whoever opens that turn, having read what the
 * environment made of it. So every way from a message to the end passes every later turn exactly once.
 *
 * Of several successors the mean is taken, of their values and of their traces alike: each of them tells what is to come after the message,
 * with noise of its own, and what the team is paid at the end of every way arrives once (a sum would count it once a way).
 */
import { at } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { MessageRecord } from '../../episode/records.ts';

export type ChainKind = TrainingSettings['credit']['chain'];

/** What of a message says behind which others it comes. */
export type Heard = Pick<MessageRecord, 'role' | 'turn' | 'sees'>;

/** By message the indices of those behind it, all later ones; none: the end of the episode. */
export type Successors = readonly (readonly number[])[];

/** Undefined for the serialised chain, in which every message is followed by the next. */
export function successorsOf(messages: readonly Heard[], kind: ChainKind): Successors | undefined {
  if (kind === 'serial') return undefined;
  return messages.map((_, index) => (kind === 'agent' ? ownNext(messages, index) : listenersOf(messages, index)));
}

/** Messages of a turn that nobody else in it sees: through them the turn acts on the environment. */
export function unheardIn(messages: readonly Heard[], turn: number): number[] {
  const own = messages.flatMap((message, index) => (message.turn === turn ? [index] : []));
  return own.filter((index) => !own.some((other) => sees(messages, other, index)));
}

function ownNext(messages: readonly Heard[], index: number): number[] {
  const { role } = at(messages, index, 'message');
  const next = messages.findIndex((other, later) => later > index && other.role === role);
  return next < 0 ? [] : [next];
}

function listenersOf(messages: readonly Heard[], index: number): number[] {
  const { turn } = at(messages, index, 'message');
  const hears = (other: number) => sees(messages, other, index);
  const rest = messages.map((_, later) => later).slice(index + 1);
  const inTurn = (wanted: number | undefined) => rest.filter((later) => messages[later]?.turn === wanted);
  const heard = inTurn(turn).filter(hears);
  if (heard.length > 0) return firstOf(messages, heard);
  const next = inTurn(rest.map((later) => at(messages, later, 'message').turn).find((later) => later > turn));
  const remembered = next.filter(hears);
  return firstOf(messages, remembered.length > 0 ? remembered : next);
}

/** Those that see none of the others. */
const firstOf = (messages: readonly Heard[], some: readonly number[]): number[] =>
  some.filter((index) => !some.some((other) => sees(messages, index, other)));

const sees = (messages: readonly Heard[], who: number, whom: number): boolean => at(messages, who, 'message').sees.includes(whom);
