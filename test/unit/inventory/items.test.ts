/** The final test as it ships: both forms ask the same twelve things, and say in each language what their items are. */
import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../src/core/lessons/agree.ts';
import { lessonNamed } from '../../../src/core/lessons/ids.ts';
import { CONCEPTS, INVENTORY, INVENTORY_FORMS, answersTo, scoreForm } from '../../../src/core/lessons/inventory.ts';
import { LANGUAGES } from '../../../src/core/lessons/lesson.ts';
import { loadForm } from '../../../src/inventory/index.ts';

describe.each(INVENTORY_FORMS)('form %s', (form) => {
  const items = INVENTORY[form];

  it('asks each of the concepts once, with the right option at every place alike', () => {
    expect(items.map(({ concept }) => concept)).toEqual(CONCEPTS);
    expect(items.map(({ id }) => id)).toEqual(CONCEPTS.map((concept) => `${form.toLowerCase()}-${concept}`));
    const places = items.map(({ options, right }) => options.indexOf(right));
    expect(places.toSorted()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  it.each(LANGUAGES)(
    'has in “%s” its items with their options, a mistake behind each wrong one, an explanation and sources',
    async (language) => {
      const words = await loadForm(form, language);
      expect(words.steps.map(({ id, kind, options }) => ({ id, kind, options: Object.keys(options) }))).toEqual(
        items.map(({ id, options }) => ({ id, kind: 'check', options })),
      );
      expect(words.steps.map(({ mistakes }) => Object.keys(mistakes))).toEqual(
        items.map(({ options, right }) => options.filter((option) => option !== right)),
      );
      for (const { after, sources, hint, teacher } of words.steps) {
        expect(after).not.toBeNull();
        expect(sources).not.toBeNull();
        expect([hint, teacher]).toEqual([null, null]);
      }
      const links = linksIn(words);
      expect(links.every(({ scheme, target }) => scheme === 'lesson' && lessonNamed(target) !== null)).toBe(true);
      expect(new Set(links.map(({ step }) => step)).size, 'each item leads to its lesson').toBe(items.length);
    },
  );

  it('is scored by its right options, and by nothing that is none of its options', () => {
    const all = Object.fromEntries(items.map(({ id, right }) => [id, right]));
    expect(scoreForm(form, all)).toMatchObject({ right: 12, answered: 12, items: 12 });
    const [first, second, third] = items;
    const wrong = second?.options.find((option) => option !== second.right) ?? '';
    const some = {
      [first?.id ?? '']: first?.right ?? '',
      [second?.id ?? '']: wrong,
      [third?.id ?? '']: 'no-such',
      toString: 'x',
      other: 'sign',
    };
    expect(answersTo(form, some)).toEqual({ [first?.id ?? '']: first?.right, [second?.id ?? '']: wrong });
    const scored = scoreForm(form, some);
    expect(scored).toMatchObject({ right: 1, answered: 2, items: 12 });
    expect(scored.byConcept).toMatchObject({ normalised: true, baseline: false, boundary: null, dependency: null });
  });
});
