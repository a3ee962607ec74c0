import { describe, expect, it } from 'vitest';
import {
  addAgent,
  connect,
  disconnect,
  moveAgent,
  setEnvironmentSource,
  setPrompt,
  updateAgent,
} from '../../../../src/core/editing/edits.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { isLocked, teacherViewSchema, lockFault, parseTeacherView, shortView, type TeacherView } from '../../../../src/core/share/teach.ts';
import { createDocumentStore } from '../../../../src/page/state/document/document.ts';

const project = PRESETS.micro.project({ file: 'a.env.ts', source: '// code' });
const view = (part: Partial<TeacherView>): TeacherView => teacherViewSchema.parse(part);

/** As a lesson that leaves the learning rate and the solver's prompt alone. */
const narrow = view({
  locked: ['team', 'environment', 'training', 'warmStart', 'description'],
  editable: ['training.learningRate', 'team.agents.solver.prompt'],
});
const training = (changes: Partial<ProjectDocument['training']>) => (from: ProjectDocument) => ({
  ...from,
  training: { ...from.training, ...changes },
});

describe('what a lesson locks', () => {
  it('is a place and what lies below it; of two that hold the longer counts', () => {
    expect(isLocked(narrow, 'training.episodes')).toBe(true);
    expect(isLocked(narrow, 'training.learningRate')).toBe(false);
    expect(isLocked(narrow, 'training.learningRateOfSomethingElse')).toBe(true);
    expect(isLocked(view({ locked: ['training.seed'] }), 'training.episodes')).toBe(false);
    expect(isLocked(view({ locked: ['training', 'training.critic.rank'], editable: ['training.critic'] }), 'training.critic.rank')).toBe(
      true,
    );
    expect(isLocked(view({}), 'team')).toBe(false);
  });

  it.each<[string, (from: ProjectDocument) => ProjectDocument]>([
    ['the learning rate', training({ learningRate: 0.1 })],
    ['the solver’s prompt', (from) => setPrompt(from, 'solver', 'Think.')],
    [
      'the name, labels and places on the canvas',
      (from) => moveAgent(updateAgent({ ...from, name: 'Mine' }, 'planner', { label: 'P' }), 'planner', { x: 1, y: 2 }),
    ],
  ])('lets %s be changed', (_, edit) => {
    expect(lockFault(narrow, project, edit(project))).toBeNull();
  });

  it.each<[string, (from: ProjectDocument) => ProjectDocument]>([
    ['the seed', training({ seed: 2 })],
    ['a list', training({ compat: ['r1_huber_sign'] })],
    ['the planner’s prompt', (from) => setPrompt(from, 'planner', 'Think.')],
    ['another setting of the solver', (from) => updateAgent(from, 'solver', { observes: false })],
    ['a new agent', (from) => addAgent(from)],
    ['a connection', (from) => disconnect(from, 'planner', 'solver')],
    ['the code', (from) => setEnvironmentSource(from, 'x')],
    ['something permitted and something else', (from) => training({ learningRate: 0.1, seed: 3 })(from)],
  ])('keeps %s', (_, edit) => {
    const fault = lockFault(narrow, project, edit(project));
    expect(fault?.code).toBe('E_LESSON_LOCKED');
    expect(fault?.message).toMatch(/^This lesson keeps .+ as it is/);
  });

  it('holds in the document store: a refused edit changes nothing and says why', () => {
    const store = createDocumentStore(project);
    store.getState().switchTo({ document: project, past: [], future: [] }, (before, after) => lockFault(narrow, before, after));
    expect(store.getState().edit((document) => connect(setPrompt(document, 'planner', 'x'), 'planner', 'solver'))?.code).toBe(
      'E_LESSON_LOCKED',
    );
    expect(store.getState().document).toBe(project);
    expect(store.getState().edit((document) => setPrompt(document, 'solver', 'x'))).toBeNull();
    expect(store.getState().past).toHaveLength(1);
  });

  it('comes back from its short form', () => {
    expect(shortView(view({}))).toEqual({});
    expect(parseTeacherView(shortView(narrow))).toEqual(narrow);
  });
});
