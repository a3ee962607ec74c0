/** Every step of every lesson on the built page, as a learner takes it; `npm run walk-lessons` takes the same with everything trained live. */
import { existsSync } from 'node:fs';
import { LESSONS } from '../../src/core/lessons/lesson.ts';
import { lessonsThere } from '../../src/lessons/node.ts';
import { takeLesson, type Walk } from './lessons/walk.ts';
import { expect, test } from './support/test.ts';

test('all ten lessons are there, and every one has its walk', () => {
  const walked = LESSONS.filter((lesson) => existsSync(new URL(`lessons/${lesson}.ts`, import.meta.url)));
  expect(lessonsThere()).toEqual([...LESSONS]);
  expect(walked).toEqual([...LESSONS]);
});

for (const lesson of lessonsThere())
  test(`lesson “${lesson}”, from its first step to its last`, async ({ workbench }) => {
    const { walk } = (await import(`./lessons/${lesson}.ts`)) as { readonly walk: Walk };
    expect(walk.lesson).toBe(lesson);
    await takeLesson(workbench, walk);
  });
