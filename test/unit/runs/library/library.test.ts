/** Runs as they are kept: listed, read, labelled, put away, thinned, and what happens when the disk is full. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { WAIT_MOST } from '../../../../src/runs/owed.ts';
import { PUT_AWAY_TIME } from '../../../../src/runs/library/decisions.ts';
import { runLock } from '../../../../src/runs/library/liveRuns.ts';
import { RETRY_INTERVAL } from '../../../../src/runs/runWriter.ts';
import type { RunInfo } from '../../../../src/core/formats/runs/rundir.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import type { ComparedWeights } from '../../../../src/core/formats/runs/weightDifference.ts';
import { checkpointFiles, FailingFileSystem, folderOf, ITERATIONS, libraryOn, newRun, play, said } from './support.ts';

const text = (fs: MemoryFileSystem, path: string) => new TextDecoder().decode(fs.files.get(`runs/run1/${path}`));

async function keptRun(fs = new MemoryFileSystem()) {
  const set = libraryOn(fs);
  await set.library.begin(newRun());
  await play(set.library, said(0, ITERATIONS));
  return set;
}

describe('a run that is kept', () => {
  it('is listed by its card and read back as it was said', async () => {
    const { library, told } = await keptRun();
    const { cards, broken, elsewhere } = await library.list();
    expect({ broken, elsewhere }).toEqual({ broken: [], elsewhere: [] });
    expect(cards).toMatchObject([
      { id: 'run1', project: 'planner → solver', phase: 'finished', iteration: 6, iterations: 6, checkpoints: [3, 6], began: 5 },
    ]);
    expect(cards[0]?.last).toMatchObject({ iteration: 6, 'reward/mean': 0.6 });
    expect(cards[0]?.first).toEqual({ iteration: 0, 'reward/greedy': 0.1 });
    expect(told.findLast((message) => message.type === 'card')).toMatchObject({ card: { phase: 'finished', checkpoints: [3, 6] } });

    const run = await library.read('run1');
    expect(run.metrics.map((row) => row['iteration'])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(run.rollouts).toEqual([1, 2, 3, 4, 5, 6]);
    expect(run.notices).toEqual([{ iteration: 2, level: 'info', code: 'kl_gate', message: 'Skipped a step.' }]);
    expect(run.best).toEqual({ iteration: 3, metric: 'reward/mean', value: 0.3 });
    expect((await library.episodes('run1', 4)).episodes.map((episode) => [episode.iteration, episode.episode])).toEqual([
      [4, 0],
      [4, 1],
    ]);
    expect(await library.checkpoint('run1', 3)).toEqual(checkpointFiles(3));
    expect(Object.keys(await library.checkpoints('run1'))).toHaveLength(8);
    await expect(library.checkpoint('run1', 2)).rejects.toThrow('has no complete checkpoint of iteration 2. It has those of: 3, 6.');
  });

  it.each(['project.json', 'metrics.jsonl'])('says in the list that its %s is gone, and not only when it is opened', async (file) => {
    const { library, fs } = await keptRun();
    fs.files.delete(`runs/run1/${file}`);
    expect(await library.list()).toMatchObject({
      cards: [],
      broken: [{ id: 'run1', fault: { code: 'E_RUN_FILE_MISSING', params: { file } } }],
    });
  });

  it('keeps the adapters between its checkpoints: every team can speak again, within a budget', async () => {
    const files = (iteration: number) => ({ 'planner/adapter_model.safetensors': new Uint8Array(50).fill(iteration) });
    const { library, fs } = libraryOn(new MemoryFileSystem(), { adaptersBudget: 1500 });
    await library.begin(newRun());
    const adapters = (iteration: number) => ({ type: 'adapters', runId: 'run1', iteration, files: files(iteration) }) as const;
    await play(library, [...said(0, 2), adapters(1), adapters(2), ...said(2, 3), adapters(4), adapters(5)]);
    expect(await library.versions('run1')).toEqual([1, 2, 3, 4, 5]);
    expect(await library.adapters('run1', 2)).toEqual(files(2));
    expect(Object.keys(await library.adapters('run1', 3))).toEqual(['planner/adapter_model.safetensors', 'trainer_state.json']);
    await expect(library.adapters('run1', 9)).rejects.toThrow('It has those of: 1, 2, 3, 4, 5.');
    // What a resumed run will make anew goes with the rest.
    await library.resume('run1', 3);
    expect(await library.versions('run1')).toEqual([1, 2, 3]);
    for (let iteration = 4; iteration <= 60; iteration += 1) await play(library, [adapters(iteration)]);
    const left = await library.versions('run1');
    const bytes = [...fs.files].reduce((sum, [path, { byteLength }]) => sum + (path.includes('/adapters/') ? byteLength : 0), 0);
    expect(bytes).toBeLessThan(8 * 1500);
    // Those that play the newest iterations stay, and those of a trail of early ones.
    expect(left).toEqual(expect.arrayContaining([1, 4, 9, 19, 49, 53, 54, 55, 56, 57, 58, 59, 60]));
    expect(left.length).toBeLessThan(30);
  });

  it('keeps what was tried beside the recording, with its folder and its bytes', async () => {
    const bytes = new TextEncoder().encode('{"tried":1}\n');
    const { library, fs } = await keptRun();
    const before = (await library.list()).cards[0]!.bytes;
    await library.setBranch('run1', 'first', bytes);
    expect(await library.branches('run1')).toEqual({ first: bytes });
    expect((await folderOf(library, 'run1'))['branches/first.jsonl']).toEqual(bytes);
    expect((await library.list()).cards[0]!.bytes).toBe(before + bytes.byteLength);
    // Another visit finds it, and a run that goes on keeps it.
    const later = libraryOn(fs).library;
    await later.resume('run1', 3);
    await later.setBranch('run1', 'second', bytes);
    expect(Object.keys(await later.branches('run1'))).toEqual(['first', 'second']);
    await later.setBranch('run1', 'first', null);
    expect(Object.keys(await later.branches('run1'))).toEqual(['second']);
    await expect(later.setBranch('run1', '../card', bytes)).rejects.toThrow('no name');
    await expect(later.setBranch('other', 'first', bytes)).rejects.toThrow('no longer exists');
  });

  it('keeps what fewer bits change beside the run, whether it goes on or not', async () => {
    const compared = (kl_mean: number): ComparedWeights[] => [
      {
        base: 'micro',
        form: 'q4',
        source: 'rollouts/6.jsonl',
        tokens: 9,
        kl_mean,
        kl_max: 1,
        max_at: { sequence: 0, token: 3, text: '7' },
        backend: 'wasm',
      },
    ];
    const { library, fs } = await keptRun();
    const before = (await library.list()).cards[0]!.bytes;
    expect(await library.weights('run1')).toEqual({ form: 'f32', compared: null });
    await library.setWeightDifference('run1', compared(0.25));
    const file = fs.files.get('runs/run1/weight_difference.json')!;
    expect(JSON.parse(new TextDecoder().decode(file))).toEqual(compared(0.25));
    expect((await library.list()).cards[0]!.bytes).toBe(before + file.byteLength);
    // Another visit finds it; a run that goes on keeps it, and takes another.
    const later = libraryOn(fs).library;
    await later.resume('run1', 3);
    expect((await later.weights('run1')).compared).toEqual(compared(0.25));
    await later.setWeightDifference('run1', compared(0.5));
    expect((await later.weights('run1')).compared).toEqual(compared(0.5));
    fs.files.set('runs/run1/weight_difference.json', new TextEncoder().encode('[{"base":1}]'));
    await expect(libraryOn(fs).library.weights('run1')).rejects.toThrow('Entry 1 of weight_difference.json is not what');
    await expect(later.setWeightDifference('other', compared(1))).rejects.toThrow('no longer exists');
  });

  it('loses what was tried with later episodes when it goes on from before them', async () => {
    const tried = (iteration: number) => new TextEncoder().encode(`{"id":"b${iteration}","iteration":${iteration}}\n{}\n`);
    const { library, fs } = await keptRun();
    for (const iteration of [2, 3, 4, 6]) await library.setBranch('run1', `b${iteration}`, tried(iteration));
    await library.setBranch('run1', 'other', new TextEncoder().encode('{"of":"another version"}\n'));
    // A crash left this one aside as well.
    fs.files.set('runs/run1/branches/b4.jsonl.partial', tried(4));
    await library.resume('run1', 3);
    expect(Object.keys(await library.branches('run1')).toSorted()).toEqual(['b2', 'b3', 'other']);
    expect([...fs.files.keys()].filter((path) => path.includes('b4'))).toEqual([]);
  });

  it('states the bytes of its folder', async () => {
    const { library, fs } = await keptRun();
    const [card] = (await library.list()).cards;
    const folder = [...fs.files].filter(([path]) => !path.endsWith('card.json'));
    expect(card?.bytes).toBe(folder.reduce((sum, [, bytes]) => sum + bytes.byteLength, 0));
  });

  it('keeps one checkpoint between the due ones: disk use stays flat', async () => {
    const { library, fs } = libraryOn(new MemoryFileSystem());
    await library.begin(newRun());
    await play(library, said(0, 2));
    const folders = () => new Set([...fs.files.keys()].flatMap((path) => /steps_\d+/.exec(path)?.[0] ?? []));
    expect([...folders()]).toEqual(['steps_2']);
    await play(library, said(2, 5));
    expect([...folders()].toSorted()).toEqual(['steps_3', 'steps_5']);
  });

  it('takes in what comes before its beginning, which has another way', async () => {
    const { library } = libraryOn(new MemoryFileSystem());
    for (const event of said(0, ITERATIONS)) library.receive(event);
    await library.begin(newRun());
    await library.settled();
    expect((await library.list()).cards).toMatchObject([{ phase: 'finished', checkpoints: [3, 6] }]);
  });

  it('can be downloaded whole', async () => {
    const { library } = await keptRun();
    const files = await folderOf(library, 'run1');
    expect(Object.keys(files)).toContain('rollouts/6.jsonl');
    expect(Object.keys(files)).toContain('card.json');
  });
});

describe('labels', () => {
  it('written while the run goes on, by this tab or another, stay with it', async () => {
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs);
    await library.begin(newRun());
    await play(library, said(0, 2));
    await library.label('run1', { name: 'First', tags: ['a'] });
    await libraryOn(fs).library.label('run1', { notes: 'From another tab.' });
    await play(library, said(2, ITERATIONS));
    expect((await library.list()).cards).toMatchObject([{ name: 'First', tags: ['a'], notes: 'From another tab.', phase: 'finished' }]);
  });

  it('that are too long are refused', async () => {
    const { library } = await keptRun();
    await expect(library.label('run1', { name: 'x'.repeat(201) })).rejects.toThrow('are too long');
  });
});

describe('putting runs away', () => {
  it('takes them off the list until they are brought back', async () => {
    const { library } = await keptRun();
    await library.remove(['run1']);
    expect((await library.list()).cards).toEqual([]);
    await library.restore(['run1']);
    expect((await library.list()).cards).toHaveLength(1);
    // Only what was put away can be deleted.
    await library.purge(['run1']);
    expect((await library.list()).cards).toHaveLength(1);
  });

  it('frees the room when they are deleted, and at a later start', async () => {
    const { library, fs, clock } = await keptRun();
    await library.remove(['run1']);
    await library.purgeOld();
    expect(fs.files.size).toBeGreaterThan(0);
    clock.now += PUT_AWAY_TIME;
    await library.purgeOld();
    expect(fs.files.size).toBe(0);
    await expect(library.restore(['run1'])).rejects.toThrow('it no longer exists');
  });

  it('is undone where another tab goes on with the run, which is not deleted under its trainer', async () => {
    const locks = ownLocks();
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs, { locks });
    const other = libraryOn(fs, { locks });
    await library.begin(newRun());
    await play(library, said(0, ITERATIONS));
    await library.remove(['run1']);
    await other.library.resume('run1', 3);
    expect((await library.list()).cards).toMatchObject([{ id: 'run1', phase: 'running' }]);
    await library.purge(['run1']);
    await play(other.library, said(3, ITERATIONS));
    expect((await other.library.list()).cards).toMatchObject([{ phase: 'finished', checkpoints: [3, 6] }]);
  });

  it('ends in no deletion while another tab begins to go on', async () => {
    const locks = ownLocks();
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs, { locks });
    await library.begin(newRun());
    await play(library, said(0, ITERATIONS));
    await library.remove(['run1']);
    const release = await locks.hold(runLock('run1'));
    await library.purge(['run1']);
    expect(fs.files.size).toBeGreaterThan(0);
    release?.();
    await library.purge(['run1']);
    expect(fs.files.size).toBe(0);
  });

  it('goes on for longer than it was begun for, which its folder and its card say', async () => {
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs);
    const run = newRun();
    await library.begin(run);
    await play(library, said(0, ITERATIONS));
    const longer = { ...run.document, training: { ...run.document.training, iterations: ITERATIONS + 4 } };
    await library.resume('run1', ITERATIONS, longer);
    expect((await library.list()).cards).toMatchObject([{ phase: 'running', iteration: ITERATIONS, iterations: ITERATIONS + 4 }]);
    expect((await libraryOn(fs).library.read('run1')).document).toEqual(longer);
  });

  it('is refused while a run is being trained, here or in another tab', async () => {
    const locks = ownLocks();
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs, { locks });
    await library.begin(newRun());
    await expect(library.remove(['run1'])).rejects.toThrow('being trained at the moment');
    const other = libraryOn(fs, { locks });
    expect(await other.library.list()).toMatchObject({ elsewhere: ['run1'] });
    await expect(other.library.remove(['run1'])).rejects.toThrow('being trained at the moment');
    await expect(other.library.resume('run1', 0)).rejects.toThrow('being trained at the moment');
    await play(library, said(0, ITERATIONS));
    expect((await locks.held()).has(runLock('run1'))).toBe(false);
    await other.library.remove(['run1']);
  });
});

describe('a folder that is not whole', () => {
  it('is listed as broken with why, can be downloaded, and goes at once when it is deleted', async () => {
    const { library, fs } = await keptRun();
    fs.files.set('runs/run1/card.json', new TextEncoder().encode('{"id": 3}'));
    const { cards, broken } = await library.list();
    expect(cards).toEqual([]);
    expect(broken).toMatchObject([{ id: 'run1', fault: { code: 'E_CARD' } }]);
    expect(Object.keys(await folderOf(library, 'run1'))).toContain('metrics.jsonl');
    await library.remove(['run1']);
    expect(fs.files.size).toBe(0);
  });

  it('says what is wrong with its project, without which it is no run', async () => {
    const { library, fs } = await keptRun();
    fs.files.set('runs/run1/project.json', new TextEncoder().encode('{"half\n{"iteration":1}\n'));
    await expect(library.read('run1')).rejects.toMatchObject({ fault: { code: 'E_DOCUMENT_JSON' } });
  });

  it('is shown without the rows that cannot be read, and says which', async () => {
    const { library, fs } = await keptRun();
    const encode = (text: string) => new TextEncoder().encode(text);
    fs.files.set('runs/run1/metrics.jsonl', encode('{"iteration":0}\n{"half\n{"iteration":2,"a":"b"}\n{"iteration":3,"a":1}\n'));
    fs.files.delete('runs/run1/checksums.jsonl'); // of an earlier version
    const path = 'runs/run1/rollouts/3.jsonl';
    const [whole = ''] = new TextDecoder().decode(fs.files.get(path)).split('\n');
    fs.files.set(path, encode(`${whole}\n{"iteration":3}\n`));
    const { metrics, timing, notices } = await library.read('run1');
    expect(metrics).toEqual([{ iteration: 0 }, { iteration: 3, a: 1 }]);
    expect(timing.length).toBeGreaterThan(3);
    expect(notices.at(-1)).toMatchObject({ level: 'warning', code: 'row_unreadable' });
    expect(notices.at(-1)?.message).toBe('Of metrics.jsonl line 2, 3 cannot be read and is left out; the others are shown.');
    expect((await library.episodes('run1', 3)).episodes).toHaveLength(1);
    fs.files.set(path, encode('{"iteration":3}\n'));
    await expect(library.episodes('run1', 3), 'none of them can be read').rejects.toMatchObject({ fault: { code: 'E_RUN_FILE' } });
  });

  it('tells the faults of a run with the values they name, where they were written', async () => {
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs);
    await library.begin(newRun());
    const spoken = { code: 'E_GPU_LOST', message: 'The device was lost.', hint: 'Go on.' } as const;
    const withValues = { ...spoken, code: 'E_BASE_MISSING', params: { name: 'micro', sizes: [1, 2] } } as const;
    const events = [spoken, withValues].map((fault) => ({ type: 'fault', runId: 'run1', iteration: 1, fault }) as const);
    await play(library, [...said(0, 1), ...events]);
    expect((await library.read('run1')).faults.map(({ fault }) => fault)).toEqual([spoken, withValues]);
  });

  it('is listed on a full disk as well', async () => {
    const fs = new FailingFileSystem();
    const first = libraryOn(fs).library;
    await first.begin(newRun());
    await play(first, said(0, 5));
    fs.files.set('runs/run1/metrics.jsonl', fs.files.get('runs/run1/metrics.jsonl')!.slice(0, -2));
    fs.room = fs.used;
    const { cards, broken } = await libraryOn(fs).library.list();
    expect(broken).toEqual([]);
    expect(cards).toMatchObject([{ id: 'run1', phase: 'running' }]);
  });

  it('because another tab begins it at this moment stays', async () => {
    const locks = ownLocks();
    class Meanwhile extends MemoryFileSystem {
      override async list(path: string) {
        if (path === 'runs') {
          await locks.hold(runLock('run2'));
          await this.write('runs/run2/project.json', new TextEncoder().encode('{}'));
        }
        return super.list(path);
      }
    }
    const { library, fs } = libraryOn(new Meanwhile(), { locks });
    expect((await library.list()).cards).toEqual([]);
    expect([...fs.files.keys()]).toContain('runs/run2/project.json');
  });

  it('is read up to its last whole line', async () => {
    const { library, fs } = await keptRun();
    await fs.append('runs/run1/metrics.jsonl', new TextEncoder().encode('{"iteration":7,"reward/me'));
    const rollout = fs.files.get('runs/run1/rollouts/6.jsonl')!;
    fs.files.set('runs/run1/rollouts/6.jsonl', rollout.slice(0, rollout.byteLength - 20));
    expect((await library.read('run1')).metrics).toHaveLength(7);
    expect((await library.episodes('run1', 6)).episodes).toHaveLength(1);
  });

  it('without its run.json, vocabulary or with others of no use is still a run', async () => {
    const { library, fs } = await keptRun();
    fs.files.set('runs/run1/run.json', new TextEncoder().encode('{"seed": 1'));
    fs.files.set('runs/run1/vocabulary.json', new TextEncoder().encode('[1]\n'));
    expect(await library.read('run1')).toMatchObject({ info: null, vocabularies: {} });
  });
});

describe('a disk that is full', () => {
  it('is told once; the run goes on, and is whole again once there is room', async () => {
    const fs = new FailingFileSystem();
    const { library, told } = libraryOn(fs);
    await library.begin(newRun());
    await play(library, said(0, 2));
    fs.room = fs.used + 10;
    await play(library, said(2, 4));
    const keeping = () => told.flatMap((message) => (message.type === 'keeping' ? [message.fault?.code ?? 'kept again'] : []));
    expect(keeping()).toEqual(['E_LIBRARY_FULL']);
    expect((await library.read('run1')).metrics.map((row) => row['iteration'])).toEqual([0, 1, 2]);
    expect((await library.list()).cards[0]?.checkpoints).toEqual([2]);
    fs.room = Number.POSITIVE_INFINITY;
    await play(library, said(4, ITERATIONS));
    expect(keeping()).toEqual(['E_LIBRARY_FULL', 'kept again']);
    expect((await library.read('run1')).metrics.map((row) => row['iteration'])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // That of iteration 3 was due and the best: it waited for room.
    expect((await library.list()).cards).toMatchObject([{ phase: 'finished', checkpoints: [3, 6] }]);
    expect((await library.read('run1')).best).toMatchObject({ iteration: 3 });
    expect(await library.checkpoint('run1', 3)).toEqual(checkpointFiles(3));
  });
});

describe('what failed once', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const again = () => vi.advanceTimersByTimeAsync(RETRY_INTERVAL);
  const keeping = (told: ReturnType<typeof libraryOn>['told']) =>
    told.flatMap((message) => (message.type === 'keeping' ? [message.fault?.code ?? 'kept again'] : []));
  /** All but the card, whose bytes say when it was written. */
  const contents = (fs: MemoryFileSystem) => new Map([...fs.files].filter(([path]) => !path.endsWith('card.json')));
  const info = (runId: string) => ({ type: 'info', runId, iteration: 0, info: { seed: 1, backend: 'wasm' } as RunInfo }) as const;

  it('at the beginning: the run waits in memory and is kept once there is room, with its rows and newest checkpoints', async () => {
    const fs = new FailingFileSystem();
    fs.room = 100;
    const locks = ownLocks();
    const { library, told } = libraryOn(fs, { locks });
    await library.begin(newRun());
    const heard: boolean[] = [];
    for (const event of [info('run1'), ...said(0, 4)]) library.receive(event, (kept) => heard.push(kept));
    await again();
    expect(keeping(told)).toEqual(['E_LIBRARY_FULL']);
    expect(new Set(heard), 'nobody need wait, but it is not on the disk').toEqual(new Set([false]));
    expect((await locks.held()).has(runLock('run1')), 'what was written of it is no leftover').toBe(true);
    fs.room = Number.POSITIVE_INFINITY;
    await again();
    expect(keeping(told)).toEqual(['E_LIBRARY_FULL', 'kept again']);
    for (const event of said(4, ITERATIONS)) library.receive(event, (kept) => heard.push(kept));
    await library.settled();
    expect(heard.at(-1)).toBe(true);
    const { cards, broken } = await library.list();
    expect(broken).toEqual([]);
    expect(cards).toMatchObject([{ phase: 'finished', iteration: ITERATIONS, checkpoints: [3, 6] }]);
    const run = await library.read('run1');
    expect(run.metrics.map((row) => row['iteration'])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([run.info, run.best?.iteration, run.notices.length]).toEqual([{ seed: 1, backend: 'wasm' }, 3, 1]);
    expect(run.rollouts, 'of that time none were kept').toEqual([5, 6]);
    expect((await locks.held()).has(runLock('run1'))).toBe(false);
  });

  it('at the beginning, for good: the run can be gone on with in memory, and the next one is kept', async () => {
    const fs = new FailingFileSystem();
    fs.room = 100;
    const { library } = libraryOn(fs);
    await library.begin(newRun());
    await play(library, said(0, 3));
    await expect(library.resume('run1', 3)).rejects.toMatchObject({ fault: { code: 'E_RUN_BROKEN' } });
    fs.room = Number.POSITIVE_INFINITY;
    await again();
    expect(
      [...fs.files.keys()].filter((path) => path.endsWith('card.json')),
      'nobody begins it behind its back',
    ).toEqual([]);
    await library.begin(newRun('run2'));
    await play(library, said(0, ITERATIONS, 'run2'));
    expect((await library.list()).cards).toMatchObject([{ id: 'run2', phase: 'finished' }]);
  });

  it.each([
    ['run.json', 'run1/run.json'],
    ['the last checkpoint', 'steps_6/optimizer.safetensors'],
    ['the best', 'checkpoints/best.json'],
    ['the last row', 'run1/metrics.jsonl'],
    ['the card of a run that is over', 'run1/card.json'],
  ])('%s is written a little later, though nothing else comes, and the run is as if nothing had failed', async (_, path) => {
    const events = [info('run1'), ...said(0, ITERATIONS)];
    const whole = libraryOn(new MemoryFileSystem());
    await whole.library.begin(newRun());
    await play(whole.library, events);

    let fails = false;
    class Failing extends MemoryFileSystem {
      override async write(to: string, bytes: Uint8Array): Promise<void> {
        if (fails && to.includes(path)) await super.write(to, bytes.slice(0, bytes.byteLength >> 1));
        if (fails && to.includes(path)) throw new Error('the disk hiccups');
        await super.write(to, bytes);
      }
      override async append(to: string, bytes: Uint8Array): Promise<void> {
        if (fails && to.includes(path)) throw new Error('the disk hiccups');
        await super.append(to, bytes);
      }
    }
    const locks = ownLocks();
    const { library, fs, told } = libraryOn(new Failing(), { locks });
    await library.begin(newRun());
    const from = events.findIndex((event) => event.iteration === (path.endsWith('run.json') ? 0 : path.endsWith('best.json') ? 3 : 6));
    await play(library, events.slice(0, from));
    fails = true;
    await play(library, events.slice(from));
    expect(keeping(told).at(-1)).toBe('E_LIBRARY_WRITE');
    expect((await locks.held()).has(runLock('run1')), 'nobody else may go on with it yet').toBe(true);
    fails = false;
    await again();
    expect(keeping(told).at(-1)).toBe('kept again');
    // Episodes that found no room are not kept; nothing else is missing.
    const lacks = [...contents(whole.fs)].filter(([name, bytes]) => fs.files.get(name)?.join() !== bytes.join()).map(([name]) => name);
    expect(lacks.filter((name) => !name.includes('/rollouts/'))).toEqual([]);
    expect((await library.list()).cards).toMatchObject([{ phase: 'finished', checkpoints: [3, 6] }]);
    expect((await locks.held()).has(runLock('run1'))).toBe(false);
  });

  it('is not tried again behind the back of whoever puts the run away or goes on with it', async () => {
    for (const take of ['remove', 'resume'] as const) {
      const fs = new FailingFileSystem();
      const { library, clock } = libraryOn(fs);
      await library.begin(newRun());
      await play(library, said(0, 5));
      fs.room = fs.used;
      await play(library, said(5, ITERATIONS));
      fs.room = Number.POSITIVE_INFINITY;
      if (take === 'resume') await library.resume('run1', 3);
      else {
        await library.remove(['run1']);
        clock.now += PUT_AWAY_TIME;
        await library.purgeOld();
      }
      const left = new Map(fs.files);
      await again();
      expect([...fs.files.keys()]).toEqual([...left.keys()]);
      expect(fs.files.size === 0).toBe(take === 'remove');
    }
  });
});

describe('rollouts beyond the budget', () => {
  it('are thinned evenly, and the run says so', async () => {
    const fs = new MemoryFileSystem();
    const { library, told } = libraryOn(fs, { rolloutBudget: 40 * 1024 });
    await library.begin({ ...newRun(), document: { ...newRun().document } });
    const events = said(0, 60).filter((event) => event.type === 'metrics' || event.type === 'episodes');
    await play(library, events);
    const { rollouts, notices } = await library.read('run1');
    const bytes = [...fs.files].filter(([path]) => path.includes('/rollouts/')).reduce((sum, [, file]) => sum + file.byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(40 * 1024);
    expect(rollouts).toEqual(expect.arrayContaining([1, 2, 5, 10, 20, 50, 53, 54, 55, 56, 57, 58, 59, 60]));
    expect(rollouts.length).toBeLessThan(40);
    expect(notices.map(({ code }) => code)).toContain('rollouts_thinned');
    expect(told).toContainEqual(expect.objectContaining({ type: 'notice', notice: expect.objectContaining({ code: 'rollouts_thinned' }) }));
    expect(text(fs, 'metrics.jsonl').split('\n')).toHaveLength(62);
  });
});

it('a checkpoint that is due does not wait behind the episodes that came with it', async () => {
  const order: string[] = [];
  class Slow extends MemoryFileSystem {
    override async write(path: string, bytes: Uint8Array): Promise<void> {
      order.push(path);
      await super.write(path, bytes);
    }
  }
  const { library } = libraryOn(new Slow());
  await library.begin(newRun());
  order.length = 0;
  for (const event of said(0, 3)) library.receive(event);
  await library.settled();
  const checkpoint = order.findIndex((path) => path.endsWith('steps_3/trainer_state.json'));
  expect(checkpoint).toBeGreaterThan(-1);
  expect(order.slice(0, checkpoint).filter((path) => path.includes('/rollouts/'))).toEqual([]);
  expect(order.filter((path) => path.includes('/rollouts/'))).toHaveLength(3);
});

it('episodes do not pile up behind checkpoints of which there is always another one', async () => {
  const end = 60;
  let behind = 0;
  class Fed extends MemoryFileSystem {
    /** Another iteration is there whenever a checkpoint has been written. */
    override async write(path: string, bytes: Uint8Array): Promise<void> {
      await super.write(path, bytes);
      const iteration = Number(/steps_(\d+)\/trainer_state.json$/.exec(path)?.[1] ?? end);
      const rollouts = [...this.files.keys()].filter((name) => name.includes('/rollouts/')).length;
      if (iteration < end) behind = Math.max(behind, iteration - rollouts);
      if (iteration < end) for (const event of said(iteration, iteration + 1)) library.receive(event);
    }
  }
  const { library } = libraryOn(new Fed());
  await library.begin(newRun());
  for (const event of said(0, 1)) library.receive(event);
  await library.settled();
  expect((await library.read('run1')).rollouts.at(-1)).toBe(end);
  expect(behind).toBeGreaterThan(1);
  expect(behind).toBeLessThanOrEqual(WAIT_MOST + 1);
});

it.each(['rejoin', 'resume'] as const)('%s is waited for from its first moment', async (how) => {
  const { fs } = await keptRun();
  const { library, told } = libraryOn(fs);
  const going = how === 'rejoin' ? library.rejoin('run1', null) : library.resume('run1', 3);
  await library.settled();
  expect(told.map(({ type }) => type)).toEqual(['card']);
  await going;
});

it('what a file left that could not be written keeps no other from being written, and is gone once it can be', async () => {
  const rollout = 'runs/run1/rollouts/1.jsonl';
  let isIll = true;
  class Torn extends MemoryFileSystem {
    override async write(path: string, bytes: Uint8Array): Promise<void> {
      const fails = isIll && path === rollout;
      await super.write(path, fails ? bytes.slice(0, 9) : bytes);
      if (fails) throw new Error('EIO');
    }
    override async remove(path: string): Promise<void> {
      if (isIll && path === rollout) throw new Error('EIO');
      await super.remove(path);
    }
  }
  const { library, fs, told } = libraryOn(new Torn());
  const keeping = () => told.flatMap((message) => (message.type === 'keeping' ? [message.fault?.code ?? 'kept again'] : []));
  await library.begin(newRun());
  await play(library, said(0, 3));
  expect(text(fs, 'metrics.jsonl').split('\n')).toHaveLength(5);
  expect(await library.checkpoint('run1', 3)).toEqual(checkpointFiles(3));
  expect(keeping()).toEqual(['E_LIBRARY_WRITE']);
  isIll = false;
  await play(library, said(3, 4));
  expect(fs.files.has(rollout)).toBe(false);
  expect(keeping()).toEqual(['E_LIBRARY_WRITE', 'kept again']);
});

it('whoever tells of a run hears when all that could be done with it was done', async () => {
  const fs = new FailingFileSystem();
  const { library } = libraryOn(fs);
  const heard: boolean[] = [];
  const events = said(0, 2);
  for (const event of events) library.receive(event, (kept) => heard.push(kept));
  expect(heard, 'it has not begun').toEqual([]);
  await library.begin(newRun());
  await library.settled();
  expect(heard).toEqual(events.map(() => true));
  fs.room = fs.used;
  for (const event of said(2, 3)) library.receive(event, (kept) => heard.push(kept));
  await library.settled();
  expect(heard.slice(events.length), 'not on the disk, and nobody need wait').toEqual(said(2, 3).map(() => false));
  const { library: other } = libraryOn(fs);
  await other.begin(newRun('run2'));
  other.receive({ ...events[0]!, runId: 'run2' }, (kept) => heard.push(kept));
  expect(heard.at(-1), 'not on the disk either, and nobody need wait').toBe(false);
});
