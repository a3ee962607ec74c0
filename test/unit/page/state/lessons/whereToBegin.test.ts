import { describe, expect, it } from 'vitest';
import { openLessonText } from '../../../../../src/words/words.ts';
import { freshProgress } from '../../../../../src/page/state/lessons/progress.ts';
import { homeAfter, inProject, progressBefore, stepToEnter } from '../../../../../src/page/state/lessons/whereToBegin.ts';
import { COURSE } from '../../../lessons/fixture.ts';

const left = { ...freshProgress(COURSE), step: 'cut', answers: { guess: 'solver' }, project: 'its', run: 'run1' };
const home = (project: string) => ({ project, name: project, preset: null, run: null });

describe('where a lesson begins', () => {
  it('is where it was left, or its beginning where that is asked for', () => {
    expect(progressBefore(COURSE, left, 'resume')).toEqual(left);
    expect(progressBefore(COURSE, left, 'here')).toEqual(left);
    expect(progressBefore(COURSE, left, 'afresh')).toEqual(freshProgress(COURSE));
    expect(progressBefore(COURSE, undefined, 'resume')).toEqual(freshProgress(COURSE));
  });

  it('is the step that is wanted, as far as predictions allow', () => {
    expect(stepToEnter(COURSE, left)).toEqual({ step: 'cut', fault: null });
    expect(stepToEnter(COURSE, left, 'sum')).toEqual({ step: 'sum', fault: null });
    expect(stepToEnter(COURSE, left, 'end')).toEqual({ step: 'again', fault: openLessonText.gated });
    expect(stepToEnter(COURSE, left, 'nowhere')).toEqual({ step: 'cut', fault: openLessonText.noStep('nowhere') });
  });

  it('says so where its project is gone, and counts nothing that was done in that', () => {
    expect(inProject(left, { id: 'its', fresh: false })).toEqual({ progress: left, fault: null });
    const { progress, fault } = inProject(left, { id: 'new', fresh: true });
    expect(fault).toBe(openLessonText.projectGone);
    expect(progress).toMatchObject({ project: 'new', run: null, answers: { guess: 'solver' } });
    expect(inProject({ ...left, project: null }, { id: 'new', fresh: true }).fault).toBeNull();
  });
});

describe('where leaving a lesson leads', () => {
  const none = { lesson: null, home: null };

  it('is the project before it, or that of the visit before where the lesson’s was open already', () => {
    expect(homeAfter(none, home('mine'), 'its', null)).toEqual(home('mine'));
    expect(homeAfter(none, home('its'), 'its', home('mine'))).toEqual(home('mine'));
    expect(homeAfter(none, home('its'), 'its', null)).toBeNull();
  });

  it('stays what it was when another lesson is opened from an open one', () => {
    expect(homeAfter({ lesson: 'lamas', home: home('mine') }, home('its'), 'others', home('old'))).toEqual(home('mine'));
    expect(homeAfter({ lesson: 'lamas', home: null }, home('its'), 'others', null)).toBeNull();
  });
});
