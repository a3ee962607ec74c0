/**
 * An episode stepped through by hand: who is to speak, what a message leads to, what each call cost. A moment is JSON and is
 * never changed, so the way back is a list of moments. Nothing is generated here; texts come from a person, the environment
 * or chance.
 */
import type { ProjectDocument } from '../document/schema.ts';
import { environmentKey } from '../episode/machine.ts';
import { checkObservation, checkReward, teamReward } from '../episode/perRole.ts';
import { bitsAt, foldIn, keyFor, STREAMS } from '../random/streams.ts';
import type { EnvironmentHost, EnvironmentInfo, PerRole, SpokenMessage, StepResult } from './contract.ts';
import type { Json } from '../json.ts';
import { resetRequest, type Start, teamSpeakers } from './episodes.ts';

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

export interface BenchTurn {
  readonly observation: PerRole<string>;
  /** In speaking order; `earned` by itself, where the environment says so (`stepReward`). */
  readonly messages: readonly { readonly role: string; readonly text: string; readonly earned?: number }[];
  /** Once everybody on duty has spoken. */
  readonly result: StepResult | null;
  /** What is said between this turn and the next; empty for nothing. */
  readonly transition: string;
}

/** An episode after one more message. */
export interface Moment {
  readonly state: Json;
  /** As text, where the environment has `render`. */
  readonly render: string | null;
  /** The last one is being spoken, unless the episode has ended. */
  readonly turns: readonly BenchTurn[];
  /** Role of who speaks next; null after the end. */
  readonly next: string | null;
  /** Who ended it: the environment, or the horizon. */
  readonly ending: 'terminated' | 'truncated' | 'horizon' | null;
  /** Sum over the turns of what the team was paid. */
  readonly reward: number;
  /** What led here from the moment before: calls, and what they printed. */
  readonly calls: readonly BenchCall[];
  readonly console: readonly string[];
}

/** How an agent of the bench finds its words: the environment's own, a careless agent's, or any. */
export const MANNERS = ['demonstrate', 'mistake', 'random'] as const;
export type BenchManner = (typeof MANNERS)[number];

/** Draws the problem. */
export async function beginEpisode(bench: Bench): Promise<Moment> {
  const { host, team, start } = bench;
  await host.takeConsole(); // what loading printed is no part of the problem
  await host.takeCost();
  const { state, observation } = only(await host.reset([resetRequest(start)]));
  checkObservation(observation, rolesOf(bench));
  const calls = await callsOf(host, 0);
  const opened: Moment = {
    state,
    render: null,
    turns: [{ observation, messages: [], result: null, transition: '' }],
    next: teamSpeakers(team).next(0, []),
    ending: null,
    reward: 0,
    calls,
    console: [],
  };
  return shown(bench, await settled(bench, opened));
}

/** The moment after who is next has said `text`; behind the last message of a turn the environment has stepped. */
export async function sayNext(bench: Bench, moment: Moment, text: string): Promise<Moment> {
  const { next, turns } = moment;
  const turn = turns.at(-1);
  if (next === null || !turn) throw new Error('nobody is to speak');
  const messages = [...turn.messages, { role: next, text }];
  const said: Moment = {
    ...moment,
    turns: [...turns.slice(0, -1), { ...turn, messages }],
    next: teamSpeakers(bench.team).next(turns.length - 1, messages),
    calls: [],
    console: [],
  };
  return shown(bench, await settled(bench, said));
}

/** What who is next says in this manner; the same whenever it is asked at the same moment. */
export async function wordsFor({ host, start }: Bench, { state, next, turns }: Moment, manner: BenchManner): Promise<string> {
  if (next === null) throw new Error('nobody is to speak');
  const randomKey = keyFor(start.seed, STREAMS.demonstration, start.index, turns.length - 1, turns.at(-1)?.messages.length ?? 0);
  if (manner === 'random') return plainText(foldIn(randomKey, 1));
  return only(await host[manner]([{ state, role: next, messages: spokenIn(turns), randomKey }]));
}

/** All messages so far. */
const spokenIn = (turns: readonly BenchTurn[]): SpokenMessage[] =>
  turns.flatMap(({ messages }, turn) => messages.map(({ role, text }) => ({ role, text, turn })));

const rolesOf = ({ team }: Bench): string[] => team.agents.map(({ role }) => role);

/** Steps the environment as long as nobody is to speak: once, or more often where nobody is on duty in a turn. */
async function settled(bench: Bench, moment: Moment): Promise<Moment> {
  let now = moment;
  while (now.next === null && now.ending === null) now = await stepped(bench, now);
  return now;
}

async function stepped(bench: Bench, moment: Moment): Promise<Moment> {
  const { host, info, team, horizon, start } = bench;
  const number = moment.turns.length - 1;
  const turn = moment.turns[number];
  if (!turn) throw new Error('an episode has at least one turn');
  const roles = rolesOf(bench);
  const messages = spokenIn(moment.turns);
  const randomKey = environmentKey({ seed: start.seed, iteration: 0, episode: start.index }, number + 1);
  const result = only(await host.step([{ state: moment.state, messages, randomKey }]));
  checkReward(result.reward, roles);
  checkObservation(result.observation, roles);
  const paid = teamReward(result.reward, roles);
  const { state } = result;
  const earned =
    info.hooks.stepReward && turn.messages.length > 0 ? only(await host.stepReward([{ state, messages, teamReward: paid }])) : [];
  const ending = result.terminated ? 'terminated' : result.truncated ? 'truncated' : number + 1 >= horizon ? 'horizon' : null;
  const transition = ending === null && info.hooks.transition ? only(await host.transition([{ state, messages }])) : '';
  const done: BenchTurn = {
    ...turn,
    messages: turn.messages.map((message, at) => ({ ...message, ...(earned[at] === undefined ? {} : { earned: earned[at] }) })),
    result,
    transition,
  };
  const following: BenchTurn = { observation: result.observation, messages: [], result: null, transition: '' };
  return {
    ...moment,
    state,
    turns: [...moment.turns.slice(0, -1), done, ...(ending === null ? [following] : [])],
    next: ending === null ? teamSpeakers(team).next(number + 1, []) : null,
    ending,
    reward: moment.reward + paid,
    calls: [...moment.calls, ...(await callsOf(host, number))],
  };
}

/** With the state as text, and what was printed on the way. */
async function shown({ host, info }: Bench, moment: Moment): Promise<Moment> {
  const render = info.hooks.render ? await host.render(moment.state) : null;
  const calls = [...moment.calls, ...(await callsOf(host, moment.turns.length - 1))];
  return { ...moment, render, calls, console: await host.takeConsole() };
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

function only<T>(results: readonly T[]): T {
  const [first] = results;
  if (first === undefined) throw new Error('the environment host answered a batch of one with nothing');
  return first;
}
