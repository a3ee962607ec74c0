import { describe, expect, it } from 'vitest';
import { nextHeld } from '../../../../../../src/page/features/team/agent/prompt/useExamples.ts';

const recorded = { run: 'recorded', iteration: 40, during: null };
const onScreen = { id: 'live', newest: null, going: true, kept: true };

describe('the episodes a preview takes its examples from', () => {
  it('stay what they were from a run’s beginning to its end, then are its newest', () => {
    const held = nextHeld(recorded, onScreen);
    expect(held).toEqual({ ...recorded, during: 'live' });
    for (const newest of [1, 2, 40]) expect(nextHeld(held, { ...onScreen, newest })).toBe(held);
    expect(nextHeld(held, { ...onScreen, newest: 40, going: false })).toEqual({ run: 'live', iteration: 40, during: null });
  });

  it('are the first of a run before which there were none, held from there on', () => {
    const none = nextHeld({ run: null, iteration: null, during: null }, { ...onScreen, kept: false });
    expect(none).toEqual({ run: 'live', iteration: null, during: 'live' });
    const first = nextHeld(none, { ...onScreen, newest: 1, kept: false });
    expect(first).toEqual({ run: 'live', iteration: 1, during: 'live' });
    expect(nextHeld(first, { ...onScreen, newest: 2 })).toBe(first);
    expect(nextHeld(first, { ...onScreen, newest: 90, kept: false })).toEqual({ ...first, iteration: 90 });
  });

  it('are those of the run that a person shows meanwhile', () => {
    const held = nextHeld(recorded, onScreen);
    const other = nextHeld(held, { id: 'other', newest: 7, going: false, kept: true });
    expect(other).toEqual({ run: 'other', iteration: 7, during: null });
    expect(nextHeld(other, { ...onScreen, newest: 5 })).toEqual({ run: 'live', iteration: 5, during: 'live' });
  });
});
