import { describe, expect, it } from 'vitest';
import { assign, codeNumber, CONDITIONS, ORDERS, participantCode } from '../../../../src/core/study/assignment.ts';
import { parseStudyLink, studyLinkText } from '../../../../src/core/study/link.ts';

const link = parseStudyLink('lazy-team.spring-2026.7');
const cell = (of: typeof link, number: number): string => {
  const { condition, order } = assign(of, `P${String(number).padStart(3, '0')}`);
  return `${condition} ${order}`;
};
const counted = (cells: readonly string[]): ReadonlyMap<string, number> =>
  cells.reduce((counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1), new Map<string, number>());
const ALL = CONDITIONS.flatMap((condition) => ORDERS.map((order) => `${condition} ${order}`));

describe('the assignment of a study', () => {
  it('gives ninety participants with numbers fifteen to each condition and order', () => {
    const counts = counted(Array.from({ length: 90 }, (_, index) => cell(link, index + 1)));
    expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(ALL.map((each) => [each, 15])));
  });

  it('is balanced to one participant a cell at any moment', () => {
    const cells = Array.from({ length: 90 }, (_, index) => cell(link, index + 1));
    for (let many = 1; many <= cells.length; many += 1) {
      const counts = counted(cells.slice(0, many));
      const sizes = ALL.map((each) => counts.get(each) ?? 0);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  it('depends on the seed, the name and the lesson, and on nothing else', () => {
    const row = (text: string): string => Array.from({ length: 30 }, (_, index) => cell(parseStudyLink(text), index + 1)).join();
    const texts = ['lazy-team.a', 'lazy-team.a.1', 'lazy-team.b', 'groups.a'];
    expect(new Set(texts.map(row)).size).toBe(4);
    expect(row('lazy-team.a')).toBe(row('lazy-team.a.0'));
  });

  it('favours no cell, by number or by a code of one’s own', () => {
    const seeds = 1200;
    for (const code of ['P001', 'P004', 'BLUE-FOX']) {
      const counts = counted(
        Array.from({ length: seeds }, (_, seed) => {
          const { condition, order } = assign({ ...link, seed }, code);
          return `${condition} ${order}`;
        }),
      );
      // χ² with 5 degrees of freedom; 20.5 is passed by chance once in a thousand.
      const expected = seeds / ALL.length;
      const square = ALL.reduce((sum, each) => sum + ((counts.get(each) ?? 0) - expected) ** 2 / expected, 0);
      expect(square).toBeLessThan(20.5);
    }
  });
});

describe('a participant’s code', () => {
  it('is capitals, digits and hyphens, with the number at its end', () => {
    expect(participantCode(' p017 ')).toBe('P017');
    expect(['P017', '17', 'A-2-9', 'BLUE-FOX', 'X20241234', 'P000'].map(codeNumber)).toEqual([17, 17, 9, null, null, 0]);
    for (const wrong of ['', 'x', 'a b', 'Ärger', '-A', 'A--B', 'x'.repeat(25)]) expect(() => participantCode(wrong)).toThrow('not a code');
    for (const any of ['P000', 'X20241234', '999999']) expect(ALL).toContain(`${assign(link, any).condition} ${assign(link, any).order}`);
  });
});

describe('the link of a study', () => {
  it('names lesson, name and seed', () => {
    expect(link).toEqual({ lesson: 'lazy-team', name: 'spring-2026', seed: 7 });
    expect(studyLinkText(parseStudyLink('groups.x'))).toBe('groups.x.0');
  });

  it.each([
    ['', 'parts'],
    ['lazy-team', 'parts'],
    ['lazy-team.a.1.2', 'parts'],
    ['lazy.a', 'lesson'],
    ['lazy-team.A', 'name'],
    ['lazy-team.a--b', 'name'],
    [`lazy-team.${'a'.repeat(41)}`, 'name'],
    ['lazy-team.a.-1', 'seed'],
    ['lazy-team.a.01', 'seed'],
    ['lazy-team.a.4294967296', 'seed'],
    ['lazy-team.a.1e3', 'seed'],
  ])('refuses %j for its %s', (text, found) => {
    expect(() => parseStudyLink(text)).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'E_STUDY_LINK', params: expect.objectContaining({ found }) }) }),
    );
  });
});
