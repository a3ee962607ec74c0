/**
 * The last line of defence: snapshots of the best team, and the way back to it when the reward falls or the KL to the
 * base runs away; the learning rate is lowered each time (learnability.md §5). The first snapshot is the untrained team.
 */
import type { TrainingSettings } from '../core/document/schema.ts';
import type { Engine } from '../engine/engine.ts';
import type { AdapterSnapshot, TrainedAdapter } from './adapters.ts';

export interface RollbackState {
  /** Mean reward when the snapshot was taken; null before the first rollout. */
  best: number | null;
  /** Completed iterations of the snapshot. */
  iteration: number;
  /** Rewards since the last rollback, the newest last; at most a window of them. */
  recent: number[];
  /** Share of the learning rates that rollbacks have left. */
  rateFactor: number;
}

export class Rollback {
  state: RollbackState = { best: null, iteration: 0, recent: [], rateFactor: 1 };
  snapshots: ReadonlyMap<string, AdapterSnapshot> = new Map();

  constructor(
    private readonly settings: TrainingSettings['rollback'],
    private readonly adapters: readonly TrainedAdapter[],
  ) {}

  /** Before anything is trained. */
  async begin(): Promise<void> {
    this.snapshots = await this.#take();
  }

  /**
   * Before the update of iteration `played + 1`: the team that played earned `reward`. Takes a snapshot of the best; its
   * reward is a mean over the window, of which this team is the newest part. The first rollout alone stands for the
   * untrained team; later, and after a rollback, a window that is not full is too much a matter of luck.
   */
  async played(reward: number, played: number): Promise<void> {
    if (!this.settings.enabled) return;
    const { state } = this;
    state.recent = [...state.recent, reward].slice(-this.settings.window);
    const mean = average(state.recent);
    if (state.best !== null && (state.recent.length < this.settings.window || mean <= state.best)) return;
    state.best = mean;
    state.iteration = played;
    this.snapshots = await this.#take();
  }

  /** After an update: goes back when the reward has fallen or the KL to the base is too large; says why, or null. */
  check(engine: Engine, klRef: number): string | null {
    if (!this.settings.enabled) return null;
    const { drop, window, maxKl, learningRateFactor } = this.settings;
    const { state } = this;
    const fallen = state.best !== null && state.recent.length >= window && state.best - average(state.recent) > drop;
    const away = maxKl > 0 && klRef > maxKl;
    if (!fallen && !away) return null;
    for (const adapter of this.adapters) {
      const snapshot = this.snapshots.get(adapter.name);
      if (snapshot) adapter.restore(engine, snapshot);
    }
    const reward = average(state.recent);
    state.recent = [];
    state.rateFactor *= learningRateFactor;
    return fallen
      ? `its mean reward of ${window === 1 ? 'one iteration' : `${window} iterations`}, ${reward.toFixed(2)}, was more than ${drop} below the best, ${(state.best ?? 0).toFixed(2)}`
      : `its KL to the base, ${Number(klRef.toPrecision(2))}, was above ${maxKl}`;
  }

  async #take(): Promise<Map<string, AdapterSnapshot>> {
    return new Map(await Promise.all(this.adapters.map(async (adapter) => [adapter.name, await adapter.snapshot()] as const)));
  }
}

const average = (values: readonly number[]): number => (values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0);
