/** What keeps a policy near the one it played with: KL gate and adaptive learning rate. Whoever acts says so on screen. */
import { decisionLevel } from '../core/document/derived.ts';
import type { PolicyMetrics } from '../core/objectives/policy.ts';
import type { AdapterSnapshot, TrainedAdapter } from './adapters.ts';
import type { GroupMessages } from './assess.ts';
import type { Tally } from './tally.ts';
import type { UpdateContext } from './update.ts';

/** Whether the gate refuses the step an adapter is about to take (action `skip`): it looks at the KL before the step, as R1. */
export function gateHolds(
  { training, iteration, emit }: UpdateContext,
  adapter: TrainedAdapter,
  kl: number,
  epoch: number,
  tally: Tally,
): boolean {
  const { klGate, klGateAction } = training;
  if (klGate === 0 || klGateAction !== 'skip' || !(kl > klGate)) return false;
  tally.guard('kl_gate');
  emit({
    type: 'notice',
    level: 'info',
    code: 'kl_gate',
    message: `Iteration ${iteration}, epoch ${epoch + 1}: the KL gate did its work and let ${adapter.name} learn no more from this batch; its KL old→new is ${Number(kl.toPrecision(2))}, the gate ${klGate}.`,
  });
  return true;
}

/**
 * After the last step: the gate takes steps back (action `undo`), and learning rates adapt to the KL there was. Says
 * whether anything was taken back.
 */
export function afterUpdate(
  context: UpdateContext,
  groups: readonly GroupMessages[],
  before: ReadonlyMap<TrainedAdapter, AdapterSnapshot>,
  after: ReadonlyMap<number, PolicyMetrics>,
  tally: Tally,
): boolean {
  let undone = false;
  const level = decisionLevel(context.training);
  for (const { group, placed } of groups) {
    for (const adapter of group.adapters) {
      // Those who said something: of the others there is no KL.
      const agents = adapter.agents.filter((agent) => context.learners.has(agent) && after.has(agent));
      if (adapter.frozen || agents.length === 0) continue;
      const kl = sharedKl(agents, after, (agent) =>
        placed.reduce((sum, item) => sum + (item.agent !== agent ? 0 : level === 'message' ? 1 : item.message.response_ids.length), 0),
      );
      undone = undoBeyondGate(context, adapter, before.get(adapter), kl, agents, tally) || undone;
      adaptLearningRate(context, adapter, kl);
    }
  }
  return undone;
}

/** KL of an adapter over all its agents' decisions, as the gate before a step has it. */
function sharedKl(agents: readonly number[], after: ReadonlyMap<number, PolicyMetrics>, decisions: (agent: number) => number): number {
  const total = agents.reduce((sum, agent) => sum + decisions(agent), 0);
  return agents.reduce((sum, agent) => sum + ((after.get(agent)?.ppo_kl ?? 0) * decisions(agent)) / Math.max(1, total), 0);
}

function undoBeyondGate(
  { engine, training, iteration, roles, emit }: UpdateContext,
  adapter: TrainedAdapter,
  snapshot: AdapterSnapshot | undefined,
  kl: number,
  agents: readonly number[],
  tally: Tally,
): boolean {
  const { klGate, klGateAction } = training;
  if (klGate === 0 || klGateAction !== 'undo' || !(kl > klGate) || !snapshot) return false;
  adapter.restore(engine, snapshot);
  tally.guard('undo');
  for (const agent of agents) tally.undone(agent);
  emit({
    type: 'notice',
    level: 'info',
    code: 'kl_gate',
    message: `Iteration ${iteration}: the KL gate did its work and took the steps of ${agents.map((agent) => roles[agent]).join(', ')} back; the KL old→new after them was ${Number(kl.toPrecision(2))}, the gate ${klGate}.`,
  });
  return true;
}

/** Divides by 1.5 above twice the target, multiplies by 1.1 below half of it, never above the configured value. */
function adaptLearningRate({ training }: UpdateContext, adapter: TrainedAdapter, kl: number): void {
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
