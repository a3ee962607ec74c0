/** How a run is written while it goes on: in which order, within which room, and again where it failed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { WAIT_MOST } from '../../../../src/runs/owed.ts';
import { PUT_AWAY_TIME } from '../../../../src/runs/library/decisions.ts';
import { runLock } from '../../../../src/runs/library/liveRuns.ts';
import { RETRY_INTERVAL } from '../../../../src/runs/runWriter.ts';
import type { RunInfo } from '../../../../src/core/formats/runs/rundir.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import { checkpointFiles, FailingFileSystem, ITERATIONS, keptRun, libraryOn, newRun, play, said, text } from './support.ts';

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
