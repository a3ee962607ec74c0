/**
 * What a rollout needs before credit: one pass of the frozen base over every message gives the reference log-probs (for
 * the KL) and the features the critic reads, so KL monitoring and values cost one forward pass together.
 */
import type { Episode } from '../core/episode/machine.ts';
import type { EpisodeRecord, MessageRecord } from '../core/episode/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { ScoredSequence } from '../engine/train/batches.ts';
import { scoreSequences } from '../engine/train/score.ts';
import type { AgentPolicy } from './agents.ts';
import type { BaseModel } from './base.ts';
import type { Critic } from './critics/critic.ts';
import { checkLength } from './rollout.ts';

/** A message as the engine scores it. */
export function sequenceOf(message: MessageRecord, slot: number): ScoredSequence {
  return {
    ids: [...message.prompt_ids, ...message.response_ids],
    first: message.prompt_ids.length,
    slot,
    temperature: message.temperature,
    kept: message.kept,
  };
}

export interface Assessed {
  readonly records: EpisodeRecord[];
  /** Frozen-base features under every response token, record by record, message by message: [N, D]. */
  readonly hidden: Float32Array;
}

/** Fills `ref_logprobs`, `values` and `bootstrap` of the episodes' records. */
export async function assess(
  engine: Engine,
  base: BaseModel,
  policies: readonly AgentPolicy[],
  critic: Critic,
  episodes: readonly Episode[],
): Promise<Assessed> {
  const agentOf = new Map(policies.map(({ role, index }) => [role, index]));
  const records = episodes.map((episode) => episode.record());
  const messages = records.flatMap((record) => record.messages);
  const scores = await scoreSequences(
    engine,
    base.config,
    [],
    messages.map((message) => sequenceOf(message, -1)),
    { hidden: true },
  );
  const values = await critic.values({
    messages: messages.map((record) => ({ record, agent: agentOf.get(record.role) ?? -1 })),
    hidden: scores.hidden,
  });
  let at = 0;
  for (const message of messages) {
    const end = at + message.response_ids.length;
    message.ref_logprobs = Array.from(scores.logprobs.subarray(at, end));
    message.values = Array.from(values.subarray(at, end));
    at = end;
  }
  await bootstrap(base, agentOf, critic, episodes, records);
  return { records, hidden: scores.hidden };
}

/** The value of the state a truncated episode would have gone on from; 0 where it terminated. */
async function bootstrap(
  base: BaseModel,
  agentOf: ReadonlyMap<string, number>,
  critic: Critic,
  episodes: readonly Episode[],
  records: readonly EpisodeRecord[],
): Promise<void> {
  const open = episodes.flatMap((episode, index) => {
    const prompt = episode.bootstrapPrompt();
    const record = records[index];
    if (!prompt || !record) return [];
    const role = prompt.segments.at(-1)?.role ?? '';
    checkLength(base, role, prompt.ids.length, 0);
    return [{ prompt: { ids: prompt.ids, agent: agentOf.get(role) ?? -1 }, record }];
  });
  const values = await critic.bootstrapValues(open.map(({ prompt }) => prompt));
  open.forEach(({ record }, index) => {
    record.bootstrap = values[index] ?? 0;
  });
}
