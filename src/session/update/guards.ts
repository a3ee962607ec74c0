/**
 * What keeps a policy near the one it played with: KL gate, early stop and adaptive learning rate. Whoever acts says so on
 * screen and is counted; what would have changed nothing is no act.
 */
import { at, look } from '../../core/at.ts';
import { meanOrZero } from './mean.ts';
import { decisionLevel } from '../../core/document/derived.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import type { PolicyMetrics } from '../../core/objectives/policy.ts';
import type { AdapterSnapshot, PolicyAdapter } from '../policy/policyAdapter.ts';
import type { GroupMessages } from './assess.ts';
import type { PolicyStep } from './policyPass.ts';
import type { UpdateStats } from './updateStats.ts';
import type { UpdateContext } from './update.ts';
import { notice } from '../notice.ts';
import { twoDigits } from './twoDigits.ts';

/**
 * How guards act, counted up when that changes; a checkpoint says by which it was trained. 2: rollback tests its suspicion, the KL to
 * the base is that of the team that played, and the early stop stops before a step.
 */
export const GUARDS = 2;

/** What the guards made of the steps a minibatch asks for, all bases together. */
export interface Looked {
  /** To be taken. */
  readonly steps: readonly PolicyStep[];
  /** Refused by the gate. */
  readonly held: readonly PolicyStep[];
  /** Whether the adapters learn no more in this iteration. */
  readonly stop: boolean;
}

/**
 * Before a minibatch's steps: the gate (action `skip`) refuses those of single adapters, as R1; of what it lets pass the early
 * stop may leave out everything, and whatever the adapters would learn of this iteration's batch after it. Both read the KL
 * before the step, so a first step, at KL 0, is always taken. As in Spinning Up's PPO (`target_kl`), the policy alone
 * stops: the critics learn on.
 */
export async function beforeSteps(
  context: UpdateContext,
  asked: readonly PolicyStep[],
  epoch: number,
  stats: UpdateStats,
): Promise<Looked> {
  const { training, iteration, emit } = context;
  const { klGate, klGateAction, earlyStopKl } = training;
  const gate = klGateAction === 'skip' && klGate > 0 ? klGate : Number.POSITIVE_INFINITY;
  const steps: PolicyStep[] = [];
  const held: PolicyStep[] = [];
  for (const step of asked) (step.together.ppo_kl > gate && (await anyMoves(context, [step])) ? held : steps).push(step);
  // The mean over all agents that took part, those that the gate refuses included.
  const kl = meanOrZero(asked.flatMap(({ metrics }) => metrics.map((entry) => entry.metrics.ppo_kl)));
  if (earlyStopKl > 0 && kl > earlyStopKl && (await anyMoves(context, steps))) {
    stats.guard('early_stop');
    emit(notice('info', 'early_stop', { iteration, epoch: epoch + 1, kl: twoDigits(kl), stop: earlyStopKl }));
    return { steps: [], held: [], stop: true };
  }
  for (const { adapter, together } of held) {
    stats.guard('kl_gate');
    const kl = twoDigits(together.ppo_kl);
    emit(notice('info', 'kl_gate', { kl, gate: klGate, iteration, adapter: adapter.name, epoch: epoch + 1 }));
  }
  return { steps, held, stop: false };
}

/** Whether any of these steps would change its adapter. */
async function anyMoves({ rateShare }: UpdateContext, steps: readonly PolicyStep[]): Promise<boolean> {
  for (const { adapter, minibatch } of steps) if (await adapter.moves(minibatch, rateShare)) return true;
  return false;
}

/** After the last step: the gate takes steps back (action `undo`), and learning rates adapt to the KL there was. */
export async function afterUpdate(
  context: UpdateContext,
  groups: readonly GroupMessages[],
  before: ReadonlyMap<PolicyAdapter, AdapterSnapshot>,
  after: ReadonlyMap<number, PolicyMetrics>,
  stats: UpdateStats,
): Promise<void> {
  const level = decisionLevel(context.training);
  for (const { group, batched } of groups) {
    for (const adapter of group.adapters) {
      // Those who said something: of the others there is no KL.
      const agents = adapter.agents.filter((agent) => context.learners.has(agent) && after.has(agent));
      if (adapter.frozen || agents.length === 0) continue;
      const kl = sharedKl(agents, after, (agent) =>
        batched.reduce((sum, item) => sum + (item.agent !== agent ? 0 : level === 'message' ? 1 : item.message.response_ids.length), 0),
      );
      await undoBeyondGate(context, adapter, before.get(adapter), kl, agents, stats);
      adaptLearningRate(context, adapter, kl);
    }
  }
}

/** KL of an adapter over all its agents' decisions, as the gate before a step has it. */
function sharedKl(agents: readonly number[], after: ReadonlyMap<number, PolicyMetrics>, decisions: (agent: number) => number): number {
  const total = agents.reduce((sum, agent) => sum + decisions(agent), 0);
  return agents.reduce((sum, agent) => sum + (look(after, agent, 'agent').ppo_kl * decisions(agent)) / Math.max(1, total), 0);
}

async function undoBeyondGate(
  { training, iteration, roles, emit }: UpdateContext,
  adapter: PolicyAdapter,
  snapshot: AdapterSnapshot | undefined,
  kl: number,
  agents: readonly number[],
  stats: UpdateStats,
): Promise<void> {
  const { klGate, klGateAction } = training;
  if (klGate === 0 || klGateAction !== 'undo' || !(kl > klGate) || !snapshot || adapter.isAt(snapshot)) return;
  await adapter.restore(snapshot);
  stats.guard('undo');
  for (const agent of agents) stats.undone(agent);
  const steps = agents.map((agent) => at(roles, agent, 'agent'));
  emit(notice('info', 'kl_gate', { kl: twoDigits(kl), gate: klGate, iteration, roles: steps }));
}

/** Divides by 1.5 above twice the target, multiplies by 1.1 below half of it, never above the configured value. */
function adaptLearningRate({ training }: UpdateContext, adapter: PolicyAdapter, kl: number): void {
  const { enabled, targetKl } = training.adaptiveLearningRate;
  if (!enabled) return;
  if (kl > 2 * targetKl) adapter.rateFactor /= 1.5;
  else if (kl < targetKl / 2) adapter.rateFactor = Math.min(1, adapter.rateFactor * 1.1);
}

/**
 * The KL coefficient after an iteration whose rollout had `kl` nats per token to the base (Ziegler et al. 2019,
 * https://arxiv.org/abs/1909.08593, §2.2): β ← β·(1 + clip(kl/target − 1, ±0.2)·episodes/horizon). An iteration longer than
 * the horizon makes one full correction, or β could become negative.
 */
export function adaptedKlCoef(
  coef: number,
  kl: number,
  { target, horizon }: { target: number; horizon: number },
  episodes: number,
): number {
  const error = Math.min(0.2, Math.max(-0.2, kl / target - 1));
  return coef * (1 + error * Math.min(1, episodes / horizon));
}

/**
 * The weight of the entropy bonus in an iteration whose rollout had the entropy `entropy`, nats per token, and what it goes on from (Skywork-OR1,
 * He et al. 2025, §3.3; TRL `use_adaptive_entropy`): c ← c + step at or below the target, at most `max`, else c − step, at least 0; no bonus is
 * paid above the target.
 */
export function adaptedEntropy(
  coef: number,
  entropy: number,
  { enabled, target, step, max }: TrainingSettings['adaptiveEntropy'],
): { readonly inForce: number; readonly next: number } {
  if (!enabled) return { inForce: coef, next: coef };
  const low = entropy <= target;
  return { inForce: low ? coef : 0, next: low ? Math.min(max, coef + step) : Math.max(0, coef - step) };
}
