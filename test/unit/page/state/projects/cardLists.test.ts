import { describe, expect, it } from 'vitest';
import type { ProjectCard } from '../../../../../src/page/state/projectStorage/database.ts';
import { cardLists, expired } from '../../../../../src/page/state/projects/cardLists.ts';

const DAY = 24 * 3600 * 1000;
const card = (id: string, changed: number, removed: number | null = null): ProjectCard => ({
  id,
  name: id,
  changed,
  revision: 1,
  by: 'me',
  removed,
  agents: 1,
  bytes: 1,
});
const ids = (cards: readonly ProjectCard[]) => cards.map(({ id }) => id);

describe('the lists of projects', () => {
  it('are of projects and of deleted ones, the one changed last first', () => {
    const { cards, removed } = cardLists([card('old', 1), card('gone', 2, 9), card('new', 3), card('goneToo', 4, 8)]);
    expect([ids(cards), ids(removed)]).toEqual([
      ['new', 'old'],
      ['goneToo', 'gone'],
    ]);
  });

  it('let go of what was deleted more than thirty days ago, and of nothing else', () => {
    const now = 100 * DAY;
    const all = [card('kept', 0), card('atOnce', 0, now), card('justIn', 0, now - 30 * DAY), card('out', 0, now - 30 * DAY - 1)];
    expect(ids(expired(all, now))).toEqual(['out']);
  });
});
