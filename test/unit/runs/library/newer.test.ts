/** Files of a run that a newer workbench wrote: refused by name, neither gone on with nor deleted as broken, and byte for byte as they were. */
import { describe, expect, it } from 'vitest';
import { faultFrom } from '../../../../src/core/faults.ts';
import { isOfNewer } from '../../../../src/core/formats/runs/format.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { decodeBranch } from '../../../../src/page/state/branches/codec.ts';
import { keptBy, leftBy, RELEASES } from '../../../support/released.ts';
import { ITERATIONS, libraryOn, newRun, play, said } from './support.ts';

const at = (path: string) => `runs/run1/${path}`;
const BEST = 'checkpoints/best.json';
const STATE = 'checkpoints/steps_6/trainer_state.json';

/** A run that is over, or was interrupted before its end, of which a newer workbench wrote `path`. */
async function runWith(path: string, change: (value: Record<string, unknown>) => object = (value) => ({ format: 2, ...value })) {
  const fs = new MemoryFileSystem();
  const first = libraryOn(fs).library;
  await first.begin(newRun());
  await play(first, said(0, ITERATIONS));
  if (path !== '') {
    const value = JSON.parse(new TextDecoder().decode(fs.files.get(at(path)))) as Record<string, unknown>;
    fs.files.set(at(path), new TextEncoder().encode(`${JSON.stringify(change(value))}\n`));
  }
  return { library: libraryOn(fs).library, before: new Map(fs.files), fs };
}

const refusal = async (work: () => Promise<unknown>) =>
  faultFrom(
    await work().then(
      () => null,
      (error: unknown) => error,
    ),
  );
const refused = (subject: string) => ({ code: 'E_RUN_FUTURE', params: { subject, format: 2, reads: 1 }, place: { subject } });

it('a card: the run is told of, and is neither opened, renamed, gone on with, put away, begun over nor purged', async () => {
  const { library, before, fs } = await runWith('card.json', (value) => ({ ...value, format: 2, phase: 'paused', removed: 1 }));
  const { cards, broken } = await library.list();
  expect(cards).toEqual([]);
  expect(broken).toMatchObject([{ id: 'run1', fault: refused('card.json') }]);
  expect(broken.every(({ fault }) => isOfNewer(fault))).toBe(true);
  for (const work of [
    () => library.read('run1'),
    () => library.checkpoint('run1', null),
    () => library.label('run1', { name: 'Mine' }),
    () => library.remove(['run1']),
    () => library.restore(['run1']),
    () => library.resume('run1', 3),
    () => library.rejoin('run1', newRun()),
  ])
    expect(await refusal(work)).toMatchObject(refused('card.json'));
  await library.purge(['run1']);
  await library.purgeOld();
  expect(fs.files).toEqual(before);
  // It can be saved as it lies there.
  expect(Object.keys(await library.folder('run1'))).toContain('card.json');
});

it('a checkpoint: the run stays listed, and is not gone on with, nor from an earlier one, which would take it away', async () => {
  const { library, before, fs } = await runWith(STATE);
  expect((await library.list()).cards).toMatchObject([{ id: 'run1', checkpoints: [3, 6] }]);
  expect(await refusal(() => library.checkpoint('run1', null))).toMatchObject({ code: 'E_RUN_FUTURE', params: { format: 2, reads: 1 } });
  expect(await refusal(() => library.resume('run1', 3))).toMatchObject(refused(STATE));
  expect(fs.files).toEqual(before);
  expect((await library.read('run1')).metrics).toHaveLength(ITERATIONS + 1);
});

it('which checkpoint is best: the run stays listed, and is not opened nor gone on with', async () => {
  const { library, before, fs } = await runWith(BEST);
  expect((await library.list()).cards).toMatchObject([{ id: 'run1' }]);
  expect(await refusal(() => library.read('run1'))).toMatchObject(refused(BEST));
  expect(await refusal(() => library.resume('run1', 6))).toMatchObject(refused(BEST));
  expect(fs.files).toEqual(before);
});

it.each(['card.json', BEST, STATE])(
  '%s without a format, as every version so far has written it, is read, and so is one that says the first',
  async (path) => {
    const { fs } = await runWith('');
    expect(JSON.parse(new TextDecoder().decode(fs.files.get(at(path))))).not.toHaveProperty('format');
    const { library } = await runWith(path, (value) => ({ ...value, format: 1 }));
    const { cards, broken } = await library.list();
    expect([cards.length, broken.length]).toEqual([1, 0]);
    expect((await library.read('run1')).best).toMatchObject({ iteration: 3 });
    await library.checkpoint('run1', null);
  },
);

it('what a newer workbench of the same format adds to a card is written back with it', async () => {
  const { library, fs } = await runWith('card.json', (value) => ({ ...value, rating: 5 }));
  await library.label('run1', { name: 'Mine' });
  expect(JSON.parse(new TextDecoder().decode(fs.files.get(at('card.json'))))).toMatchObject({ name: 'Mine', rating: 5 });
});

describe.each(RELEASES)('version %s', (release) => {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const branch = keptBy(release)['branches/b1.jsonl']!;

  it('wrote branches that are read', () => {
    expect(decodeBranch(bytesOf(branch), 'b1')).toMatchObject({ id: 'b1', iteration: 1, episode: 0, change: { text: '3-1' } });
  });

  it('wrote none of a newer format, which is refused by name and stays when the run goes on', async () => {
    const newer = bytesOf(branch.replace('{', '{"format":2,'));
    expect(() => decodeBranch(newer, 'b1')).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'E_BRANCH_FUTURE', params: { name: 'b1', format: 2, reads: 1 } }) }),
    );
    const fs = new MemoryFileSystem();
    for (const [path, bytes] of Object.entries(leftBy(release).runs)) fs.files.set(path, bytes);
    const path = 'runs/interrupted/branches/b1.jsonl';
    fs.files.set(path, newer);
    const { library } = libraryOn(fs);
    expect(Object.keys(await library.branches('interrupted'))).toEqual(['b1']);
    await library.resume('interrupted', 4);
    expect(fs.files.get(path)).toEqual(newer);
  });
});
