/**
 * Episodes in the layout of verl's dumped rollouts: `<step>.jsonl`, one line per sample with its texts and its score
 * (docs/exports.md), which verl's rollout viewer reads. A sample is one message.
 */
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { encodeFloatLines } from '../jsonl.ts';

/** The text of a role's token ids, by the tokenizer of the base it stands on, without special tokens. */
export type DecodeIds = (role: string, ids: readonly number[]) => string;

export interface VerlSample {
  /** The prompt as text. */
  readonly input: string;
  /** The response as text. */
  readonly output: string;
  /** verl's ground truth; an environment here has none that all share, so null, which verl writes too. */
  readonly gts: null;
  /** What the environment paid the speaker over the episode. */
  readonly score: number;
  readonly step: number;
  /** `<iteration>-<episode>-<message>`. */
  readonly request_id: string;
  /** Ours, in the place of verl's extra reward information. */
  readonly role: string;
  readonly turn: number;
  readonly episode: number;
  readonly group: number;
  /** Sum of the message's token rewards: its part of the score as credit sees it, penalties included. */
  readonly token_reward: number;
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
    input: decode(message.role, message.prompt_ids),
    output: decode(message.role, message.response_ids),
    gts: null,
    score: episode.rewards[message.role] ?? episode.reward,
    step: episode.iteration,
    request_id: `${episode.iteration}-${episode.episode}-${at}`,
    role: message.role,
    turn: message.turn,
    episode: episode.episode,
    group: episode.group,
    token_reward: message.token_rewards.reduce((sum, reward) => sum + reward, 0),
  };
}
