/**
 * Episodes in the layout of verl's dumped rollouts: `<step>.jsonl`, one line per sample with its texts and its score
 * (docs/exports.md), which verl's rollout viewer reads. A sample is one message.
 */
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { wholeResponse } from '../../episode/tools.ts';
import { encodeFloatLines } from '../jsonl.ts';

/**
 * The text of a role's token ids, by the tokenizer of the base it stands on, without special tokens. Of an imported run `known`, the text
 * that its files told: null where they did not.
 */
export type DecodeIds = (role: string, ids: readonly number[], known: string | null) => string | null;

/** What a message was asked, as far as it is known as text: the one part alone, else each part under its speaker, as verl's dumps have it. */
export function promptText({ prompt_parts: parts }: Pick<MessageRecord, 'prompt_parts'>): string | null {
  if (!parts || parts.length === 0) return null;
  const [only] = parts;
  if (parts.length === 1 && only) return only.text;
  return [...parts.map(({ role, text }) => `${role}\n${text}\n`), 'assistant\n'].join('');
}

/** Null where nothing is known of a message's text, or it is empty. */
export const saidText = ({ text }: Pick<MessageRecord, 'text'>): string | null => text || null;

/** An unknown number is null. */
export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

export interface VerlSample {
  /** The prompt as text. */
  readonly input: string | null;
  /** The response as text. */
  readonly output: string | null;
  /** verl's ground truth; an environment here has none that all share, so null, which verl writes too. */
  readonly gts: null;
  /** What the environment paid the speaker over the episode; null where it is unknown, as in imported runs alone, like all that is null here. */
  readonly score: number | null;
  readonly step: number;
  /** `<iteration>-<episode>-<message>`. */
  readonly request_id: string;
  /** Ours, in the place of verl's extra reward information. */
  readonly role: string;
  readonly turn: number;
  readonly episode: number;
  readonly group: number;
  /** What tools answered within the output, which is not the model's; absent where nothing was called. */
  readonly tools?: readonly { readonly call: string; readonly answer: string }[];
  /** Sum of the message's token rewards: its part of the score as credit sees it, penalties included. */
  readonly token_reward: number | null;
}

const FLOATS: ReadonlySet<string> = new Set<keyof VerlSample>(['score', 'token_reward']);

/** Contents of `<iteration>.jsonl`: the messages of one iteration's episodes, in speaking order. */
export function verlLines(episodes: readonly EpisodeRecord[], decode: DecodeIds): string {
  return encodeFloatLines(
    episodes.flatMap((episode) => episode.messages.map((message, at) => sampleOf(episode, message, at, decode))),
    FLOATS,
  );
}

function sampleOf(episode: EpisodeRecord, message: MessageRecord, at: number, decode: DecodeIds): VerlSample {
  return {
    input: decode(message.role, message.prompt_ids, promptText(message)),
    output: decode(message.role, wholeResponse(message), saidText(message)),
    gts: null,
    score: orNull(episode.rewards[message.role] ?? episode.reward),
    step: episode.iteration,
    request_id: `${episode.iteration}-${episode.episode}-${at}`,
    role: message.role,
    turn: message.turn,
    episode: episode.episode,
    group: episode.group,
    ...(message.tools ? { tools: message.tools.map(({ call, text }) => ({ call, answer: text })) } : {}),
    token_reward: message.token_rewards.length === 0 ? null : orNull(message.token_rewards.reduce((sum, reward) => sum + reward, 0)),
  };
}
