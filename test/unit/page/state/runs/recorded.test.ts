import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectRoot, readFolder } from '../../../../../headless/kit/folders.ts';
import { spokeAfter } from '../../../../../src/core/counterfactual/branches.ts';
import { adapterFilesOf } from '../../../../../src/core/formats/models/adapters/adapterFiles.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { currentRun, runsStore } from '../../../../../src/page/state/runs/runs.ts';
import {
  httpFolder,
  readRecorded,
  readRecordedAdapters,
  RECORDED_ID,
  type ReadFile,
  withShipped,
} from '../../../../../src/page/state/runs/recorded.ts';
import type { RunSet } from '../../../../../src/page/state/runs/types.ts';
import { encodeJsonLines as jsonLines } from '../../../../../src/core/formats/jsonl.ts';
import { checkpointFiles, document, episode } from '../../../core/episode/records.ts';

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
    'rollouts/1.jsonl.gz': jsonLines([episode(1, 0), episode(1, 1)]),
    'rollouts/2.jsonl.gz': jsonLines([episode(2, 0)]),
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
      vocabularies: { micro: ['<pad>', 'a'] },
      best: null,
      checkpoint: null,
    });
    expect(run?.metrics).toHaveLength(2);
    expect(run?.episodes[1]).toEqual([episode(1, 0), episode(1, 1)]);
    expect(run?.document).toEqual(document);
  });

  it('reads rollouts that are gzipped, and those that the host’s header has unpacked on the way', async () => {
    const lines = jsonLines([episode(1, 0), episode(1, 1)]);
    const given = folder();
    const packed = await readRecorded(async (path) => (path === 'rollouts/1.jsonl.gz' ? new Uint8Array(gzipSync(lines)) : given(path)));
    expect(packed?.episodes).toEqual((await readRecorded(given))?.episodes);
  });

  it('says which file is cut off', async () => {
    const cut = new Uint8Array(gzipSync(jsonLines([episode(1, 0)]))).slice(0, 40);
    const read = readRecorded(async (path) => (path === 'rollouts/1.jsonl.gz' ? cut : folder()(path)));
    await expect(read).rejects.toMatchObject({ fault: { code: 'E_RUN_FILE', place: { subject: 'rollouts/1.jsonl.gz' } } });
  });

  /** Runs that a lesson shows, beside those of the projects. */
  const ofLessons = readdirSync(join(projectRoot, 'public', 'recorded')).flatMap((name) =>
    name.startsWith('lesson-') ? [`recorded/${name}`] : [],
  );

  it.each([...Object.values(PRESETS).map(({ recorded }) => recorded), ...ofLessons])(
    'reads the shipped %s to its last iteration',
    async (recorded) => {
      const files = readFolder(join(projectRoot, 'public', recorded));
      const run = await readRecorded(async (path) => files[path] ?? null);
      const last = run?.document.training.iterations ?? 0;
      expect(run?.iteration).toBe(last);
      expect(run?.episodes[last]?.length).toBeGreaterThan(7);
      // Adapters are fetched when they are to speak.
      const size = Object.entries(files).reduce((sum, [path, { length }]) => sum + (path.startsWith('adapters/') ? 0 : length), 0);
      // The two projects that are met first can be trained further from where they stand; the others stay small.
      if (recorded.startsWith('recorded/planner-solver')) expect(run?.shipped?.iteration).toBe(last);
      else expect(size).toBeLessThan(800_000);

      // Those that said the last rollouts.
      expect(run?.adapters).toContain(spokeAfter(last, run?.document.training.lag ?? 0));
      for (const iteration of run?.adapters ?? []) {
        const adapters = adapterFilesOf(await readRecordedAdapters(async (path) => files[path] ?? null, iteration));
        expect(new Set(Object.keys(adapters).map((path) => path.split('/')[0]))).toEqual(
          new Set(run?.document.team.agents.map(({ role }) => role)),
        );
      }
    },
  );

  it('reads what is shown at first before anything else, and no weights before they are asked for', async () => {
    const weights = Object.fromEntries(Object.keys(checkpointFiles(2)).map((path) => [path, 'x']));
    const listed = Object.keys(weights).map((path) => path.replace('checkpoints/', ''));
    const given = folder({ ...weights, 'index.json': JSON.stringify({ rollouts: [1, 2], checkpoint: listed }) });
    const asked: string[] = [];
    const counting: ReadFile = (path) => {
      asked.push(path);
      return given(path);
    };
    let first: { readonly run: RunSet; readonly asked: readonly string[] } | undefined;
    const run = await readRecorded(counting, RECORDED_ID, async (shown) => {
      first = { run: shown, asked: [...asked] };
    });
    expect(Object.keys(first?.run.episodes ?? {})).toEqual(['2']);
    expect(first?.run.metrics).toEqual(run?.metrics);
    expect(first?.asked).not.toContain('rollouts/1.jsonl.gz');
    expect(asked.filter((path) => path.startsWith('checkpoints/'))).toEqual([]);
    expect(run?.checkpoint).toBeNull();

    const whole = run && (await withShipped(run, given));
    expect(whole?.checkpoint?.iteration).toBe(2);
    expect(Object.keys(whole?.checkpoint?.files ?? {})).toEqual(Object.keys(weights));
  });

  it.each([
    ['a listed file that is not there', { 'rollouts/2.jsonl.gz': null }, 'E_RUN_FILE_MISSING', /rollouts\/2\.jsonl\.gz/],
    ['a line that is no JSON', { 'metrics.jsonl': '{"iteration":0}\n{' }, 'E_JSONL_LINE', /Line 2 of metrics\.jsonl/],
    ['an episode without messages', { 'rollouts/1.jsonl.gz': '{"iteration":1}\n' }, 'E_RUN_FILE', /Entry 1 of rollouts\/1\.jsonl\.gz/],
    ['an index of another shape', { 'index.json': '[]' }, 'E_RUN_FILE', /index\.json/],
    ['an unreadable project', { 'project.json': '{"version":1}' }, 'E_DOCUMENT_INVALID', /./],
  ])('names %s', async (_what, changes, code, message) => {
    await expect(readRecorded(folder(changes))).rejects.toMatchObject({ fault: { code, message: expect.stringMatching(message) } });
  });
});

describe('the run of an opened project', () => {
  const { showProject, begin, receive } = initial;
  const end = (runId: string) => receive({ type: 'phase', runId, iteration: 2, phase: 'finished' });
  const onScreen = () => currentRun(runsStore.getState())?.id ?? null;

  it('is its recorded one', async () => {
    await showProject('micro', folder());
    expect(runsStore.getState().recorded.status).toBe('ready');
    expect(onScreen()).toBe(RECORDED_ID);
  });

  it('is the one that was begun while the recorded one was read, which is listed before it', async () => {
    const loading = showProject('micro', folder());
    begin('live', document);
    await loading;
    expect(runsStore.getState()).toMatchObject({ current: 'live', order: [RECORDED_ID, 'live'] });
  });

  it('takes the place of another project’s run that has ended, which can be chosen again', async () => {
    begin('live', document);
    end('live');
    await showProject('micro', folder());
    expect(onScreen()).toBe(RECORDED_ID);
    await showProject(null);
    expect(onScreen(), 'a project without a recorded run').toBeNull();
    expect(runsStore.getState()).toMatchObject({ recorded: { status: 'ready' }, order: [RECORDED_ID, 'live'] });
    initial.show('live');
    expect(onScreen()).toBe('live');
  });

  it('waits in the list while another project’s run is under way', async () => {
    begin('live', document);
    await showProject('micro', folder());
    await showProject(null);
    expect(runsStore.getState()).toMatchObject({ current: 'live', order: [RECORDED_ID, 'live'] });
  });

  it('is that of the project opened last, in whatever order they are read', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: ReadFile = async (path) => held.then(() => folder()(path));
    const first = showProject('standard', slow);
    await showProject('micro', folder());
    expect(onScreen()).toBe(RECORDED_ID);
    release();
    await first;
    expect(onScreen()).toBe(RECORDED_ID);
    expect(runsStore.getState().order).toContain(PRESETS.standard.recorded);

    runsStore.setState(initial, true);
    const unwanted = showProject('standard', slow);
    await showProject(null);
    await unwanted;
    expect(onScreen(), 'nothing was asked for any more').toBeNull();
  });

  it('is on screen before its earlier episodes, which whoever asks for it again waits for', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: ReadFile = async (path) => (path === 'rollouts/1.jsonl.gz' ? held.then(() => folder()(path)) : folder()(path));
    const shown = new Promise<void>((resolve) => {
      const stop = runsStore.subscribe(({ current }) => {
        if (current === null) return;
        stop();
        resolve();
      });
    });
    const reading = showProject('micro', slow);
    await shown;
    const iterations = () => Object.keys(currentRun(runsStore.getState())?.episodes ?? {});
    expect(iterations()).toEqual(['2']);
    await showProject(null);
    const again = showProject('micro', slow);
    release();
    await again;
    expect(iterations()).toEqual(['1', '2']);
    await reading;
  });

  it('is read once, however often it is asked for', async () => {
    let reads = 0;
    const counting: ReadFile = (path) => {
      if (path === 'index.json') reads += 1;
      return folder()(path);
    };
    await Promise.all([showProject('micro', counting), showProject('micro', counting)]);
    await showProject('micro', counting);
    expect(reads).toBe(1);
    expect(runsStore.getState().order).toEqual([RECORDED_ID]);
  });

  it('is said to be missing or broken when it is, and breaks nothing', async () => {
    await showProject('micro', async () => null);
    expect(runsStore.getState()).toMatchObject({ recorded: { status: 'missing' }, current: null });
    await showProject('micro', folder({ 'timing.jsonl': 'oops' }));
    expect(runsStore.getState()).toMatchObject({ recorded: { status: 'broken', fault: { code: 'E_JSONL_LINE' } }, current: null });
    begin('live', document);
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
