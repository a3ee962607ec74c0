/** A run that something else trained, written as a folder of ours while it is read. */
import { describe, expect, it } from 'vitest';
import { importInfoOf } from '../../../src/core/formats/imports/run/info.ts';
import { type ImportedEpisode, importedMessage, type ImportedPart } from '../../../src/core/formats/imports/importedRun.ts';
import type { RunReader } from '../../../src/core/formats/imports/reader.ts';
import { FaultError } from '../../../src/core/faults.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import { filesBelow } from '../../../src/runs/fileSystem.ts';
import { surveyRun } from '../../../src/runs/importRun.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { folderOf, libraryOn } from './library/support.ts';

const episode = (known: Partial<ImportedEpisode>): ImportedEpisode => ({
  ...{ step: 1, id: null, group: null, split: 'train', problem: null, reward: null, rewards: {}, skills: {} },
  ...{ terminated: null, truncated: null, messages: [], info: {} },
  ...known,
});

const PLAN = 'First multiply six by twenty-three.';
const ask = (system: string, ...more: { role: string; text: string }[]) => [{ role: 'system', text: system }, ...more];
const duo = (step: number, reward: number | null): ImportedPart => ({
  kind: 'episode',
  episode: episode({
    step,
    group: 'problem 7',
    reward,
    messages: [
      importedMessage({ prompt: ask('You plan.', { role: 'user', text: 'Six bags of 23?' }), text: PLAN, tokens: ['First', ' multiply'] }),
      importedMessage({
        prompt: ask('You solve.', { role: 'user', text: `Six bags of 23? The plan: ${PLAN}` }),
        text: '138',
        logprobs: [-0.5, -0.25],
        advantages: [0.5, 0.5],
      }),
    ],
  }),
});

const reading = (...parts: readonly (ImportedPart | Error)[]): RunReader => ({
  source: 'verl',
  claims: () => true,
  async *read() {
    for (const part of parts) {
      if (part instanceof Error) throw part;
      yield part;
    }
  },
});

const REQUEST = { name: 'step-100', files: [], mapping: null, names: {}, edges: null };

const openLibrary = () => libraryOn(new MemoryFileSystem()).library;

async function imported(reader: RunReader, request = REQUEST) {
  const library = openLibrary();
  await library.importRun('run', reader, request);
  return { library, run: await library.read('run') };
}

describe('importing a run', () => {
  it('keeps what the files say and marks the rest unknown', async () => {
    const { library, run } = await imported(reading(duo(2, 1), duo(2, null), duo(5, 0)));
    expect(run.rollouts).toEqual([2, 5]);
    const [first, second] = (await library.episodes('run', 2)).episodes;
    expect(first).toMatchObject({ reward: 1, seed: Number.NaN, terminated: null, bootstrap: Number.NaN, problem: 'Six bags of 23?' });
    expect(second?.reward).toBeNaN();
    // The same problem at the same step is one group.
    expect(second?.group).toBe(first?.group);
    const [plan, solution] = first?.messages ?? [];
    expect(plan).toMatchObject({ role: 'agent_1', text: PLAN, finish_reason: null, logprobs: [], advantages: [], temperature: Number.NaN });
    expect(solution).toMatchObject({ role: 'agent_2', sees: [0], logprobs: [-0.5, -0.25], ref_logprobs: [], values: [] });
    expect(plan?.response_ids.map((id) => run.vocabularies['imported']?.[id])).toEqual(['First', ' multiply']);
    expect(solution?.response_ids).toHaveLength(2);
    expect(importInfoOf(run.info)).toMatchObject({
      source: 'verl',
      known: { episodes: 3, messages: 6, ofEpisodes: { step: 3, reward: 2 }, ofMessages: { logprobs: 3, values: 0, text: 6 } },
      computed: ['reward/mean', 'source/episodes'],
      edges: 'guessed',
    });
    expect(run.card).toMatchObject({ imported: 'verl', seed: null, iteration: 5, phase: 'finished' });
  });

  it('means are over the rewards that are known, and a curve of the files stands before one of ours', async () => {
    const told: ImportedPart = { kind: 'metrics', metrics: { step: 5, values: { 'reward/mean': 0.75, iteration: 40 } } };
    const { run } = await imported(reading(duo(2, 1), duo(2, null), told, duo(5, 0)));
    expect(run.metrics).toEqual([
      { iteration: 2, 'reward/mean': 1, 'source/episodes': 2 },
      { iteration: 5, 'reward/mean': 0.75, 'source/iteration': 40, 'source/episodes': 1 },
    ]);
  });

  it('leaves without the index of its windows, which is no part of it', async () => {
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs);
    await library.importRun('run', reading(duo(2, 1)), REQUEST);
    const rollout = [...(await filesBelow(fs)).keys()].find((path) => path.endsWith('run/rollouts/2.jsonl')) ?? '';
    const before = Object.keys(await library.folder('run'));
    await fs.write(rollout.replace('.jsonl', '.windows.json'), new Uint8Array([1]));
    expect(before).toContain('rollouts/2.jsonl');
    expect(Object.keys(await library.folder('run'))).toEqual(before);
  });

  it('finds the team from system prompts and quotes, which a person may correct', async () => {
    const survey = await surveyRun(reading(duo(1, 1)), REQUEST);
    expect(survey.agents.map(({ role, prompt, foundBy }) => [role, prompt, foundBy])).toEqual([
      ['agent_1', 'You plan.', 'system prompt'],
      ['agent_2', 'You solve.', 'system prompt'],
    ]);
    expect(survey.edges).toEqual([{ from: 'agent_1', to: 'agent_2' }]);
    const left: ImportedPart = { kind: 'notice', code: 'E_IMPORT_LEFT_OUT', message: 'a.jsonl: line 3 was left out' };
    expect((await surveyRun(reading(duo(1, 1), left), REQUEST)).notices).toEqual([left.message]);
    const names = { [survey.agents[0]!.key]: 'planner', [survey.agents[1]!.key]: 'solver' };
    const { run } = await imported(reading(duo(1, 1)), { ...REQUEST, names });
    expect(run.document.team.agents.map(({ role }) => role)).toEqual(['planner', 'solver']);
    expect(run.document.team.edges).toEqual([{ from: 'planner', to: 'solver' }]);
  });

  it('episodes of no step stand at 0, and the run says so', async () => {
    const { run } = await imported(
      reading({ kind: 'episode', episode: episode({ step: null, messages: [importedMessage({ text: 'hi' })] }) }),
    );
    expect(run.rollouts).toEqual([0]);
    expect(run.notices.map(({ code }) => code)).toEqual(['no_step']);
  });

  it('a file that breaks off with a fault changes nothing', async () => {
    const library = openLibrary();
    const broken = new FaultError({ code: 'E_TEST', message: 'line 3' });
    await expect(library.importRun('run', reading(duo(1, 1), broken), REQUEST)).rejects.toThrow('line 3');
    expect((await library.list()).cards).toEqual([]);
    expect((await library.list()).broken).toEqual([]);
  });

  it('many episodes are written as they come', async () => {
    const long = importedMessage({ text: 'x'.repeat(100_000) });
    const parts = Array.from(
      { length: 120 },
      (_, step): ImportedPart => ({ kind: 'episode', episode: episode({ step: step % 4, messages: [long] }) }),
    );
    const library = openLibrary();
    const told: number[] = [];
    await library.importRun('run', reading(...parts), REQUEST, { tell: ({ episodes }) => told.push(episodes) });
    expect(told.length).toBeGreaterThan(2);
    expect(told.at(-1)).toBe(120);
    expect((await library.episodes('run', 3)).episodes.map(({ episode: number }) => number)).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
  });
});

it('an imported run that is taken away and brought back is the very same', async () => {
  const { library, run } = await imported(reading(duo(2, 1), duo(5, null)));
  const folder = await folderOf(library, 'run');
  const other = openLibrary();
  await other.takeIn('again', folder);
  const again = await other.read('again');
  expect(again.card).toEqual({ ...run.card, id: 'again', bytes: again.card.bytes });
  expect(again.info).toEqual(run.info);
  expect(await other.episodes('again', 5)).toEqual(await library.episodes('run', 5));
  const files = (given: Files) => Object.fromEntries(Object.entries(given).filter(([path]) => path !== 'card.json'));
  expect(files(await folderOf(other, 'again'))).toEqual(files(folder));
});
