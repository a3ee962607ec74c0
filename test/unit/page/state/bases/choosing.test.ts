/** Models chosen from this computer: what the page knows while they are looked through and kept, and where there are no private files. */
import { describe, expect, it } from 'vitest';
import { createChoosingStore } from '../../../../../src/page/state/bases/choosing.ts';
import { storageFault } from '../../../../../src/core/storageFault.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import type { BegunCopy } from '../../../../../workers/hub/protocol.ts';

const weights = new Blob([new Uint8Array(8)]);
const error = (name: string) => new FaultError(storageFault(new DOMException('', name))!);

function storeOver(keep: () => Promise<boolean>, begun: readonly BegunCopy[] = []) {
  let deaths = 0;
  const store = createChoosingStore(() => ({
    check: async (_, __, tell) => {
      tell({ doing: 'checking', done: 0.5, total: 1 });
      return { 'config.json': new Uint8Array(1) };
    },
    keep: async (_, __, tell) => {
      tell({ doing: 'copying', done: 4, total: 8 });
      return keep();
    },
    leave: async () => undefined,
    begun: async () => begun,
    forget: async () => void (deaths += 1),
    close: () => undefined,
  }));
  const told: string[] = [];
  store.subscribe(({ present }, before) => {
    if (present && present !== before.present) told.push(`${present.name} ${present.progress.doing} ${present.progress.done}`);
  });
  return { store, told, forgotten: () => deaths };
}

describe('a chosen model', () => {
  it('is looked through, its files joined by what prompts need, and kept with its progress', async () => {
    const { store, told } = storeOver(async () => true);
    const files = await store.getState().check('mine', { 'm.gguf': weights });
    expect(files).toEqual({ 'm.gguf': weights, 'config.json': new Uint8Array(1) });
    expect(await store.getState().keep('mine', files!)).toBe(true);
    expect(told).toEqual(['mine checking 0', 'mine checking 0.5', 'mine checking 0', 'mine copying 4']);
    expect(store.getState()).toMatchObject({ present: null, withoutFiles: false });
  });

  it('that was called off is there to go on with, and can be deleted', async () => {
    const { store, forgotten } = storeOver(async () => false, [{ name: 'mine', bytes: 8, held: 4 }]);
    await store.getState().keep('mine', { weights });
    expect(store.getState().begun).toEqual([{ name: 'mine', bytes: 8, held: 4 }]);
    await store.getState().forget('mine');
    expect(forgotten()).toBe(1);
  });

  it('is for the browser’s database where there are no private files, but not where there is no room', async () => {
    const { store } = storeOver(() => Promise.reject(error('SecurityError')));
    expect(await store.getState().keep('mine', { weights })).toBe(false);
    expect(store.getState()).toMatchObject({ present: null, withoutFiles: true });
    const full = storeOver(() => Promise.reject(error('QuotaExceededError'))).store;
    await expect(full.getState().keep('mine', { weights })).rejects.toThrow();
    expect(full.getState()).toMatchObject({ present: null, withoutFiles: null });
  });
});
