/** The first run of a shipped project has a seed of its own; whoever chose a seed, a fork, a lesson and a teacher's view keep theirs. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { teacherViewSchema } from '../../../../../src/core/share/teach.ts';
import { stepAtHand, trainAtHand } from '../../../../../src/page/state/beginning/begin.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';
import { engineStore } from '../../../../../src/page/state/engine/engine.ts';
import { forkStore } from '../../../../../src/page/state/fork/fork.ts';
import { lessonOpenStore } from '../../../../../src/page/state/lessons/open.ts';
import { projectsStore } from '../../../../../src/page/state/projects/projects.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';

const RECORDED = PRESETS.micro.recorded;
const train = vi.spyOn(engineStore.getState(), 'train');
const seed = (): number => documentStore.getState().document.training.seed;
const edit = (change: Partial<ProjectDocument['training']>): void => {
  documentStore.getState().edit((document) => ({ ...document, training: { ...document.training, ...change } }));
};

/** Begins a run as the engine does; what it was begun with. */
async function begin(): Promise<ProjectDocument> {
  let began = documentStore.getState().document;
  train.mockImplementationOnce(async ({ document } = {}) => {
    began = document ?? began;
    runsStore.getState().begin('own', began);
    return 'own';
  });
  await trainAtHand();
  return began;
}

beforeEach(() => {
  const recorded = { ...newRun(RECORDED, defaultProject()), origin: 'recorded' as const };
  runsStore.setState({ runs: { [RECORDED]: recorded }, order: [RECORDED], recorded: { status: 'ready' } });
  documentStore.getState().switchTo({ document: defaultProject(), past: [], future: [] });
});
afterEach(() => {
  forkStore.getState().cancel();
  lessonOpenStore.setState({ open: false });
  projectsStore.setState({ lesson: null });
});

it('the first run of the default project has another seed than the recorded one, and says so; Undo takes it back and is heeded', async () => {
  const shipped = seed();
  const began = await begin();
  expect(began.training.seed).toBe(shipped + 1);
  expect(seed(), 'the document says what was trained').toBe(shipped + 1);
  expect({ ...began, training: { ...began.training, seed: shipped } }).toEqual(defaultProject());
  expect(runsStore.getState().runs['own']?.notices).toMatchObject([
    { level: 'info', code: 'new_seed', message: expect.stringMatching(/^Seed 2, .*with seed 1.*Undo sets 1 again/) },
  ]);
  expect((await begin()).training.seed, 'a second run is of the document as it is').toBe(shipped + 1);
  documentStore.getState().undo();
  expect(documentStore.getState().document).toEqual(defaultProject());
  expect((await begin()).training.seed, 'a seed that was gone back to').toBe(shipped);
  expect(runsStore.getState().runs['own']?.notices).toEqual([]);
});

it('a step begins such a run too', async () => {
  const step = vi.spyOn(engineStore.getState(), 'step').mockImplementationOnce(async ({ document } = {}) => {
    runsStore.getState().begin('stepped', document ?? defaultProject());
    engineStore.setState({ runId: 'stepped' });
  });
  await stepAtHand();
  expect(runsStore.getState().runs['stepped']?.document.training.seed).toBe(2);
  expect(seed()).toBe(2);
  step.mockRestore();
  engineStore.setState({ runId: null });
});

it.each(['idle', 'loading'] as const)(
  'a run that is begun before the recorded one has come has a seed of its own too: %s',
  async (status) => {
    runsStore.setState({ runs: {}, order: [], recorded: { status } });
    expect((await begin()).training.seed).toBe(2);
  },
);

it('nothing is edited where no run begins', async () => {
  train.mockResolvedValueOnce(null);
  await trainAtHand();
  expect(documentStore.getState()).toMatchObject({ document: defaultProject(), past: [] });
});

it.each<[string, () => void]>([
  ['somebody has set the seed', () => edit({ seed: 7 })],
  ['somebody has set the seed and set it back', () => (edit({ seed: 7 }), edit({ seed: 1 }))],
  ['the project was changed, since what is compared has one seed', () => edit({ learningRate: 1e-4 })],
  ['no recorded run is here', () => runsStore.setState({ runs: {}, order: [], recorded: { status: 'missing' } })],
  ['it is a fork', () => forkStore.getState().prepare({ parent: null, name: 'x', adapters: {} })],
  ['a lesson is open', () => lessonOpenStore.setState({ open: true })],
  ['a teacher has laid out the page', () => projectsStore.setState({ lesson: teacherViewSchema.parse({}) })],
])('the seed stays where %s', async (_, prepare) => {
  prepare();
  const before = seed();
  expect((await begin()).training.seed).toBe(before);
  expect(seed()).toBe(before);
});
