import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { datasetSchema } from '../../../../../src/core/document/schema.ts';
import { createDatasetsStore } from '../../../../../src/page/state/datasets/datasets.ts';
import type { CachedFile, KeptIn } from '../../../../../src/page/state/datasets/fileCache.ts';

const TEXT = '{"q": "one"}\n{"q": "two"}\n';
const bytes = new TextEncoder().encode(TEXT);
const digest = createHash('sha256').update(bytes).digest('hex');
const named = datasetSchema.parse({ name: 'x.jsonl', digest, rows: 2 });
const file = { name: 'x.jsonl', size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer.slice(0)) };

function open(kept = new Map<string, CachedFile>(), where: KeptIn = 'files') {
  let searches = 0;
  const cache = {
    keep: (key: string, value: CachedFile) => {
      if (where !== 'nowhere') kept.set(key, value);
      return Promise.resolve(where);
    },
    find: (key: string) => {
      searches += 1;
      return Promise.resolve(kept.get(key) ?? null);
    },
  };
  return { store: createDatasetsStore(cache), kept, searches: () => searches };
}

describe('files of problems', () => {
  it('are read, kept, and found again on the next visit', async () => {
    const first = open();
    const { read, keep, find } = first.store.getState();
    const data = await read(file);
    expect(data).toMatchObject({ digest, file: { layout: 'json_lines' } });
    await expect(find(named), 'reading alone keeps nothing').rejects.toThrow('which is not here');
    await keep(data);
    expect((await find(named)).file.rows).toHaveLength(2);
    expect(first.store.getState()).toMatchObject({ missing: [], keptIn: { [digest]: 'files' } });

    const next = open(first.kept);
    const [one, two] = await Promise.all([next.store.getState().find(named), next.store.getState().find(named)]);
    expect(one).toBe(two);
    expect(next.searches(), 'two who ask at once wait for one search').toBe(1);
    expect(one.file.rows).toEqual([{ q: 'one' }, { q: 'two' }]);
  });

  it('are refused when what the browser kept is another file', async () => {
    const { store } = open(new Map([[digest, { name: 'x.jsonl', bytes: new TextEncoder().encode('{"q": "bad"}') }]]));
    await expect(store.getState().find(named)).rejects.toThrow('“x.jsonl” (2 rows');
    expect(store.getState().missing).toEqual([digest]);
  });

  it('say where they lie when the browser keeps nothing', async () => {
    const { store } = open(new Map(), 'nowhere');
    await store.getState().keep(await store.getState().read(file));
    expect(store.getState().keptIn[digest]).toBe('nowhere');
    expect((await store.getState().find(named)).file.rows).toHaveLength(2);
  });

  it('that cannot be read from the disk say why, in words', async () => {
    const { store } = open();
    const gone = { ...file, arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) };
    await expect(store.getState().read(gone)).rejects.toMatchObject({ fault: { code: 'E_STORAGE_READ' } });
  });

  it('are read by whoever is given for it, who hears when it is called off', async () => {
    const calls: (AbortSignal | undefined)[] = [];
    const cache = { keep: async () => 'files' as const, find: async () => null };
    const store = createDatasetsStore(cache, async (_, __, signal) => {
      calls.push(signal);
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
      throw new Error('not reached');
    });
    const stop = new AbortController();
    const reading = store.getState().read(file, stop.signal);
    await vi.waitFor(() => expect(calls).toEqual([stop.signal]));
    stop.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(store.getState().loaded).toEqual({});
  });

  it('beyond the limit are not even opened', async () => {
    const { store } = open();
    await expect(store.getState().read({ ...file, size: 1e9, arrayBuffer: () => Promise.reject(new Error('opened')) })).rejects.toThrow(
      'at most 64 MB',
    );
  });
});
