/** Whoever plays an episode asks the environment the same, in the same order, and ends it in the same turn. */
import { describe, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { type Call } from '../../../headless/envHost/protocol.ts';
import { Episodes } from '../../../headless/envHost/episodes.ts';
import { FaultError } from '../../../src/core/faults.ts';
import type { ProblemLine } from '../../../src/core/formats/exports/verifiers/input.ts';
import type { ChosenGraph, EnvironmentHost, EnvironmentInfo, SpokenMessage, StepResult } from '../../../src/core/environment/contract.ts';
import { playEpisodes as playForChecks, teamSpeakers } from '../../../src/core/trial/episodes.ts';
import { resetRequest, type Start } from '../../../src/core/environment/start.ts';
import { beginEpisode, sayNext } from '../../../src/core/trial/stepping.ts';
import { previewPrompts } from '../../../src/core/episode/preview.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { dryRun } from '../../../src/session/play/dryRun.ts';
import { rollOut } from '../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { openEpisodes, playEpisodes as playGivenWords } from '../../../src/session/warmStart/play.ts';
import { stageOf } from '../../../src/session/warmStart/source.ts';

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;
const START: Start = { seed: 4, split: 'train', index: 0 };

/** Says what happens in which turn, from 0. */
interface World {
  readonly horizon: number;
  readonly ends?: Partial<Pick<StepResult, 'terminated' | 'truncated'>> & { readonly turn: number };
  readonly paysMessages?: boolean;
  /** First turn in which anybody is on duty. */
  readonly from?: number;
  /** What everybody says where words are made up; nothing where it is left out. */
  readonly says?: string;
  /** What ends the episode when the solver says it. */
  readonly stops?: string;
  /** The graphs that the environment chooses, by turn. */
  readonly graphs?: readonly (ChosenGraph | null)[];
}

const sourceOf = ({ ends, paysMessages, says, graphs }: World) => `export default {
  name: 'scripted', description: '',
  reset() { return { state: 0, observation: 'begin' }; },
  step({ state }) {
    const ends = ${JSON.stringify(ends ?? null)};
    const { terminated = false, truncated = false } = ends && ends.turn === state ? ends : {};
    return { state: state + 1, observation: 'turn ' + (state + 1), reward: state, terminated, truncated };
  },
  transition({ state }) { return 'after ' + state; },
  ${paysMessages ? 'stepReward({ position }) { return position; },' : ''}
  ${says === undefined ? '' : `demonstrate() { return ${JSON.stringify(says)}; },`}
  ${graphs ? `dependencies({ state }) { return ${JSON.stringify(graphs)}[state] ?? null; },` : ''}
};`;

function documentOf(world: World): ProjectDocument {
  const agents = ['planner', 'solver'].map((role) => ({
    role,
    prompt: 'Speak.',
    speaks: { from: world.from ?? 0, every: 1 },
    stops: role === 'solver' ? (world.stops ?? '') : '',
    sampling: { maxNewTokens: 12 },
  }));
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'scripted',
    team: { base: 'micro', agents, edges: [{ from: 'planner', to: 'solver' }] },
    environment: { source: sourceOf(world) },
    training: { horizon: world.horizon, seed: START.seed, episodes: 1, credit: { strategy: world.paysMessages ? 'per_step' : 'equal' } },
  });
}

/** What a hook was asked: the state it was shown, and what had been said. */
type Asked = readonly [hook: string, state: unknown, messages: readonly SpokenMessage[]];

interface Stage {
  readonly world: World;
  /** How many requests each call had. */
  readonly calls: (readonly [hook: string, requests: number])[];
  readonly document: ProjectDocument;
  readonly host: EnvironmentHost;
  readonly info: EnvironmentInfo;
}

/** A sandbox that writes down what it is asked. */
async function stageOfWorld(world: World): Promise<Stage & { asked: Asked[] }> {
  const document = documentOf(world);
  const sandbox = createSandbox();
  const info = await sandbox.load(document.environment.source);
  const asked: Asked[] = [];
  const calls: Stage['calls'] = [];
  const host = new Proxy(sandbox, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const own = member.bind(target) as (requests: unknown) => unknown;
      if (name !== 'step' && name !== 'transition' && name !== 'stepReward') return own;
      return (requests: readonly { state: unknown; messages: readonly SpokenMessage[] }[]) => {
        calls.push([name, requests.length]);
        for (const { state, messages } of requests) asked.push([name, state, [...messages]]);
        return own(requests);
      };
    },
  });
  return { world, document, host, info, asked, calls };
}

/** Says nothing but the closing token. */
const silent = {
  submit: async () => ({ responseIds: [promptTokens.end], logprobs: [-1], entropies: [1], finishReason: 'stop' as const }),
  use: async () => ({}) as never,
  dispose: () => {},
};

/** Says what the world lets everybody say. */
const speaking = ({ says = '' }: World) => {
  const responseIds = [...promptTokens.encode(says), promptTokens.end];
  const ones = responseIds.map(() => 1);
  return {
    ...silent,
    submit: async () => ({ responseIds, logprobs: ones.map((one) => -one), entropies: ones, finishReason: 'stop' as const }),
  };
};

type Ending = 'terminated' | 'truncated' | 'horizon';
const endingOfRecord = ({ terminated }: Pick<EpisodeRecord, 'terminated'>): Ending => (terminated ? 'terminated' : 'truncated');

async function rolledOut({ world, document, host }: Stage, evaluation: boolean): Promise<Ending> {
  const voice = { base: micro, generator: speaking(world), slot: 0, version: 0 };
  const plan = { iteration: 0, episode: 0, split: 'train' as const, problemIndex: 0, group: 0 };
  const [episode] = await rollOut({ document, voices: [voice, voice], environment: host }, [plan], { evaluation });
  return endingOfRecord(episode!.record());
}

/** Each plays one episode in which everybody says what the world lets them, and gives how it ended, as far as it keeps that. */
const CALLERS: Readonly<Record<string, (stage: Stage) => Promise<Ending | null>>> = {
  'a training rollout': (stage) => rolledOut(stage, false),
  'an evaluation': (stage) => rolledOut(stage, true),
  async 'a replay'({ world, document, host }) {
    const voice = { base: micro, generator: silent, slot: 0, version: 0 };
    const plan = { iteration: 0, episode: 0, split: 'train' as const, problemIndex: 0, group: 0 };
    const replay = { branch: 1, given: Array<string>(20).fill(world.says ?? '') };
    const [episode] = await rollOut({ document, voices: [voice, voice], environment: host }, [{ ...plan, replay }]);
    return endingOfRecord(episode!.record());
  },
  async 'other people’s models'({ world, document, host }) {
    const episodes = new Episodes(document, [{ split: 'train', index: 0 } as ProblemLine], host);
    let standing = await episodes.answer({ do: 'open', split: 'train', index: 0, iteration: 0, episode: 0 } as Call);
    while (standing && !standing.end) {
      const said = standing.asks.map(({ index }) => ({ index, text: world.says ?? '', finish: 'stop' as const }));
      standing = await episodes.answer({ do: 'say', episode: standing.episode, said } as Call);
    }
    return standing?.end?.terminated ? 'terminated' : 'truncated';
  },
  async 'a warm start'({ world, document, host }) {
    const stage = stageOf(document, () => promptTokens);
    const [first] = await host.reset([resetRequest(START)]);
    const episodes = openEpisodes(stage, [{ iteration: 0, episode: 0, seed: START.seed, problemIndex: 0, first: first! }]);
    await playGivenWords(stage, host, episodes, async (asked) => asked.map(() => world.says ?? ''));
    return endingOfRecord(episodes[0]!.record());
  },
  async 'a dry run'({ world, document, host }) {
    const { messages, open } = await dryRun(document, [micro], host, 'most');
    const { horizon } = document.training;
    const silentTurns = document.team.agents[0]!.speaks.from;
    if (!world.graphs) expect(messages, 'it goes on to the horizon without asking').toHaveLength(2 * (horizon - silentTurns));
    return open.length > 0 ? 'truncated' : 'terminated';
  },
  async 'the preview of a prompt'({ document: { team, training }, host, info }) {
    const { horizon, compat } = training;
    await previewPrompts({ team, horizon, compat, tokensOf: () => promptTokens, host, info, start: START, recorded: null }, 0);
    return null;
  },
  async 'the bench'({ world, document: { team, training }, host, info }) {
    const bench = { host, info, team, horizon: training.horizon, start: START };
    let moment = await beginEpisode(bench);
    while (moment.next !== null) moment = await sayNext(bench, moment, world.says ?? '');
    return moment.ending;
  },
  async 'the checks of an environment'({ world, document: { team, training }, host, info }) {
    const playing = { host, info, speakers: teamSpeakers(team), horizon: training.horizon };
    const [played] = await playForChecks(playing, [START], world.says === undefined ? 'empty' : 'demonstrate');
    return played!.ended;
  },
};
/** They tell who cut an episode off. */
const TELLS_HORIZON = ['the bench', 'the checks of an environment'];

const said = (turns: number, from = 0): SpokenMessage[] =>
  Array.from({ length: turns - from }, (_, index) => ['planner', 'solver'].map((role) => ({ role, text: '', turn: index + from }))).flat();

const CASES: readonly (readonly [string, World, Ending, readonly Asked[]])[] = [
  [
    'terminated by the environment',
    { horizon: 4, ends: { turn: 1, terminated: true } },
    'terminated',
    [
      ['step', 0, said(1)],
      ['transition', 1, said(1)],
      ['step', 1, said(2)],
    ],
  ],
  [
    'truncated by the environment',
    { horizon: 4, ends: { turn: 1, truncated: true } },
    'truncated',
    [
      ['step', 0, said(1)],
      ['transition', 1, said(1)],
      ['step', 1, said(2)],
      ['transition', 2, said(2)],
    ],
  ],
  [
    'both at once, which is an end',
    { horizon: 4, ends: { turn: 0, terminated: true, truncated: true } },
    'terminated',
    [['step', 0, said(1)]],
  ],
  [
    'cut off at the horizon',
    { horizon: 2 },
    'horizon',
    [
      ['step', 0, said(1)],
      ['transition', 1, said(1)],
      ['step', 1, said(2)],
      ['transition', 2, said(2)],
    ],
  ],
  ['terminated in the last turn of the horizon', { horizon: 1, ends: { turn: 0, terminated: true } }, 'terminated', [['step', 0, said(1)]]],
  [
    'with a first turn in which nobody speaks',
    { horizon: 2, from: 1 },
    'horizon',
    [
      ['step', 0, []],
      ['transition', 1, []],
      ['step', 1, said(2, 1)],
      ['transition', 2, said(2, 1)],
    ],
  ],
];

describe.each(CASES)('an episode %s', (_, world, ending, expected) => {
  it.each(Object.entries(CALLERS))('is played the same by %s', async (caller, play) => {
    const stage = await stageOfWorld(world);
    const found = await play(stage);
    expect(stage.asked).toEqual(expected);
    if (found !== null) expect(found).toBe(ending === 'horizon' && !TELLS_HORIZON.includes(caller) ? 'truncated' : ending);
  });
});

/** All but the dry run, which asks for the most that there may be: its agents say nothing, and so nobody stops. */
const SPEAKERS = Object.entries(CALLERS).filter(([caller]) => caller !== 'a dry run');

describe('an episode that an agent ends', () => {
  const messages = (turns: number) => said(turns).map((message) => ({ ...message, text: 'enough now' }));

  it.each(SPEAKERS)('is over behind that turn for %s, and nobody asks what comes after', async (_, play) => {
    const stage = await stageOfWorld({ horizon: 4, says: 'enough now', stops: 'enough' });
    const found = await play(stage);
    expect(stage.asked).toEqual([['step', 0, messages(1)]]);
    if (found !== null) expect(found).toBe('terminated');
  });

  it.each(SPEAKERS)('goes on for %s while the word is not said', async (_, play) => {
    const stage = await stageOfWorld({ horizon: 2, says: 'enough now', stops: 'done' });
    await play(stage);
    expect(stage.asked.map(([hook]) => hook)).toEqual(['step', 'transition', 'step', 'transition']);
  });
});

describe('an environment that chooses the graph of a turn', () => {
  const graphs: World['graphs'] = [
    { edges: [{ from: 'solver', to: 'planner' }] },
    { edges: [], speaks: ['planner'] },
    null,
    { edges: [], speaks: ['solver'] },
  ];
  const order = ['solver', 'planner', 'planner', 'planner', 'solver', 'solver'];
  const turns = [0, 0, 1, 2, 2, 3];

  it.each(Object.entries(CALLERS))('is followed by %s', async (_, play) => {
    const stage = await stageOfWorld({ horizon: 4, graphs });
    await play(stage);
    const last = stage.asked.filter(([hook]) => hook === 'step').at(-1)?.[2];
    expect(last).toEqual(order.map((role, index) => ({ role, turn: turns[index], text: '' })));
  });

  it('is recorded with the episode, and says who heard whom', async () => {
    const { document, host } = await stageOfWorld({ horizon: 4, graphs });
    const voice = { base: micro, generator: silent, slot: 0, version: 0 };
    const plan = { iteration: 0, episode: 0, split: 'train' as const, problemIndex: 0, group: 0 };
    const own = { ...document, team: { ...document.team, history: 'own' as const } };
    const [episode] = await rollOut({ document: own, voices: [voice, voice], environment: host }, [plan]);
    const record = episode!.record();
    expect(record.dependencies).toEqual(graphs);
    // The planner hears the solver in the first turn, and the solver the planner in the third, in which the team's own graph holds.
    expect(record.messages.map(({ sees }) => sees)).toEqual([[], [0], [1], [1, 2], [0, 3], [0, 4]]);
  });

  it.each(Object.entries(CALLERS))('that the team cannot play is refused by %s', async (_, play) => {
    const stage = await stageOfWorld({ horizon: 2, graphs: [null, { edges: [], speaks: ['critic'] }] });
    const failure: unknown = await play(stage).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FaultError);
    expect((failure as FaultError).fault).toMatchObject({ code: 'E_ENV_DEPENDENCIES', params: { turn: 1 } });
  });
});

const PAYING = ['a training rollout', 'the bench', 'the checks of an environment'] as const;

describe.each(PAYING)('%s', (caller) => {
  it('has the messages of a turn paid last, and nobody paid for a turn in which nobody spoke', async () => {
    const stage = await stageOfWorld({ horizon: 3, from: 1, paysMessages: true });
    await CALLERS[caller]!(stage);
    expect(stage.asked).toEqual([
      ['step', 0, []],
      ['transition', 1, []],
      ['step', 1, said(2, 1)],
      ['transition', 2, said(2, 1)],
      ['stepReward', 2, said(2, 1)],
      ['step', 2, said(3, 1)],
      ['transition', 3, said(3, 1)],
      ['stepReward', 3, said(3, 1)],
    ]);
  });
});

it('pays each message of the turns that were spoken in, where one was not', async () => {
  const { document, host } = await stageOfWorld({ horizon: 3, from: 1, paysMessages: true });
  const voice = { base: micro, generator: silent, slot: 0, version: 0 };
  const plans = [0, 1].map((episode) => ({ iteration: 0, episode, split: 'train' as const, problemIndex: 0, group: 0 }));
  const rolled = await rollOut({ document, voices: [voice, voice], environment: host }, plans);
  for (const episode of rolled) expect(episode.record().step_rewards).toEqual([0, 1, 2, 3]);
});

describe('episodes side by side', () => {
  const COUNT = 5;
  const MANY: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
    'a training rollout': ({ document, host }) => {
      const voice = { base: micro, generator: silent, slot: 0, version: 0 };
      const plans = Array.from({ length: COUNT }, (_, episode) => ({
        iteration: 0,
        episode,
        split: 'train' as const,
        problemIndex: 0,
        group: 0,
      }));
      return rollOut({ document, voices: [voice, voice], environment: host }, plans);
    },
    'a warm start': async ({ document, host }) => {
      const stage = stageOf(document, () => promptTokens);
      const firsts = await host.reset(Array<Start>(COUNT).fill(START).map(resetRequest));
      const starts = firsts.map((first, episode) => ({ iteration: 0, episode, seed: START.seed, problemIndex: 0, first }));
      const rounds: number[] = [];
      await playGivenWords(stage, host, openEpisodes(stage, starts), async (asked) => {
        rounds.push(asked.length);
        return asked.map(() => '');
      });
      expect(rounds, 'who is to speak is asked together too').toEqual(Array(4).fill(COUNT));
    },
    'a dry run': ({ document, host }) =>
      dryRun({ ...document, training: { ...document.training, episodes: COUNT } }, [micro], host, 'typical'),
    'the checks of an environment': ({ document: { team }, host, info }) =>
      playForChecks({ host, info, speakers: teamSpeakers(team), horizon: 2 }, Array<Start>(COUNT).fill(START), 'random'),
  };

  it.each(Object.entries(MANY))('are asked in one call by %s', async (_, play) => {
    const stage = await stageOfWorld({ horizon: 2 });
    await play(stage);
    expect(stage.calls).toEqual([
      ['step', COUNT],
      ['transition', COUNT],
      ['step', COUNT],
      ['transition', COUNT],
    ]);
  });
});
