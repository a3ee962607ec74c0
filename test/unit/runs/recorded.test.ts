import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectRoot, readFolder } from '../../../headless/folders.ts';
import { currentRun, runsStore } from '../../../src/stores/runs.ts';
import { httpFolder, readRecorded, RECORDED_ID, type ReadFile } from '../../../src/stores/runs/recorded.ts';
import { encodeJsonLines as jsonLines } from '../../../src/core/formats/jsonl.ts';
import { checkpointFiles, document, episode } from './records.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A run folder as `npm run record` leaves it. */
function folder(changes: Record<string, string | null> = {}): ReadFile {
  const files: Record<string, string | null> = {
    'index.json': JSON.stringify({ rollouts: [1, 2] }),
    'project.json': JSON.stringify(document),
    'run.json': JSON.stringify({ seed: 1, backend: 'tfjs-wasm', reason: 'no GPU', device: 'SIMD' }),
    'metrics.jsonl': jsonLines([
      { iteration: 0, 'reward/mean': 0.2 },
      { iteration: 2, 'reward/mean': 0.8 },
    ]),
    'timing.jsonl': jsonLines([{ iteration: 2, 'perf/tokens_per_s': 700 }]),
    'vocabulary.json': JSON.stringify(['<pad>', 'a']),
    'rollouts/1.jsonl': jsonLines([episode(1, 0), episode(1, 1)]),
    'rollouts/2.jsonl': jsonLines([episode(2, 0)]),
    ...changes,
  };
  return async (path) => {
    const text = files[path];
    return text === undefined || text === null ? null : bytes(text);
  };
}

const initial = runsStore.getState();
beforeEach(() => runsStore.setState(initial, true));

describe('readRecorded', () => {
  it('reads the whole folder', async () => {
    const run = await readRecorded(folder());
    expect(run).toMatchObject({
      id: RECORDED_ID,
      origin: 'recorded',
      phase: 'finished',
      iteration: 2,
      backend: { backend: 'tfjs-wasm' },
      vocabulary: ['<pad>', 'a'],
      checkpoint: null,
    });
    expect(run?.metrics).toHaveLength(2);
    expect(run?.episodes[1]).toEqual([episode(1, 0), episode(1, 1)]);
    expect(run?.document).toEqual(document);
  });

  it.each(['planner-solver', 'planner-solver-six'])('reads the shipped %s to its last iteration', async (name) => {
    const files = readFolder(join(projectRoot, 'public', 'recorded', name));
    const run = await readRecorded(async (path) => files[path] ?? null);
    const last = run?.document.training.iterations ?? 0;
    expect(run?.iteration).toBe(last);
    expect(run?.checkpoint?.iteration).toBe(last);
    expect(run?.episodes[last]).toHaveLength(run?.document.training.episodes ?? 0);
  });

  it('reads checkpoint files when the index lists them', async () => {
    const weights = Object.fromEntries(Object.keys(checkpointFiles(2)).map((path) => [path, 'x']));
    const listed = Object.keys(weights).map((path) => path.replace('checkpoints/', ''));
    const run = await readRecorded(folder({ ...weights, 'index.json': JSON.stringify({ rollouts: [], checkpoint: listed }) }));
    expect(Object.keys(run?.checkpoint?.files ?? {})).toEqual(Object.keys(weights));
  });

  it.each([
    ['a listed file that is not there', { 'rollouts/2.jsonl': null }, 'E_RUN_FILE_MISSING', /rollouts\/2\.jsonl/],
    ['a line that is no JSON', { 'metrics.jsonl': '{"iteration":0}\n{' }, 'E_JSONL_LINE', /Line 2 of metrics\.jsonl/],
    ['an episode without messages', { 'rollouts/1.jsonl': '{"iteration":1}\n' }, 'E_RUN_FILE', /Entry 1 of rollouts\/1\.jsonl/],
    ['an index of another shape', { 'index.json': '[]' }, 'E_RUN_FILE', /index\.json/],
    ['an unreadable project', { 'project.json': '{"version":1}' }, 'E_DOCUMENT_INVALID', /./],
  ])('names %s', async (_what, changes, code, message) => {
    await expect(readRecorded(folder(changes))).rejects.toMatchObject({ fault: { code, message: expect.stringMatching(message) } });
  });
});

describe('loadRecorded', () => {
  it('shows the recorded run', async () => {
    await runsStore.getState().loadRecorded(folder());
    expect(runsStore.getState().recorded.status).toBe('ready');
    expect(currentRun(runsStore.getState())?.id).toBe(RECORDED_ID);
  });

  it('leaves a run that began meanwhile on screen, and lists the recorded one before it', async () => {
    const loading = runsStore.getState().loadRecorded(folder());
    runsStore.getState().begin('live', document);
    await loading;
    expect(runsStore.getState()).toMatchObject({ current: 'live', order: [RECORDED_ID, 'live'] });
  });

  it('reads it once, however often it is asked', async () => {
    let reads = 0;
    const counting: ReadFile = (path) => {
      if (path === 'index.json') reads += 1;
      return folder()(path);
    };
    await Promise.all([runsStore.getState().loadRecorded(counting), runsStore.getState().loadRecorded(counting)]);
    await runsStore.getState().loadRecorded(counting);
    expect(reads).toBe(1);
    expect(runsStore.getState().order).toEqual([RECORDED_ID]);
  });

  it('says so when none was shipped or it is broken, and breaks nothing', async () => {
    await runsStore.getState().loadRecorded(async () => null);
    expect(runsStore.getState()).toMatchObject({ recorded: { status: 'missing' }, current: null });
    await runsStore.getState().loadRecorded(folder({ 'timing.jsonl': 'oops' }));
    expect(runsStore.getState()).toMatchObject({ recorded: { status: 'broken', fault: { code: 'E_JSONL_LINE' } }, current: null });
    runsStore.getState().begin('live', document);
    expect(runsStore.getState().current).toBe('live');
  });
});

describe('httpFolder', () => {
  const answering =
    (response: Response): typeof fetch =>
    async () =>
      response;

  it('takes 404, and the page itself served in a file’s place, for a missing file', async () => {
    expect(await httpFolder('/r', answering(new Response('', { status: 404 })))('index.json')).toBeNull();
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await httpFolder('/r', answering(page))('index.json')).toBeNull();
  });

  it('returns bytes, and names a server’s refusal', async () => {
    expect(await httpFolder('/r', answering(new Response('ab')))('x')).toEqual(bytes('ab'));
    await expect(httpFolder('/r', answering(new Response('', { status: 503 })))('x')).rejects.toMatchObject({
      fault: { code: 'E_RUN_FETCH' },
    });
  });
});
