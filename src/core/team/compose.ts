/**
 * The prompt an agent reads, as token ids in labelled segments. The layout is MARFT R1's with one rule and no exception:
 * every block is `<|im_start|>header: text<|im_end|>\n`, and the prompt ends in the agent's own open header. (R1 drops the
 * markers of earlier turns; here a message looks the same in every turn.)
 *
 * A prompt is encoded as the whole string would be at once: all text between two special tokens in one stretch, cut into
 * segments afterwards. Others' messages enter as the very ids that were sampled, behind the header encoded as their speaker had
 * it, open; nothing is ever encoded twice, save for a reader with another tokenizer.
 *
 *     <|im_start|>system: {the agent's profile}<|im_end|>\n            left out when empty
 *     <|im_start|>state: {hidden state}<|im_end|>\n                    for a critic alone, and left out when empty
 *     <|im_start|>problem: {observation}<|im_end|>\n                   per turn; left out when empty
 *     <|im_start|>system: {introduction}<|im_end|>\n                   before a message that was called for; else left out
 *     <|im_start|>{role}: {message}<|im_end|>\n                        per visible message
 *     <|im_start|>judge: {the environment's transition}<|im_end|>\n    between turns; left out when empty
 *     <|im_start|>{own role}:␠
 *
 * Where the tokens bring the model's own conversation, its chat template lays the prompt out instead (`conversation.ts`).
 */
import type { PromptTokens } from '../tokenizer/promptTokens.ts';
import { conversationScaffolds } from './conversation.ts';

/** A run of tokens of one kind inside a message's sequence `[...prompt_ids, ...response_ids]`; `end` is exclusive. */
export interface Segment {
  /** `scaffold`: template, prompt, others' text; `sampled`: this message's own tokens. */
  readonly kind: 'scaffold' | 'sampled';
  /** Under a chat template all that the template itself writes is `header`. */
  readonly source: 'system' | 'observation' | 'transition' | 'message' | 'header' | 'response' | 'thought';
  /** Whose text it is, for `message`, `header`, `response` and `thought`, the part of a response that a model thinks before it answers. */
  readonly role?: string;
  readonly start: number;
  readonly end: number;
}

/** A message as a later prompt shows it. */
export interface PromptMessage {
  readonly role: string;
  /** The ids that were sampled, which end in the closing token or not; its text for a reader with another tokenizer or a chat template. */
  readonly said: readonly number[] | string;
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
  /** The environment's hidden state, in what a critic reads alone. */
  readonly hidden?: string;
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

/** What one segment of a prompt is made of, in order: plain text, and ids that stay as they are. */
export interface Scaffold extends Pick<Segment, 'source' | 'role'> {
  readonly pieces: readonly (string | readonly number[])[];
}

/** The text in which a message opens. */
export const headerOf = (name: string): string => `${name}: `;

/**
 * Lays out the prompt of `agent` after `turns`, the last of which is the one it is about to speak in; without an agent, what was
 * said. Throws `E_TEMPLATE_*` where a model's chat template cannot do it.
 */
export function composePrompt(input: {
  readonly tokens: PromptTokens;
  readonly agent: PromptReader | null;
  readonly turns: readonly PromptTurn[];
}): ComposedPrompt {
  const { tokens, agent, turns } = input;
  if (tokens.conversation) return encodeScaffolds(tokens, conversationScaffolds(tokens.conversation, agent, turns));
  const { start, end } = tokens;
  const scaffolds: Scaffold[] = [];
  const textBlock = (source: Segment['source'], name: string, text: string) => {
    if (text !== '') scaffolds.push({ source, pieces: [start, headerOf(name), text, [end], '\n'] });
  };

  textBlock('system', 'system', agent?.prompt ?? '');
  for (const turn of turns) {
    textBlock('observation', 'state', turn.hidden ?? '');
    textBlock('observation', 'problem', turn.observation);
    for (const { role, name = role, introduction = '', said } of turn.messages) {
      const closed = typeof said !== 'string' && said.at(-1) === end;
      textBlock('transition', 'system', introduction);
      scaffolds.push({ source: 'message', role, pieces: [start, headerOf(name), said, closed ? [] : [end], '\n'] });
    }
    textBlock('transition', 'judge', turn.transition ?? '');
  }
  if (agent) {
    textBlock('transition', 'system', agent.introduction ?? '');
    scaffolds.push({ source: 'header', role: agent.role, pieces: [start, headerOf(agent.name ?? agent.role)] });
  }
  return encodeScaffolds(tokens, scaffolds);
}

/** The ids of scaffolds in a row, each stretch of text encoded at once, across the segments it belongs to. */
export function encodeScaffolds(tokens: PromptTokens, scaffolds: readonly Scaffold[]): ComposedPrompt {
  const ids: number[] = [];
  const lengths = scaffolds.map(() => 0);
  let stretch: { readonly text: string; readonly at: number }[] = [];
  const put = (some: readonly number[], at: number) => {
    for (const id of some) ids.push(id);
    lengths[at] = (lengths[at] ?? 0) + some.length;
  };
  const endStretch = () => {
    if (stretch.length === 0) return;
    const parts = tokens.encodeStretch(
      stretch.map(({ text }) => text),
      ids.length === 0,
    );
    for (const [part, { at }] of stretch.entries()) put(parts[part] ?? [], at);
    stretch = [];
  };
  for (const [at, { pieces }] of scaffolds.entries()) {
    for (const piece of pieces) {
      // Nothing stands between the texts around it.
      if (piece.length === 0) continue;
      if (typeof piece === 'string') stretch.push({ text: piece, at });
      else {
        endStretch();
        put(piece, at);
      }
    }
  }
  endStretch();
  let end = 0;
  const segments = scaffolds.map(({ source, role }, at): Segment => {
    const start = end;
    end += lengths[at] ?? 0;
    return { kind: 'scaffold', source, ...(role === undefined ? {} : { role }), start, end };
  });
  return { ids, segments };
}
