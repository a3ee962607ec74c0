/** One step along an axis of an episode: to another turn, to another message, to another one of the same agent, to another token. */
import type { MessageRecord } from '../../../core/episode/records.ts';

/** Which token of an episode. */
export interface TokenRef {
  readonly message: number;
  /** Null in a message without tokens. */
  readonly token: number | null;
}

/** Where the cursor stands in an episode; null where it has not gone so far. */
export interface CursorRef {
  readonly message: number | null;
  readonly token: number | null;
}

type Messages = readonly Pick<MessageRecord, 'role' | 'turn' | 'response_ids'>[];

const sizeOf = (messages: Messages, message: number): number => messages[message]?.response_ids.length ?? 0;

/** The first token of a message. */
const entryOf = (messages: Messages, message: number): TokenRef => ({ message, token: sizeOf(messages, message) > 0 ? 0 : null });

/** Where a step begins that has no message to begin from: before the first, or behind the last. */
const outside = (messages: Messages, by: 1 | -1): number => (by > 0 ? -1 : messages.length);

export function nextMessage(messages: Messages, { message }: CursorRef, by: 1 | -1): TokenRef | null {
  const next = (message ?? outside(messages, by)) + by;
  return next in messages ? entryOf(messages, next) : null;
}

/** The first message of the next (or previous) turn in which anybody spoke; from nowhere, of the first (or last) one. */
export function nextTurn(messages: Messages, { message }: CursorRef, by: 1 | -1): TokenRef | null {
  const turn = message === null ? undefined : messages[message]?.turn;
  for (let next = (message ?? outside(messages, by)) + by; next in messages; next += by) {
    const other = messages[next]?.turn;
    if (other === turn) continue;
    const first = messages.findIndex((each) => each.turn === other);
    return entryOf(messages, first);
  }
  return null;
}

/** From nowhere, to the first (or last) message of anybody. */
export function nextOfAgent(messages: Messages, { message }: CursorRef, by: 1 | -1): TokenRef | null {
  const role = message === null ? undefined : messages[message]?.role;
  for (let next = (message ?? outside(messages, by)) + by; next in messages; next += by)
    if (role === undefined || messages[next]?.role === role) return entryOf(messages, next);
  return null;
}

/** Messages without tokens are passed over. */
export function nextToken(messages: Messages, { message, token }: CursorRef, by: 1 | -1): TokenRef | null {
  if (message !== null) {
    const within = token === null ? (by > 0 ? 0 : -1) : token + by;
    if (within >= 0 && within < sizeOf(messages, message)) return { message, token: within };
  }
  for (let next = (message ?? outside(messages, by)) + by; next in messages; next += by) {
    const size = sizeOf(messages, next);
    if (size > 0) return { message: next, token: by > 0 ? 0 : size - 1 };
  }
  return null;
}
