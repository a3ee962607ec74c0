/** Means over an iteration's minibatches, by agent, and how often guards acted. */
import { orElse } from '../../core/at.ts';
import { meanOrZero } from './mean.ts';
import type { PolicyMetrics } from '../../core/objectives/policy.ts';

export interface AgentUpdate extends PolicyMetrics {
  /** Absent where it is not known. */
  readonly grad_norm?: number;
  /** Optimiser steps of its adapter that were taken and not taken back by the gate. */
  readonly steps: number;
  /** Steps that a guard refused or took back. */
  readonly skipped: number;
  /** Largest |ρ − 1| over its tokens before its adapter's first step; absent where it had no part in a minibatch. */
  readonly first_ratio_deviation?: number;
  /** What its adapter's steps should gain on the objective, to first order; absent where it took none. */
  readonly predicted_gain?: number;
  /** Learning rate of the steps taken. */
  readonly lr: number;
}

export interface CriticUpdate {
  readonly vf_loss: number;
  readonly vf_clipfrac: number;
  readonly grad_norm: number;
}

export type GuardName = 'kl_gate' | 'early_stop' | 'undo' | 'rollback';

export interface UpdateMetrics {
  /** By agent index; of the minibatches, averaged, except distances (ppo_kl, ratio), which are measured after the last step. */
  readonly agents: ReadonlyMap<number, AgentUpdate>;
  /** Null where there is no critic. */
  readonly critic: CriticUpdate | null;
  readonly guards: ReadonlyMap<GuardName, number>;
}

export class UpdateStats {
  readonly #policies = new Map<number, { metrics: PolicyMetrics[]; norms: (number | null)[]; skipped: number; undone: boolean }>();
  readonly #firstRatios = new Map<number, number>();
  readonly #critic: CriticUpdate[] = [];
  readonly #guards = new Map<GuardName, number>();

  constructor(readonly roles: readonly string[]) {}

  policy(agent: number, metrics: PolicyMetrics, norm: number | null, skipped: boolean): void {
    const entry = this.#entry(agent);
    entry.metrics.push(metrics);
    if (skipped) entry.skipped += 1;
    else entry.norms.push(norm);
  }

  /** All steps of an agent were taken back. */
  undone(agent: number): void {
    const entry = this.#entry(agent);
    entry.skipped += entry.norms.length;
    entry.undone = true;
  }

  wasUndone(agent: number): boolean {
    return orElse(this.#policies.get(agent)?.undone, false);
  }

  /** |ρ − 1| at tokens of an agent whose adapter has not stepped yet: the largest. */
  firstRatio(agent: number, deviation: number): void {
    this.#firstRatios.set(agent, Math.max(deviation, orElse(this.#firstRatios.get(agent), 0)));
  }

  critic(metrics: CriticUpdate): void {
    this.#critic.push(metrics);
  }

  guard(name: GuardName): void {
    this.#guards.set(name, orElse(this.#guards.get(name), 0) + 1);
  }

  metrics(
    after: ReadonlyMap<number, PolicyMetrics>,
    rateOf: (agent: number) => number,
    gainOf: (agent: number) => number | undefined = () => undefined,
  ): UpdateMetrics {
    const agents = new Map<number, AgentUpdate>();
    for (const [agent, measured] of after) {
      const gain = gainOf(agent);
      const entry = this.#policies.get(agent);
      const average = (pick: (metrics: PolicyMetrics) => number) => meanOrZero(entry?.metrics.map(pick) ?? []);
      agents.set(agent, {
        ...measured,
        pg_loss: average((metrics) => metrics.pg_loss),
        pg_clipfrac: average((metrics) => metrics.pg_clipfrac),
        dual_clipfrac: average((metrics) => metrics.dual_clipfrac),
        behave_weight: average((metrics) => metrics.behave_weight),
        behave_kl: average((metrics) => metrics.behave_kl),
        capped_frac: average((metrics) => metrics.capped_frac),
        ...knownNorm(entry?.norms ?? []),
        steps: entry && !entry.undone ? entry.norms.length : 0,
        skipped: entry?.skipped ?? 0,
        ...(this.#firstRatios.has(agent) ? { first_ratio_deviation: this.#firstRatios.get(agent) } : {}),
        ...(gain === undefined ? {} : { predicted_gain: gain }),
        lr: rateOf(agent),
      });
    }
    const average = (pick: (metrics: CriticUpdate) => number) => meanOrZero(this.#critic.map(pick));
    return {
      agents,
      critic:
        this.#critic.length === 0
          ? null
          : {
              vf_loss: average((metrics) => metrics.vf_loss),
              vf_clipfrac: average((metrics) => metrics.vf_clipfrac),
              grad_norm: average((metrics) => metrics.grad_norm),
            },
      guards: this.#guards,
    };
  }

  #entry(agent: number) {
    let entry = this.#policies.get(agent);
    if (!entry) this.#policies.set(agent, (entry = { metrics: [], norms: [], skipped: 0, undone: false }));
    return entry;
  }
}

/** The mean of gradient norms, 0 without a step; nothing where one of them is not known. */
function knownNorm(norms: readonly (number | null)[]): { readonly grad_norm?: number } {
  const known = norms.filter((norm) => norm !== null);
  return known.length < norms.length ? {} : { grad_norm: meanOrZero(known) };
}
