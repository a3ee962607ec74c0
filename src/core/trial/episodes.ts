/**
 * Plays episodes without a team: texts come from somewhere simple, such as the environment's own demonstrations or chance.
 * For checking an environment; every call is kept, so that it can be asked again.
 */
import { at, look } from '../at.ts';
import type { TeamSettings } from '../document/schema.ts';
import { orchestrationOf } from '../episode/orchestration.ts';
import { checkObservation, checkReward } from '../episode/perRole.ts';
import { allOrFirstFailure, endTurns, playEpisode, type SpokenTurn, together } from '../episode/play.ts';
import { FaultError, type Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { bitsAt, foldIn, keyFor, STREAMS } from '../random/streams.ts';
import { checkChosen } from '../team/chosen.ts';
import { presentTeam } from '../team/presentation.ts';
import { stops } from '../team/stopping.ts';
import type {
  DemonstrateRequest,
  EnvironmentHost,
  EnvironmentInfo,
  ResetRequest,
  ResetResult,
  SpokenMessage,
  StepRequest,
  StepResult,
  StepRewardRequest,
  ToolRequest,
} from '../environment/contract.ts';
import { environmentKey, resetRequest, type Start } from '../environment/start.ts';
import { trialText } from '../../words/words.ts';
import { opened, type TeamSpeakers, TextEpisode, type TextEpisodeSoFar } from './textEpisode.ts';

/** Who speaks: the same roles in every turn (from 0), in speaking order; those of each turn; or whoever a team says. */
export type Speakers = readonly string[] | ((turn: number) => readonly string[]) | TeamSpeakers;

/** The speakers of a team, those that an orchestrator calls included. */
export function teamSpeakers(team: TeamSettings): TeamSpeakers {
  const orchestration = orchestrationOf(team, presentTeam(team, []), 'branches');
  const roles = team.agents.map(({ role }) => role);
  return {
    roles,
    check: (turn, chosen) => checkChosen(team, turn, chosen),
    next(turn, messages, chosen) {
      const said = messages.map(({ role, text }) => ({ agent: roles.indexOf(role), text }));
      const slot = orchestration.open(turn, chosen)[said.length] ?? orchestration.follow(turn, said, chosen)[0];
      return slot ? (roles[slot.agent] ?? null) : null;
    },
    stops: ({ role, text }) => stops(team.agents[roles.indexOf(role)], text),
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

/** `demonstrate` and `mistake` ask the environment, the others are made up: nothing, anything, very long. */
export type Manner = 'demonstrate' | 'mistake' | 'random' | 'empty' | 'long';

/** One call of a hook with what it gave, `turn` from 0; `reset` belongs to turn 0. */
export type Call = { readonly start: Start; readonly manner: Manner; readonly turn: number } & (
  | { readonly hook: 'reset'; readonly request: ResetRequest; readonly result: ResetResult }
  | { readonly hook: 'step'; readonly request: StepRequest; readonly result: StepResult }
  | { readonly hook: 'transition'; readonly request: Pick<StepRequest, 'state' | 'messages'>; readonly result: string }
  | { readonly hook: 'stepReward'; readonly request: StepRewardRequest; readonly result: number[] }
  | { readonly hook: 'demonstrate' | 'mistake'; readonly request: DemonstrateRequest; readonly result: string }
  | { readonly hook: 'tool'; readonly request: ToolRequest; readonly result: string | null }
  | { readonly hook: 'render' | 'privileged'; readonly request: Json; readonly result: string }
);

/** A played episode. */
export interface Played {
  readonly start: Start;
  readonly manner: Manner;
  /** Sum over the turns of what the team was paid (the mean over the roles where each was paid). */
  readonly reward: number;
  readonly turns: number;
  readonly ended: NonNullable<TextEpisodeSoFar['ending']>;
}

/** Characters of a very long text: more than an agent says in one message. */
const LONG_TEXT = 4_000;

/** Characters of a call that a tool is tried with. */
const LONGEST_CALL = 200;

/** What people and agents write, and what trips up code that reads it. */
const PIECES = ['0', '7', '-3', '=', '+', '*', '/', '.', ' ', ',', '\n', 'a', 'the answer is ', 'yes', '{', '}', '[', '"', '\\', '$'];
const TRAPS = ['NaN', 'Infinity', '1e999', '-0', '__proto__', 'constructor', '9'.repeat(400), '\u{1F600}', '\u0000', 'null', '1/0'];

/** Any text, among them such as trip up code that reads it. */
function hostileText(key: readonly [number, number]): string {
  const [length, trap] = bitsAt(key, 0);
  const pieces = Array.from({ length: length % 24 }, (_, i) => PIECES[bitsAt(key, i + 1)[0] % PIECES.length] ?? '');
  return (trap % 3 === 0 ? (TRAPS[trap % TRAPS.length] ?? '') : '') + pieces.join('');
}

/** Whose call it was. */
type Asked = Pick<Call, 'start' | 'turn' | 'manner'>;

type Spoken = Pick<StepRequest, 'messages'>;

/** Asks for a batch; when that fails, one by one, so that the fault can say whose request it was. */
async function located<Request, Result>(
  ask: (requests: readonly Request[]) => Promise<Result[]>,
  requests: readonly Request[],
  whose: (index: number) => Asked,
): Promise<Result[]> {
  if (requests.length === 0) return [];
  try {
    return await ask(requests);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    for (const [index, request] of requests.entries()) {
      try {
        await ask([request]);
      } catch (own) {
        if (!(own instanceof FaultError)) throw own;
        throw new FaultError(saysWhose(own.fault, whose(index)));
      }
    }
    // Only the whole batch fails: what one request leaves behind hurts another.
    throw error;
  }
}

/** The fault, saying whose call it was. */
export function saysWhose(fault: Fault, { start: { seed, split, index }, turn, manner }: Asked): Fault {
  const call = { seed, split, index, turn, manner };
  return { ...fault, params: { ...fault.params, call }, message: trialText.whose(fault.message, call) };
}

/** Throws when somebody who is not in the team is paid or shown something, or a reward is no number. */
function checkAddresses(result: ResetResult | StepResult, { roles, check }: TeamSpeakers, asked: Asked): void {
  try {
    check?.('reward' in result ? asked.turn + 1 : asked.turn, result.dependencies);
    if ('reward' in result) checkReward(result.reward, roles);
    checkObservation(result.observation, roles);
  } catch (error) {
    throw error instanceof FaultError ? new FaultError(saysWhose(error.fault, asked)) : error;
  }
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
  const { info, speakers, horizon, onCall } = playing;
  const table = tableOf(speakers, horizon);
  const { roles } = table;
  const requests = starts.map(resetRequest);
  const atStart = (index: number): Asked => ({ start: at(starts, index), turn: 0, manner });
  const begun = await located((asked) => playing.host.reset(asked), requests, atStart);
  begun.forEach((result, index) => onCall?.({ ...atStart(index), hook: 'reset', request: at(requests, index), result }));
  begun.forEach((result, index) => checkAddresses(result, table, atStart(index)));
  const read = async (hook: 'render' | 'privileged', state: Json, asked: Asked): Promise<void> => {
    if (!info.hooks[hook]) return;
    const ask = async () => (hook === 'render' ? [await playing.host.render(state)] : playing.host.privileged([state]));
    const [text = ''] = await located(ask, [state], () => asked);
    onCall?.({ ...asked, hook, request: state, result: text });
  };
  for (const [index, { state }] of begun.entries()) await read('privileged', state, atStart(index));

  // Every request carries the messages it is about, by which it is known whose it is.
  const askedBy = new WeakMap<readonly SpokenMessage[], Asked>();
  const whose = ({ messages }: Spoken): Asked => look(askedBy, messages, 'episode');
  const host = watched(playing, whose);
  const words = together((asked: readonly DemonstrateRequest[]) => wordsOf(host, asked, manner));
  const end = together(async (turns: readonly SpokenTurn[]) => {
    const ends = await endTurns(host, turns, { paid: info.hooks.stepReward ? roles : undefined });
    for (const [index, { result }] of ends.entries()) {
      const asked = whose(at(turns, index).request);
      checkAddresses(result, table, asked);
      await read('render', result.state, asked);
      if (!result.terminated) await read('privileged', result.state, asked);
    }
    return ends;
  });
  const episodes = starts.map((start, number) => {
    const keyOf = (turn: number) => environmentKey({ seed: start.seed, iteration: 0, episode: number }, turn + 1);
    return new TextEpisode(opened(at(begun, number)), table, horizon, keyOf);
  });
  const play = (episode: TextEpisode, number: number): Promise<void> => {
    const start = at(starts, number);
    return playEpisode(episode, {
      async speak(role) {
        const { turn } = episode;
        const messages = episode.messages();
        const index = messages.filter((message) => message.turn === turn).length;
        askedBy.set(messages, { start, turn, manner });
        const randomKey = keyFor(start.seed, STREAMS.demonstration, number, turn, index);
        const { state } = episode.sofar;
        const text = await words({ state, role, messages, randomKey });
        // Between what marks a team will call is not known here: whatever is said is a call, too.
        if (info.hooks.tool)
          await host.tool([{ state, role, call: text.slice(0, LONGEST_CALL), messages, randomKey: foldIn(randomKey, 2) }]);
        episode.deliver(role, text);
      },
      step(spoken) {
        askedBy.set(spoken.request.messages, { start, turn: spoken.turn, manner });
        return end(spoken);
      },
    });
  };
  await allOrFirstFailure(episodes.map(play));
  return episodes.map(({ sofar: { reward, turns, ending } }, number) => {
    if (!ending) throw new Error('an episode was not played to its end');
    return { start: at(starts, number), manner, reward, turns: turns.length, ended: ending };
  });
}

/** The host's hooks that are about messages: each tells of its calls, and whose it was where one fails. */
function watched({ host, info, onCall }: Playing, whose: (request: Spoken) => Asked) {
  const watch =
    <Request extends Spoken, Result>(
      ask: (requests: readonly Request[]) => Promise<Result[]>,
      callOf: (asked: Asked, request: Request, result: Result) => Call,
    ) =>
    async (requests: readonly Request[]): Promise<Result[]> => {
      const results = await located(ask, requests, (index) => whose(at(requests, index)));
      requests.forEach((request, index) => onCall?.(callOf(whose(request), request, at(results, index, 'answer to request'))));
      return results;
    };
  const transition = (requests: Parameters<EnvironmentHost['transition']>[0]) => host.transition(requests);
  return {
    step: watch(
      (requests: readonly StepRequest[]) => host.step(requests),
      (asked, request, result) => ({ ...asked, hook: 'step', request, result }),
    ),
    // Where there is no such hook nobody was asked.
    transition: info.hooks.transition
      ? watch(transition, (asked, request, result) => ({ ...asked, hook: 'transition', request, result }))
      : transition,
    stepReward: watch(
      (requests: readonly StepRewardRequest[]) => host.stepReward(requests),
      (asked, request, result) => ({ ...asked, hook: 'stepReward', request, result }),
    ),
    demonstrate: watch(
      (requests: readonly DemonstrateRequest[]) => host.demonstrate(requests),
      (asked, request, result) => ({ ...asked, hook: 'demonstrate', request, result }),
    ),
    mistake: watch(
      (requests: readonly DemonstrateRequest[]) => host.mistake(requests),
      (asked, request, result) => ({ ...asked, hook: 'mistake', request, result }),
    ),
    tool: watch(
      (requests: readonly ToolRequest[]) => host.tool(requests),
      (asked, request, result) => ({ ...asked, hook: 'tool', request, result }),
    ),
  };
}

/** What agents say in this manner. */
async function wordsOf(
  host: Pick<EnvironmentHost, 'demonstrate' | 'mistake'>,
  asked: readonly DemonstrateRequest[],
  manner: Manner,
): Promise<string[]> {
  if (manner === 'demonstrate' || manner === 'mistake') return host[manner](asked);
  return asked.map(({ randomKey }) => {
    const text = manner === 'empty' ? '' : hostileText(foldIn(randomKey, 1));
    return manner === 'long' ? (text || '7 ').repeat(LONG_TEXT).slice(0, LONG_TEXT) : text;
  });
}
