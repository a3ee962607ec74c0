/**
 * Asynchronous training as a pipeline of fixed lag k: the rollout of iteration i plays with the adapters as update i−1−k
 * left them (the first ones with the untrained team), so with k ≥ 1 it can run while update i−1 is computed. Which
 * version plays depends on the iteration alone, never on who is ready first: the same seed gives the same bytes. k = 0 is
 * training in step.
 */
import { look } from '../../core/at.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import type { RolledOut } from '../play/rollout.ts';
import type { PlayedAdapter } from '../policy/policyTrainer.ts';

/** The adapters as one update left them, by adapter. */
export interface Played {
  /** Completed iterations. */
  readonly iteration: number;
  readonly adapters: ReadonlyMap<string, PlayedAdapter>;
}

export class Lag {
  /** The last k + 1 versions, the oldest first; empty when in step. */
  history: Played[] = [];
  #ahead: { readonly iteration: number; readonly rolled: Promise<RolledOut> } | null = null;
  #playing: Played | null = null;

  constructor(
    private readonly updates: number,
    private readonly groups: readonly BaseGroup[],
  ) {}

  /** Keeps the adapters as they are after `iteration`; first of all after 0. */
  remember(iteration: number): void {
    if (this.updates === 0) return;
    for (const { trainer } of this.groups) trainer.keep();
    const adapters = this.groups.flatMap((group) => group.adapters);
    this.history.push({ iteration, adapters: new Map(adapters.map(({ name, version, parameters }) => [name, { version, parameters }])) });
    this.history = this.history.slice(-this.updates - 1);
  }

  /**
   * Goes on with what was kept before. Where a trainer has forgotten earlier versions, the present one plays in their place; whether that
   * was so.
   */
  restore(history: readonly Played[]): boolean {
    const forgets = this.groups.some(({ trainer }) => trainer.forgets);
    const adapters = this.groups.flatMap((group) => group.adapters);
    const present = () => new Map(adapters.map(({ name, version, parameters }) => [name, { version, parameters }]));
    this.history = history.map((played) => (forgets ? { ...played, adapters: present() } : played));
    return forgets && history.length > 1;
  }

  /** Completed iterations of the team that plays in `iteration`. */
  playedVersion(iteration: number): number {
    return Math.max(0, iteration - 1 - this.updates);
  }

  /** Versions of the adapters that play in the rollout under way; none when in step. */
  playedVersions(): ReadonlyMap<string, number> | undefined {
    return this.#playing ? new Map([...this.#playing.adapters].map(([name, { version }]) => [name, version])) : undefined;
  }

  /** The episodes of `iteration`: those that are playing already, or now. */
  async rollout(iteration: number, play: () => Promise<RolledOut>): Promise<RolledOut> {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead?.iteration === iteration) return ahead.rolled;
    this.#take(iteration);
    return play();
  }

  /** Lets the rollout of `iteration` begin; nothing when in step. */
  ahead(iteration: number, play: () => Promise<RolledOut>): void {
    if (this.updates === 0) return;
    this.#take(iteration);
    const rolled = play();
    // Its failure is reported by the iteration that takes it; until then nobody is looking.
    rolled.catch(() => {});
    this.#ahead = { iteration, rolled };
  }

  dispose(): void {
    this.#ahead = null;
  }

  /** Puts the version that plays in `iteration` in place. */
  #take(iteration: number): void {
    if (this.updates === 0) return;
    const wanted = this.playedVersion(iteration);
    const played = this.history.find((entry) => entry.iteration === wanted);
    if (!played) throw new Error(`the adapters of iteration ${wanted} were not kept`);
    this.#playing = played;
    for (const group of this.groups) group.trainer.play(group.adapters.map(({ name }) => look(played.adapters, name, 'adapter')));
  }
}
