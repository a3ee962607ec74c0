/** What a key-value cache is remembered to hold, when parameters change while messages are being written. */
import { describe, expect, it } from 'vitest';
import { Slots } from '../../../../src/engine/generate/slots.ts';

describe('slots of a cache', () => {
  it('forgets a message under way for good: what is appended later does not lie at the beginning', () => {
    const slots = new Slots(2);
    const slot = slots.take(0, -1);
    slots.holds(slot, [1, 2, 3, 4]);
    slots.forget();
    for (const token of [5, 6, 7, 8]) slots.append(slot, token);
    slots.release(slot);
    // Position 0 holds what was computed for token 1.
    expect(slots.longestPrefix(0, [5, 6, 7, 8, 9]).length).toBe(0);
    // Taken anew, it is remembered again.
    const again = slots.take(0, slot);
    slots.holds(again, []);
    slots.append(again, 5);
    expect(slots.longestPrefix(0, [5, 6])).toEqual({ slot: again, length: 1 });
  });
});
