/** A database that a newer workbench has changed: it is named and left alone; one that a newer workbench wants to change is let go of. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { faultFrom } from '../../../../../src/core/faults.ts';
import { browserBases } from '../../../../../src/page/state/bases/baseDatabase.ts';
import { browserProjectDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { keptNewsStore } from '../../../../../src/page/state/storage/keptNews.ts';
import { twoStores } from '../../../../../src/page/state/storage/twoStores.ts';

/** As a browser opens databases: of `version`, and never an older one. */
function browserWith(version: number) {
  const opened: { name: string; asked: number | undefined }[] = [];
  const deleted: string[] = [];
  const databases: { closed: boolean; onversionchange: (() => void) | null }[] = [];
  vi.stubGlobal('indexedDB', {
    open: (name: string, asked?: number) => {
      opened.push({ name, asked });
      const request: Record<string, unknown> & { onerror?: () => void; onsuccess?: () => void } = {};
      setTimeout(() => {
        if (asked !== undefined && asked < version) {
          request['error'] = new DOMException('The requested version is less than the existing version.', 'VersionError');
          return request.onerror?.();
        }
        const database = { closed: false, onversionchange: null as (() => void) | null };
        databases.push(database);
        request['result'] = Object.assign(database, {
          close: () => {
            database.closed = true;
          },
          transaction: () => {
            if (database.closed) throw new DOMException('closing', 'InvalidStateError');
            const running: { oncomplete?: () => void; objectStore: () => object } = { objectStore: () => ({}) };
            setTimeout(() => running.oncomplete?.());
            return running;
          },
        });
        request.onsuccess?.();
      });
      return request;
    },
    deleteDatabase: (name: string) => void deleted.push(name),
  });
  return { opened, deleted, databases };
}

beforeEach(() => keptNewsStore.setState({ told: [], newer: new Set() }));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['projects', () => browserProjectDatabase().list()],
  ['bases', () => browserBases().list()],
  ['branches', () => twoStores('marft-workbench.branches', 'files', 'runs')('readonly', () => () => null)],
] as const)('%s of a newer workbench are refused by name, told once, and nothing is deleted', async (what, read) => {
  const { deleted } = browserWith(2);
  for (let times = 0; times < 2; times += 1) {
    const fault = faultFrom(await read().catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: 'E_KEPT_FUTURE', params: { what } });
    expect(fault.message).toMatch(/^A newer version of the workbench wrote (your|what you) [\w ]+ in this browser, so/);
  }
  expect(keptNewsStore.getState().told).toHaveLength(1);
  expect(keptNewsStore.getState().newer).toEqual(new Set([what]));
  expect(deleted).toEqual([]);
});

it('lets go of a database that a newer workbench in another tab wants to change, and opens it anew when it is wanted', async () => {
  const { opened, databases } = browserWith(1);
  const transaction = twoStores('marft-workbench-projects', 'cards', 'texts');
  await transaction('readonly', () => () => null);
  await transaction('readonly', () => () => null);
  expect(opened).toEqual([{ name: 'marft-workbench-projects', asked: 1 }]);
  databases[0]?.onversionchange?.();
  expect(databases[0]?.closed).toBe(true);
  await transaction('readonly', () => () => null);
  expect(opened).toHaveLength(2);
  expect(keptNewsStore.getState().told).toEqual([]);
});
