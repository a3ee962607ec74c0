/**
 * The prompt an agent reads, as token ids in labelled segments. The layout is MARFT R1's with one rule and no exception:
 * every block is `<|im_start|>header: text<|im_end|>\n`, and the prompt ends in the agent's own open header. (R1 drops the
 * markers of earlier turns; here a message looks the same in every turn.) Others' messages enter as the very ids that were
 * sampled; nothing is ever encoded twice, save for a reader with another tokenizer.
 *
 *     <|im_start|>system: {the agent's profile}<|im_end|>\n            left out when empty
 *     <|im_start|>problem: {observation}<|im_end|>\n                   per turn; left out when empty
 *     <|im_start|>system: {introduction}<|im_end|>\n                   before a message that was called for; else left out
 *     <|im_start|>{role}: {message}<|im_end|>\n                        per visible message
 *     <|im_start|>judge: {the environment's transition}<|im_end|>\n    between turns; left out when empty
 *     <|im_start|>{own role}:␠
 */
import type { Segment } from '../episode/records.ts';

/** What prompts need of a tokenizer. */
export interface PromptTokens {
  /** Plain text only: never yields a special token, whatever the text looks like. */
  encode(text: string): readonly number[];
  /** `<|im_start|>`. */
  readonly start: readonly number[];
  /** `<|im_end|>`, which also ends a response. */
  readonly end: number;
  /** `\n` behind `<|im_end|>`. */
  readonly newline: readonly number[];
}

/** A message as a later prompt shows it; `ids` end in the closing token only if it was sampled. */
export interface PromptMessage {
  readonly role: string;
  readonly ids: readonly number[];
  /** Its header, where that is not the role. */
  readonly name?: string;
  /** What was said to the agent before it. */
  readonly introduction?: string;
}

/** Who is to speak: role, profile, and header and introduction as of a message. */
export interface PromptReader {
  readonly role: string;
  readonly prompt: string;
  readonly name?: string;
  readonly introduction?: string;
}

export interface PromptTurn {
  readonly observation: string;
  /** Those the agent sees, in speaking order. */
  readonly messages: readonly PromptMessage[];
  /** What the environment says after the turn. */
  readonly transition?: string;
}

export interface ComposedPrompt {
  readonly ids: number[];
  /** Tile `[0, ids.length)`; all scaffold. */
  readonly segments: Segment[];
}

/** Lays out the prompt of `agent` after `turns`, the last of which is the one it is about to speak in; without an agent, what was said. */
export function composePrompt(input: {
  readonly tokens: PromptTokens;
  readonly agent: PromptReader | null;
  readonly turns: readonly PromptTurn[];
}): ComposedPrompt {
  const { tokens, agent, turns } = input;
  const ids: number[] = [];
  const segments: Segment[] = [];

  const segment = (source: Segment['source'], role: string | undefined, ...parts: readonly (readonly number[])[]) => {
    const start = ids.length;
    for (const part of parts) for (const id of part) ids.push(id);
    segments.push({ kind: 'scaffold', source, ...(role === undefined ? {} : { role }), start, end: ids.length });
  };
  // "planner: " in one piece, so that the tokenizer may merge it.
  const header = (name: string) => [...tokens.start, ...tokens.encode(`${name}: `)];
  const close = [tokens.end, ...tokens.newline];
  const textBlock = (source: Segment['source'], name: string, text: string) => {
    if (text !== '') segment(source, undefined, header(name), tokens.encode(text), close);
  };

  textBlock('system', 'system', agent?.prompt ?? '');
  for (const turn of turns) {
    textBlock('observation', 'problem', turn.observation);
    for (const message of turn.messages) {
      const closed = message.ids.at(-1) === tokens.end;
      textBlock('transition', 'system', message.introduction ?? '');
      segment('message', message.role, header(message.name ?? message.role), message.ids, closed ? tokens.newline : close);
    }
    textBlock('transition', 'judge', turn.transition ?? '');
  }
  if (agent) {
    textBlock('transition', 'system', agent.introduction ?? '');
    segment('header', agent.role, header(agent.name ?? agent.role));
  }
  return { ids, segments };
}
