/** What the agents do in a rollout, counted over its episodes; one of these stands for all where words are told. */
import { at, orElse } from '../../core/at.ts';
import type { AgentActivity } from '../../core/episode/activity.ts';
import type { Episode } from '../../core/episode/machine.ts';
import type { TextTokenizer } from '../../core/tokenizer/tokenizer.ts';
import type { TokenWatcher } from '../../engine/generate/jobs.ts';

/** A tail may begin within a character. */
const HALF_CHARACTER = /^\uFFFD+/;

/** Reports whenever somebody begins, goes on or ends; its host sends on what a person can follow. */
export class RolloutActivity {
  readonly #asked: number[];
  readonly #spoken: number[];
  /** The words of the watched episode, by agent index. */
  #says: (string | undefined)[] = [];
  #watched = 0;

  constructor(
    private readonly roles: readonly string[],
    private readonly episodes: readonly Pick<Episode, 'finished' | 'waits'>[],
    private readonly report: ((agents: readonly AgentActivity[]) => void) | undefined,
    /** Messages of each agent; 0 where nobody knows how often it will speak. */
    private readonly expected = episodes.length,
  ) {
    this.#asked = roles.map(() => 0);
    this.#spoken = roles.map(() => 0);
  }

  asked(agent: number): void {
    this.#asked[agent] = at(this.#asked, agent, 'agent') + 1;
    this.#report();
  }

  spoke(agent: number): void {
    this.#spoken[agent] = at(this.#spoken, agent, 'agent') + 1;
    this.#report();
  }

  /** All episodes are over, which the environment said behind the last message. */
  ended(): void {
    this.#report();
  }

  /** Who listens to a message of `agent` in `episode`: nobody, except in the one episode that is watched. */
  watcher(
    episode: Pick<Episode, 'finished' | 'waits'>,
    agent: number,
    tokenizer: Pick<TextTokenizer, 'decode'>,
    /** Tokens that end a message, which are not shown. */
    ends: readonly number[],
  ): TokenWatcher | undefined {
    if (!this.report || episode !== this.#watchedNow()) return undefined;
    return (ids) => {
      this.#says[agent] = tokenizer.decode(ids.filter((id) => !ends.includes(id))).replace(HALF_CHARACTER, '');
      this.#report();
    };
  }

  /** The first episode that still goes on; after the last one's end, that one. */
  #watchedNow(): Pick<Episode, 'finished' | 'waits'> | undefined {
    const before = this.#watched;
    while (this.#watched < this.episodes.length - 1 && this.episodes[this.#watched]?.finished) this.#watched += 1;
    if (this.#watched !== before) this.#says = [];
    return this.episodes[this.#watched];
  }

  #report(): void {
    if (!this.report) return;
    const waits = this.#watchedNow()?.waits() ?? [];
    const total = this.expected;
    const isOver = this.episodes.every(({ finished }) => finished);
    this.report(
      this.roles.map((role, index): AgentActivity => {
        const done = at(this.#spoken, index, 'agent');
        const under = at(this.#asked, index, 'agent') - done;
        const state = under > 0 ? 'generating' : isOver || (total > 0 && done >= total) ? 'done' : 'queued';
        const says = this.#says[index];
        const waitsFor = orElse(waits[index], []).map((agent) => at(this.roles, agent, 'role'));
        return { role, state, done, total, ...(says === undefined ? {} : { says }), ...(waitsFor.length > 0 ? { waitsFor } : {}) };
      }),
    );
  }
}
