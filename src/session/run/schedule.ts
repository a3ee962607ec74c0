/** What depends on the number of the iteration alone: the share of the learning rate, and who learns. */
import { at } from '../../core/at.ts';
import { needsCritic } from '../../core/document/derived.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';

/** Share of the learning rate in iteration `iteration` (from 1): a linear rise, then constant, linear or cosine to `final`. */
export function rateShare({ schedule, iterations }: Pick<TrainingSettings, 'schedule' | 'iterations'>, iteration: number): number {
  const { kind, warmup, final } = schedule;
  const rise = warmup > 0 ? Math.min(1, iteration / warmup) : 1;
  if (kind === 'constant') return rise;
  const left = Math.max(1, iterations - warmup - 1);
  const progress = Math.min(1, Math.max(0, iteration - warmup - 1) / left);
  const fall = kind === 'linear' ? 1 - progress : 0.5 * (1 + Math.cos(Math.PI * progress));
  return rise * (final + (1 - final) * fall);
}

/**
 * The agent that learns in iteration `iteration` (from 1) under agent-by-agent training; null when all do. `agents` are
 * those that can learn, in speaking order. R1 counts environment steps s after the iteration and takes ⌊s/K⌋ mod N with
 * APPO and (⌊s/K⌋ + 1) mod N with TPPO (marft-spec Q5); here an interval is counted in iterations. The other orders count
 * from the end of the critic's warm-up, in which nobody learns.
 */
export function learner(
  { rotation, seed, critic, algorithm, baseline }: Pick<TrainingSettings, 'rotation' | 'seed' | 'critic' | 'algorithm' | 'baseline'>,
  agents: readonly number[],
  iteration: number,
): number | null {
  const { interval, order } = rotation;
  if (interval === 0 || agents.length === 0) return null;
  const warmup = needsCritic({ algorithm, baseline }) ? critic.warmup : 0;
  const block = Math.floor(Math.max(0, iteration - 1 - warmup) / interval);
  const agentAt = (n: number) => agents[((n % agents.length) + agents.length) % agents.length] ?? null;
  switch (order) {
    case 'in_order':
      return agentAt(block);
    case 'r1_appo':
      return agentAt(Math.floor(iteration / interval));
    case 'r1_tppo':
      return agentAt(Math.floor(iteration / interval) + 1);
    case 'reverse':
      return agentAt(-1 - block);
    case 'random': {
      const round = Math.floor(block / agents.length);
      return agentAt(at(permutation(keyFor(seed, STREAMS.rotation, round), agents.length), block % agents.length));
    }
    default:
      throw new Error(`unknown order ${order satisfies never}`);
  }
}
