/**
 * An episode stepped through by hand: who is to speak, what a message leads to, what each call cost. A moment is JSON and is
 * never changed, so the way back is a list of moments. Nothing is generated here; texts come from a person, the environment
 * or chance.
 */
import { at } from '../at.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { endTurns, playEpisode } from '../episode/play.ts';
import { checkObservation, checkReward } from '../episode/perRole.ts';
import { written } from '../episode/tools.ts';
import { checkChosen } from '../team/chosen.ts';
import { bitsAt, foldIn, keyFor, STREAMS } from '../random/streams.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../environment/contract.ts';
import { teamSpeakers } from './episodes.ts';
import { environmentKey, resetRequest, type Start } from '../environment/start.ts';
import { opened, TextEpisode, type TextEpisodeSoFar } from './textEpisode.ts';

/** What stays the same through an episode. */
export interface Bench {
  readonly host: EnvironmentHost;
  readonly info: EnvironmentInfo;
  readonly team: ProjectDocument['team'];
  /** Most turns. */
  readonly horizon: number;
  readonly start: Start;
}

/** One call of a hook: in which turn, from 0, and how many interpreter ticks it took. */
export interface BenchCall {
  readonly hook: string;
  readonly turn: number;
  readonly ticks: number;
}

/** An episode after one more message. */
export interface Moment extends TextEpisodeSoFar {
  /** The state as text, where the environment has `render`. */
  readonly render: string | null;
  /** What a critic of the whole state would read, where the environment tells a hidden state; null where it does not, and after the end. */
  readonly privileged: string | null;
  /** Role of who speaks next; null after the end. */
  readonly next: string | null;
  /** What led here from the moment before: calls, and what they printed. */
  readonly calls: readonly BenchCall[];
  readonly console: readonly string[];
}

/** How an agent of the bench finds its words: the environment's own, a careless agent's, or any. */
export const MANNERS = ['demonstrate', 'mistake', 'random'] as const;
export type BenchManner = (typeof MANNERS)[number];

/** Draws the problem. */
export async function beginEpisode(bench: Bench): Promise<Moment> {
  const { host, start } = bench;
  await host.takeConsole(); // what loading printed is no part of the problem
  await host.takeCost();
  const first = at(await host.reset([resetRequest(start)]), 0, 'answer to reset');
  checkObservation(first.observation, rolesOf(bench));
  checkChosen(bench.team, 0, first.dependencies);
  return played(bench, opened(first), [], await callsOf(host, 0));
}

/** The moment after who is next has said `text`; behind the last message of a turn the environment has stepped. */
export async function sayNext(bench: Bench, moment: Moment, text: string): Promise<Moment> {
  if (moment.next === null) throw new Error('nobody is to speak');
  return played(bench, moment, [await withAnswers(bench, moment, text)]);
}

/** What is said with what tools answer to it, as in a rollout; a text may hold the answers already. */
async function withAnswers(bench: Bench, moment: Moment, text: string): Promise<string> {
  const { host, info, start, team } = bench;
  const { state, next: role, turns } = moment;
  if (!info.hooks.tool || team.tools.most === 0 || role === null) return text;
  const messages = new ByHand(bench, moment).messages();
  const path = [start.index, turns.length - 1, turns.at(-1)?.messages.length ?? 0];
  const answer = async (call: string, nth: number): Promise<string | null> =>
    at(await host.tool([{ state, role, call, messages, randomKey: keyFor(start.seed, STREAMS.tool, ...path, nth) }]), 0, 'answer to tool');
  return (await written(text, () => [], { marks: team.tools, answer })).text;
}

/** What who is next says in this manner; the same whenever it is asked at the same moment. */
export async function wordsFor(bench: Bench, moment: Moment, manner: BenchManner): Promise<string> {
  const { host, start } = bench;
  const { state, next, turns } = moment;
  if (next === null) throw new Error('nobody is to speak');
  const randomKey = keyFor(start.seed, STREAMS.demonstration, start.index, turns.length - 1, turns.at(-1)?.messages.length ?? 0);
  if (manner === 'random') return plainText(foldIn(randomKey, 1));
  const messages = new ByHand(bench, moment).messages();
  return at(await host[manner]([{ state, role: next, messages, randomKey }]), 0, `answer to ${manner}`);
}

const rolesOf = ({ team }: Bench): string[] => team.agents.map(({ role }) => role);

/** An episode that waits where somebody is to speak and there are no words left. */
class ByHand extends TextEpisode {
  readonly #words: string[];

  constructor({ team, horizon, start }: Bench, sofar: TextEpisodeSoFar, words: readonly string[] = []) {
    const ref = { seed: start.seed, iteration: 0, episode: start.index };
    super(sofar, teamSpeakers(team), horizon, (turn) => environmentKey(ref, turn + 1));
    this.#words = [...words];
  }

  override get finished(): boolean {
    return super.finished || (this.next !== null && this.#words.length === 0);
  }

  override ready(): string[] {
    return this.finished ? [] : super.ready();
  }

  speak(role: string): void {
    this.deliver(role, this.#words.shift() ?? '');
  }
}

/** The moment that `words` lead to; where nobody is on duty the environment steps by itself. `before`: calls made already. */
async function played(bench: Bench, sofar: TextEpisodeSoFar, words: readonly string[], before: readonly BenchCall[] = []): Promise<Moment> {
  const { host, info } = bench;
  const roles = rolesOf(bench);
  const episode = new ByHand(bench, sofar, words);
  const calls = [...before];
  await playEpisode(episode, {
    speak: async (role) => episode.speak(role),
    async step(spoken) {
      const end = at(await endTurns(host, [spoken], { paid: info.hooks.stepReward ? roles : undefined }), 0);
      checkReward(end.result.reward, roles);
      checkObservation(end.result.observation, roles);
      checkChosen(bench.team, spoken.turn + 1, end.result.dependencies);
      calls.push(...(await callsOf(host, spoken.turn)));
      return end;
    },
  });
  const render = info.hooks.render ? await host.render(episode.sofar.state) : null;
  const told = info.hooks.privileged && episode.sofar.ending !== 'terminated';
  const [privileged = null] = told ? await host.privileged([episode.sofar.state]) : [];
  calls.push(...(await callsOf(host, episode.turn)));
  return { ...episode.sofar, render, privileged, next: episode.next, calls, console: await host.takeConsole() };
}

const callsOf = async (host: EnvironmentHost, turn: number): Promise<BenchCall[]> =>
  (await host.takeCost()).map(({ hook, ticks }) => ({ hook, turn, ticks }));

/** Up to 24 printable characters, digits among them more often than not. */
function plainText(key: readonly [number, number]): string {
  const [length, kind] = bitsAt(key, 0);
  const alphabet = kind % 3 === 0 ? PRINTABLE : '0123456789 +-*=.';
  return Array.from({ length: length % 25 }, (_, at) => alphabet[bitsAt(key, at + 1)[0] % alphabet.length]).join('');
}
const PRINTABLE = String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 32 + at));
