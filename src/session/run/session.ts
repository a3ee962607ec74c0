/**
 * A training session: one document trained on one engine. It owns the team's adapters and critics; the host (a worker
 * or the terminal) calls `iterate` as often as it likes, so pausing, stepping and stopping are the host's.
 */
import { nextTask } from '../../engine/generate/nextTask.ts';
import { conservationViolations, paymentTotals } from '../../core/credit/conservation.ts';
import { creditBatch } from '../../core/credit/advantages/creditBatch.ts';
import type { RunningMeans } from '../../core/credit/advantages/runningMeans.ts';
import { nextStale, type StaleAdvantages } from '../../core/credit/advantages/stale.ts';
import { baseNameOf, baseNames, teamBaseNames } from '../../core/document/bases.ts';
import { type LiveTurned, NOTHING_ASKED } from '../../core/counterfactual/turned/live.ts';
import { liveMetrics } from '../../core/counterfactual/turned/liveShares.ts';
import { type AttachedData, attachedTo } from '../../core/dataset/attach.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import { documentFaults, inForce } from '../../core/document/check/check.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { FaultError } from '../../core/faults.ts';
import { BestTracker, bestMetric } from '../../core/formats/runs/best.ts';
import type { LoraWeights } from '../../core/formats/models/adapters/peft.ts';
import { speakingOrder } from '../../core/team/graph.ts';
import type { Engine } from '../../engine/engine.ts';
import { localTrainers } from '../policy/localTrainer.ts';
import type { Trainers, Watch } from '../policy/policyTrainer.ts';
import { assess } from '../update/assess.ts';
import { type TeacherFiles, Teachers } from '../update/teachers.ts';
import { type BaseModel, scopeAmong } from '../team/base.ts';
import { BaseGroup } from '../policy/baseGroup.ts';
import { conservationNotice, type IterationResult, type SessionEvent } from '../events.ts';
import { notice } from '../notice.ts';
import { adaptedEntropy, adaptedKlCoef } from '../update/guards.ts';
import { Lag } from '../update/lag.ts';
import { checkedRow, creditMetrics, guardMetrics, klToBase, lengthMetrics, meanEntropy, rolloutMetrics, updateMetrics } from './metrics.ts';
import { noteRollback } from '../update/receipt.ts';
import { CHECKED_PROBLEMS, Rollback } from '../update/rollback.ts';
import { tokensIn } from '../play/batch.ts';
import { requireTool } from '../play/tools.ts';
import { type Gate, ProgressTracker, watchedEngine } from './progress.ts';
import type { AgentPolicy } from './agentPolicy.ts';
import { type Evaluation, type EvaluationOptions, Rollouts } from './rollouts.ts';
import { openingNotices } from './openingNotices.ts';
import { learner, rateShare } from './schedule.ts';
import { generationUse, Stopwatch, totalUse } from './timing.ts';
import { update } from '../update/update.ts';

export interface SessionOptions {
  readonly document: ProjectDocument;
  /** Every base the document names (`baseNames`). */
  readonly bases: readonly BaseModel[];
  readonly engine: Engine;
  readonly environment: EnvironmentHost;
  /** All rows of the file the document's data set names, in its order (`core/dataset/parse.ts`); needed where it names one. */
  readonly rows?: readonly DataRow[];
  /** Adapters to start from, by role; the others start at the base. */
  readonly adapters?: ReadonlyMap<string, LoraWeights>;
  /** PEFT folders by role, of each run that teaches somebody, by {@link teacherKey}. */
  readonly teachers?: TeacherFiles;
  /** What trains the policies where it is not `engine`; that one still scores references and trains critics. */
  readonly trainers?: (engine: Engine, watch: Watch) => Trainers;
  readonly onEvent?: (event: SessionEvent) => void;
  /** Holds the session before a message is begun and between the plans of an update, for as long as it does not resolve. */
  readonly gate?: Gate;
  /** The run was opened before, and what is to be said of its settings was said then. */
  readonly reopened?: boolean;
}

export class TrainingSession {
  /** As it is in force: settings that are overruled stand at their defaults. */
  readonly document: ProjectDocument;
  readonly engine: Engine;
  /** One per base model. */
  readonly groups: readonly BaseGroup[];
  readonly policies: readonly AgentPolicy[];
  /** What the environment says of itself; where problems come from a file, the splits are the file's. */
  readonly info: EnvironmentInfo;
  /** The file's rows at work; null where the environment makes its problems up. */
  readonly data: AttachedData | null;
  readonly rollback: Rollback;
  readonly lag: Lag;
  /** Completed iterations. */
  iteration = 0;
  /** Which iteration was best, and by what. */
  best: BestTracker;
  /** Weight of the KL to the base, as adaptive control has left it. */
  klCoef: number;
  /** Weight of the entropy bonus, as adaptive control has left it. */
  entropyCoef: number;
  /** What is known of who saved and who spoiled. */
  turned: LiveTurned = NOTHING_ASKED;
  /** With RAE, each role's running mean of returns. */
  runningMeans: RunningMeans = {};
  /** Where a server keeps what checkpoints go back to. */
  readonly savesInCheckpoints = new Set<string>();
  /** R1's survivors of earlier advantages; only with its compat switch. */
  stale: StaleAdvantages | undefined;

  readonly #rollouts: Rollouts;
  readonly #trainers: Trainers;
  readonly #teachers: Teachers | null;
  #emit: (event: SessionEvent) => void;
  readonly #progress: ProgressTracker;
  /** Agents that can learn, in speaking order. */
  readonly #learners: readonly number[];

  /** Checks the document, loads the environment and puts bases, adapters and critics on the engine. */
  static async create(options: SessionOptions): Promise<TrainingSession> {
    const [refusal] = documentFaults(options.document);
    if (refusal) throw new FaultError(refusal);
    const document = inForce(options.document);
    const data = attachedTo(document, options.rows);
    const info = await options.environment.load(document.environment.source);
    requireTool(document, info);
    if (!options.reopened) for (const notice of await openingNotices(options.document, options.bases, info)) options.onEvent?.(notice);
    const session = new TrainingSession({ ...options, document }, data ? { ...info, splits: sizesOf(data) } : info, data);
    await session.#trainers.begin?.();
    session.lag.remember(0);
    await session.rollback.begin();
    return session;
  }

  private constructor(
    { document, bases, engine: given, environment, adapters, teachers, onEvent, gate, trainers }: SessionOptions,
    info: EnvironmentInfo,
    data: AttachedData | null,
  ) {
    this.document = document;
    this.#progress = new ProgressTracker((progress) => this.#emit({ type: 'progress', progress }));
    const engine = watchedEngine(given, this.#progress, gate);
    this.engine = engine;
    this.#trainers = trainers
      ? trainers(engine, {
          tell: (event) => this.#emit(event),
          scored: (messages) => this.#progress.scored(messages),
          held: () => (gate ? this.#progress.held(gate) : Promise.resolve()),
        })
      : localTrainers(engine);
    this.info = info;
    this.data = data;
    this.#emit = onEvent ?? (() => {});
    const { training, team } = document;
    const names = baseNames(document);
    this.groups = teamBaseNames(document).map((name) => {
      const base = bases.find((candidate) => candidate.name === name);
      if (!base) throw new Error(`the base ${name} was not loaded`);
      const members = team.agents.flatMap((agent, index) => (baseNameOf(document, agent) === name ? [index] : []));
      return new BaseGroup(engine, this.#trainers, base, document, members, scopeAmong(names, name));
    });
    this.policies = team.agents.map(({ role }, index) => {
      const group = this.groups.find(({ agents }) => agents.includes(index));
      if (!group) throw new Error(`${role} stands on no base`);
      return { role, index, group, adapter: group.adapter(index) };
    });
    if (adapters) for (const group of this.groups) group.startFrom(adapters, document);
    this.#teachers = Teachers.open(engine, document, bases, this.groups, teachers);
    const all = this.groups.flatMap((group) => group.adapters);
    this.rollback = new Rollback(training.rollback, all);
    this.lag = new Lag(training.lag, this.groups);
    this.#rollouts = new Rollouts({
      document,
      environment,
      info,
      data,
      policies: this.policies,
      lag: this.lag,
      progress: this.#progress,
      emit: (event) => this.#emit(event),
    });
    this.klCoef = training.klCoef;
    this.entropyCoef = training.entropyCoef;
    this.best = new BestTracker(bestMetric(training));
    this.stale = training.compat.includes('r1_stale_advantages') ? [] : undefined;
    this.#learners = speakingOrder(team).filter((agent) => !this.policies[agent]?.adapter.frozen);
  }

  /** The team's own base, or the first agent's where nobody stands on it. */
  get base(): BaseModel {
    const [group] = this.groups;
    if (!group) throw new Error('a team stands on a base');
    return group.base;
  }

  get roles(): string[] {
    return this.policies.map(({ role }) => role);
  }

  /** One rollout and update. */
  async iterate(): Promise<IterationResult> {
    const { training } = this.document;
    const iteration = this.iteration + 1;
    const clock = new Stopwatch();
    const progress = this.#progress;
    let left = 0;
    /** Time that was held since the last lap counts for no part, nor does what was `apart` from it. */
    const lap = (name: string, apart = 0): void => {
      clock.lap(name, progress.heldSeconds - left + apart);
      left = progress.heldSeconds;
    };

    this.#emit({ type: 'phase', phase: 'rollout' });
    progress.begin();
    const before = await totalUse(this.groups);
    const { episodes, dropped, replayed, turned, askedFor } = await this.lag.rollout(iteration, () =>
      this.#rollouts.ofIteration(iteration, this.turned),
    );
    this.turned = turned;
    const spoken = progress.rolled();
    // With a lag the next rollout plays while this one is learnt from.
    if (iteration < training.iterations) this.lag.ahead(iteration + 1, () => this.#rollouts.ofIteration(iteration + 1, this.turned));
    lap('rollout', training.lag === 0 ? askedFor : 0);
    const use = await totalUse(this.groups);
    await nextTask();

    this.#emit({ type: 'phase', phase: 'credit' });
    progress.enter('credit', spoken);
    const assessed = await assess(this.groups, this.document, episodes);
    const { records } = assessed;
    await this.#teachers?.score(assessed.episodes.flat());
    this.runningMeans = creditBatch(records, training, { klCoef: this.klCoef, runningMeans: this.runningMeans });
    const broken = conservationViolations(records, training, { klCoef: this.klCoef });
    if (broken.length > 0) this.#emit(conservationNotice(iteration, broken));
    const totals = paymentTotals(records, training, { klCoef: this.klCoef });
    const reward = records.reduce((sum, record) => sum + record.reward, 0) / records.length;
    await this.rollback.played(reward, this.lag.playedVersion(iteration));
    lap('credit');
    await nextTask();

    this.#emit({ type: 'phase', phase: 'update' });
    // Forward and backward in each epoch, and once more behind the last step.
    progress.enter('update', spoken * (2 * training.epochs + 1));
    // Adapters change next: keys and values of the rollout are of no more use, and their memory is the gradients'.
    if (training.lag === 0) this.engine.setParameters([]);
    const only = learner(training, this.#learners, iteration);
    const entropy = adaptedEntropy(this.entropyCoef, meanEntropy(records), training.adaptiveEntropy);
    const context = {
      trainers: this.#trainers,
      training: { ...training, klCoef: this.klCoef, entropyCoef: entropy.inForce },
      iteration,
      learners: new Set(only === null ? this.#learners : [only]),
      rateShare: rateShare(training, iteration) * this.rollback.state.rateFactor,
      roles: this.roles,
      stale: this.stale,
      emit: this.#emit,
    };
    const updated = await update(context, assessed);
    if (this.stale) this.stale = nextStale(records, this.stale);
    const klRef = klToBase(records, this.roles, training.klRefEstimator);
    const check = await this.rollback.check(klRef.roles, async () => {
      const { episodes: played } = await this.evaluate({ split: 'train', episodes: CHECKED_PROBLEMS, greedy: false });
      return played.map((episode) => episode.reward);
    });
    if (check?.back) {
      const { state } = this.rollback;
      noteRollback(records);
      const { back: _, ...why } = check;
      this.#emit(notice('warning', 'rollback', { ...why, iteration, to: state.iteration, rateFactor: state.rateFactor }));
    }
    if (training.adaptiveKl.enabled) this.klCoef = adaptedKlCoef(this.klCoef, klRef.team, training.adaptiveKl, training.episodes);
    this.entropyCoef = entropy.next;
    this.iteration = iteration;
    this.lag.remember(iteration);
    lap('update');
    progress.end({ rollout: clock.seconds('rollout'), credit: clock.seconds('credit'), update: clock.seconds('update') });

    const metrics: Record<string, number> = {
      iteration,
      ...rolloutMetrics(records, this.roles, klRef),
      ...lengthMetrics(records, this.roles, training),
      ...(assessed.readApart === null ? {} : { 'critic/read_apart_frac': assessed.readApart }),
      ...updateMetrics(updated, this.roles),
      ...creditMetrics(totals, broken.length),
      ...liveMetrics(turned.recent, this.roles),
      ...guardMetrics(updated, this.roles, training, {
        klCoef: context.training.klCoef,
        entropyCoef: entropy.inForce,
        dropped,
        replayed,
        rollback: check,
      }),
    };
    const last = iteration === training.iterations;
    if (training.evaluateEvery > 0 && (iteration % training.evaluateEvery === 0 || last))
      Object.assign(metrics, await this.#rollouts.evaluations(clock));
    const due = last || iteration % training.checkpointEvery === 0;
    const isBest = this.best.observe(metrics, due);
    return {
      iteration,
      metrics: checkedRow(metrics),
      checkpoint: due || isBest,
      timing: {
        iteration,
        ...clock.row(),
        ...(askedFor > 0 ? { 'timing_s/turned': askedFor } : {}),
        'perf/tokens_per_s': tokensIn(records) / (clock.seconds('rollout') + clock.seconds('credit') + clock.seconds('update')),
        ...generationUse(before, use),
      },
      episodes: records,
    };
  }

  /**
   * Rolls single episodes of an iteration again, with the team as it is now. With the adapters they were recorded with,
   * the messages are the recorded ones, token by token, whoever else was in the batch (DESIGN §6).
   */
  reroll(iteration: number, episodes: readonly number[]): Promise<EpisodeRecord[]> {
    return this.#rollouts.again(iteration, episodes);
  }

  /** Row 0 of the metrics: the untrained team, when evaluations are on. */
  async before(): Promise<{ metrics: Record<string, number>; timing: Record<string, number> }> {
    const clock = new Stopwatch();
    const metrics = this.document.training.evaluateEvery > 0 ? await this.#rollouts.evaluations(clock) : {};
    return { metrics: { iteration: this.iteration, ...metrics }, timing: { iteration: this.iteration, ...clock.row() } };
  }

  /**
   * Accuracy of the team as it is, on problems of its own. The problems and the sampling noise are the same at every call
   * with the same arguments, so two evaluations differ by the policies alone. Changes nothing in the session.
   */
  evaluate(options: EvaluationOptions): Promise<Evaluation> {
    return this.#rollouts.evaluate(options);
  }

  /** Gives up what is kept elsewhere, but for what checkpoints go back to and what lies under `needed`. */
  async release(needed: readonly string[]): Promise<void> {
    const all = new Set([...this.savesInCheckpoints, ...needed]);
    for (const adapter of this.groups.flatMap((group) => group.adapters)) await adapter.release(all);
  }

  /** Tells whoever listens to the session what somebody else has found about it. */
  tell(event: SessionEvent): void {
    this.#emit(event);
  }

  /** Frees what the session put on the engine; engine and environment belong to the host. */
  dispose(): void {
    // A rollout that was playing ahead has nobody to tell.
    this.#emit = () => {};
    this.lag.dispose();
    this.#teachers?.dispose();
    for (const group of this.groups) group.dispose();
  }
}

/** Sizes of a data set's splits, as an environment would declare them. */
export const sizesOf = ({ splits }: AttachedData): EnvironmentInfo['splits'] => ({ train: splits.train.length, test: splits.test.length });
