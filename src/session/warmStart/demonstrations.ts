/**
 * Demonstrated episodes of a document's own team: each message is drawn to be what a good agent says or a mistake. Every
 * draw is keyed by the seed, the episode and the index of the message, so a seed gives the same episodes on every host.
 * Problems are of the train split alone: the test split stays unseen.
 */
import { at, look } from '../../core/at.ts';
import type { AttachedData } from '../../core/dataset/attach.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../../core/environment/contract.ts';
import type { RandomKey } from '../../core/random/threefry.ts';
import { resetRequest } from '../../core/environment/start.ts';
import type { Episode } from '../../core/episode/machine.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { warmStartFaults } from '../../words/words.ts';
import { keyFor, STREAMS, uniformAt } from '../../core/random/streams.ts';
import { evaluationProblem, trainingProblems } from '../../core/environment/problems.ts';
import { type Asked, openEpisodes, playEpisodes, type Stage, type Start } from './play.ts';

/** What episodes are drawn for; part of their keys. */
export const PURPOSES = { training: 0, heldOut: 1, tokenizer: 2 } as const;
export type Purpose = keyof typeof PURPOSES;

/** What the last number of a key of `STREAMS.demonstration` says it is for. */
const CHOICE = 0;
const WORDS = 1;

export interface DemonstrationSettings {
  readonly seed: number;
  /** Share of messages that are right. */
  readonly right: number;
}

export class Demonstrations {
  readonly #problemOf: (count: number) => number;

  /** The environment must have been loaded. */
  constructor(
    readonly environment: EnvironmentHost,
    readonly info: EnvironmentInfo,
    readonly settings: DemonstrationSettings,
    /** Where problems come from a file; `info` has the sizes of its splits then. */
    readonly data: AttachedData | null = null,
  ) {
    if (!info.hooks.demonstrate) throw noDemonstrations(info.name);
    this.#problemOf = trainingProblems(info.splits.train, settings.seed);
  }

  /** Finished episodes `from` … `from + count − 1` of one purpose, with prompts as `stage` lays them out. */
  async draw(stage: Stage, purpose: Purpose, from: number, count: number): Promise<Episode[]> {
    const { environment, settings } = this;
    const starts = await this.#starts(purpose, from, count);
    // Where nobody says what a mistake is, it is what a good agent says of the next problem.
    const others = settings.right < 1 && !this.info.hooks.mistake ? await this.#good(stage, starts) : null;
    const episodes = openEpisodes(stage, starts);
    const indexOf = new Map(episodes.map((episode, index) => [episode, index]));
    await playEpisodes(stage, environment, episodes, async (asked) => {
      const right = asked.map((one) => uniformAt(keyOf(one, CHOICE), 0) < settings.right);
      const texts: string[] = asked.map(() => '');
      const fill = async (wanted: boolean, say: (group: readonly Asked[]) => Promise<readonly string[]>) => {
        const group = asked.filter((_, index) => right[index] === wanted);
        const said = group.length > 0 ? await say(group) : [];
        let next = 0;
        asked.forEach((_, index) => {
          if (right[index] === wanted) texts[index] = at(said, next++, 'answer');
        });
      };
      await fill(true, (group) => environment.demonstrate(group.map(requestOf)));
      await fill(false, async (group) =>
        others
          ? group.map(({ episode, request }) => elsewhere(others, look(indexOf, episode, 'episode'), request.role, request.call))
          : environment.mistake(group.map(requestOf)),
      );
      return texts;
    });
    return episodes;
  }

  async #starts(purpose: Purpose, from: number, count: number): Promise<Start[]> {
    const { seed } = this.settings;
    const size = this.info.splits.train;
    const plans = Array.from({ length: count }, (_, index) => {
      const episode = from + index;
      const nth = purpose === 'heldOut' ? evaluationProblem(size, episode) : this.#problemOf(episode);
      return { episode, index: this.data ? at(this.data.splits.train, nth, 'row') : nth };
    });
    const firsts = await this.environment.reset(
      plans.map(({ index }) => resetRequest({ seed, split: 'train', index, problem: this.data?.problem(index) })),
    );
    return plans.map(({ episode, index }, nth) => {
      const first = at(firsts, nth, 'answer to reset');
      return { iteration: PURPOSES[purpose], episode, seed, problemIndex: index, first };
    });
  }

  /** The same problems, by good agents alone. */
  async #good(stage: Stage, starts: readonly Start[]): Promise<Episode[]> {
    const episodes = openEpisodes(stage, starts);
    await playEpisodes(stage, this.environment, episodes, (asked) => this.environment.demonstrate(asked.map(requestOf)));
    return episodes;
  }
}

const requestOf = ({ episode, request }: Asked) => ({
  state: episode.currentState(),
  role: request.role,
  messages: episode.spokenMessages(),
  randomKey: keyOf({ episode, request }, WORDS),
});

function keyOf({ episode: { settings }, request }: Asked, what: number): RandomKey {
  return keyFor(settings.seed, STREAMS.demonstration, settings.iteration, settings.episode, request.index, what);
}

/** What `role` said at its `call`-th time in the next of `episodes` in which it spoke, or its last words there. */
function elsewhere(episodes: readonly Episode[], index: number, role: string, call: number): string {
  for (let offset = 1; offset <= episodes.length; offset += 1) {
    const own = at(episodes, (index + offset) % episodes.length)
      .spokenMessages()
      .filter((message) => message.role === role);
    const said = own[Math.min(call, own.length - 1)];
    if (said) return said.text;
  }
  return '';
}

export const noDemonstrations = (environment: string): FaultError =>
  new FaultError(fault(warmStartFaults, 'E_WARM_DEMONSTRATE', { environment }));
