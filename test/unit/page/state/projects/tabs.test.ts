import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserTabs } from '../../../../../src/page/state/projects/tabs.ts';

/** Locks as browsers have them: one holder a name. */
function fakeLocks() {
  const held = new Set<string>();
  return {
    request: async (name: string, _: LockOptions, work: (lock: object | null) => Promise<void> | undefined) => {
      if (held.has(name)) return work(null);
      held.add(name);
      try {
        await work({});
      } finally {
        held.delete(name);
      }
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('which tab has a project', () => {
  it('is the one that claimed it first, however often it asks, until it lets go', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    const [one, other] = [browserTabs(), browserTabs()];
    expect(await Promise.all([one.claim('a'), one.claim('a')])).toEqual([true, true]);
    expect(await one.claim('a')).toBe(true);
    expect(await other.claim('a')).toBe(false);
    expect(await other.claim('b')).toBe(true);
    one.release('a');
    await Promise.resolve();
    expect(await other.claim('a')).toBe(true);
    expect(await one.claim('a')).toBe(false);
  });

  it('is every tab where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    expect([await browserTabs().claim('a'), await browserTabs().claim('a')]).toEqual([true, true]);
  });
});
