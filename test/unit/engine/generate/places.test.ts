/** What a key-value cache is remembered to hold, when parameters change while messages are being written. */
import { describe, expect, it } from 'vitest';
import { Places } from '../../../../src/engine/generate/places.ts';

describe('places of a cache', () => {
  it('forgets a message under way for good: what is appended later does not lie at the beginning', () => {
    const places = new Places(2);
    const place = places.take(0, -1);
    places.holds(place, [1, 2, 3, 4]);
    places.forget();
    for (const token of [5, 6, 7, 8]) places.append(place, token);
    places.release(place);
    // Position 0 holds what was computed for token 1.
    expect(places.longestPrefix(0, [5, 6, 7, 8, 9]).length).toBe(0);
    // Taken anew, it is remembered again.
    const again = places.take(0, place);
    places.holds(again, []);
    places.append(again, 5);
    expect(places.longestPrefix(0, [5, 6])).toEqual({ place: again, length: 1 });
  });
});
