import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const opened = async (href: string) => {
  const url = new URL(href);
  const kept = new Map([['marft-workbench.place', 'runs settings']]);
  const local = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const replaced: string[] = [];
  vi.stubGlobal('window', {
    location: url,
    localStorage: local,
    sessionStorage: local,
    history: { state: null, replaceState: (_state: unknown, _title: string, to: string) => replaced.push(to) },
  });
  const storage = await import('../../../../../src/page/state/storage/storage.ts');
  const safe = await import('../../../../../src/page/state/storage/safeStart.ts');
  return { ...storage, ...safe, kept, replaced };
};

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('reads nothing that is kept, follows no address, and leaves what is there as it is', async () => {
  const { browserStorage, tabStorage, storageWorks, safeStart, kept, replaced } = await opened(
    'https://host/folder/?safe#run=abc&lesson=lamas',
  );
  expect(safeStart).toBe(true);
  expect(replaced).toEqual(['/folder/?safe']);
  for (const storage of [browserStorage, tabStorage]) {
    expect(storage.read('marft-workbench.place')).toBeNull();
    expect(storage.write('marft-workbench.place', 'team')).toBe(true);
    expect(storage.read('marft-workbench.place')).toBe('team');
    expect(storage.keys('marft')).toEqual(['marft-workbench.place']);
    storage.forget('marft');
    expect(storage.read('marft-workbench.place')).toBeNull();
  }
  expect(storageWorks()).toBe(true);
  expect([...kept]).toEqual([['marft-workbench.place', 'runs settings']]);
});

it('is asked for by the address alone, which leads in and out', async () => {
  const { addressOf, browserStorage, safeStart, replaced } = await opened('https://host/folder/?open=1#run=abc');
  expect([safeStart, replaced]).toEqual([false, []]);
  expect(browserStorage.read('marft-workbench.place')).toBe('runs settings');
  expect(addressOf(true)).toBe('/folder/?open=1&safe');
  expect(addressOf(false, 'https://host/folder/?open=1&safe#x')).toBe('/folder/?open=1');
  expect(addressOf(false, 'https://host/?safe')).toBe('/');
});
