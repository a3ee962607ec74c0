/** Runs as they are kept: listed, read, labelled, put away. */
import { describe, expect, it } from 'vitest';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { PUT_AWAY_TIME } from '../../../../src/runs/library/decisions.ts';
import { runLock } from '../../../../src/runs/library/liveRuns.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import type { ComparedWeights } from '../../../../src/core/formats/runs/weightDifference.ts';
import { checkpointFiles, FailingFileSystem, folderOf, ITERATIONS, keptRun, libraryOn, newRun, play, said } from './support.ts';

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
