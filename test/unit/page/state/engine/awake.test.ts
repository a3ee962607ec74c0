/** The wake lock and the watch for a page that stood still. */
import { describe, expect, it } from 'vitest';
import { SILENCE, watchSuspension } from '../../../../../src/page/state/engine/device/suspension.ts';
import { createWakeLock } from '../../../../../src/page/state/engine/device/wakeLock.ts';

function setUp(request?: () => Promise<void>) {
  const page = { visible: true, change: () => {}, locks: 0 };
  const lock = createWakeLock({
    ...(request
      ? {
          request: async () => {
            await request();
            page.locks += 1;
            return { release: async () => void (page.locks = Math.max(0, page.locks - 1)) };
          },
        }
      : {}),
    visible: () => page.visible,
    onVisibility: (change) => {
      page.change = change;
      return () => {};
    },
  });
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const show = async (visible: boolean) => {
    page.visible = visible;
    if (!visible) page.locks = 0; // the browser lets go by itself
    page.change();
    await settled();
  };
  const want = async (wanted: boolean) => {
    lock.want(wanted);
    await settled();
  };
  return { page, lock, show, want, state: () => lock.store.getState().state };
}

describe('the wake lock', () => {
  it('is held while a run goes on and the tab is seen, and asked for again when it comes back', async () => {
    const { page, show, want, state } = setUp(async () => {});
    expect(state()).toBe('released');
    await want(true);
    expect([state(), page.locks]).toEqual(['held', 1]);
    await show(false);
    expect(state()).toBe('hidden');
    await show(true);
    expect([state(), page.locks]).toEqual(['held', 1]);
    await want(false);
    expect([state(), page.locks]).toEqual(['released', 0]);
    await show(true);
    expect(page.locks).toBe(0);
  });

  it('that is refused or missing is only said', async () => {
    const refused = setUp(() => Promise.reject(new Error('low battery')));
    await refused.want(true);
    expect(refused.state()).toBe('refused');
    const missing = setUp();
    await missing.want(true);
    expect(missing.state()).toBe('missing');
  });
});

describe('a page that stood still', () => {
  const watched = () => {
    const page = { now: 0, beat: () => {}, freeze: () => {}, resume: () => {}, told: [] as number[] };
    watchSuspension({
      now: () => page.now,
      every: (_, beat) => {
        page.beat = beat;
        return () => {};
      },
      onFreeze: (freeze, resume) => {
        Object.assign(page, { freeze, resume });
        return () => {};
      },
      told: (milliseconds) => page.told.push(milliseconds),
    });
    return page;
  };

  it('is noticed by a silence longer than a hidden tab’s slow timers', () => {
    const page = watched();
    page.now = 61_000;
    page.beat();
    expect(page.told).toEqual([]);
    page.now += SILENCE;
    page.beat();
    expect(page.told).toEqual([SILENCE]);
  });

  it('is noticed once when the browser says so', () => {
    const page = watched();
    page.now = 10_000;
    page.freeze();
    page.now = 400_000;
    page.resume();
    page.beat();
    expect(page.told).toEqual([390_000]);
  });
});
