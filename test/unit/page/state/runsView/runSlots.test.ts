/** A compared run looks alike for good: beside others, after they are gone, with its seeds and without. */
import { describe, expect, it } from 'vitest';
import { createRunSlots, type RunSlots, slotsOf } from '../../../../../src/page/state/runsView/runSlots.ts';
import { dice } from '../../../support/dice.ts';

const NONE: RunSlots = { alone: {}, grouped: {} };

/** Draws one comparison after another. */
function drawing() {
  let kept = NONE;
  return (groups: readonly (readonly string[])[], together = false): readonly number[] => {
    const { slots, known } = slotsOf(kept, groups, together);
    // Drawn again nothing changes, and nothing new is known.
    expect(slotsOf(known, groups, together)).toEqual({ slots, known });
    expect(slotsOf(known, groups, together).known).toBe(known);
    kept = known;
    return slots;
  };
}

describe('the places of compared runs', () => {
  it('are in the order of the first drawing, and stay when others leave, come or stand elsewhere', () => {
    const draw = drawing();
    expect(draw([['a'], ['b'], ['c']])).toEqual([0, 1, 2]);
    expect(draw([['c'], ['b']])).toEqual([2, 1]);
    expect(draw([['d'], ['c'], ['a']])).toEqual([3, 2, 0]);
    expect(draw([['b'], ['d']])).toEqual([1, 3]);
  });

  it('of a group stay when a seed is left out or comes to it', () => {
    const draw = drawing();
    expect(
      draw(
        [
          ['a1', 'a2'],
          ['b1', 'b2'],
        ],
        true,
      ),
    ).toEqual([0, 1]);
    expect(draw([['b2'], ['a2']], true)).toEqual([1, 0]);
    expect(draw([['b2', 'b3'], ['c1']], true)).toEqual([1, 2]);
    expect(draw([['b3'], ['a1']], true)).toEqual([1, 0]);
  });

  it('of one run are the same averaged over seeds and not; of more, one has that of the group', () => {
    const draw = drawing();
    expect(draw([['a'], ['b']], true)).toEqual([0, 1]);
    expect(draw([['a'], ['b']], false)).toEqual([0, 1]);
    expect(draw([['c1', 'c2'], ['d']], true)).toEqual([2, 3]);
    const alone = draw([['c1'], ['c2'], ['d']], false);
    expect([alone[0], alone[2]]).toEqual([2, 3]);
    expect(new Set(alone).size).toBe(3);
    expect(draw([['c1', 'c2'], ['d']], true)).toEqual([2, 3]);
  });

  it('of new runs are in a colour that is not in the drawing yet, where there is one', () => {
    const draw = drawing();
    draw(Array.from({ length: 9 }, (_, index) => [`r${index}`]));
    // Places 9 and 10 would have the colours of r1 and r2.
    const slots = draw([['r1'], ['r2'], ['new'], ['newer']]);
    expect(slots.slice(0, 2)).toEqual([1, 2]);
    expect(new Set(slots.map((slot) => slot % 8)).size).toBe(4);
  });

  it('outlive the page, and what is not ours is forgotten', () => {
    const stored = new Map<string, string>();
    const storage = { read: (key: string) => stored.get(key) ?? null, write: (key: string, text: string) => !!stored.set(key, text) };
    const { known } = slotsOf(NONE, [['a'], ['b']], false);
    createRunSlots(storage).getState().keep(known);
    expect(createRunSlots(storage).getState().kept).toEqual(known);
    for (const key of stored.keys()) stored.set(key, '{"alone":{"a":-1},"grouped":{}}');
    expect(createRunSlots(storage).getState().kept).toEqual(NONE);
  });

  it.each(Array.from({ length: 30 }, (_, seed) => seed))('never change and are never shared (seed %i)', (seed) => {
    const roll = dice(seed);
    const draw = drawing();
    const own = new Map<string, number>();
    for (let turn = 0; turn < 20; turn += 1) {
      const runs = Array.from({ length: 40 }, (_, index) => `r${index}`).filter(() => roll.below(8) === 0);
      const slots = draw(runs.map((run) => [run]));
      expect(new Set(slots).size).toBe(runs.length);
      for (const [at, run] of runs.entries()) {
        expect(slots[at]).toBe(own.get(run) ?? slots[at]);
        own.set(run, slots[at] ?? -1);
      }
    }
    expect(new Set(own.values()).size).toBe(own.size);
  });
});
