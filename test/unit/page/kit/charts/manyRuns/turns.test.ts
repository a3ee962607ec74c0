import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The frames that were asked for and have not come. */
let frames: (() => void)[] = [];
let takeTurn: (draw: () => void) => void;
let leaveTurn: (draw: () => void) => void;

/** Lets two frames and the task after them pass. */
function nextTurn(): void {
  for (let frame = 0; frame < 2; frame += 1) for (const callback of frames.splice(0)) callback();
  vi.runAllTimers();
}

beforeEach(async () => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.resetModules();
  ({ takeTurn, leaveTurn } = await import('../../../../../../src/page/kit/charts/manyRuns/turns.ts'));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('charts take turns', () => {
  it('one at a time, in the order they asked, not before the frames of the one before have passed', () => {
    const drawn: string[] = [];
    for (const name of ['a', 'b', 'c']) takeTurn(() => drawn.push(name));
    expect(drawn).toEqual([]);
    vi.runAllTimers();
    expect(drawn).toEqual(['a']);
    vi.advanceTimersByTime(1000);
    expect(drawn).toEqual(['a']);
    nextTurn();
    expect(drawn).toEqual(['a', 'b']);
    nextTurn();
    nextTurn();
    expect(drawn).toEqual(['a', 'b', 'c']);
  });

  it('one that waits keeps its place and is drawn once; one that was drawn goes behind the others', () => {
    const drawn: string[] = [];
    const [a, b] = ['a', 'b'].map((name) => () => void drawn.push(name));
    takeTurn(a!);
    takeTurn(b!);
    takeTurn(a!);
    vi.runAllTimers();
    takeTurn(a!);
    takeTurn(b!);
    nextTurn();
    nextTurn();
    nextTurn();
    expect(drawn).toEqual(['a', 'b', 'a']);
  });

  it('one that is gone is passed over, and a later one is drawn after a time without any', () => {
    const drawn: string[] = [];
    const [a, b] = ['a', 'b'].map((name) => () => void drawn.push(name));
    takeTurn(a!);
    leaveTurn(a!);
    vi.runAllTimers();
    nextTurn();
    expect(drawn).toEqual([]);
    takeTurn(b!);
    vi.runAllTimers();
    expect(drawn).toEqual(['b']);
    nextTurn();
    takeTurn(a!);
    vi.runAllTimers();
    expect(drawn).toEqual(['b', 'a']);
  });
});
