/** Every step of every lesson on the built page, as a learner takes it; `npm run walk-lessons` takes the same with everything trained live. */
import { existsSync } from 'node:fs';
import { LESSONS, STEP_KINDS, type StepKind } from '../../../src/core/lessons/lesson.ts';
import { lessonsThere } from '../../../src/lessons/node.ts';
import { takeLesson, type Walk } from './walks/walk.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('all twelve lessons are there, and every one has its walk', () => {
  const walked = LESSONS.filter((lesson) => existsSync(new URL(`walks/${lesson}.ts`, import.meta.url)));
  expect(lessonsThere()).toEqual([...LESSONS]);
  expect(walked).toEqual([...LESSONS]);
});

for (const lesson of lessonsThere())
  test(`lesson “${lesson}”, from its first step to its last`, { tag: LONG }, async ({ workbench, page }) => {
    const { walk } = (await import(`./walks/${lesson}.ts`)) as { readonly walk: Walk };
    expect(walk.lesson).toBe(lesson);
    // The first lesson has steps of every kind: axe looks at one of each, done where there is something to do; at the lesson
    // alone, since the page around it is looked at elsewhere.
    const unseen = new Set<StepKind>(lesson === LESSONS[0] ? STEP_KINDS : []);
    await takeLesson(workbench, walk, {
      look: async ({ kind, id }, when) => {
        const asks = kind === 'do' || kind === 'predict' || kind === 'check';
        if ((asks && when === 'entered') || !unseen.delete(kind)) return;
        expect(await violations(page, '[data-lesson]'), `axe at the step “${id}” (${kind})`).toEqual([]);
      },
    });
    expect([...unseen], 'kinds of steps that axe did not see').toEqual([]);
  });
