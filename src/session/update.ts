/**
 * One iteration's update: epochs of minibatches, the critic first, then every trained agent's own adapter from one
 * objective over all agents' tokens; afterwards the KL old→new is measured once more on the same batch, which drives the
 * adaptive learning rate (DESIGN §6).
 */
import { normalizeAdvantages } from '../core/credit/normalize.ts';
import type { TrainingSettings } from '../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../core/episode/records.ts';
import { type PolicyMetrics, type PolicyResult, policyObjective } from '../core/objectives/policy.ts';
import { keyFor, permutation, STREAMS } from '../core/random/streams.ts';
import type { Engine } from '../engine/engine.ts';
import type { AdapterSlot } from '../engine/model/plan.ts';
import { type Differentiable, scoreForTraining, scoreSequences } from '../engine/train/score.ts';
import type { AgentPolicy } from './agents.ts';
import { sequenceOf } from './assess.ts';
import type { BaseModel } from './base.ts';
import type { Critic } from './critic.ts';
import type { SessionEvent } from './events.ts';

export interface UpdateContext {
  readonly engine: Engine;
  readonly base: BaseModel;
  readonly policies: readonly AgentPolicy[];
  readonly critic: Critic;
  readonly training: TrainingSettings;
  readonly iteration: number;
  readonly emit: (event: SessionEvent) => void;
}

export interface UpdateMetrics {
  /** By role; of the epochs' minibatches, averaged, except `ppo_kl`, which is measured after the last step. */
  readonly agents: ReadonlyMap<
    string,
    PolicyMetrics & { readonly grad_norm: number; readonly skipped: number /** Learning rate of the steps taken. */; readonly lr: number }
  >;
  readonly critic: { readonly vf_loss: number; readonly grad_norm: number };
}

/** One message with its place among the batch's response tokens and its adapter. */
interface Placed {
  readonly message: MessageRecord;
  readonly slot: number;
  readonly start: number;
}

export async function update(context: UpdateContext, records: readonly EpisodeRecord[], hidden: Float32Array): Promise<UpdateMetrics> {
  const { policies, training, critic } = context;
  const slotOf = new Map(policies.map((policy) => [policy.role, policy.index]));
  const episodes: Placed[][] = [];
  let tokens = 0;
  for (const record of records) {
    episodes.push(
      record.messages.map((message) => {
        const placed = { message, slot: slotOf.get(message.role) ?? -1, start: tokens };
        tokens += message.response_ids.length;
        return placed;
      }),
    );
  }

  const tally = new Tally();
  for (let epoch = 0; epoch < training.epochs; epoch += 1) {
    const order = permutation(keyFor(training.seed, STREAMS.shuffle, context.iteration, epoch), episodes.length);
    for (const chosen of minibatchesOf(order, training.minibatches)) {
      const placed = chosen.flatMap((index) => episodes[index] ?? []);
      const features = context.base.config.hiddenSize;
      const rows = gatherRows(hidden, placed, features);
      tally.critic(await critic.train(rows, flatOf(placed, 'values'), flatOf(placed, 'returns')));
      await stepPolicies(context, placed, epoch, tally);
    }
  }

  const after = await measureKl(context, episodes.flat());
  const metrics: UpdateMetrics = { agents: tally.agents(policies, after), critic: tally.criticMean() };
  for (const policy of policies) adaptLearningRate(policy, after.get(policy.role)?.ppo_kl ?? 0, training);
  return metrics;
}

async function stepPolicies(context: UpdateContext, placed: readonly Placed[], epoch: number, tally: Tally): Promise<void> {
  const { engine, base, policies, training, emit } = context;
  // Normalised over all agents' tokens, trained or not: a frozen partner's part in the outcome is part of the baseline.
  const { normalized } = training.normalizeAdvantages
    ? normalizeAdvantages(flatOf(placed, 'advantages'))
    : { normalized: Float64Array.from(flatOf(placed, 'advantages')) };
  const trained: Placed[] = [];
  const advantages: number[] = [];
  let at = 0;
  for (const item of placed) {
    const length = item.message.response_ids.length;
    if (!policies[item.slot]?.frozen) {
      trained.push(item);
      for (let t = 0; t < length; t += 1) advantages.push(normalized[at + t] ?? 0);
    }
    at += length;
  }
  if (trained.length === 0) return;
  const pass = await scoreForTraining(
    engine,
    base.config,
    slotsOf(policies),
    trained.map(({ message, slot }) => sequenceOf(message, slot)),
  );
  const { logprobs, entropies } = pass;
  const terms = { logprobs, entropies, oldLogprobs: flatOf(trained, 'logprobs'), refLogprobs: flatOf(trained, 'ref_logprobs'), advantages };
  const gradients = await differentiated(pass, () => policyObjective({ ...terms, ...coefficients(training) }));

  for (const policy of policies) {
    if (policy.frozen) continue;
    const { metrics } = policyObjective({ ...terms, ...coefficients(training), weights: weightsOf(trained, policy.index) });
    if (training.klGate > 0 && metrics.ppo_kl > training.klGate) {
      emit({
        type: 'notice',
        level: 'warning',
        code: 'kl_gate',
        message: `Iteration ${context.iteration}, epoch ${epoch + 1}: the update of ${policy.role} was skipped, its KL old→new is ${metrics.ppo_kl.toPrecision(2)}, above the gate of ${training.klGate}.`,
      });
      tally.policy(policy.role, metrics, 0, true);
      continue;
    }
    if (metrics.ratio_clamped > 0) {
      emit({
        type: 'notice',
        level: 'warning',
        code: 'ratio_clamped',
        message: `Iteration ${context.iteration}: ${metrics.ratio_clamped} log-ratios of ${policy.role} were held at ±20.`,
      });
    }
    tally.policy(policy.role, metrics, await policy.step(engine, gradients, training.maxGradNorm), false);
  }
}

/** The gradients of an objective at `pass`, which is freed even when the objective fails. */
async function differentiated(pass: Differentiable, objective: () => PolicyResult): Promise<Map<string, Float32Array>> {
  try {
    const { dLogprobs, dEntropies } = objective();
    return await pass.gradients(dLogprobs, dEntropies);
  } finally {
    pass.dispose();
  }
}

/** The policy's distance from what it sampled with, after the last step, on the whole batch. */
async function measureKl(context: UpdateContext, placed: readonly Placed[]): Promise<Map<string, PolicyMetrics>> {
  const { engine, base, policies, training } = context;
  const scores = await scoreSequences(
    engine,
    base.config,
    slotsOf(policies),
    placed.map(({ message, slot }) => sequenceOf(message, slot)),
  );
  const terms = {
    ...scores,
    oldLogprobs: flatOf(placed, 'logprobs'),
    refLogprobs: flatOf(placed, 'ref_logprobs'),
    advantages: flatOf(placed, 'advantages'),
  };
  return new Map(
    policies.map((policy) => [
      policy.role,
      policyObjective({ ...terms, ...coefficients(training), weights: weightsOf(placed, policy.index) }).metrics,
    ]),
  );
}

/** Divides by 1.5 above twice the target, multiplies by 1.1 below half of it, never above the configured value. */
function adaptLearningRate(policy: AgentPolicy, kl: number, training: TrainingSettings): void {
  const { enabled, targetKl } = training.adaptiveLearningRate;
  if (!enabled || policy.frozen) return;
  if (kl > 2 * targetKl) policy.learningRate /= 1.5;
  else if (kl < targetKl / 2) policy.learningRate = Math.min(training.learningRate, policy.learningRate * 1.1);
}

const slotsOf = (policies: readonly AgentPolicy[]): AdapterSlot[] => policies.map((policy) => policy.slot);

const coefficients = (training: TrainingSettings) => ({
  clip: training.clip,
  entropyCoef: training.entropyCoef,
  // A KL paid in the reward must not be counted in the loss again.
  klCoef: training.klPlacement === 'loss' ? training.klCoef : 0,
  klEstimator: training.klEstimator,
});

function flatOf(placed: readonly Placed[], field: 'logprobs' | 'ref_logprobs' | 'values' | 'advantages' | 'returns'): Float64Array {
  return Float64Array.from(placed.flatMap(({ message }) => message[field]));
}

function weightsOf(placed: readonly Placed[], slot: number): Float64Array {
  return Float64Array.from(placed.flatMap((item) => item.message.response_ids.map(() => (item.slot === slot ? 1 : 0))));
}

function gatherRows(hidden: Float32Array, placed: readonly Placed[], features: number): Float32Array {
  const rows = new Float32Array(placed.reduce((sum, { message }) => sum + message.response_ids.length, 0) * features);
  let at = 0;
  for (const { message, start } of placed) {
    const size = message.response_ids.length * features;
    rows.set(hidden.subarray(start * features, start * features + size), at);
    at += size;
  }
  return rows;
}

/** Exactly `count` parts of `order`, their sizes differing by one at most. */
export function minibatchesOf(order: Uint32Array, count: number): number[][] {
  const start = (part: number) => Math.floor((part * order.length) / count);
  return Array.from({ length: count }, (_, part) => Array.from(order.subarray(start(part), start(part + 1))));
}

/** Means over an iteration's minibatches. */
class Tally {
  readonly #policies = new Map<string, { metrics: PolicyMetrics[]; norms: number[]; skipped: number }>();
  readonly #critic: { vf_loss: number; grad_norm: number }[] = [];

  policy(role: string, metrics: PolicyMetrics, norm: number, skipped: boolean): void {
    const entry = this.#policies.get(role) ?? { metrics: [], norms: [], skipped: 0 };
    entry.metrics.push(metrics);
    if (skipped) entry.skipped += 1;
    else entry.norms.push(norm);
    this.#policies.set(role, entry);
  }

  critic(metrics: { vf_loss: number; grad_norm: number }): void {
    this.#critic.push(metrics);
  }

  agents(policies: readonly AgentPolicy[], after: ReadonlyMap<string, PolicyMetrics>): UpdateMetrics['agents'] {
    return new Map(
      policies.flatMap(({ role, learningRate }) => {
        const entry = this.#policies.get(role);
        const measured = after.get(role);
        if (!measured) return [];
        const average = (pick: (metrics: PolicyMetrics) => number) => mean(entry?.metrics.map(pick) ?? []);
        return [
          [
            role,
            {
              ...measured,
              pg_loss: average((metrics) => metrics.pg_loss),
              pg_clipfrac: average((metrics) => metrics.pg_clipfrac),
              grad_norm: mean(entry?.norms ?? []),
              skipped: entry?.skipped ?? 0,
              lr: learningRate,
            },
          ] as const,
        ];
      }),
    );
  }

  criticMean(): UpdateMetrics['critic'] {
    return {
      vf_loss: mean(this.#critic.map((metrics) => metrics.vf_loss)),
      grad_norm: mean(this.#critic.map((metrics) => metrics.grad_norm)),
    };
  }
}

const mean = (values: readonly number[]): number => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0);
