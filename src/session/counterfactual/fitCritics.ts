/**
 * Critics of other kinds than a run trained, so that they can be judged beside its own: each is fitted to the same new episodes of the team
 * that is asked, by ridge regression on the frozen base's features, and says what the states of recorded episodes are worth. None of
 * the recorded episodes, nor any of their problems where there are others, is fitted to.
 */
import { at, orElse } from '../../core/at.ts';
import { type CreditedBatch, isCharged, returnsFrom } from '../../core/counterfactual/criticReturns.ts';
import { type FittedCritic, FITTED_CRITICS, type FittedCriticId } from '../../core/counterfactual/criticErrors.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import type { CriticReads } from '../../core/document/trainingSchema.ts';
import { FITTING_PROBLEMS } from '../../core/environment/problems.ts';
import type { EnvironmentInfo } from '../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';
import { fitRidge, type Ridge, type RidgeRow } from '../../core/statistics/ridge.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';
import type { TeamVoices } from '../play/teamVoices.ts';
import { type OnProgress, said } from './replay.ts';

/** Numbers of the episodes that are fitted to, in their iteration: no run has as many. */
const FIRST_EPISODE = 2 ** 20;
/** Episodes played at one time. */
const TOGETHER = 32;

const READS: Readonly<Record<FittedCriticId, CriticReads>> = {
  own: 'speaker',
  shared: 'speaker',
  transcript: 'transcript',
  state: 'state',
};

export interface FittingOptions {
  /** Episodes that are fitted to. */
  readonly fit: number;
  /** The batch the asked episodes were credited in. */
  readonly credit: CreditedBatch;
  readonly info: Pick<EnvironmentInfo, 'splits' | 'hooks'>;
  readonly onProgress?: OnProgress;
}

/** A state before a message, as a critic reads it. */
interface Read {
  readonly role: string;
  readonly features: Float32Array;
}

/** Those that read the hidden state only where the environment tells one. */
export async function fittedCritics(
  context: RolloutContext,
  speakers: TeamVoices,
  asked: readonly EpisodeRecord[],
  options: FittingOptions,
): Promise<FittedCritic[]> {
  const played = await playMore(context, asked, options);
  const { training } = context.document;
  if (isCharged(training, options.credit)) await speakers.scoreReferences(played);
  const targets = played.map((record) =>
    record.messages.map((_, message) => returnsFrom([record], message, options.credit, training)?.[0] ?? null),
  );
  const reads = new Map<CriticReads, readonly (readonly Read[])[]>();
  for (const kind of ['speaker', 'transcript', 'state'] as const)
    if (kind !== 'state' || options.info.hooks.privileged) reads.set(kind, await readBy(context, speakers, [...played, ...asked], kind));
  return FITTED_CRITICS.flatMap((critic): FittedCritic[] => {
    const states = reads.get(READS[critic]);
    return states ? [{ critic, values: valuesOf(context, critic, states, targets) }] : [];
  });
}

/** The states of the last episodes as the critic values them, which is fitted to those of the first, one for each of `targets`. */
function valuesOf(
  { document }: RolloutContext,
  critic: FittedCriticId,
  states: readonly (readonly Read[])[],
  targets: readonly (readonly (number | null)[])[],
): (number | null)[][] {
  const modelOf = new Map(
    document.team.agents.map((agent) => [agent.role, critic === 'own' ? agent.role : baseNameOf(document, agent)] as const),
  );
  const rows = new Map<string | undefined, RidgeRow[]>();
  targets.forEach((own, group) =>
    own.forEach((target, message) => {
      if (target === null) return;
      const { role, features } = at(at(states, group, 'episode'), message, 'state');
      const model = modelOf.get(role);
      rows.set(model, [...orElse(rows.get(model), []), { features, target, group }]);
    }),
  );
  const fitted = new Map<string | undefined, Ridge | null>([...rows].map(([model, own]) => [model, fitRidge(own)]));
  return states
    .slice(targets.length)
    .map((own) => own.map(({ role, features }) => fitted.get(modelOf.get(role))?.predict(features) ?? null));
}

/** The states before every message of the episodes, replayed as they are. */
async function readBy(
  context: RolloutContext,
  speakers: TeamVoices,
  records: readonly EpisodeRecord[],
  reads: CriticReads,
): Promise<Read[][]> {
  const plans = records.map((record): EpisodePlan => {
    const { iteration, episode, split, problem_index: problemIndex, group, messages } = record;
    return { iteration, episode, split, problemIndex, group, replay: { branch: 0, given: messages.map(said) } };
  });
  const shown = (await rollOut(context, plans, { reads })).map((episode) => episode.record());
  const features = await speakers.features(shown);
  let next = 0;
  return shown.map(({ messages }) => messages.map(({ role }) => ({ role, features: at(features, next++, 'state') })));
}

/** New episodes of the iteration's team, on problems of the train split that no asked episode has, where there are others. */
async function playMore(
  context: RolloutContext,
  asked: readonly EpisodeRecord[],
  { fit, info, onProgress }: FittingOptions,
): Promise<EpisodeRecord[]> {
  const problems = problemsFor(context, asked, info);
  const iteration = at(asked, 0, 'episode').iteration;
  const plans = Array.from({ length: fit }, (_, index): EpisodePlan => {
    const episode = FIRST_EPISODE + index;
    return { iteration, episode, split: 'train', problemIndex: problems(index), group: episode };
  });
  const played: EpisodeRecord[] = [];
  for (let first = 0; first < fit; first += TOGETHER) {
    for (const episode of await rollOut(context, plans.slice(first, first + TOGETHER), { reads: 'speaker' })) played.push(episode.record());
    onProgress?.(played.length, fit);
  }
  return played;
}

function problemsFor(
  { document, data }: RolloutContext,
  asked: readonly EpisodeRecord[],
  { splits: { train: size } }: FittingOptions['info'],
): (index: number) => number {
  if (size === 'unlimited') return (index) => FITTING_PROBLEMS + index;
  const taken = new Set(asked.flatMap(({ split, problem_index }) => (split === 'train' ? [problem_index] : [])));
  const all = Array.from(permutation(keyFor(document.training.seed, STREAMS.replay), size), (place) =>
    data ? at(data.splits.train, place, 'row') : place,
  );
  const others = all.filter((problem) => !taken.has(problem));
  const from = others.length > 0 ? others : all;
  return (index) => at(from, index % from.length, 'problem');
}
