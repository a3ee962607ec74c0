/** What a person brings for an imported run: found in the environment, kept, checked, refused; and what is said of it. */
import { describe, expect, it } from 'vitest';
import { attachData } from '../../../../../src/core/dataset/attach.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { documentSchema, type ProjectDocument } from '../../../../../src/core/document/schema.ts';
import type { LabQuestion } from '../../../../../src/core/counterfactual/questions.ts';
import type { Retold, Retelling } from '../../../../../src/core/counterfactual/retelling.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { adapterFolders, adaptersOf, usualFolders } from '../../../../../src/core/formats/imports/playOn/adapters.ts';
import { problemOf } from '../../../../../src/core/formats/imports/playOn/match.ts';
import type { PlayOn } from '../../../../../src/core/formats/imports/playOn/playOn.ts';
import { importedProject } from '../../../../../src/core/formats/imports/run/project.ts';
import type { Files } from '../../../../../src/core/formats/files.ts';
import { environmentSource } from '../../../../../src/environments/source.node.ts';
import { createBringStore, EMPTY_FORM } from '../../../../../src/page/features/playOn/createBring.ts';
import { createRetoldStore, toldOf } from '../../../../../src/page/features/playOn/createRetold.ts';
import { fitSentences, statementOf } from '../../../../../src/page/features/playOn/sentences.ts';
import type { LabFault, LabState } from '../../../../../src/page/state/lab/types.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import type { RunSet } from '../../../../../src/page/state/runs/types.ts';
import { createSandbox } from '../../../../../src/session/sandbox/node.ts';
import { ownEpisodes } from '../../../../unit/core/formats/imports/ownEpisodes.ts';

/** A grader of answers over the rows of a file. */
const ROWS = Array.from({ length: 12 }, (_, n) => ({ problem: `What is ${n} + ${n}?`, answer: String(2 * n) }));
const DATASET = {
  ...{ name: 'sums.jsonl', digest: 'a'.repeat(64), rows: ROWS.length, columns: {} },
  ...{ split: { column: '', test: 0.25 }, sample: 0, seed: 0 },
};
const micro = PRESETS.micro.project({ source: environmentSource('dataset-math'), file: 'dataset-math.env.ts' });
const project: ProjectDocument = documentSchema.parse({ ...micro, environment: { ...micro.environment, dataset: DATASET } });

const cast = { agents: ['planner', 'solver'].map((role) => ({ role, key: role, label: '', prompt: '', foundBy: 'name' as const })) };
const [own] = ownEpisodes();
const asking = (episode: number, problem: string): EpisodeRecord => ({ ...own!, iteration: 1, episode, problem });
const EPISODES = [asking(0, 'What is 3 + 3?'), asking(1, 'What is 11 + 11?'), asking(2, 'Who was it?')];
const run: RunSet = { ...newRun('run', importedProject('theirs', cast, [], 1), {}), origin: 'kept', stored: [1] };

const retold = (record: EpisodeRecord, reward = record.reward): Retold => ({
  ...{ record, obstacle: null, reward, prompts: 4, samePrompts: 4, encoded: 0 },
});

function setUp(answer: (asked: readonly EpisodeRecord[]) => Retelling | null, more: { rows?: null; faults?: LabFault[] } = {}) {
  const kept: { playOn: PlayOn | null; adapters: Files | 'same' | null }[] = [];
  const asked: LabQuestion[] = [];
  let present = run;
  const lab = {
    faults: more.faults ?? [],
    versions: async () => [present.playOn?.adapters?.after ?? 0],
    ask: async (_by: unknown, _team: unknown, question: LabQuestion) => {
      asked.push(question);
      return question.kind === 'retell' ? answer(question.episodes.map(({ episode }) => episode)) : null;
    },
  } as Pick<LabState, 'ask' | 'versions' | 'faults'>;
  const store = createBringStore({
    run: async () => present,
    project: async () => project,
    environment: async () => ({ host: createSandbox(), close: () => undefined }),
    data: async (dataset) => (more.rows === null ? null : attachData(ROWS, dataset)),
    episodes: async function* () {
      yield { episodes: EPISODES };
    },
    keep: async (_id, playOn, adapters) => {
      kept.push({ playOn, adapters });
      present = { ...run, playOn };
    },
    lab: () => lab,
  });
  store.getState().set({ project: 'open', speaks: 'none' });
  return { store, kept, asked, lab };
}

describe('bringing a base, adapters and a grader over data rows', () => {
  it('finds the rows by their words, keeps them, then looks whether the recorded rewards come', async () => {
    const { store, kept, asked } = setUp((episodes) => ({ episodes: episodes.map((episode) => retold(episode)), logprobs: null }));
    await store.getState().bring('run');
    expect(store.getState()).toMatchObject({ fault: null, busy: null });
    const [first, checked] = kept;
    expect(first!.adapters).toBeNull();
    expect(first!.playOn).toMatchObject({ adapters: null, episodes: { matched: 2, of: 3 }, check: null, project: project.name });
    const found = problemOf(EPISODES[1]!, first!.playOn!.problems)!;
    expect(ROWS[found.index]!.problem).toBe('What is 11 + 11?');
    expect(problemOf(EPISODES[2]!, first!.playOn!.problems)).toBeNull();
    expect(asked).toMatchObject([{ kind: 'retell', episodes: [{ episode: EPISODES[0] }, { episode: EPISODES[1], index: found.index }] }]);
    expect(checked).toMatchObject({ adapters: 'same', playOn: { check: { of: 2, told: 2, rewarded: 2, same: 2 } } });
    // The same project goes on: what was told with it stays known.
    expect(checked!.playOn!.document).toBe(first!.playOn!.document);
    await store.getState().remove('run');
    expect(kept.at(-1)).toEqual({ playOn: null, adapters: null });
  });

  it('takes no project for granted: where none is chosen nothing is brought', async () => {
    const { store, kept } = setUp(() => null);
    store.getState().set({ ...EMPTY_FORM, speaks: 'none' });
    await store.getState().bring('run');
    expect([kept, store.getState().busy, EMPTY_FORM.project]).toEqual([[], null, null]);
  });

  it('keeps nothing where no problem is known or the rows are not here, and says what to do', async () => {
    const nothing = setUp(() => null);
    const other = createBringStore({
      run: async () => run,
      project: async () => project,
      environment: async () => ({ host: createSandbox(), close: () => undefined }),
      data: async (dataset) => attachData(ROWS, dataset),
      episodes: async function* () {
        yield { episodes: [EPISODES[2]!] };
      },
      keep: async () => expect.unreachable(),
      lab: () => nothing.lab,
    });
    other.getState().set({ project: 'open' });
    await other.getState().bring('run');
    expect(other.getState().fault?.fault).toMatchObject({ code: 'E_PLAY_ON_NOTHING' });
    expect(other.getState().fault?.fault.message).toBe(
      'None of the 12 problems of this environment reads as that of any episode of the run (1 episode).',
    );
    const { store, kept } = setUp(() => null, { rows: null });
    await store.getState().bring('run');
    expect(store.getState().fault?.fault).toMatchObject({ code: 'E_PLAY_ON_DATA' });
    expect(store.getState().fault?.fault.message).toContain('“sums.jsonl”');
    expect(kept).toEqual([]);
  });

  it('keeps nothing of what was stopped', async () => {
    const { store, kept } = setUp(() => null);
    let phases = 0;
    store.subscribe(({ busy }) => {
      if (busy?.doing.what !== 'matching') return;
      phases += 1;
      store.getState().stop();
    });
    await store.getState().bring('run');
    expect([kept, phases, store.getState().fault, store.getState().busy]).toEqual([[], 1, null, null]);
  });

  it('stays unchecked where the lab does not answer, with the lab’s reason', async () => {
    const fault = { code: 'E_MODEL_FETCH', message: 'The base is not here.' } as const;
    const { store, kept } = setUp(() => null, { faults: [{ by: { view: 'playOn', runId: 'run' }, fault }] });
    await store.getState().bring('run');
    expect(kept).toHaveLength(1);
    expect(kept[0]!.playOn!.check).toBeNull();
    expect(store.getState().fault?.fault).toEqual(fault);
  });

  it('takes the adapters of folders that are called as agents, or one for all', () => {
    const bytes = Uint8Array.of(1);
    const of = (folder: string): Files => ({ [`${folder}adapter_config.json`]: bytes, [`${folder}adapter_model.safetensors`]: bytes });
    const two = { ...of('lora/solver/'), ...of('lora/planner/'), 'lora/optimizer.pt': bytes };
    expect(adapterFolders(two)).toEqual(['lora/planner', 'lora/solver']);
    const whose = usualFolders(adapterFolders(two), ['planner', 'solver', 'judge']);
    expect(whose).toEqual({ planner: 'lora/planner', solver: 'lora/solver', judge: null });
    expect(Object.keys(adaptersOf(two, whose))).toEqual(
      ['planner', 'solver'].flatMap((role) => [`${role}/adapter_config.json`, `${role}/adapter_model.safetensors`]),
    );
    expect(usualFolders(adapterFolders(of('')), ['planner', 'solver'])).toEqual({ planner: '', solver: '' });
    expect(Object.keys(adaptersOf(of(''), { solver: '', planner: null }))).toEqual([
      'solver/adapter_config.json',
      'solver/adapter_model.safetensors',
    ]);
    expect(adapterFolders({ 'model.safetensors': bytes })).toEqual([]);
  });
});

describe('episodes that are told again', () => {
  it('are asked for once for what was brought, and anew for something else', async () => {
    const { store, kept } = setUp((episodes) => ({ episodes: episodes.map((episode) => retold(episode)), logprobs: null }));
    await store.getState().bring('run');
    const playOn = kept.at(-1)!.playOn!;
    let asked = 0;
    const retolds = createRetoldStore({
      getState: () => ({
        versions: async () => [0],
        ask: (async (_by: unknown, _team: unknown, question: LabQuestion) => {
          asked += 1;
          return question.kind === 'retell'
            ? {
                episodes: question.episodes.map(({ episode }) => ({ ...retold(episode), record: null, obstacle: 'ended' })),
                logprobs: null,
              }
            : null;
        }) as LabState['ask'],
      }),
    });
    await retolds.getState().tell('run', playOn, EPISODES);
    await retolds.getState().tell('run', playOn, EPISODES);
    expect(asked).toBe(1);
    expect(toldOf(retolds.getState(), 'run', playOn, EPISODES[0]!)).toMatchObject({ record: null, obstacle: 'ended' });
    // No problem of the environment's: it is not asked about.
    expect(toldOf(retolds.getState(), 'run', playOn, EPISODES[2]!)).toBeUndefined();
    const other = { ...playOn, document: { ...playOn.document } };
    expect(toldOf(retolds.getState(), 'run', other, EPISODES[0]!)).toBeUndefined();
    expect(toldOf(retolds.getState(), 'another', playOn, EPISODES[0]!)).toBeUndefined();
  });
});

describe('what is said of it', () => {
  const playOn: PlayOn = {
    ...{ version: 1, document: project, project: 'Sums', team: 'project', adapters: null, problems: {}, episodes: { matched: 2, of: 3 } },
    check: {
      ...{ of: 4, told: 3, obstacles: { ended: 1 }, rewarded: 3, same: 2, prompts: 6, samePrompts: 6, messages: 6, encoded: 6 },
      logprobs: { messages: 2, tokens: 9, difference: 0.0125 },
    },
  };
  const said = (more: Partial<PlayOn>) => fitSentences({ ...playOn, ...more });
  const warned = (more: Partial<PlayOn>) => said(more).flatMap(({ text, warns }) => (warns ? [text] : []));

  it('names all that played, the base without adapters too', () => {
    expect(statementOf(playOn)).toBe(
      'Replays use: environment dataset-math.env.ts of the project “Sums”; base micro; without adapters: every agent is played by its base alone, as was chosen; prompts put together as the project’s team does.',
    );
    const adapters = { after: 40, from: 'lora', roles: ['solver'], trainedOn: ['/models/micro/'] };
    expect(statementOf({ ...playOn, adapters, team: 'files' })).toContain(
      'adapters of “lora” after iteration 40 (solver); planner by the base without adapters; the team as the run’s files tell it.',
    );
    expect(warned({ adapters, check: null })).toEqual([]);
    expect(warned({ adapters: { ...adapters, trainedOn: ['Qwen/Qwen3-0.6B'] }, check: null })).toEqual([
      expect.stringContaining('The adapters call their base Qwen3-0.6B'),
    ]);
  });

  it('warns below 100 %, and says what is unknown', () => {
    expect(warned({})).toEqual([
      '3 of 4 that were looked at can be replayed as they were recorded.',
      '1 episode cannot: the environment ends it before its last message.',
      expect.stringContaining('The environment gives the recorded reward in 2 of 3 episodes. So it is not quite the environment'),
    ]);
    expect(said({}).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('by 0.0125 nats a token on average (2 messages, 9 tokens)'),
    );
    const { check } = playOn;
    const unknown = said({ check: { ...check!, obstacles: {}, of: 3, rewarded: 0, same: 0, prompts: 0, samePrompts: 0, logprobs: null } });
    expect(unknown.filter(({ warns }) => warns)).toEqual([]);
    expect(unknown.filter(({ text }) => text.includes('unknown'))).toHaveLength(3);
    expect(said({ check: null }).at(-1)!.text).toBe('Whether this fits the run was not looked at yet.');
  });
});

it('code that may not run is refused by its own fault', async () => {
  const { lab } = setUp(() => null);
  const held = new FaultError({ code: 'E_ENV_CONSENT', message: 'held back' });
  const store = createBringStore({
    run: async () => run,
    project: async () => project,
    environment: async () => Promise.reject(held),
    data: async (dataset) => attachData(ROWS, dataset),
    episodes: async function* () {
      yield { episodes: EPISODES };
    },
    keep: async () => expect.unreachable(),
    lab: () => lab,
  });
  store.getState().set({ project: 'open' });
  await store.getState().bring('run');
  expect(store.getState().fault).toEqual({ runId: 'run', fault: held.fault });
});
