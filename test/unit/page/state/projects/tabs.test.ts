import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserTabs } from '../../../../../src/page/state/projects/tabs.ts';

/** Locks as browsers have them: one holder a name, who waits in turn unless it asks only for what is free, or takes it by force. */
function fakeLocks() {
  const holders = new Map<string, () => void>();
  const waiting = new Map<string, (() => void)[]>();
  const request = async (name: string, options: LockOptions, work: (lock: object | null) => Promise<void> | undefined): Promise<void> => {
    const held = holders.get(name);
    if (held && options.ifAvailable) return work(null);
    if (held && options.steal) held();
    else if (held) await waitsFor(name, options.signal);
    let lost = (): void => undefined;
    const stolen = new Promise<void>((_, reject) => (lost = () => reject(new DOMException('stolen', 'AbortError'))));
    holders.set(name, lost);
    try {
      await Promise.race([work({}), stolen]);
    } finally {
      if (holders.get(name) === lost) {
        holders.delete(name);
        waiting.get(name)?.shift()?.();
      }
    }
  };
  const waitsFor = (name: string, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
      signal?.addEventListener('abort', () => {
        waiting.set(
          name,
          (waiting.get(name) ?? []).filter((other) => other !== resolve),
        );
        reject(new DOMException('not in time', 'AbortError'));
      });
    });
  return { request };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

  it('is taken by force from one that does not answer, once, however often it is asked for', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const soon = new AbortController();
      setTimeout(() => soon.abort(), 5);
      return soon.signal;
    });
    const [one, asleep] = [browserTabs(), browserTabs()];
    expect(await asleep.claim('a')).toBe(true);
    const heard: unknown[] = [];
    one.listen((message) => heard.push(message));
    await Promise.all([one.take('a'), one.take('a')]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard, 'it is not asked by itself to let go').toEqual([]);
    expect([await one.claim('a'), await asleep.claim('a')]).toEqual([true, false]);
  });
});
