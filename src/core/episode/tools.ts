/**
 * Tools: a span that a message marks, such as `[12*7]`, is a call, and what the environment answers stands in the message behind
 * it. The answer is not the agent's. A record therefore holds it apart from `response_ids`: whatever has one entry per response token
 * (log-probabilities, values, entropies, rewards, advantages, loss) knows nothing of it. It is put back where a sequence is
 * read as a whole: by the model that scores or goes on, by other agents, by people.
 */
import type { TeamSettings } from '../document/schema.ts';

/** What the environment put into a message. */
export interface ToolAnswer {
  /** Tokens of the response before it. */
  readonly after: number;
  /** What stood between the marks. */
  readonly call: string;
  /** As it stands in the message. */
  readonly text: string;
  readonly ids: readonly number[];
}

export type ToolMarks = TeamSettings['tools'];

/** Asks the environment: null, or an empty text, where it has nothing to say. `nth` counts the calls of the message from 0. */
export type AnswerCall = (call: string, nth: number) => Promise<string | null>;

/** How the calls of a message are told and answered. */
export interface ToolUse {
  readonly marks: ToolMarks;
  readonly answer: AnswerCall;
}

/** The first marked span of a text, and the index behind its closing mark; null where none is closed. */
export function callIn(
  text: string,
  { open, close }: Pick<ToolMarks, 'open' | 'close'>,
): { readonly call: string; readonly end: number } | null {
  for (let closing = text.indexOf(close); closing >= 0; closing = text.indexOf(close, closing + close.length)) {
    const opening = text.slice(0, closing).lastIndexOf(open);
    if (opening >= 0) return { call: text.slice(opening + open.length, closing), end: closing + close.length };
  }
  return null;
}

/** What of a message a sequence is made of. */
export interface Answered {
  readonly response_ids: readonly number[];
  readonly tools?: readonly ToolAnswer[];
}

/** A response as it was read: its own tokens with the answers between them. */
export function wholeResponse({ response_ids: ids, tools }: Answered): readonly number[] {
  if (!tools) return ids;
  let from = 0;
  const parts = tools.map((tool) => {
    const part = [...ids.slice(from, tool.after), ...tool.ids];
    from = tool.after;
    return part;
  });
  return [...parts.flat(), ...ids.slice(from)];
}

/** Where each token of the response stands in {@link wholeResponse}. */
export function ownPositions({ response_ids: ids, tools = [] }: Answered): number[] {
  let given = 0;
  let next = 0;
  return ids.map((_, token) => {
    for (let tool = tools[next]; tool && tool.after <= token; tool = tools[next]) {
      given += tool.ids.length;
      next += 1;
    }
    return token + given;
  });
}

/** A response behind `prompt` as a model reads it: `first` is where it begins; `scored`, where tools answered, where its own tokens stand. */
export function responseBehind(
  prompt: readonly number[],
  said: Answered,
): { readonly ids: readonly number[]; readonly first: number; readonly scored?: readonly number[] } {
  const first = prompt.length;
  const sequence = { ids: [...prompt, ...wholeResponse(said)], first };
  return said.tools ? { ...sequence, scored: ownPositions(said).map((position) => first + position) } : sequence;
}

/** Tokens that are not the agent's. */
export const toolTokens = ({ tools = [] }: Pick<Answered, 'tools'>): number => tools.reduce((sum, { ids }) => sum + ids.length, 0);

/** A text that somebody wrote as the message of an agent. */
export interface WrittenMessage {
  readonly ids: readonly number[];
  readonly tools: readonly ToolAnswer[];
  /** With the answers. */
  readonly text: string;
}

/**
 * The tokens of a text that nobody sampled, its calls answered. A text may hold the answers already: what follows a call and reads as its
 * answer is the tool's. Null: no tools.
 */
export async function written(text: string, encode: (text: string) => readonly number[], use: ToolUse | null): Promise<WrittenMessage> {
  const ids: number[] = [];
  const tools: ToolAnswer[] = [];
  let whole = '';
  /** Own text that is not encoded yet, and what was not looked through. */
  let own = '';
  let rest = text;
  for (let nth = 0; use && nth < use.marks.most; nth += 1) {
    const found = callIn(rest, use.marks);
    if (!found) break;
    own += rest.slice(0, found.end);
    rest = rest.slice(found.end);
    const answer = await use.answer(found.call, nth);
    if (!answer) continue;
    ids.push(...encode(own));
    whole += own + answer;
    own = '';
    tools.push({ after: ids.length, call: found.call, text: answer, ids: encode(answer) });
    if (rest.startsWith(answer)) rest = rest.slice(answer.length);
  }
  ids.push(...encode(own + rest));
  return { ids, tools, text: whole + own + rest };
}
