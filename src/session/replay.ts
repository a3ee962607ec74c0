/**
 * What would have been: an episode is played again from one of its messages on, many times. Continuations of one number
 * draw the same random numbers whatever was said before (common random numbers), so a difference between two of them comes
 * from what was changed and not from luck.
 */
import type { Counterfactual, TreeValue } from '../core/counterfactual/questions.ts';
import { type CreditedBatch, returnsFrom } from '../core/counterfactual/criticReturns.ts';
import type { EpisodeRecord, MessageRecord } from '../core/episode/records.ts';
import type { GeneratedMessage } from '../core/episode/machine.ts';
import { keyFor, STREAMS } from '../core/random/streams.ts';
import { bootstrapInterval } from '../core/statistics/bootstrap.ts';
import { mean } from '../core/statistics/intervals.ts';
import { type EpisodePlan, type Replay, type RolloutContext, rollOut } from './rollout.ts';

/** A recorded message as it was said. */
export function said(message: MessageRecord): GeneratedMessage {
  const { response_ids: responseIds, finish_reason: finishReason, adapter_version: adapterVersion, kept, ...rest } = message;
  return { responseIds, finishReason, adapterVersion, ...(kept ? { kept } : {}), ...pick(rest) };
}

const pick = ({ logprobs, entropies, text }: Pick<MessageRecord, 'logprobs' | 'entropies' | 'text'>) => ({ logprobs, entropies, text });

/**
 * Plays `record` again behind what is `given`, once for each number in `branches`; the records come in that order. Branch 0
 * is the recording's own continuation: with nothing changed it is the recording, token by token.
 */
export async function replay(
  context: RolloutContext,
  record: EpisodeRecord,
  given: Replay['given'],
  branches: readonly number[],
): Promise<EpisodeRecord[]> {
  const { iteration, episode, split, problem_index: problemIndex, group } = record;
  const plans = branches.map((branch): EpisodePlan => ({ iteration, episode, split, problemIndex, group, replay: { branch, given } }));
  return (await rollOut(context, plans)).map((played) => played.record());
}

/** Branches 1 to `rolls`; 0 is the recording's own. */
export const freshBranches = (rolls: number): number[] => Array.from({ length: rolls }, (_, index) => index + 1);

/** One message replaced, everything behind it said anew. */
export interface Edit {
  /** Index of the message. */
  readonly message: number;
  readonly text: string;
}

/** Replaces a message and plays what follows `rolls` times, with the edit and without. */
export async function editAndReplay(
  context: RolloutContext,
  record: EpisodeRecord,
  { message, text }: Edit,
  rolls: number,
): Promise<Counterfactual> {
  if (!record.messages[message]) throw new RangeError(`The episode has no message ${message}.`);
  const before = record.messages.slice(0, message).map(said);
  const branches = freshBranches(rolls);
  const original = await replay(context, record, record.messages.slice(0, message + 1).map(said), branches);
  const edited = await replay(context, record, [...before, text], branches);
  const differences = edited.map(({ reward }, index) => reward - (original[index]?.reward ?? Number.NaN));
  const key = keyFor(record.seed, STREAMS.replay, record.iteration, record.episode, message);
  return { original, edited, difference: mean(differences), interval: bootstrapInterval(differences, key) };
}

/**
 * Values before every message of an episode, and behind the last one, from `rolls` continuations each (tree Monte-Carlo). With
 * the batch it was `credit`ed in, also what a critic should have foreseen there.
 */
export async function treeValues(
  context: RolloutContext,
  record: EpisodeRecord,
  rolls: number,
  credit?: CreditedBatch,
): Promise<TreeValue[]> {
  const values: TreeValue[] = [];
  for (let message = 0; message <= record.messages.length; message += 1) {
    const rolled = await replay(context, record, record.messages.slice(0, message).map(said), freshBranches(rolls));
    const rewards = rolled.map(({ reward }) => reward);
    const key = keyFor(record.seed, STREAMS.replay, record.iteration, record.episode, message);
    const returns = credit ? returnsFrom(rolled, message, credit, context.document.training) : null;
    values.push({
      message,
      value: mean(rewards),
      interval: bootstrapInterval(rewards, key),
      rewards,
      toCome: returns && { value: mean(returns), interval: bootstrapInterval(returns, key), returns },
      truncated: rolled.filter(({ truncated }) => truncated).length,
    });
  }
  return values;
}
