/** A worker that ended is noticed by its lock, one that hangs by its silence. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchBeats, watchLife } from '../../../../../workers/life/client.ts';
import { withBeats } from '../../../../../workers/trainer/beat.ts';
import type { Engine } from '../../../../../src/engine/engine.ts';

/** The locks of a browser, as far as they are needed: one holder, those that wait, and abortion. */
function locks() {
  const waiting: { name: string; granted: () => void }[] = [];
  return {
    release: (name: string) => waiting.filter((one) => one.name === name).forEach(({ granted }) => granted()),
    request: (name: string, { signal }: { signal: AbortSignal }, granted: () => void) =>
      new Promise<void>((resolve, reject) => {
        const one = { name, granted: () => resolve(granted()) };
        waiting.push(one);
        signal.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(signal.reason as Error);
        });
      }),
  };
}

describe('a lifeline', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('tells once that the worker ended, and nothing of one that was ended on purpose', async () => {
    const held = locks();
    vi.stubGlobal('navigator', { locks: held });
    const worker = new EventTarget() as unknown as Worker;
    const ended = vi.fn();
    const stop = watchLife(worker, ended);
    const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
    say({ id: 'some answer' });
    say({ life: 'marft-life:1' });
    held.release('marft-life:other');
    expect(ended).not.toHaveBeenCalled();
    held.release('marft-life:1');
    expect(ended).toHaveBeenCalledTimes(1);
    stop();
    const other = new EventTarget() as unknown as Worker;
    const never = vi.fn();
    const stopOther = watchLife(other, never);
    other.dispatchEvent(new MessageEvent('message', { data: { life: 'marft-life:2' } }));
    stopOther();
    held.release('marft-life:2');
    await Promise.resolve();
    expect(never).not.toHaveBeenCalled();
  });
});

describe('beats', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are missed for long before anything is said, and it is taken back when one comes', () => {
    const silent = vi.fn();
    const beats = watchBeats(10, 3, silent);
    vi.advanceTimersByTime(25);
    beats.heard();
    vi.advanceTimersByTime(20);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(silent.mock.calls).toEqual([[true]]);
    beats.heard();
    expect(silent.mock.calls).toEqual([[true], [false]]);
    beats.stop();
    vi.advanceTimersByTime(100);
    expect(silent).toHaveBeenCalledTimes(2);
  });

  it('come from between the plans of an engine that is busy, whose work is what it was', async () => {
    class Counting {
      readonly #backend = 'counting';
      lanes = 1;
      get backend(): string {
        return this.#backend;
      }
      memory() {
        return { tensors: 0, bytes: this.#backend.length, peakBytes: 0 };
      }
      start() {
        return { run: async () => ({ out: new Float32Array([7]) }), dispose: () => {} };
      }
    }
    let beats = 0;
    const engine = withBeats(new Counting() as unknown as Engine, () => (beats += 1));
    expect([engine.backend, engine.lanes, engine.memory().bytes]).toEqual(['counting', 1, 8]);
    const execution = engine.start({} as never, {});
    expect(await execution.run('forward')).toEqual({ out: new Float32Array([7]) });
    expect(beats).toBe(2);
  });
});
