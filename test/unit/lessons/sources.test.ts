/** Whoever states something about MARFT or an algorithm says where it stands: each step that names one has a source line, in every language. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, LESSONS } from '../../../src/core/lessons/lesson.ts';
import type { StepWords } from '../../../src/core/lessons/words.ts';
import { loadWords } from '../../../src/lessons/index.ts';

const NAMED = /(?<![\w-])(?:MARFT|(?:Vine)?PPO|GRPO|GAE|TPPO|APPO)(?![\w-])/;
/** What a source line says: a work by its year, a file, or a link. */
const SOURCE = /\b(?:19|20)\d\d\b|`[^`]+`|\]\(https?:/;

/** All that a step says but its sources. */
const saidIn = ({ title, text, options, mistakes, hint, after, teacher }: StepWords): string =>
  [title, text, ...Object.values(options), ...Object.values(mistakes), hint, after, teacher].join('\n');

describe.each(LANGUAGES.flatMap((language) => LESSONS.map((lesson) => [lesson, language] as const)))(
  '%s in %s',
  async (lesson, language) => {
    const { steps } = await loadWords(lesson, language);

    it('has a source wherever it names one of them', () => {
      const without = steps.filter((step) => NAMED.test(saidIn(step)) && step.sources === null).map(({ id }) => id);
      expect(without).toEqual([]);
    });

    it('names a work, a file or an address in each of its source lines', () => {
      const lines = steps.flatMap(({ id, sources }) =>
        (sources ?? '').split('\n').flatMap((line) => (line.trim() ? [`${id}: ${line}`] : [])),
      );
      expect(lines.filter((line) => !SOURCE.test(line))).toEqual([]);
    });
  },
);

it('knows the names in a text, and no others', () => {
  for (const text of ['with GAE, λ', '（TPPO）', 'PPO’s belt', 'VinePPO does']) expect(NAMED.test(text), text).toBe(true);
  for (const text of ['GRPOConfig', 'the PPOs', 'no algorithm']) expect(NAMED.test(text), text).toBe(false);
});
