/** What a session plays: the episodes of an iteration, single ones of them again, and evaluations. */
import { at, look } from '../../core/at.ts';
import type { LiveTurned } from '../../core/counterfactual/turned/live.ts';
import type { AttachedData } from '../../core/dataset/attach.ts';
import { playsAgain, usesAlternatives, usesTree } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../../core/environment/contract.ts';
import { problemOfGroup, trainingProblems } from '../../core/environment/problems.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { sessionFaults } from '../../words/words.ts';
import { alternatives } from '../counterfactual/alternatives.ts';
import { askRollout } from '../counterfactual/askLive.ts';
import { growTrees } from '../counterfactual/tree.ts';
import type { SessionEvent } from '../events.ts';
import { defaultKs, evaluationMetrics, evaluationPlans, summarize } from '../play/evaluation.ts';
import { resampled } from '../play/resample.ts';
import { type EpisodePlan, type RolledOut, type RolloutContext, rollOut, type Voice } from '../play/rollout.ts';
import type { Lag } from '../update/lag.ts';
import type { AgentPolicy } from './agentPolicy.ts';
import type { ProgressTracker } from './progress.ts';
import type { Stopwatch } from './timing.ts';

export interface Evaluation {
  /** Mean reward over the episodes. */
  readonly reward: number;
  readonly episodes: readonly EpisodeRecord[];
}

export interface EvaluationOptions {
  readonly split: Split;
  /** Problems. */
  readonly episodes: number;
  readonly greedy: boolean;
  /** Answers per problem. */
  readonly samples?: number;
}

/** What is played with. */
export interface RolloutParts {
  readonly document: ProjectDocument;
  readonly environment: EnvironmentHost;
  readonly info: EnvironmentInfo;
  /** The file's rows at work; null where the environment makes its problems up. */
  readonly data: AttachedData | null;
  readonly policies: readonly AgentPolicy[];
  readonly lag: Lag;
  readonly progress: ProgressTracker;
  readonly emit: (event: SessionEvent) => void;
}

export class Rollouts {
  readonly #parts: RolloutParts;
  readonly #trainingProblem: (count: number) => number;

  constructor(parts: RolloutParts) {
    this.#parts = parts;
    this.#trainingProblem = trainingProblems(parts.info.splits.train, parts.document.training.seed);
  }

  /** The episodes that an iteration learns from, and what their credit had played; `before` is what was known of who saved and who spoiled. */
  async ofIteration(iteration: number, before: LiveTurned): Promise<RolledOut> {
    const { document, lag, progress } = this.#parts;
    const { training, team } = document;
    // How often the team plays on, or groups are played anew, is not known before.
    const known = training.horizon === 1 && team.orchestration === 'static' && !playsAgain(training) && training.resampleGroups === 0;
    const expected = known ? training.episodes * team.agents.length : 0;
    const count = progress.count(training.episodes, expected);
    const context = { ...this.#context('player', lag.playedVersions()), count };
    const further = { ...context, count: { message: (tokens: number) => count.message(tokens), episode: () => undefined } };
    const first = Array.from({ length: training.episodes }, (_, episode) => this.#plan(iteration, episode));
    const { plans, episodes, dropped } = await resampled(first, await rollOut(context, first), {
      groupSize: training.groupSize,
      rounds: training.groupSize < 2 ? 0 : training.resampleGroups,
      planOf: (episode) => this.#plan(iteration, episode),
      play: (fresh) => rollOut(further, fresh),
    });
    const replayed = { episodes: 0, tokens: 0 };
    const again: RolloutContext = {
      ...context,
      count: {
        message: (tokens, promptTokens) => {
          count.message(tokens);
          replayed.tokens += tokens + promptTokens;
        },
        episode: () => {
          replayed.episodes += 1;
        },
      },
    };
    // By the team that played, so that its value is that of the policy the episodes come from.
    if (usesAlternatives(training)) {
      const found = await alternatives(
        again,
        episodes.map((episode) => episode.record()),
        training,
      );
      episodes.forEach((episode, index) => episode.note(at(found, index, 'episode').map((counterfactual) => ({ counterfactual }))));
    } else if (usesTree(training)) await growTrees(again, plans, episodes, training.continuations);
    const held = progress.heldSeconds;
    const began = performance.now();
    const turned = await askRollout(context, episodes, before, training.turned);
    const seconds = (performance.now() - began) / 1000 - (progress.heldSeconds - held);
    return { episodes, dropped, replayed, turned, askedFor: turned.recent === before.recent ? 0 : seconds };
  }

  /**
   * Rolls single episodes of an iteration again, with the team as it is now. With the adapters they were recorded with,
   * the messages are the recorded ones, token by token, whoever else was in the batch (DESIGN §6).
   */
  async again(iteration: number, episodes: readonly number[]): Promise<EpisodeRecord[]> {
    const rolled = await rollOut(
      this.#context('generator'),
      episodes.map((episode) => this.#plan(iteration, episode)),
    );
    return rolled.map((episode) => episode.record());
  }

  /**
   * Accuracy of the team as it is, on problems of its own. The problems and the sampling noise are the same at every call
   * with the same arguments, so two evaluations differ by the policies alone. Changes nothing in the session.
   */
  async evaluate({ split, episodes: problems, greedy, samples = 1 }: EvaluationOptions): Promise<Evaluation> {
    const size = this.#parts.info.splits[split];
    if (size === 0) throw new FaultError(fault(sessionFaults, 'E_DATASET_SPLIT', { split, asked: 'evaluation' }));
    const plans = evaluationPlans(size, split, problems, samples).map((plan) => ({
      ...plan,
      problemIndex: this.#row(split, plan.problemIndex),
    }));
    const episodes = await rollOut(this.#context('generator'), plans, { evaluation: true, greedy });
    const records = episodes.map((episode) => episode.record());
    return { reward: records.reduce((sum, record) => sum + record.reward, 0) / records.length, episodes: records };
  }

  /** The evaluations that a row of metrics has, by name. */
  async evaluations(clock: Stopwatch): Promise<Record<string, number>> {
    this.#parts.emit({ type: 'phase', phase: 'evaluate' });
    const { evaluateEpisodes: episodes, evaluateGreedy, evaluateSamples: samples } = this.#parts.document.training;
    const metrics: Record<string, number> = {};
    for (const split of ['train', 'test'] as const) {
      if (evaluateGreedy) {
        const greedy = await this.evaluate({ split, episodes, greedy: true });
        Object.assign(metrics, evaluationMetrics(split, true, summarize(greedy.episodes)));
      }
      if (samples > 0) {
        const sampled = await this.evaluate({ split, episodes, greedy: false, samples });
        Object.assign(metrics, evaluationMetrics(split, false, summarize(sampled.episodes, { ks: defaultKs(samples) })));
      }
    }
    clock.lap('evaluate');
    return metrics;
  }

  /** Episodes of one group share their problem; those beyond an iteration's are of groups that are played anew. */
  #plan(iteration: number, episode: number): EpisodePlan {
    const { episodes, groupSize } = this.#parts.document.training;
    const group = Math.floor(episode / groupSize);
    const problemIndex = this.#row('train', this.#trainingProblem(problemOfGroup(iteration, Math.ceil(episodes / groupSize), group)));
    return { iteration, episode, split: 'train', problemIndex, group };
  }

  /** The problem at `index` of a split: a file's row by its number there, else the index itself. */
  #row(split: Split, index: number): number {
    const { data } = this.#parts;
    return data ? at(data.splits[split], index, 'row') : index;
  }

  #context(speaker: 'generator' | 'player', versions?: ReadonlyMap<string, number>): RolloutContext {
    const { document, policies, environment, data, emit } = this.#parts;
    return {
      document,
      voices: policies.map(
        ({ group, adapter }): Voice => ({
          base: group.base,
          generator: group.trainer[speaker],
          slot: adapter.slotIndex,
          version: versions ? look(versions, adapter.name, 'adapter') : adapter.version,
        }),
      ),
      environment,
      data,
      onActivity: (agents) => emit({ type: 'activity', agents }),
    };
  }
}
