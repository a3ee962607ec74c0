/**
 * A training session: one document trained on one engine. It owns the team's adapters and the critic; the host (a worker
 * or the terminal) calls `iterate` as often as it likes, so pausing, stepping and stopping are the host's.
 */
import { creditEpisode } from '../core/credit/creditEpisode.ts';
import { documentFaults } from '../core/document/check.ts';
import type { ProjectDocument } from '../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../core/environment/contract.ts';
import type { EpisodeRecord } from '../core/episode/records.ts';
import { FaultError } from '../core/faults.ts';
import type { Engine } from '../engine/engine.ts';
import type { GenerationService, GenerationUse } from '../engine/generate/jobs.ts';
import { AgentPolicy } from './agents.ts';
import { assess } from './assess.ts';
import type { BaseModel } from './base.ts';
import { Critic } from './critic.ts';
import type { IterationResult, SessionEvent } from './events.ts';
import { evaluationPlans } from './evaluation.ts';
import { checkedRow, rolloutMetrics, updateMetrics } from './metrics.ts';
import { type EpisodePlan, type RolloutContext, rollOut, trainingProblems } from './rollout.ts';
import { update } from './update.ts';

export interface SessionOptions {
  readonly document: ProjectDocument;
  readonly base: BaseModel;
  readonly engine: Engine;
  readonly environment: EnvironmentHost;
  readonly onEvent?: (event: SessionEvent) => void;
}

export interface Evaluation {
  /** Mean reward over the episodes. */
  readonly reward: number;
  readonly episodes: readonly EpisodeRecord[];
}

export class TrainingSession {
  readonly document: ProjectDocument;
  readonly base: BaseModel;
  readonly engine: Engine;
  readonly policies: readonly AgentPolicy[];
  readonly critic: Critic;
  readonly info: EnvironmentInfo;
  /** Completed iterations. */
  iteration = 0;

  readonly #environment: EnvironmentHost;
  readonly #generator: GenerationService;
  readonly #emit: (event: SessionEvent) => void;
  readonly #trainingProblem: (count: number) => number;

  /** Checks the document, loads the environment and puts base, adapters and critic on the engine. */
  static async create(options: SessionOptions): Promise<TrainingSession> {
    const [fault] = documentFaults(options.document);
    if (fault) throw new FaultError(fault);
    const info = await options.environment.load(options.document.environment.source);
    return new TrainingSession(options, info);
  }

  private constructor({ document, base, engine, environment, onEvent }: SessionOptions, info: EnvironmentInfo) {
    this.document = document;
    this.base = base;
    this.engine = engine;
    this.info = info;
    this.#environment = environment;
    this.#emit = onEvent ?? (() => {});
    this.#trainingProblem = trainingProblems(info.splits.train, document.training.seed);
    engine.setParameters(base.weights);
    this.policies = document.team.agents.map((_, index) => new AgentPolicy(base.config, document, index));
    for (const policy of this.policies) engine.setParameters(policy.parameters);
    this.critic = new Critic(engine, base.config.hiddenSize, document.training);
    this.#generator = engine.openGenerator(
      base.config,
      this.policies.map((policy) => policy.slot),
      base.tokenizer.special.end,
    );
  }

  /** One rollout and update. */
  async iterate(): Promise<IterationResult> {
    const { training } = this.document;
    const iteration = this.iteration + 1;
    const clock = new Stopwatch();

    this.#emit({ type: 'phase', phase: 'rollout' });
    const before = await this.#generator.use();
    const episodes = await rollOut(
      this.#rolloutContext(),
      Array.from({ length: training.episodes }, (_, episode) => this.#plan(iteration, episode)),
    );
    clock.lap('rollout');
    const use = await this.#generator.use();
    await nextTask();

    this.#emit({ type: 'phase', phase: 'credit' });
    const { records, hidden } = await assess(this.engine, this.base, this.critic, episodes);
    for (const record of records) creditEpisode(record, training);
    clock.lap('credit');
    await nextTask();

    this.#emit({ type: 'phase', phase: 'update' });
    const { engine, base, policies, critic } = this;
    const updated = await update({ engine, base, policies, critic, training, iteration, emit: this.#emit }, records, hidden);
    clock.lap('update');
    this.iteration = iteration;

    const metrics: Record<string, number> = { iteration, ...rolloutMetrics(records, policies), ...updateMetrics(updated, policies) };
    const last = iteration === training.iterations;
    if (training.evaluateEvery > 0 && (iteration % training.evaluateEvery === 0 || last)) Object.assign(metrics, await this.#greedy(clock));
    const seconds = clock.seconds('rollout') + clock.seconds('credit') + clock.seconds('update');
    const tokens = records
      .flatMap((record) => record.messages)
      .reduce((sum, message) => sum + message.prompt_ids.length + message.response_ids.length, 0);
    return {
      iteration,
      metrics: checkedRow(metrics),
      timing: { iteration, ...clock.row(), 'perf/tokens_per_s': tokens / seconds, ...generationUse(before, use) },
      episodes: records,
    };
  }

  /**
   * Rolls single episodes of an iteration again, with the team as it is now. With the adapters they were recorded with,
   * the messages are the recorded ones, token by token, whoever else was in the batch (DESIGN §6).
   */
  async reroll(iteration: number, episodes: readonly number[]): Promise<EpisodeRecord[]> {
    const rolled = await rollOut(
      this.#rolloutContext(),
      episodes.map((episode) => this.#plan(iteration, episode)),
    );
    return rolled.map((episode) => episode.record());
  }

  /** Row 0 of the metrics: the untrained team, greedy, when evaluations are on. */
  async before(): Promise<{ metrics: Record<string, number>; timing: Record<string, number> }> {
    const clock = new Stopwatch();
    const metrics = this.document.training.evaluateEvery > 0 ? await this.#greedy(clock) : {};
    return { metrics: { iteration: this.iteration, ...metrics }, timing: { iteration: this.iteration, ...clock.row() } };
  }

  /**
   * Accuracy of the team as it is, on problems of its own. The problems and the sampling noise are the same at every call
   * with the same arguments, so two evaluations differ by the policies alone. `episodes` is the number of problems, `samples`
   * how often each is played. Changes nothing in the session.
   */
  async evaluate(options: { split: Split; episodes: number; greedy: boolean; samples?: number }): Promise<Evaluation> {
    const plans = evaluationPlans(this.info.splits[options.split], options.split, options.episodes, options.samples);
    const episodes = await rollOut(this.#rolloutContext(), plans, { evaluation: true, greedy: options.greedy });
    const records = episodes.map((episode) => episode.record());
    return { reward: records.reduce((sum, record) => sum + record.reward, 0) / records.length, episodes: records };
  }

  /** Frees what the session put on the engine; engine and environment belong to the host. */
  dispose(): void {
    this.#generator.dispose();
    this.engine.removeParameters([
      ...this.base.weights.keys(),
      ...this.policies.flatMap((policy) => [...policy.parameters.keys()]),
      ...this.critic.parameters.keys(),
    ]);
  }

  #plan(iteration: number, episode: number): EpisodePlan {
    const problemIndex = this.#trainingProblem((iteration - 1) * this.document.training.episodes + episode);
    return { iteration, episode, split: 'train', problemIndex, group: episode };
  }

  async #greedy(clock: Stopwatch): Promise<Record<string, number>> {
    this.#emit({ type: 'phase', phase: 'evaluate' });
    const episodes = this.document.training.evaluateEpisodes;
    const train = await this.evaluate({ split: 'train', episodes, greedy: true });
    const test = await this.evaluate({ split: 'test', episodes, greedy: true });
    clock.lap('evaluate');
    return { 'reward/greedy': train.reward, 'reward/greedy_test': test.reward };
  }

  #rolloutContext(): RolloutContext {
    return {
      document: this.document,
      base: this.base,
      policies: this.policies,
      generator: this.#generator,
      environment: this.#environment,
      onActivity: (agents) => this.#emit({ type: 'activity', agents }),
    };
  }
}

/** How the rollout's sequences were batched; it depends on who was ready when. */
function generationUse(before: GenerationUse, after: GenerationUse): Record<string, number> {
  const steps = after.steps - before.steps;
  return {
    'perf/reused_prompt_tokens': after.reused - before.reused,
    ...(steps > 0 ? { 'perf/rows_per_step': (after.rows - before.rows) / steps } : {}),
  };
}

/** Seconds per part of an iteration; goes to `timing.jsonl` only. */
class Stopwatch {
  #last = performance.now();
  readonly #laps = new Map<string, number>();

  lap(name: string): void {
    const now = performance.now();
    this.#laps.set(name, (this.#laps.get(name) ?? 0) + (now - this.#last) / 1000);
    this.#last = now;
  }

  seconds(name: string): number {
    return Math.max(this.#laps.get(name) ?? 0, 1e-6);
  }

  row(): Record<string, number> {
    return Object.fromEntries([...this.#laps].map(([name, seconds]) => [`timing_s/${name}`, seconds]));
  }
}

/** Lets messages (pause, stop) reach a worker whose backend never gives up the thread by itself. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
