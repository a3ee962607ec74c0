/**
 * The last line of defence: snapshots of the best team, and the way back to it when the reward falls or an agent's KL to the
 * base runs away; the learning rate is lowered each time (learnability.md §5). The first snapshot is the untrained team.
 * Reward and KL that raise a suspicion are those of the team that played, on the episodes it played.
 */
import { at } from '../../core/at.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import { mean, standardError } from '../../core/statistics/intervals.ts';
import type { Suspected } from '../../words/words.ts';
import type { AdapterSnapshot, PolicyAdapter } from '../policy/policyAdapter.ts';
import { twoDigits } from './twoDigits.ts';

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

/** What a suspicion came to. */
export interface RollbackCheck {
  readonly back: boolean;
  readonly suspected: Suspected;
  /** Means over the problems that both teams played. */
  readonly problems: number;
  readonly earned: string;
  readonly best: string;
}

/** Problems that the present and the best team play, the same for both. */
export const CHECKED_PROBLEMS = 256;
/** Standard errors of the difference: looks are many, so each must err in fewer than one of 700. */
const CERTAIN = 3;

export class Rollback {
  state: RollbackState = { best: null, iteration: 0, recent: [], rateFactor: 1 };
  snapshots: ReadonlyMap<string, AdapterSnapshot> = new Map();
  /** What the team of these snapshots earned when it was last compared with. */
  #played: { readonly snapshots: Rollback['snapshots']; readonly rewards: readonly number[] } | null = null;

  constructor(
    private readonly settings: TrainingSettings['rollback'],
    private readonly adapters: readonly PolicyAdapter[],
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
    const reached = mean(state.recent);
    if (state.best !== null && (state.recent.length < this.settings.window || reached <= state.best)) return;
    state.best = reached;
    state.iteration = played;
    this.snapshots = await this.#take();
  }

  /**
   * After an update. A fall of the reward or a large KL of an agent (`klRef`, by role) is a suspicion only: the reward of a few
   * rollouts is mostly luck, and a team that learnt something new is far from its base. So the present team and the best one
   * `play` the same problems; it goes back if the present one earns less, beyond {@link CERTAIN} standard errors of the
   * difference. Null where nothing was suspected.
   */
  async check(klRef: Readonly<Record<string, number>>, play: () => Promise<readonly number[]>): Promise<RollbackCheck | null> {
    const suspected = this.#suspicion(klRef);
    // Against itself a team cannot lose.
    if (suspected === null || this.adapters.every((adapter) => this.#isAtBest(adapter))) return null;
    const present = await play();
    const best = await this.#bestRewards(play);
    const differences = present.map((reward, problem) => reward - at(best, problem, 'problem'));
    const back = mean(differences) + CERTAIN * (standardError(differences) ?? Number.POSITIVE_INFINITY) < 0;
    const check = { back, suspected, problems: present.length, earned: mean(present).toFixed(2), best: mean(best).toFixed(2) };
    if (!back) return check;
    for (const adapter of this.adapters) {
      const snapshot = this.snapshots.get(adapter.name);
      if (snapshot) await adapter.restore(snapshot);
    }
    this.state.recent = [];
    this.state.rateFactor *= this.settings.learningRateFactor;
    return check;
  }

  /** By how much the mean reward of the window lies below the best one. */
  fallen(): number {
    const { best, recent } = this.state;
    return best === null || recent.length === 0 ? 0 : best - mean(recent);
  }

  #suspicion(klRef: Readonly<Record<string, number>>): Suspected | null {
    if (!this.settings.enabled) return null;
    const { drop, window, maxKl } = this.settings;
    const { best, recent } = this.state;
    if (best !== null && recent.length >= window && this.fallen() > drop)
      return { of: 'reward', window, mean: mean(recent).toFixed(2), drop, best: best.toFixed(2) };
    const away = maxKl > 0 ? Object.entries(klRef).find(([, kl]) => kl > maxKl) : undefined;
    return away ? { of: 'kl', role: away[0], kl: twoDigits(away[1]), limit: maxKl } : null;
  }

  /** Rewards of the best team: those of one snapshot are always the same, so they are played for once. No adapter changes: only what it speaks with does, for a while. */
  async #bestRewards(play: () => Promise<readonly number[]>): Promise<readonly number[]> {
    if (this.#played?.snapshots === this.snapshots) return this.#played.rewards;
    for (const adapter of this.adapters) await adapter.speakAs(this.snapshots.get(adapter.name) ?? null);
    const rewards = await play();
    for (const adapter of this.adapters) await adapter.speakAs(null);
    this.#played = { snapshots: this.snapshots, rewards };
    return rewards;
  }

  #isAtBest(adapter: PolicyAdapter): boolean {
    const snapshot = this.snapshots.get(adapter.name);
    return !snapshot || adapter.isAt(snapshot);
  }

  async #take(): Promise<Map<string, AdapterSnapshot>> {
    return new Map(await Promise.all(this.adapters.map(async (adapter) => [adapter.name, await adapter.snapshot()] as const)));
  }
}
