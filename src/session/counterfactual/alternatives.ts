/**
 * What else might have been said in the place of a message, and what each was worth (`core/credit/advantages/alternatives.ts`): more that
 * its agent says to the same prompt, or silence. What stands in a message's place is played on with the same random numbers as the message
 * itself, so that a difference comes from what was said; the recording is continuation 0. Whoever reads nothing of the message says the same.
 */
import { at } from '../../core/at.ts';
import { alternativesOf, usesTree } from '../../core/document/derived.ts';
import type { TrainingSettings } from '../../core/document/trainingSchema.ts';
import type { GeneratedMessage } from '../../core/episode/machine.ts';
import type { CounterfactualRecord, EpisodeRecord } from '../../core/episode/records.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import { type EpisodePlan, type Replay, type RolloutContext, rollOut, sayTo, silenceOf } from '../play/rollout.ts';
import { said } from './replay.ts';
import { meanByRole, TREE_BRANCH } from './tree.ts';

/** Numbers by which alternatives are sampled: nobody else draws them, so that they owe nothing to the message or to what comes behind it. */
export const ALTERNATIVE_BRANCH = TREE_BRANCH + 2 ** 30;

/** What is sampled or played at one time: its prompts are in memory together. */
const TOGETHER = 1024;

export type AlternativeSettings = Pick<TrainingSettings, 'algorithm' | 'alternatives' | 'continuations'>;

export interface AlternativeOptions {
  /** Whether continuation 0 of the message itself is played too; the recording is it where the same team speaks. */
  readonly playOwn?: boolean;
  readonly onProgress?: (done: number, of: number) => void;
}

/**
 * By episode and message, what it is held against. With COMA nobody plays on: worths are empty until the critic is asked
 * (`update/alternativeValues.ts`).
 */
export async function alternatives(
  context: RolloutContext,
  records: readonly EpisodeRecord[],
  settings: AlternativeSettings,
  { playOwn = false, onProgress }: AlternativeOptions = {},
): Promise<CounterfactualRecord[][]> {
  const others = await sayOtherwise(context, records, settings);
  if (!usesTree(settings))
    return others.map((messages) => messages.map((own) => ({ worth: {}, others: own.map((other) => ({ ...shown(other), worth: {} })) })));
  const branches = Array.from({ length: settings.continuations }, (_, index) => (index === 0 ? 0 : TREE_BRANCH + index));
  const ownBranches = playOwn ? branches : branches.slice(1);
  const plans = records.flatMap((record, episode) =>
    record.messages.flatMap((message, index): EpisodePlan[] => [
      ...ownBranches.map((branch) => planOf(record, index, said(message), branch)),
      ...othersAt(others, episode, index).flatMap((other) => branches.map((branch) => planOf(record, index, other, branch))),
    ]),
  );
  const rewards: Readonly<Record<string, number>>[] = [];
  for (let first = 0; first < plans.length; first += TOGETHER) {
    for (const played of await rollOut(context, plans.slice(first, first + TOGETHER))) rewards.push(played.record().rewards);
    onProgress?.(rewards.length, plans.length);
  }
  let next = 0;
  const take = (count: number): Readonly<Record<string, number>>[] => rewards.slice(next, (next += count));
  return records.map((record, episode) =>
    record.messages.map((_, index): CounterfactualRecord => {
      const own = [...(playOwn ? [] : [record.rewards]), ...take(ownBranches.length)];
      const worths = othersAt(others, episode, index).map((other) => ({ ...shown(other), worth: meanByRole(take(branches.length)) }));
      return { worth: meanByRole(own), others: worths };
    }),
  );
}

type Otherwise = readonly (readonly (readonly GeneratedMessage[])[])[];

const othersAt = (others: Otherwise, episode: number, message: number): readonly GeneratedMessage[] =>
  at(at(others, episode, 'episode'), message, 'message');

const shown = ({ responseIds: response_ids, text }: GeneratedMessage) => ({ response_ids, text });

/** By episode, message and alternative. */
async function sayOtherwise(context: RolloutContext, records: readonly EpisodeRecord[], settings: AlternativeSettings): Promise<Otherwise> {
  const agentOf = new Map(context.document.team.agents.map(({ role }, index) => [role, index]));
  const agentAt = (role: string): number => {
    const agent = agentOf.get(role);
    if (agent === undefined) throw new Error(`no agent has the role ${role}`);
    return agent;
  };
  if (settings.algorithm === 'difference')
    return records.map(({ messages }) => messages.map(({ role }) => [silenceOf(context, agentAt(role))]));
  const count = alternativesOf(settings);
  const asked = records.flatMap(({ seed, iteration, episode, messages }) =>
    messages.flatMap(({ role, call, prompt_ids: promptIds, tokens_in_time: inTime }) => {
      const agentIndex = agentAt(role);
      const { sampling: own } = at(context.document.team.agents, agentIndex, 'agent');
      const sampling = inTime === undefined ? own : { ...own, maxNewTokens: inTime };
      return Array.from({ length: count }, (_, other) => {
        const key = keyFor(seed, STREAMS.sampling, iteration, episode, ALTERNATIVE_BRANCH + other, agentIndex, call);
        return { agentIndex, promptIds, sampling, key };
      });
    }),
  );
  const found: GeneratedMessage[] = [];
  for (let first = 0; first < asked.length; first += TOGETHER)
    found.push(...(await Promise.all(asked.slice(first, first + TOGETHER).map((request) => sayTo(context, request)))));
  let next = 0;
  return records.map(({ messages }) => messages.map(() => found.slice(next, (next += count))));
}

/** The episode with `says` in the place of a message, played on as continuation `branch`, which the environment's answer to it draws from too. */
function planOf(record: EpisodeRecord, message: number, says: GeneratedMessage, branch: number): EpisodePlan {
  const { iteration, episode, split, problem_index: problemIndex, group, messages } = record;
  const replay: Replay = { branch, given: [...messages.slice(0, message).map(said), says], forks: [{ from: message, branch }] };
  return { iteration, episode, split, problemIndex, group, replay };
}
