/**
 * What would have been: an episode is played again from one of its messages on, many times. Continuations of one number
 * draw the same random numbers whatever was said before (common random numbers), so a difference between two of them comes
 * from what was changed and not from luck.
 */
import { at } from '../../core/at.ts';
import { type CreditedBatch, isCharged, returnsFrom } from '../../core/counterfactual/criticReturns.ts';
import type { Change, Counterfactual, Origin } from '../../core/counterfactual/questions.ts';
import type { TreeValue } from '../../core/credit/estimates.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import type { GeneratedMessage } from '../../core/episode/machine.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import { bootstrapInterval } from '../../core/statistics/bootstrap.ts';
import { mean } from '../../core/statistics/intervals.ts';
import { type EpisodePlan, type Replay, type RolloutContext, rollOut } from '../play/rollout.ts';

/** Continuations played at one time: enough to fill a batch, few enough that one hears of progress. */
const TOGETHER = 16;

/** Continuations that are done, of how many. */
export type OnProgress = (done: number, of: number) => void;

/** A recorded message as it was said. */
export function said(message: MessageRecord): GeneratedMessage {
  // How an imported message ended may be unknown; that it ran into its limit is not claimed then.
  const { response_ids: responseIds, finish_reason, adapter_version: adapterVersion, kept, ...rest } = message;
  return { responseIds, finishReason: finish_reason ?? 'stop', adapterVersion, ...(kept ? { kept } : {}), ...pick(rest) };
}

const pick = ({ logprobs, entropies, text, tools }: Pick<MessageRecord, 'logprobs' | 'entropies' | 'text' | 'tools'>) => ({
  logprobs,
  entropies,
  text,
  ...(tools ? { tools } : {}),
});

/**
 * Plays `record` again behind what is `given`, once for each number in `branches`; the records come in that order. Branch 0
 * is the recording's own continuation: with nothing changed it is the recording, token by token.
 */
export async function replay(
  context: RolloutContext,
  record: EpisodeRecord,
  given: Replay['given'],
  branches: readonly number[],
  more: Pick<Replay, 'pinned' | 'forks'> = {},
): Promise<EpisodeRecord[]> {
  const { iteration, episode, split, problem_index: problemIndex, group } = record;
  const plan = { iteration, episode, split, problemIndex, group };
  const plans = branches.map((branch): EpisodePlan => ({ ...plan, replay: { ...more, branch, given } }));
  return (await rollOut(context, plans)).map((played) => played.record());
}

/** Branches 1 to `rolls`; 0 is the recording's own. */
export const freshBranches = (rolls: number): number[] => Array.from({ length: rolls }, (_, index) => index + 1);

/** The document as the team speaks once `changes` are made, in their order. Texts and adapters are no part of it. */
export function changedDocument(document: ProjectDocument, changes: readonly Change[]): ProjectDocument {
  return changes.reduce((before, change) => {
    if (change.kind !== 'prompt' && change.kind !== 'temperature') return before;
    const agents = before.team.agents.map((agent) => {
      if (agent.role !== change.role) return agent;
      if (change.kind === 'prompt') return { ...agent, prompt: change.prompt };
      return { ...agent, sampling: { ...agent.sampling, temperature: change.temperature } };
    });
    return { ...before, team: { ...before.team, agents } };
  }, document);
}

/** The team before a change, and with it: two contexts of one environment. */
export interface Sides {
  readonly original: RolloutContext;
  readonly edited: RolloutContext;
}

export interface CounterfactualOptions {
  /** Later messages that stay as they are, on both sides. */
  readonly pinned?: readonly number[];
  readonly origin?: Origin;
  readonly onProgress?: OnProgress;
}

/**
 * Makes a change and plays what follows `rolls` times, with it and without. A text takes the place of the message's; any
 * other change lets that message be said anew as well, on both sides.
 */
export async function counterfactual(
  { original: before, edited: after }: Sides,
  record: EpisodeRecord,
  change: Change,
  rolls: number,
  { origin, pinned = [], onProgress }: CounterfactualOptions = {},
): Promise<Counterfactual> {
  const { message } = change;
  if (!record.messages[message]) throw new RangeError(`The episode has no message ${message}.`);
  const kept = record.messages.slice(0, message).map(said);
  const own = record.messages.slice(message, message + 1).map(said);
  const text = change.kind === 'message' ? change.text : null;
  const more = { pinned: pinnedOf(record, message, pinned), forks: origin?.forks };
  let done = 0;
  const side = async (context: RolloutContext, given: Replay['given'], asRecorded: number): Promise<EpisodeRecord[]> => {
    const records: EpisodeRecord[] = [];
    const branches = freshBranches(rolls);
    for (let first = 0; first < rolls; first += TOGETHER) {
      const some = branches.slice(first, first + TOGETHER);
      records.push(...(await replay(context, record, given, some, more)));
      onProgress?.((done += some.length), 2 * rolls);
    }
    return records.map((played) => withRecorded(played, record, asRecorded));
  };
  const original = await side(before, text === null ? kept : [...kept, ...own], text === null ? message : message + 1);
  const edited = await side(after, text === null ? kept : [...kept, text], message);
  const differences = edited.map(({ reward }, index) => reward - at(original, index, 'continuation').reward);
  const key = keyFor(record.seed, STREAMS.replay, record.iteration, record.episode, message);
  return { original, edited, difference: mean(differences), interval: bootstrapInterval(differences, key) };
}

function pinnedOf({ messages }: EpisodeRecord, after: number, pinned: readonly number[]): NonNullable<Replay['pinned']> {
  return new Map(
    pinned.flatMap((index) => {
      const message = messages[index];
      return message && index > after ? [[index, { role: message.role, message: said(message) }] as const] : [];
    }),
  );
}

/** The first messages as they were recorded: under another prompt nobody said them. */
const withRecorded = (played: EpisodeRecord, record: EpisodeRecord, count: number): EpisodeRecord => ({
  ...played,
  messages: [...record.messages.slice(0, count), ...played.messages.slice(count)],
});

export interface TreeOptions {
  /** The batch it was credited in: then the values tell what a critic should have foreseen, too. */
  readonly credit?: CreditedBatch;
  /** Fills `ref_logprobs`, where tokens pay for their distance to the base; without it what they pay is not known. */
  readonly scoreReferences?: (records: readonly EpisodeRecord[]) => Promise<void>;
  readonly onProgress?: OnProgress;
}

/** Values before every message of an episode, and behind the last one, from `rolls` continuations each (tree Monte-Carlo). */
export async function treeValues(
  context: RolloutContext,
  record: EpisodeRecord,
  rolls: number,
  { credit, scoreReferences, onProgress }: TreeOptions = {},
): Promise<TreeValue[]> {
  const values: TreeValue[] = [];
  const states = record.messages.length + 1;
  for (let message = 0; message < states; message += 1) {
    const rolled = await replay(context, record, record.messages.slice(0, message).map(said), freshBranches(rolls));
    const rewards = rolled.map(({ reward }) => reward);
    const key = keyFor(record.seed, STREAMS.replay, record.iteration, record.episode, message);
    if (credit && isCharged(context.document.training, credit)) await scoreReferences?.(rolled);
    const returns = credit ? returnsFrom(rolled, message, credit, context.document.training) : null;
    values.push({
      message,
      value: mean(rewards),
      interval: bootstrapInterval(rewards, key),
      rewards,
      toCome: returns && { value: mean(returns), interval: bootstrapInterval(returns, key), returns },
      truncated: rolled.filter(({ truncated }) => truncated).length,
    });
    onProgress?.(rolls * (message + 1), rolls * states);
  }
  return values;
}
