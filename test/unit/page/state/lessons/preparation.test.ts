import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { describe, expect, it } from 'vitest';
import type { Course } from '../../../../../src/core/lessons/lesson.ts';
import { changesUntil, prepared } from '../../../../../src/page/state/lessons/preparation.ts';
import { freshProgress, stepNamed, withState } from '../../../../../src/page/state/lessons/progress.ts';
import { COURSE } from '../../../lessons/fixture.ts';

const first = (document: ProjectDocument): ProjectDocument => document;
const second = (document: ProjectDocument): ProjectDocument => document;
/** Steps `canvas` and `sum` change something. */
const course: Course = {
  ...COURSE,
  steps: COURSE.steps.map((step) =>
    step.id === 'canvas' ? { ...step, prepare: first } : step.id === 'sum' ? { ...step, prepare: second } : step,
  ),
};
const step = (id: string) => stepNamed(course, id)!;
const fresh = freshProgress(course);

describe('what steps change in the project', () => {
  it('is made by the step itself and by those before it that were passed over, in their order', () => {
    expect(changesUntil(course, step('welcome'), fresh, false)).toEqual([]);
    expect(changesUntil(course, step('canvas'), fresh, false)).toEqual([first]);
    expect(changesUntil(course, step('end'), fresh, false).map((change) => [first, second].indexOf(change))).toEqual([0, 1]);
  });

  it('is not made again by steps that were entered, unless the project is fresh', () => {
    const progress = withState(fresh, 'canvas', 'done');
    const made = (isFresh: boolean) => changesUntil(course, step('sum'), progress, isFresh).map((change) => change === second);
    expect(made(false)).toEqual([true]);
    expect(made(true)).toEqual([false, true]);
  });

  it('has the steps that were passed over count as entered, and no other', () => {
    expect(prepared(course, step('end'), fresh).states).toEqual({ canvas: 'open', sum: 'open' });
    expect(prepared(course, step('sum'), fresh).states).toEqual({ canvas: 'open' });
    expect(prepared(course, step('end'), withState(fresh, 'canvas', 'done')).states).toEqual({ canvas: 'done', sum: 'open' });
  });
});
