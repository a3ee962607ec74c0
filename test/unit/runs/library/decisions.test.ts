/** What the library decides of a run by its card and its folder. */
import { describe, expect, it } from 'vitest';
import { NO_LABELS, type StoredCard } from '../../../../src/core/formats/runs/card.ts';
import {
  goingOnNotices,
  inOrder,
  isForgotten,
  leftCard,
  newCard,
  publicCard,
  PUT_AWAY_TIME,
  recoveredCard,
  resumedCard,
  withWritten,
} from '../../../../src/runs/library/decisions.ts';
import { ITERATIONS, newRun } from './support.ts';

const card: StoredCard = { ...newCard(newRun()), iteration: 4, checkpoints: [3], bytes: 10 };

describe('the card of a run', () => {
  it('begins with what it is a run of, and what a person called it', () => {
    const { training } = newRun().document;
    expect(newCard({ ...newRun(), labels: { ...NO_LABELS, name: 'First' } })).toMatchObject({
      ...{ id: 'run1', name: 'First', project: 'planner → solver', phase: 'running', iteration: 0, iterations: ITERATIONS },
      ...{ seed: training.seed, checkpoints: [], removed: null, every: 1 },
    });
    expect(() => newCard({ ...newRun(), labels: { ...NO_LABELS, name: 'x'.repeat(201) } })).toThrow('are too long');
  });

  it('of one that was interrupted says what its folder holds, and is never behind what was said', () => {
    const [first, last] = [0, 5].map((iteration) => ({ iteration, 'reward/mean': iteration }));
    expect(recoveredCard(card, { checkpoints: [3, 5], bytes: 20, first: first!, last: last! })).toEqual({
      ...{ ...card, checkpoints: [3, 5], bytes: 20, iteration: 5, first, last },
    });
    expect(recoveredCard(card, { checkpoints: [3], bytes: 10, first: null, last: null }), 'its rows are gone').toEqual(card);
    const behind = { ...card, first: first!, last: { iteration: 4, 'reward/mean': 4 } };
    expect(recoveredCard(behind, { checkpoints: [3], bytes: 10, first: null, last: first! }), 'its newest are').toEqual(behind);
    const ended = { checkpoints: [ITERATIONS], bytes: 1, first: null, last: { iteration: ITERATIONS } };
    expect(recoveredCard(card, ended).phase, 'killed before its last word').toBe('finished');
  });

  it('of one that goes on is running from there, for as long as its project says now', () => {
    const found = { checkpoints: [3], bytes: 7 };
    const stopped = { ...card, phase: 'stopped' as const };
    expect(resumedCard(stopped, 3, found)).toEqual({ ...card, ...found, iteration: 3 });
    const longer = { ...newRun().document, training: { ...newRun().document.training, iterations: 99 } };
    expect(resumedCard(stopped, 3, found, longer).iterations).toBe(99);
  });

  it('keeps what a person wrote or put away while it was written', () => {
    const held = { ...card, name: 'Mine', tags: ['a'], notes: 'n', removed: 5, iteration: 1 };
    expect(withWritten(card, held)).toEqual({ ...card, name: 'Mine', tags: ['a'], notes: 'n', removed: 5 });
  });

  it('that was left running is stopped once it is left; others stay as they are', () => {
    expect(leftCard(card).phase).toBe('stopped');
    const failed = { ...card, phase: 'failed' as const };
    expect(leftCard(failed)).toBe(failed);
  });

  it('shows nothing that is for its writer', () => {
    expect(Object.keys(publicCard(card))).not.toEqual(expect.arrayContaining(['removed']));
    expect(Object.keys(publicCard(card))).not.toEqual(expect.arrayContaining(['every']));
    expect(publicCard(card)).toMatchObject({ id: 'run1', iteration: 4 });
  });
});

it('lists the newest first, and of two of one moment always the same one', () => {
  const of = (id: string, began: number) => publicCard({ ...card, id, began });
  const ids = (cards: readonly { id: string }[]) => cards.map(({ id }) => id);
  expect(ids(inOrder([of('a', 1), of('b', 3), of('c', 2)]))).toEqual(['b', 'c', 'a']);
  expect(ids(inOrder([of('a', 1), of('b', 1)]))).toEqual(ids(inOrder([of('b', 1), of('a', 1)])));
});

it('forgets what was put away a minute ago, and nothing else', () => {
  expect(isForgotten({ removed: null }, 1e12)).toBe(false);
  expect(isForgotten({ removed: 100 }, 100 + PUT_AWAY_TIME - 1)).toBe(false);
  expect(isForgotten({ removed: 100 }, 100 + PUT_AWAY_TIME)).toBe(true);
});

it('a run that goes on says what is wrong behind it, and that nothing could be checked', () => {
  expect(goingOnNotices(3, null, null)).toEqual([]);
  expect(goingOnNotices(3, 'x is missing', 'No checksums.')).toEqual([
    {
      ...{ iteration: 3, level: 'warning', code: 'run_damaged' },
      message: 'This run is damaged: x is missing. Checkpoint 3 is the last intact one and will be used.',
    },
    { iteration: 3, level: 'info', code: 'without_checksums', message: 'No checksums.' },
  ]);
});
