/** Models chosen from this computer: copied piece by piece, gone on with, verified, and kept in place of earlier ones. */
import { beforeEach, describe, expect, it } from 'vitest';
import { wholeOf } from '../../../src/core/formats/byteSource.ts';
import { findChosen, HUB_PATHS, keptName } from '../../../src/core/formats/models/hub/keptHub.ts';
import { type ChosenFile, COPIED, chosenModel, keepChosen, type KeepProgress } from '../../../src/hub/keepChosen.ts';
import { KeptModels } from '../../../src/hub/keptModels.ts';
import { isFull } from '../../../src/runs/fileSystem.ts';
import { MemoryHubFiles } from './memoryHubFiles.ts';

let fs: MemoryHubFiles;
let store: KeptModels;
let read: number;
beforeEach(() => {
  fs = new MemoryHubFiles();
  store = new KeptModels(fs);
  read = 0;
});

const WEIGHTS = Uint8Array.from({ length: 2 * COPIED + 5 }, (_, at) => (at * 7) % 251);
const file = (path: string, bytes: Uint8Array, modified = 1): ChosenFile => ({
  path,
  bytes: bytes.byteLength,
  modified,
  read: async (from, count) => {
    read += count;
    return bytes.slice(from, from + count);
  },
});
const files = (weights = WEIGHTS, modified = 1): ChosenFile[] => [
  file('config.json', Uint8Array.of(1, 2), modified),
  file('model.safetensors', weights, modified),
];
/** Hashes that cost little. */
const hash = async (bytes: Uint8Array): Promise<string> => `${bytes.byteLength} ${bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, 7)}`;
const blobOf = (of = files()): string => HUB_PATHS.blob(chosenModel('mine', of).files[1]!);

async function expectKept(weights = WEIGHTS): Promise<void> {
  const model = findChosen(await store.list(), 'mine')!;
  expect(keptName(model)).toBe('mine');
  expect(model.files.map(({ digest }) => digest)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  expect(Buffer.from(wholeOf((await fs.open(HUB_PATHS.blob(model.files[1]!)))!)).equals(weights)).toBe(true);
}

describe('a chosen model', () => {
  it('is copied, read again, and said how far it is', async () => {
    const told: KeepProgress[] = [];
    await keepChosen(store, 'mine', files(), { hash, onProgress: (progress) => told.push(progress) });
    await expectKept();
    expect(told.at(-1)).toEqual({ doing: 'verifying', done: WEIGHTS.length + 2, total: WEIGHTS.length + 2 });
    expect(told.map(({ doing }) => doing).filter((doing, at, all) => doing !== all[at - 1])).toEqual([
      'copying',
      'verifying',
      'copying',
      'verifying',
    ]);
  });

  it('goes on where it was called off, and what was copied is no base before', async () => {
    const off = new AbortController();
    const cut = keepChosen(store, 'mine', files(), {
      hash,
      signal: off.signal,
      onProgress: ({ done }) => {
        if (done > COPIED) off.abort();
      },
    });
    await expect(cut).rejects.toThrow();
    expect(findChosen(await store.list(), 'mine')).toBeNull();
    expect(await store.held((await store.list())[0]!)).toBe(COPIED + 2);
    const written: number[] = [];
    const append = fs.append.bind(fs);
    fs.append = async (path, bytes) => {
      written.push(bytes.byteLength);
      return append(path, bytes);
    };
    await keepChosen(store, 'mine', files(), { hash });
    expect(written).toEqual([COPIED, 5]);
    await expectKept();
  });

  it('is copied anew from where what is there is not what was chosen', async () => {
    await fs.write(blobOf(), new Uint8Array(COPIED + 9));
    await expect(keepChosen(store, 'mine', files(), { hash })).rejects.toThrow('differs from what was chosen from byte 0');
    await keepChosen(store, 'mine', files(), { hash });
    await expectKept();
  });

  it('takes the place of an earlier one of its name once it is whole', async () => {
    await keepChosen(store, 'mine', files(), { hash });
    const other = WEIGHTS.map((byte) => byte ^ 1);
    const full = new KeptModels(fs, async () => 5);
    await expect(keepChosen(full, 'mine', files(other, 2), { hash })).rejects.toSatisfy(isFull);
    await expectKept();
    await keepChosen(store, 'mine', files(other, 2), { hash });
    await expectKept(other);
    expect(await store.list()).toHaveLength(1);
    expect(fs.files.has(blobOf())).toBe(false);
  });

  it('may be called anything', async () => {
    for (const name of ['..', 'a b/c', 'ü'.repeat(200)]) {
      await keepChosen(store, name, [file('config.json', Uint8Array.of(1))], { hash });
      expect(findChosen(await store.list(), name)?.complete).toBe(true);
    }
    for (const path of fs.files.keys())
      expect(
        path.split('/').every((part) => part.length < 200 && !/^\.+$/.test(part)),
        path,
      ).toBe(true);
  });
});
