/** What the page decides of the runs that its browser keeps. */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../../src/core/faults.ts';
import type { RunCard } from '../../../../../src/core/formats/runs/card.ts';
import {
  availability,
  interruptedCard,
  isAll,
  isDamage,
  keepingAfter,
  mayReplace,
  toBringBack,
  trainedHere,
  withCard,
} from '../../../../../src/page/state/library/decisions.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { newCard } from '../../../../../src/runs/library/decisions.ts';
import { newRun as begun } from '../../../runs/library/support.ts';

const fault = (code: Fault['code']): Fault => ({ code, message: 'It failed.' });
const card = (id: string, part: Partial<RunCard> = {}): RunCard => ({ ...newCard(begun(id)), phase: 'finished', ...part });

describe('whether runs are kept', () => {
  it('is known from why they would not be; a full disk may have room again', () => {
    expect(availability(null)).toEqual({ status: 'ready', fault: null });
    expect(availability(fault('E_LIBRARY_FULL'))).toEqual({ status: 'ready', fault: fault('E_LIBRARY_FULL') });
    expect(availability(fault('E_LIBRARY_DIED'))).toMatchObject({ status: 'unavailable', fault: { code: 'E_LIBRARY_DIED' } });
  });

  it('of the one being trained is told by what was said last of it, not of another', () => {
    const why = fault('E_STORAGE_FULL');
    const keeping = keepingAfter(null, { runId: 'a', fault: why });
    expect(keeping).toEqual({ run: 'a', fault: why });
    expect(keepingAfter(keeping, { runId: 'b', fault: null })).toBe(keeping);
    expect(keepingAfter(keeping, { runId: 'b', fault: why })).toEqual({ run: 'b', fault: why });
    expect(keepingAfter(keeping, { runId: 'a', fault: null })).toBeNull();
  });

  it('another worker takes the place of one that ended three times in a row, and of none that kept nothing', () => {
    expect([1, 3, 4].map((deaths) => mayReplace('ready', deaths))).toEqual([true, true, false]);
    expect(mayReplace('loading', 1)).toBe(false);
    expect(mayReplace('unavailable', 1)).toBe(false);
  });

  it('only damage leaves checkpoints from which nothing goes on', () => {
    expect(
      ['E_RUN_DAMAGED', 'E_RUN_MIXED', 'E_RUN_CHECKPOINT', 'E_LIBRARY_DIED'].map((code) => isDamage(fault(code as Fault['code']))),
    ).toEqual([true, true, false, false]);
  });
});

describe('the cards', () => {
  it('lie newest first, each once', () => {
    const cards = [card('c', { began: 3 }), card('a', { began: 1 })];
    const ids = (after: RunCard) => withCard(cards, after).map(({ id }) => id);
    expect(ids(card('b', { began: 2 }))).toEqual(['c', 'b', 'a']);
    expect(ids(card('d', { began: 4 }))).toEqual(['d', 'c', 'a']);
    expect(ids(card('0', { began: 0 }))).toEqual(['c', 'a', '0']);
    expect(withCard(cards, card('a', { began: 1, name: 'Named' }))).toMatchObject([{ id: 'c' }, { id: 'a', name: 'Named' }]);
    expect(cards).toHaveLength(2);
  });

  it('say whether a run in memory is all there is of it', () => {
    const run = { ...newRun('a', begun().document, {}), origin: 'kept', iteration: 3 } as const;
    expect(isAll(run, [card('b', { iteration: 9 }), card('a', { iteration: 3 })])).toBe(true);
    expect(isAll(run, [card('a', { iteration: 4 })])).toBe(false);
    expect(isAll({ ...run, origin: 'live' }, [card('a', { iteration: 4 })])).toBe(true);
    expect(isAll(run, [])).toBe(true);
  });
});

describe('an interrupted run', () => {
  const cards = [card('done'), card('new', { phase: 'running' }), card('old', { phase: 'running' })];
  const nowhere = { cards, here: [], elsewhere: [] };

  it('is the newest that is trained nowhere', () => {
    expect(interruptedCard(nowhere)?.id).toBe('new');
    expect(interruptedCard({ ...nowhere, here: ['new'] })?.id).toBe('old');
    expect(interruptedCard({ ...nowhere, here: ['new'], elsewhere: ['old'] })).toBeNull();
  });

  it('is trained here from when it goes on', () => {
    const state = { here: ['a', 'b'], elsewhere: ['c', 'd'] };
    expect(trainedHere(state, 'c')).toEqual({ here: ['a', 'b', 'c'], elsewhere: ['d'] });
    expect(trainedHere(state, 'a')).toEqual({ here: ['b', 'a'], elsewhere: ['c', 'd'] });
  });

  it('is what a page comes back to, unless a person wants another', () => {
    expect(toBringBack(nowhere, undefined, null)).toMatchObject({ id: 'new' });
    expect(toBringBack(nowhere, 'new', null)).toMatchObject({ id: 'new' });
    expect(toBringBack(nowhere, 'old', null)).toBeNull();
    expect(toBringBack({ ...nowhere, here: ['begun'] }, undefined, null)).toBeNull();
  });

  it('is else the one that was on screen, if it is still kept and no link leads to another', () => {
    const state = { cards: [card('done'), card('shown')], here: [], elsewhere: [] };
    expect(toBringBack(state, undefined, 'shown')).toMatchObject({ id: 'shown' });
    expect(toBringBack(state, undefined, 'gone')).toBeNull();
    expect(toBringBack(state, 'done', 'shown')).toBeNull();
    expect(toBringBack({ ...state, here: ['begun'] }, undefined, 'shown')).toBeNull();
    expect(toBringBack({ ...state, elsewhere: ['done'] }, undefined, 'shown'), 'needs no waiting').toMatchObject({ id: 'shown' });
    expect(toBringBack(nowhere, undefined, 'old'), 'an interrupted one first').toMatchObject({ id: 'new' });
  });

  it('is waited for while another tab may let go of it', () => {
    const elsewhere = ['new', 'old'];
    expect(toBringBack({ ...nowhere, elsewhere }, undefined, null)).toBe('later');
    expect(toBringBack({ ...nowhere, elsewhere, here: ['begun'] }, undefined, null)).toBeNull();
    expect(toBringBack({ cards: [card('done')], here: [], elsewhere: [] }, undefined, null)).toBeNull();
  });
});
