/** Damage to a kept run that no crash makes: it is told, the last whole checkpoint is taken, and no number changes in silence. */
import { describe, expect, it } from 'vitest';
import { checkRows, rowSums, sumsOf } from '../../../../src/core/formats/checksums.ts';
import { filesInto, filesUnder } from '../../../../src/core/formats/files.ts';
import { fullError } from '../../../../src/runs/fileSystem.ts';
import { runLock } from '../../../../src/runs/library/liveRuns.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { FailingFileSystem, ITERATIONS, libraryOn, newRun, play, said, checkpointFiles } from './support.ts';

const at = (path: string) => `runs/run1/${path}`;
const text = (fs: MemoryFileSystem, path: string) => new TextDecoder().decode(fs.files.get(at(path)));
const edit = (fs: MemoryFileSystem, path: string, change: (text: string) => string) =>
  void fs.files.set(at(path), new TextEncoder().encode(change(text(fs, path))));
const lines = (fs: MemoryFileSystem, change: (rows: string[]) => string[]) =>
  edit(fs, 'metrics.jsonl', (rows) => change(rows.split(/(?<=\n)/)).join(''));
const flip = (fs: MemoryFileSystem, iteration: number) => {
  const path = at(`checkpoints/steps_${iteration}/planner/adapter_model.safetensors`);
  fs.files.set(
    path,
    fs.files.get(path)!.map((byte, index) => (index === 7 ? byte ^ 1 : byte)),
  );
};

/** With checksums in its checkpoints, as `core` writes them. */
const summed = (events = said(0, ITERATIONS)) =>
  events.map((event) => {
    if (event.type !== 'checkpoint' && event.type !== 'safety') return event;
    const folder = `checkpoints/steps_${event.iteration}`;
    const own = filesUnder(checkpointFiles(event.iteration), folder);
    return { ...event, files: filesInto(folder, { ...own, SHA256SUMS: sumsOf(own) }) };
  });

async function keptRun(fs = new MemoryFileSystem()) {
  const first = libraryOn(fs);
  await first.library.begin(newRun());
  await play(first.library, summed());
  return libraryOn(fs); // another visit
}

/** What the page was told of a run. */
const notices = (told: Awaited<ReturnType<typeof keptRun>>['told']) =>
  told.flatMap((message) => (message.type === 'notice' ? [message.notice] : []));

it('a kept run has a checksum of every row, also one that goes on or whose writer ended in the middle', async () => {
  const { library, fs } = await keptRun();
  const whole = text(fs, 'checksums.jsonl');
  expect(whole).toBe(rowSums(text(fs, 'metrics.jsonl')));
  await library.resume('run1', 3);
  expect(text(fs, 'checksums.jsonl')).toBe(rowSums(text(fs, 'metrics.jsonl')));
  await play(library, summed(said(3, 5)));
  // The last row is there, its checksum and the next row are not.
  edit(fs, 'checksums.jsonl', (sums) => sums.slice(0, -30));
  await fs.append(at('metrics.jsonl'), new TextEncoder().encode('{"iteration":6,"rew'));
  const later = libraryOn(fs).library;
  await later.rejoin('run1', null);
  await play(later, summed(said(3, ITERATIONS)));
  expect(text(fs, 'checksums.jsonl')).toBe(whole);
  expect(checkRows(text(fs, 'metrics.jsonl'), whole)).toEqual({ unchecked: null, mixed: [], damage: [] });
});

it('a row whose checksum found no room gets it with the next that fits', async () => {
  const fs = new FailingFileSystem();
  const { library } = libraryOn(fs);
  await library.begin(newRun());
  await play(library, summed(said(0, 2)));
  fs.room = fs.used + 50; // a row fits, its checksum does not
  await play(library, summed(said(2, 4)));
  expect(text(fs, 'metrics.jsonl').split('\n').length).toBeGreaterThan(text(fs, 'checksums.jsonl').split('\n').length);
  fs.room = Number.POSITIVE_INFINITY;
  await play(library, summed(said(4, ITERATIONS)));
  expect(text(fs, 'checksums.jsonl')).toBe(rowSums(text(fs, 'metrics.jsonl')));
});

describe('rows that are not what was written', () => {
  const cases: [string, (rows: string[]) => string[], number[], string][] = [
    [
      'altered',
      (rows) => rows.with(4, rows[4]!.replace('0.4', '0.9')),
      [0, 1, 2, 3, 5, 6],
      'the row of iteration 4 is not what was written',
    ],
    ['missing', (rows) => rows.toSpliced(4, 1), [0, 1, 2, 3, 5, 6], 'the row of iteration 4 is missing or cut off'],
    ['doubled', (rows) => rows.toSpliced(4, 0, rows[4]!), [0, 1, 2, 3, 4, 5, 6], 'the row of iteration 4 stands 2 times'],
    ['cut', (rows) => rows.slice(0, 6), [0, 1, 2, 3, 4, 5], 'the row of iteration 6 is missing or cut off'],
  ];
  it.each(cases)('%s: told, left out, and the others are shown', async (_, change, left, what) => {
    const { library, fs } = await keptRun();
    lines(fs, change);
    const run = await library.read('run1');
    expect(run.metrics.map((row) => row['iteration'])).toEqual(left);
    expect(run.metrics.map((row) => row['reward/mean'])).not.toContain(0.9);
    const damaged = run.notices.filter(({ code }) => code === 'rows_damaged');
    expect(damaged.map(({ message }) => message)).toEqual([
      `metrics.jsonl is damaged: ${what}. A row that is not what was written is left out; the others are shown.`,
    ]);
  });

  it('a rollout of which a crash left no line is none: the one before it is the newest', async () => {
    const { library, fs } = await keptRun();
    const { rollouts } = await library.read('run1');
    const newest = at(`rollouts/${rollouts.at(-1)}.jsonl`);
    for (const left of [0, 40]) {
      fs.files.set(newest, fs.files.get(newest)!.slice(0, left));
      expect((await library.read('run1')).rollouts).toEqual(rollouts.slice(0, -1));
    }
  });

  it('of a whole run nothing is told, nor of one of an earlier version, which is shown as it was', async () => {
    const { library, fs } = await keptRun();
    const { metrics, notices: said } = await library.read('run1');
    expect(said.map(({ code }) => code)).toEqual(['kl_gate']);
    fs.files.delete(at('checksums.jsonl'));
    expect(await library.read('run1')).toMatchObject({ metrics, notices: said });
  });
});

it.each([
  ['emptied', ''],
  ['overwritten', 'nothing\nof the kind'],
])('checksums that were %s are told, and are there again once the run goes on', async (_, spoilt) => {
  const { library, fs, told } = await keptRun();
  edit(fs, 'checksums.jsonl', () => spoilt);
  const gone = { code: 'without_checksums', message: expect.stringMatching(/^The checksums of this run are gone/) as string };
  const { metrics, notices: opened } = await library.read('run1');
  expect(metrics).toHaveLength(ITERATIONS + 1);
  expect(opened).toContainEqual(expect.objectContaining(gone));
  await library.resume('run1', 3);
  expect(notices(told)).toContainEqual(expect.objectContaining(gone));
  expect(text(fs, 'checksums.jsonl')).toBe(rowSums(text(fs, 'metrics.jsonl')));
});

describe('going on', () => {
  it('from a run whose newest checkpoint is damaged takes the last whole one, and says so', async () => {
    const { library, fs, told } = await keptRun();
    flip(fs, 6);
    const files = await library.checkpoint('run1', null);
    expect(Object.keys(files)).toContain('checkpoints/steps_3/trainer_state.json');
    await library.resume('run1', 3);
    await library.settled();
    const message =
      'This run is damaged: checkpoints/steps_6/planner/adapter_model.safetensors is not what was written. Checkpoint 3 is the last intact one and will be used.';
    expect(notices(told), 'once').toEqual([{ iteration: 3, level: 'warning', code: 'run_damaged', message }]);
    expect((await library.read('run1')).notices.at(-1)?.message, 'and it stays with the run').toBe(message);
    expect(text(fs, 'metrics.jsonl').trimEnd().split('\n')).toHaveLength(4);
    expect((await library.list()).cards[0]?.checkpoints).toEqual([3]);
  });

  it('takes the one before a damaged row', async () => {
    const { library, fs, told } = await keptRun();
    lines(fs, (rows) => rows.with(5, rows[5]!.replace('0.5', '0.6')));
    expect(Object.keys(await library.checkpoint('run1', null))).toContain('checkpoints/steps_3/trainer_state.json');
    expect(notices(told)[0]?.message).toContain('in metrics.jsonl the row of iteration 5 is not what was written');
    await library.resume('run1', 3);
    await play(library, summed(said(3, ITERATIONS)));
    expect((await library.read('run1')).notices.map(({ code }) => code)).not.toContain('rows_damaged');
  });

  it('is refused where none is whole, with what to do, and where rows are of two runs', async () => {
    const { library, fs } = await keptRun();
    const before = new Map(fs.files);
    flip(fs, 3);
    flip(fs, 6);
    await expect(library.checkpoint('run1', null)).rejects.toMatchObject({
      fault: { code: 'E_RUN_DAMAGED', hint: expect.stringContaining('train it again') },
    });
    for (const [path, bytes] of before) fs.files.set(path, bytes);
    for (const path of ['metrics.jsonl', 'checksums.jsonl']) edit(fs, path, (rows) => rows + rows);
    await expect(library.checkpoint('run1', null)).rejects.toMatchObject({ fault: { code: 'E_RUN_MIXED' } });
    expect((await library.read('run1')).notices.map(({ code }) => code)).toContain('rows_mixed');
  });

  it('an earlier version’s run is said to be without checksums, and has them from then on', async () => {
    const { library, fs, told } = await keptRun();
    fs.files.delete(at('checksums.jsonl'));
    await library.resume('run1', 3);
    await play(library, summed(said(3, ITERATIONS)));
    expect(notices(told).map(({ code }) => code)).toEqual(['without_checksums']);
    expect(text(fs, 'checksums.jsonl')).toBe(rowSums(text(fs, 'metrics.jsonl')));
    await library.resume('run1', 3);
    expect(notices(told)).toHaveLength(1);
  });
});

it('a project that is no longer what the checkpoint was trained with is told', async () => {
  const fs = new MemoryFileSystem();
  await keptRun(fs);
  const state = 'checkpoints/steps_6/trainer_state.json';
  const project: unknown = JSON.parse(text(fs, 'project.json'));
  edit(fs, state, () => `${JSON.stringify({ iteration: 6, base: 'micro', roles: [], state: {}, project })}\n`);
  fs.files.delete(at('checkpoints/steps_6/SHA256SUMS'));
  const same = libraryOn(fs);
  await same.library.checkpoint('run1', null);
  expect(notices(same.told)).toEqual([]);
  edit(fs, 'project.json', (own) => own.replace(/("seed":\s*)\d+/, '$17'));
  const other = libraryOn(fs);
  await other.library.checkpoint('run1', null);
  expect(notices(other.told).map(({ code }) => code)).toEqual(['other_project']);
  expect(notices(other.told)[0]?.message).toContain('training.seed is 7, it was');
});

describe('a card that was cut off, with nothing aside', () => {
  const cutCard = (fs: MemoryFileSystem, left = 0.5) => edit(fs, 'card.json', (card) => card.slice(0, Math.floor(card.length * left)));

  it.each([0, 0.5, 0.99])('is made anew from the folder, which says what was lost (%d of it is left)', async (left) => {
    const { library, fs } = await keptRun();
    await library.label('run1', { name: 'Mine' });
    const [before] = (await library.list()).cards;
    cutCard(fs, left);
    const { cards, broken } = await libraryOn(fs).library.list();
    expect(broken).toEqual([]);
    expect(cards).toEqual([{ ...before!, name: '', began: 0, bytes: expect.any(Number) }]);
    const run = await libraryOn(fs).library.read('run1');
    expect(run.metrics).toHaveLength(ITERATIONS + 1);
    expect(
      run.notices.filter(({ code }) => code === 'card_made_anew'),
      'once',
    ).toHaveLength(1);
    expect((await libraryOn(fs).library.list()).cards).toMatchObject([{ phase: 'finished' }]);
  });

  it.each(['cut off', 'gone'])('of a run that was not over, where it is %s, can be gone on with to its end', async (how) => {
    const fs = new MemoryFileSystem();
    const first = libraryOn(fs);
    await first.library.begin(newRun());
    await play(first.library, summed(said(0, 4)));
    if (how === 'gone') fs.files.delete(at('card.json'));
    else cutCard(fs);
    const { library } = libraryOn(fs);
    expect((await library.list()).cards).toMatchObject([{ phase: 'stopped', iteration: 4, iterations: ITERATIONS, checkpoints: [3, 4] }]);
    await library.resume('run1', 4);
    await play(library, summed(said(4, ITERATIONS)));
    expect((await library.list()).cards).toMatchObject([{ phase: 'finished', iteration: ITERATIONS, checkpoints: [3, 6] }]);
  });

  it('stays as it is where it is JSON of another kind, where its tab lives, and where the folder is no run', async () => {
    const { library, fs } = await keptRun();
    edit(fs, 'card.json', () => '{"version":99}\n');
    expect((await library.list()).broken).toMatchObject([{ fault: { code: 'E_CARD' } }]);
    expect(text(fs, 'card.json')).toBe('{"version":99}\n');
    edit(fs, 'card.json', () => '{"id"');
    const locks = ownLocks();
    await locks.hold(runLock('run1'));
    expect((await libraryOn(fs, { locks }).library.list()).broken).toMatchObject([{ fault: { code: 'E_CARD' } }]);
    fs.files.delete(at('project.json'));
    expect((await library.list()).broken).toMatchObject([{ fault: { code: 'E_CARD' } }]);
    expect(text(fs, 'card.json')).toBe('{"id"');
  });
});

describe('checkpoints of a run that is over', () => {
  const clear = (fs: MemoryFileSystem, ...iterations: number[]) => {
    for (const path of [...fs.files.keys()])
      if (iterations.some((iteration) => path.includes(`steps_${iteration}/`))) fs.files.delete(path);
  };

  it('that are gone are told, in the list and in the run, and the others go on', async () => {
    const { library, fs } = await keptRun();
    clear(fs, 6);
    expect((await library.list()).cards).toMatchObject([{ phase: 'finished', checkpoints: [3] }]);
    expect((await library.list()).cards).toMatchObject([{ checkpoints: [3] }]);
    const said = (await library.read('run1')).notices.filter(({ code }) => code === 'checkpoints_gone');
    expect(
      said.map(({ message }) => message),
      'once',
    ).toEqual([
      'Something outside this page, such as the browser making room, removed checkpoints of this run: those of iteration 6. Those of iteration 3 are there.',
    ]);
    expect(Object.keys(await library.checkpoint('run1', null))).toContain('checkpoints/steps_3/trainer_state.json');
  });

  it('that are gone are told once, also where a full disk takes the line and not the card, and whatever was cut off before it', async () => {
    const { fs } = await keptRun();
    class Full extends MemoryFileSystem {
      override async write(path: string, bytes: Uint8Array): Promise<void> {
        if (path.includes('card.json')) throw fullError();
        await super.write(path, bytes);
      }
    }
    const full = new Full();
    for (const [path, bytes] of fs.files) full.files.set(path, bytes);
    clear(full, 6);
    edit(full, 'notices.jsonl', (lines) => `${lines}{"iteration":6,"lev`);
    for (let visit = 0; visit < 2; visit += 1) expect((await libraryOn(full).library.list()).cards).toMatchObject([{ checkpoints: [3] }]);
    const { notices } = await libraryOn(full).library.read('run1');
    expect(notices.map(({ code }) => code)).toEqual(['kl_gate', 'checkpoints_gone']);
  });

  it('that are all gone leave a run to be looked at, which cannot be gone on with', async () => {
    const { library, fs } = await keptRun();
    clear(fs, 3, 6);
    expect((await library.list()).cards).toMatchObject([{ checkpoints: [] }]);
    expect((await library.read('run1')).notices.at(-1)?.message).toContain('It has none any more');
    await expect(library.checkpoint('run1', null)).rejects.toMatchObject({ fault: { code: 'E_CHECKPOINT_MISSING' } });
  });
});
