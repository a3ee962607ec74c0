import { describe, expect, it } from 'vitest';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { keptFrom, type AheadProject } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { byCard, byContent, sameDocument } from '../../../../../src/page/state/projects/takingIn.ts';

const ahead = (part: Partial<AheadProject> = {}): AheadProject => ({
  id: 'a',
  document: defaultProject(),
  lesson: null,
  changed: 10,
  revision: 1,
  by: 'me',
  ...part,
});
const named = (name: string) => ({ ...defaultProject(), name });
const cardOf = (part: Partial<AheadProject>, revision: number) => keptFrom(ahead(part), revision).card;

describe('of two copies of a project', () => {
  it('the one written ahead is written where the database has none, or an older one that it was made from', () => {
    expect(byCard(ahead(), undefined)).toBe('write');
    expect(byCard(ahead(), cardOf({ changed: 9 }, 1))).toBe('write');
    expect(byCard(ahead(), cardOf({ changed: 9 }, 2))).toBe('write'); // by the same tab, and later
  });

  it('the one written ahead is written where the database lost what it was made from, and nobody wrote there since', () => {
    expect(byCard(ahead({ revision: 3 }), cardOf({ changed: 9, by: 'other' }, 2))).toBe('write');
    expect(byCard(ahead({ revision: 3 }), cardOf({ changed: 11, by: 'other' }, 2))).toBe('read');
  });

  it('nothing is to be done where they are of the same time', () => {
    expect(byCard(ahead(), cardOf({}, 1))).toBe('same');
  });

  it('the database’s is read where it is newer, or another tab’s', () => {
    expect(byCard(ahead(), cardOf({ changed: 11 }, 1))).toBe('read');
    expect(byCard(ahead(), cardOf({ changed: 10, by: 'other' }, 2))).toBe('read');
  });

  it('a newer workbench’s is left alone, and a damaged one is replaced', () => {
    const card = cardOf({ changed: 11 }, 1);
    expect(byContent(ahead(), card, 'newer')).toBe('leave');
    expect(byContent(ahead(), card, null)).toBe('write');
  });

  it('both stay where they were edited apart, unless they came to the same', () => {
    const apart = cardOf({ changed: 11, by: 'other' }, 2);
    expect(byContent(ahead(), apart, ahead({ document: named('Other') }))).toBe('both');
    expect(byContent(ahead(), apart, ahead({ changed: 11 }))).toBe('take');
    expect(byContent(ahead(), cardOf({ changed: 11 }, 1), ahead({ document: named('Other') }))).toBe('take');
  });

  it('documents are compared by what they hold', () => {
    expect(sameDocument(ahead(), ahead({ changed: 99 }))).toBe(true);
    expect(sameDocument(ahead(), ahead({ document: named('Other') }))).toBe(false);
  });
});
