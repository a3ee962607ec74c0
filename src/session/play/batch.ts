/** A rollout as the update sees it: every message with its agent, its adapter and its offset in flat arrays. */
import { trainedPrompt, valuedPrompt } from '../../core/compat/linearTraining.ts';
import { scoredDistribution } from '../../core/compat/untempered.ts';
import type { ProjectDocument, TrainingSettings } from '../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import { responseBehind, toolTokens } from '../../core/episode/tools.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';

export interface BatchMessage {
  readonly message: MessageRecord;
  /** Index of its episode in the rollout. */
  readonly episode: number;
  /** Index of its agent in the document. */
  readonly agent: number;
  /** Where its response tokens begin in arrays over all response tokens of the rollout. */
  readonly start: number;
}

/** Episode by episode, in the order of the records. */
export function batchMessages(document: ProjectDocument, records: readonly EpisodeRecord[]): BatchMessage[][] {
  const agentOf = new Map(document.team.agents.map(({ role }, index) => [role, index]));
  let start = 0;
  return records.map((record, episode) =>
    record.messages.map((message) => {
      const agent = agentOf.get(message.role);
      if (agent === undefined) throw new Error(`no agent has the role ${message.role}`);
      const batched = { message, episode, agent, start };
      start += message.response_ids.length;
      return batched;
    }),
  );
}

/** A message as the engine scores it, under the adapter in `slot` (−1: the base); with the defects of `compat`. */
export function sequenceOf(message: MessageRecord, slot: number, compat: TrainingSettings['compat'] = []): ScoredSequence {
  const prompt = trainedPrompt(message);
  return { ...responseBehind(prompt, message), slot, ...scoredDistribution(message, compat) };
}

/** A message behind what its critic reads, under the base, for the features alone. */
export function valuedSequence(message: MessageRecord): ScoredSequence {
  const prompt = valuedPrompt(message);
  return { ...responseBehind(prompt, message), slot: -1, temperature: 1 };
}

/** A message as it was sampled, whatever the compat switches. */
export function sampledSequence({ prompt_ids, temperature, kept, ...said }: MessageRecord, slot: number): ScoredSequence {
  return { ...responseBehind(prompt_ids, said), slot, temperature, ...(kept ? { kept } : {}) };
}

/** One list after another, as one array. */
export function flat(lists: readonly ArrayLike<number>[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

export const tokensOf = (batched: readonly BatchMessage[]): number =>
  batched.reduce((sum, { message }) => sum + message.response_ids.length, 0);

/** Rows [tokens, width] of `batched`, out of rows over `all`, which holds them in the same order or another. */
export function gatherRows(
  rows: Float32Array,
  offsetOf: (batched: BatchMessage) => number,
  batched: readonly BatchMessage[],
  width: number,
) {
  const gathered = new Float32Array(tokensOf(batched) * width);
  let at = 0;
  for (const item of batched) {
    const size = item.message.response_ids.length * width;
    const from = offsetOf(item) * width;
    gathered.set(rows.subarray(from, from + size), at);
    at += size;
  }
  return gathered;
}

/** Tokens of all prompts and messages, tools' answers among them. */
export const tokensIn = (records: readonly EpisodeRecord[]): number =>
  records
    .flatMap(({ messages }) => messages)
    .reduce((sum, { prompt_ids, response_ids, tools }) => sum + prompt_ids.length + response_ids.length + toolTokens({ tools }), 0);
