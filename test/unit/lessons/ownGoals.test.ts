/** Steps of shipped lessons that want something of the learner's own are not done by less. */
import { expect, test } from 'vitest';
import { setPrompt, updateAgent } from '../../../src/core/editing/edits.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { beforeOf } from '../../../src/core/lessons/before.ts';
import type { Goal, StageFacts } from '../../../src/core/lessons/goals.ts';
import type { Course } from '../../../src/core/lessons/lesson.ts';
import { isReached } from '../../../src/core/lessons/reached.ts';
import actionOrToken from '../../../src/lessons/action-or-token/course.ts';
import lora from '../../../src/lessons/lora-per-agent/course.ts';
import { defaultProject } from '../../../src/page/state/document/defaultProject.ts';

const PROJECT = defaultProject();
const APPO: ProjectDocument = { ...PROJECT, training: { ...PROJECT.training, algorithm: 'appo' } };
const run = { metrics: Array.from({ length: 16 }, (_, iteration) => ({ iteration })) };

function goalOf(course: Course, id: string): Goal {
  const step = course.steps.find((one) => one.id === id);
  if (step?.kind !== 'do') throw new Error(`no such step to be done: ${id}`);
  return step.goal;
}

function reached(goal: Goal, facts: Partial<StageFacts>): boolean {
  const cursor = { place: '', tab: '', view: '', channel: '', role: null, iteration: 5, episode: 0, message: 0, token: 1 };
  const nothing: StageFacts = {
    document: PROJECT,
    before: beforeOf(goal, PROJECT),
    cursor,
    episode: null,
    read: null,
    run: null,
    happened: new Set(),
  };
  return isReached(goal, { ...nothing, ...facts });
}

test('lesson 5 wants an arrangement of adapters that is the learner’s own, and it trained', () => {
  const goal = goalOf(lora, 'own');
  const { adapter } = PROJECT.team.agents[0]!;
  const frozen = updateAgent(PROJECT, 'planner', { adapter: { ...adapter, frozen: true } });
  expect(reached(goal, { run })).toBe(false);
  expect(reached(goal, { run, document: setPrompt(PROJECT, 'planner', 'Plan.') })).toBe(false);
  expect(reached(goal, { document: frozen })).toBe(false);
  expect(reached(goal, { run, document: frozen })).toBe(true);
});

test('lesson 3 reads messages of a run at message level, whatever the project is set to', () => {
  const goal = goalOf(actionOrToken, 'message-level');
  expect(reached(goal, { document: APPO, read: PROJECT }), 'the recorded run, after the recorded result').toBe(false);
  expect(reached(goal, { document: APPO, read: APPO })).toBe(true);
});
