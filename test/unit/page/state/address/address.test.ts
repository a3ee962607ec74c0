import { describe, expect, it } from 'vitest';
import { linkHash, readLink } from '../../../../../src/core/share/share.ts';
import { formatAddress, isStep, parseAddress, type Address } from '../../../../../src/page/state/address/address.ts';
import { INSPECT_VIEWS, PLACES, TRAINING_TABS } from '../../../../../src/page/state/address/places.ts';
import { CHANNELS } from '../../../../../src/page/state/address/channels.ts';
import { document } from '../../../core/episode/records.ts';

/** Numbers between 0 and 1 that are the same in every run of the test (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function anAddress(chance: () => number): Address {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;
  const letters = Array.from('abcXYZ019-_/&=#%+ é→🙂');
  const id = Array.from({ length: 1 + Math.floor(chance() * 30) }, () => pick(letters)).join('');
  const depth = Math.floor(chance() * 5);
  const numbers = (['iteration', 'episode', 'message', 'token'] as const)
    .slice(0, depth)
    .map((name) => [name, Math.floor(chance() * 10 ** pick([1, 3, 9]))] as const);
  const place = chance() < 0.7 ? pick(PLACES) : undefined;
  return {
    ...(place ? { place } : {}),
    ...(place === 'learn' && chance() < 0.5 ? { doc: pick(['guide', 'imports/teams']), ...(chance() < 0.5 ? { at: id } : {}) } : {}),
    ...(chance() < 0.3 ? { tab: pick(TRAINING_TABS) } : {}),
    ...(chance() < 0.5 ? { view: pick(INSPECT_VIEWS) } : {}),
    ...(chance() < 0.5 ? { channel: pick(CHANNELS) } : {}),
    ...(chance() < 0.5 ? { role: pick(['solver', 'the judge & co', '#1']) } : {}),
    ...(chance() < 0.7 ? { run: id } : {}),
    ...Object.fromEntries(numbers),
  };
}

describe('an address', () => {
  it('says what was put into it, whatever a run is called', () => {
    const chance = chances(7);
    for (let round = 0; round < 2000; round += 1) {
      const address = anAddress(chance);
      const hash = formatAddress(address);
      expect(parseAddress(hash) ?? {}, hash).toEqual(address);
      if (hash !== '') expect(new URL(hash, 'https://example.org/').hash, 'it survives the browser').toBe(hash);
    }
  });

  it('reads well', () => {
    const address = { place: 'inspect', view: 'microscope', run: 'recorded/planner-solver', iteration: 40, episode: 3 } as const;
    expect(formatAddress(address)).toBe('#place=inspect&view=microscope&run=recorded/planner-solver&iteration=40&episode=3');
    expect(formatAddress({})).toBe('');
  });

  it('leaves out what it does not know, and what lies within something left out', () => {
    expect(parseAddress('#place=attic&view=microscope&junk&x=1')).toEqual({ view: 'microscope' });
    expect(parseAddress('#iteration=3&episode=-1&message=2&token=4')).toEqual({ iteration: 3 });
    expect(parseAddress('#episode=3&token=4')).toBeNull();
    expect(parseAddress(`#run=${'x'.repeat(1000)}&iteration=1e3`)).toBeNull();
    expect(parseAddress('#run=%E2%82&place=runs')).toEqual({ place: 'runs' });
    for (const hash of ['', '#', '#run', '#place', '#place=']) expect(parseAddress(hash), hash).toBeNull();
  });

  it('and a project’s link leave each other alone', () => {
    expect(parseAddress(`${linkHash(document, [])}&place=runs`)).toBeNull();
    expect(readLink(formatAddress({ place: 'inspect', run: 'p=1.x', iteration: 2 }), [])).toBeNull();
  });
});

it('takes a place or a view for a step of the history, and nothing finer', () => {
  const at: Address = { place: 'inspect', view: 'microscope', run: 'a', iteration: 3 };
  expect(isStep(at, { ...at, iteration: 4, episode: 1 })).toBe(false);
  expect(isStep(at, { ...at, run: 'b' })).toBe(false);
  expect(isStep(at, { ...at, view: 'values' })).toBe(true);
  expect(isStep(at, {})).toBe(true);
});
