import { describe, expect, it } from 'vitest';
import { lockChoices, NEW_LESSON, viewOf } from '../../../../../../src/page/features/projects/dialogues/lessonDraft.ts';
import { setPrompt } from '../../../../../../src/core/editing/edits.ts';
import { isLocked, teacherViewSchema, lockFault } from '../../../../../../src/core/share/teach.ts';
import { defaultProject } from '../../../../../../src/page/state/document/defaultProject.ts';

const project = defaultProject();

describe('a lesson as the dialogue makes it', () => {
  it('fixes nothing but the seed at first, and is a view that a link can carry', () => {
    const view = viewOf(NEW_LESSON);
    expect(teacherViewSchema.parse(view)).toEqual(view);
    expect(view.hidden).toEqual([]);
    expect(isLocked(view, 'training.seed')).toBe(true);
    expect(isLocked(view, 'training.episodes')).toBe(false);
    expect(isLocked(viewOf({ ...NEW_LESSON, fixedSeed: false }), 'training.seed')).toBe(false);
  });

  it('leaves students what was chosen and nothing else', () => {
    const view = viewOf({ ...NEW_LESSON, editable: ['training.learningRate', 'team.agents.solver.prompt'] });
    expect(lockFault(view, project, setPrompt(project, 'solver', 'Think.'))).toBeNull();
    expect(lockFault(view, project, setPrompt(project, 'planner', 'Think.'))?.code).toBe('E_LESSON_LOCKED');
    expect(isLocked(view, 'training.seed')).toBe(true);
    expect(isLocked(viewOf({ ...NEW_LESSON, editable: [], fixedSeed: false }), 'training.seed')).toBe(false);
    expect(isLocked(viewOf({ ...NEW_LESSON, editable: [] }), 'environment.source')).toBe(true);
  });

  it('offers every prompt and setting once, each of which unlocks its place', () => {
    const choices = lockChoices(project).flatMap(({ items }) => items);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
    expect(choices.map(({ value }) => value)).toContain('team.agents.planner.prompt');
    for (const { value } of choices) {
      const view = viewOf({ ...NEW_LESSON, editable: [value], fixedSeed: false });
      expect(teacherViewSchema.safeParse(view).success, value).toBe(true);
      expect(isLocked(view, value), value).toBe(false);
    }
  });

  it('hides what is not shown', () => {
    expect(viewOf({ ...NEW_LESSON, shown: ['canvas'], places: ['team'] })).toMatchObject({ places: ['team'] });
    expect(viewOf({ ...NEW_LESSON, shown: ['canvas'] }).hidden).not.toContain('canvas');
    expect(viewOf({ ...NEW_LESSON, shown: ['canvas'] }).hidden).toContain('charts');
  });
});
