/** How fast runs were here: kept as text, one for each size of base, and the nearest in size goes. */
import { describe, expect, it } from 'vitest';
import { nearestSpeed, speedsFrom, withSpeed } from '../../../src/core/speeds.ts';

const tiny = { perSecond: 2e9, parameters: 1e5 };
const large = { perSecond: 2e10, parameters: 1.35e8 };

describe('speeds', () => {
  it('are those of the base nearest in size, on the backend asked for', () => {
    const speeds = withSpeed(withSpeed({}, 'wasm', tiny), 'wasm', large);
    expect(nearestSpeed(speeds, 'wasm', 4e5)).toEqual(tiny);
    expect(nearestSpeed(speeds, 'wasm', 6e8)).toEqual(large);
    expect(nearestSpeed(speeds, 'webgpu', 6e8)).toBeNull();
  });

  it('take the place of one about as large, and nothing that is no speed does', () => {
    const newer = { perSecond: 3e9, parameters: 1.5e5 };
    expect(withSpeed(withSpeed({}, 'wasm', tiny), 'wasm', newer)).toEqual({ wasm: [newer] });
    expect(withSpeed({}, 'wasm', { perSecond: Number.NaN, parameters: 1 })).toEqual({});
  });

  it('are read as they were kept; what an older build kept, or anybody else, counts for nothing', () => {
    const speeds = withSpeed({}, 'auto', tiny);
    expect(speedsFrom(JSON.stringify(speeds))).toEqual(speeds);
    expect(nearestSpeed(speedsFrom('{"wasm":2e9,"other":[{"perSecond":1,"parameters":1}]}'), 'wasm', 1)).toBeNull();
    for (const text of [null, '', '[]', 'null', '{"wasm":[{"perSecond":-1,"parameters":1},null]}'])
      expect(nearestSpeed(speedsFrom(text), 'wasm', 1)).toBeNull();
  });
});
