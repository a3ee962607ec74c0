/**
 * Episodes as TRL's completions table (docs/exports.md): a row per completion with the columns TRL writes to
 * `completions/completions_<step>.parquet`, here as JSON Lines. A completion is one message.
 */
import type { EpisodeRecord, MessageRecord } from '../../episode/records.ts';
import { wholeResponse } from '../../episode/tools.ts';
import { encodeFloatLines } from '../jsonl.ts';
import { type DecodeIds, orNull, promptText, saidText } from './verlRollouts.ts';

export interface TrlCompletion {
  readonly step: number;
  /** Null where it is unknown, as in imported runs alone, like all that is null here. */
  readonly prompt: string | null;
  readonly completion: string | null;
  /** TRL has a column per reward function, under its name; here the environment is the only one: what it paid the speaker over the episode. */
  readonly reward: number | null;
  /** Ours, as TRL's extra columns. */
  readonly role: string;
  readonly turn: number;
  readonly episode: number;
  readonly group: number;
  /** What tools answered within the completion, which is not the model's; absent where nothing was called. */
  readonly tools?: readonly { readonly call: string; readonly answer: string }[];
  /** The mean over the response's tokens, before normalisation; TRL has one advantage per completion. */
  readonly advantage: number | null;
}

const FLOATS: ReadonlySet<string> = new Set<keyof TrlCompletion>(['reward', 'advantage']);

/** Contents of `completions_<iteration>.jsonl`: the messages of one iteration's episodes, in speaking order. */
export function trlLines(episodes: readonly EpisodeRecord[], decode: DecodeIds): string {
  return encodeFloatLines(
    episodes.flatMap((episode) => episode.messages.map((message) => rowOf(episode, message, decode))),
    FLOATS,
  );
}

function rowOf(episode: EpisodeRecord, message: MessageRecord, decode: DecodeIds): TrlCompletion {
  const { role, turn, prompt_ids, advantages, tools } = message;
  return {
    step: episode.iteration,
    prompt: decode(role, prompt_ids, promptText(message)),
    completion: decode(role, wholeResponse(message), saidText(message)),
    reward: orNull(episode.rewards[role] ?? episode.reward),
    role,
    turn,
    episode: episode.episode,
    group: episode.group,
    ...(tools ? { tools: tools.map(({ call, text }) => ({ call, answer: text })) } : {}),
    advantage: orNull(advantages.reduce((sum, advantage) => sum + advantage, 0) / advantages.length),
  };
}
