/**
 * Plays episodes without a team: texts come from somewhere simple, such as the environment's own demonstrations or chance.
 * For checking an environment; every call is kept, so that it can be asked again.
 */
import { FaultError } from '../faults.ts';
import { environmentKey, problemKey } from '../episode/machine.ts';
import { checkObservation, checkReward, teamReward } from '../episode/perRole.ts';
import { orchestrationOf } from '../episode/orchestration.ts';
import { bitsAt, foldIn, keyFor, STREAMS } from '../random/streams.ts';
import type { TeamSettings } from '../document/schema.ts';
import { presentTeam } from '../team/presentation.ts';
import type {
  DemonstrateRequest,
  EnvironmentHost,
  EnvironmentInfo,
  ResetRequest,
  ResetResult,
  SpokenMessage,
  Split,
  StepRequest,
  StepResult,
  StepRewardRequest,
} from './contract.ts';
import type { Json } from '../json.ts';

/** Who speaks: the same roles in every turn (from 0), in speaking order; those of each turn; or whoever a team says. */
export type Speakers = readonly string[] | ((turn: number) => readonly string[]) | TeamSpeakers;

export interface TeamSpeakers {
  readonly roles: readonly string[];
  /** Who speaks after what was said in this turn; null when it is over. */
  next(turn: number, said: readonly Pick<SpokenMessage, 'role' | 'text'>[]): string | null;
}

/** The speakers of a team, those that an orchestrator calls included. */
export function teamSpeakers(team: TeamSettings): TeamSpeakers {
  const orchestration = orchestrationOf(team, presentTeam(team, []), 'branches');
  const roles = team.agents.map(({ role }) => role);
  return {
    roles,
    next(turn, messages) {
      const said = messages.map(({ role, text }) => ({ agent: roles.indexOf(role), text }));
      const slot = orchestration.open(turn)[said.length] ?? orchestration.follow(turn, said);
      return slot ? (roles[slot.agent] ?? null) : null;
    },
  };
}

function tableOf(speakers: Speakers, horizon: number): TeamSpeakers {
  if ('next' in speakers) return speakers;
  const inTurn = (turn: number): readonly string[] => (typeof speakers === 'function' ? speakers(turn) : speakers);
  return {
    roles: [...new Set(Array.from({ length: horizon }, (_, turn) => inTurn(turn)).flat())],
    next: (turn, said) => inTurn(turn)[said.length] ?? null,
  };
}

/** Where an episode starts. */
export interface Start {
  readonly seed: number;
  readonly split: Split;
  readonly index: number;
  /** A row of an attached data set. */
  readonly problem?: Json;
}

/** `demonstrate` and `mistake` ask the environment, the others are made up: nothing, anything, very long. */
export type Manner = 'demonstrate' | 'mistake' | 'random' | 'empty' | 'long';

/** One call of a hook with what it gave, `turn` from 0; `reset` belongs to turn 0. */
export type Call = { readonly start: Start; readonly manner: Manner; readonly turn: number } & (
  | { readonly hook: 'reset'; readonly request: ResetRequest; readonly result: ResetResult }
  | { readonly hook: 'step'; readonly request: StepRequest; readonly result: StepResult }
  | { readonly hook: 'transition'; readonly request: Pick<StepRequest, 'state' | 'messages'>; readonly result: string }
  | { readonly hook: 'stepReward'; readonly request: StepRewardRequest; readonly result: number[] }
  | { readonly hook: 'demonstrate' | 'mistake'; readonly request: DemonstrateRequest; readonly result: string }
  | { readonly hook: 'render'; readonly request: Json; readonly result: string }
);

/** A played episode. */
export interface Played {
  readonly start: Start;
  readonly manner: Manner;
  /** Sum over the turns of what the team was paid (the mean over the roles where each was paid). */
  readonly reward: number;
  readonly turns: number;
  /** Who ended it: the environment, or the horizon. */
  readonly ended: 'terminated' | 'truncated' | 'horizon';
}

/** Characters of a very long text: more than an agent says in one message. */
const LONG_TEXT = 4_000;

/** What people and agents write, and what trips up code that reads it. */
const PIECES = ['0', '7', '-3', '=', '+', '*', '/', '.', ' ', ',', '\n', 'a', 'the answer is ', 'yes', '{', '}', '[', '"', '\\', '$'];
const TRAPS = ['NaN', 'Infinity', '1e999', '-0', '__proto__', 'constructor', '9'.repeat(400), '\u{1F600}', '\u0000', 'null', '1/0'];

/** Any text, among them such as trip up code that reads it. */
function hostileText(key: readonly [number, number]): string {
  const [length, trap] = bitsAt(key, 0);
  const pieces = Array.from({ length: length % 24 }, (_, i) => PIECES[bitsAt(key, i + 1)[0] % PIECES.length] ?? '');
  return (trap % 3 === 0 ? (TRAPS[trap % TRAPS.length] ?? '') : '') + pieces.join('');
}

/** What a run would ask for a problem with. */
export const resetRequest = ({ seed, split, index, problem }: Start): ResetRequest => ({
  seed,
  split,
  index,
  randomKey: problemKey(seed, split, index),
  ...(problem !== undefined && { problem }),
});

/** Whose call it was. */
type Asked = Pick<Call, 'start' | 'turn' | 'manner'>;

const MANNERS: Readonly<Record<Manner, string>> = {
  demonstrate: 'demonstrations',
  mistake: 'mistakes',
  random: 'random texts',
  empty: 'empty texts',
  long: 'very long texts',
};

export const describeManner = (manner: Manner): string => MANNERS[manner];

/** `seed 2, train problem 0`. */
export const describeStart = ({ seed, split, index }: Start): string => `seed ${seed}, ${split} problem ${index}`;

/** `seed 2, train problem 0, turn 1, random texts`. */
export const describeCall = ({ start, turn, manner }: Asked): string => `${describeStart(start)}, turn ${turn}, ${describeManner(manner)}`;

/** Asks for a batch; when that fails, one by one, so that the fault can say whose request it was. */
async function located<Request, Result>(
  ask: (requests: readonly Request[]) => Promise<Result[]>,
  requests: readonly Request[],
  whose: (place: number) => Asked,
): Promise<Result[]> {
  if (requests.length === 0) return [];
  try {
    return await ask(requests);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    for (const [place, request] of requests.entries()) {
      try {
        await ask([request]);
      } catch (own) {
        if (!(own instanceof FaultError)) throw own;
        throw new FaultError({ ...own.fault, message: `${own.fault.message.replace(/\.$/, '')} (${describeCall(whose(place))}).` });
      }
    }
    // Only the whole batch fails: what one request leaves behind hurts another.
    throw error;
  }
}

/** Throws when somebody who is not in the team is paid or shown something, or a reward is no number. */
async function checkAddresses(result: ResetResult | StepResult, roles: readonly string[]): Promise<[]> {
  if ('reward' in result) checkReward(result.reward, roles);
  checkObservation(result.observation, roles);
  return [];
}

interface Running {
  readonly start: Start;
  readonly number: number;
  state: Json;
  messages: SpokenMessage[];
  reward: number;
}

export interface Playing {
  readonly host: EnvironmentHost;
  readonly info: EnvironmentInfo;
  readonly speakers: Speakers;
  readonly horizon: number;
  /** Told of every call, in the order of the calls. */
  readonly onCall?: (call: Call) => void;
}

/**
 * Plays one episode from each start, all side by side. Throws the fault of whatever the environment refuses or hands back
 * wrongly, a reward or an observation for somebody who is not in the team included.
 */
export async function playEpisodes(playing: Playing, starts: readonly Start[], manner: Manner): Promise<Played[]> {
  const { host, info, speakers, horizon, onCall } = playing;
  const table = tableOf(speakers, horizon);
  const { roles } = table;
  const requests = starts.map(resetRequest);
  const begun = await located(
    (asked) => host.reset(asked),
    requests,
    (place) => ({ start: at(starts, place), turn: 0, manner }),
  );
  let running: Running[] = begun.map((result, number) => {
    const start = at(starts, number);
    onCall?.({ start, manner, turn: 0, hook: 'reset', request: at(requests, number), result });
    return { start, number, state: result.state, messages: [], reward: 0 };
  });
  for (const { start, number } of running) {
    await located(
      () => checkAddresses(at(begun, number), roles),
      [number],
      () => ({ start, turn: 0, manner }),
    );
  }
  const played: Played[] = [];
  for (let turn = 0; running.length > 0; turn += 1) {
    for (let place = 0; ; place += 1) {
      const asked = running.flatMap((episode) => {
        const role = table.next(turn, spokenIn(episode, turn));
        return role === null ? [] : { episode, role };
      });
      if (asked.length === 0) break;
      await speak(playing, asked, { place, turn, manner });
    }
    const steps = running.map(({ start, number, state, messages }) => ({
      state,
      messages: [...messages],
      randomKey: environmentKey({ seed: start.seed, iteration: 0, episode: number }, turn + 1),
    }));
    const whose = (place: number): Asked => ({ start: at(running, place).start, turn, manner });
    const results = await located((asked) => host.step(asked), steps, whose);
    const going: Running[] = [];
    for (const [place, episode] of running.entries()) {
      const result = at(results, place);
      onCall?.({ start: episode.start, manner, turn, hook: 'step', request: at(steps, place), result });
      await located(
        () => checkAddresses(result, roles),
        [result],
        () => whose(place),
      );
      episode.state = result.state;
      episode.reward += teamReward(result.reward, roles);
      const ended = result.terminated ? 'terminated' : result.truncated ? 'truncated' : turn + 1 >= horizon ? 'horizon' : null;
      if (ended) played[episode.number] = { start: episode.start, manner, reward: episode.reward, turns: turn + 1, ended };
      else going.push(episode);
    }
    await aroundTurn(playing, running, { turn, manner }, results, roles);
    running = going;
    if (info.hooks.transition) await between(playing, running, { turn, manner });
  }
  return played;
}

const spokenIn = ({ messages }: Running, turn: number): SpokenMessage[] => messages.filter((message) => message.turn === turn);

/** One agent of every episode in which somebody is to speak does. */
async function speak(
  { host, onCall }: Playing,
  speakers: readonly { readonly episode: Running; readonly role: string }[],
  { place: slot, turn, manner }: { place: number; turn: number; manner: Manner },
): Promise<void> {
  const keyOf = ({ start, number }: Running) => keyFor(start.seed, STREAMS.demonstration, number, turn, slot);
  let texts: string[];
  if (manner === 'demonstrate' || manner === 'mistake') {
    const asked = speakers.map(({ episode, role }) => ({
      state: episode.state,
      role,
      messages: [...episode.messages],
      randomKey: keyOf(episode),
    }));
    const whose = (place: number): Asked => ({ start: at(speakers, place).episode.start, turn, manner });
    texts = await located((some) => host[manner](some), asked, whose);
    for (const [place, request] of asked.entries()) onCall?.({ ...whose(place), hook: manner, request, result: at(texts, place) });
  } else {
    texts = speakers.map(({ episode }) => {
      const text = manner === 'empty' ? '' : hostileText(foldIn(keyOf(episode), 1));
      return manner === 'long' ? (text || '7 ').repeat(LONG_TEXT).slice(0, LONG_TEXT) : text;
    });
  }
  for (const [place, { episode, role }] of speakers.entries()) episode.messages.push({ role, text: at(texts, place), turn });
}

/** Asks what is asked after a step: the pay of single messages, and the state as text. */
async function aroundTurn(
  { host, info, onCall }: Playing,
  running: readonly Running[],
  { turn, manner }: { turn: number; manner: Manner },
  results: readonly StepResult[],
  roles: readonly string[],
): Promise<void> {
  if (info.hooks.stepReward) {
    const rated = running.map(({ state, messages }, place) => ({
      state,
      messages: [...messages],
      // As a run has it: the mean over the team, silent members included.
      teamReward: teamReward(at(results, place).reward, roles),
    }));
    const paid = await located(
      (some) => host.stepReward(some),
      rated,
      (place) => ({ start: at(running, place).start, turn, manner }),
    );
    for (const [place, { start }] of running.entries())
      onCall?.({ start, manner, turn, hook: 'stepReward', request: at(rated, place), result: at(paid, place) });
  }
  if (info.hooks.render) {
    for (const { start, state } of running) {
      const [result = ''] = await located(
        async () => [await host.render(state)],
        [state],
        () => ({ start, turn, manner }),
      );
      onCall?.({ start, manner, turn, hook: 'render', request: state, result });
    }
  }
}

async function between(
  { host, onCall }: Playing,
  running: readonly Running[],
  { turn, manner }: { turn: number; manner: Manner },
): Promise<void> {
  const asked = running.map(({ state, messages }) => ({ state, messages: [...messages] }));
  const texts = await located(
    (some) => host.transition(some),
    asked,
    (place) => ({ start: at(running, place).start, turn, manner }),
  );
  for (const [place, { start }] of running.entries())
    onCall?.({ start, manner, turn, hook: 'transition', request: at(asked, place), result: at(texts, place) });
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`the environment host lost the answer to request ${place}`);
  return found;
}
