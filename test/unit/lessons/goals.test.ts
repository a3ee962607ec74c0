import { describe, expect, it } from 'vitest';
import { connect, disconnect, setPrompt, updateAgent } from '../../../src/core/editing/edits.ts';
import { beforeOf } from '../../../src/core/lessons/before.ts';
import { courseProblems } from '../../../src/core/lessons/checkCourse.ts';
import { gateOf, mayEnter, stepBeside } from '../../../src/core/lessons/gates.ts';
import type { Goal, StageFacts } from '../../../src/core/lessons/goals.ts';
import type { Course, LessonStep } from '../../../src/core/lessons/lesson.ts';
import { isReached } from '../../../src/core/lessons/reached.ts';
import { defaultProject } from '../../../src/page/state/document/defaultProject.ts';
import { COURSE } from './fixture.ts';

const PROJECT = defaultProject();
const FACTS: StageFacts = {
  document: PROJECT,
  before: {},
  cursor: {
    place: 'inspect',
    tab: 'settings',
    view: 'receipt',
    channel: 'advantage',
    role: 'solver',
    iteration: 4,
    episode: 2,
    message: 1,
    token: 0,
  },
  episode: { reward: 1, role: 'solver' },
  run: {
    metrics: [
      { iteration: 0, reward: 9 },
      { iteration: 1, reward: 0.2 },
      { iteration: 2, reward: 0.4 },
    ],
  },
  read: null,
  happened: new Set(['replayed'] as const),
};
const reached = (goal: Goal, facts: Partial<StageFacts> = {}): boolean =>
  isReached(goal, { ...FACTS, before: beforeOf(goal, PROJECT), ...facts });
const cursor = (part: Partial<StageFacts['cursor']>): Partial<StageFacts> => ({ cursor: { ...FACTS.cursor, ...part } });

describe('a goal', () => {
  it('of the cursor: every part that is given agrees, and is on screen', () => {
    expect(reached({ is: 'at', at: { place: 'inspect', view: 'receipt', iteration: 4, token: 0 } })).toBe(true);
    expect(reached({ is: 'at', at: { place: 'inspect', view: 'replay' } })).toBe(false);
    expect(reached({ is: 'at', at: { iteration: 4 } }, cursor({ iteration: null }))).toBe(false);
    expect(reached({ is: 'at', at: { view: 'receipt' } }, cursor({ place: 'team' })), 'a view nobody sees').toBe(false);
    expect(reached({ is: 'at', at: { tab: 'settings' } })).toBe(false);
    expect(reached({ is: 'at', at: { tab: 'settings' } }, cursor({ place: 'training' }))).toBe(true);
  });

  it('of an agent, a token, an episode', () => {
    expect(reached({ is: 'agent' })).toBe(true);
    expect(reached({ is: 'agent', role: 'planner' })).toBe(false);
    expect(reached({ is: 'agent' }, cursor({ role: null }))).toBe(false);
    expect(reached({ is: 'token', role: 'solver' })).toBe(true);
    expect(reached({ is: 'token', role: 'planner' })).toBe(false);
    expect(reached({ is: 'token' }, cursor({ token: null }))).toBe(false);
    expect(reached({ is: 'episode', outcome: 'right' })).toBe(true);
    expect(reached({ is: 'episode', outcome: 'wrong' })).toBe(false);
    expect(reached({ is: 'episode', outcome: 'wrong' }, { episode: { reward: 0.5, role: null } })).toBe(true);
    expect(reached({ is: 'episode', outcome: 'wrong' }, { episode: null })).toBe(false);
  });

  it('of the project: an arrow, a prompt, a setting', () => {
    const cut = disconnect(PROJECT, 'planner', 'solver');
    expect(reached({ is: 'edge', from: 'planner', to: 'solver', drawn: true })).toBe(true);
    expect(reached({ is: 'edge', from: 'planner', to: 'solver', drawn: false }, { document: cut })).toBe(true);
    expect(reached({ is: 'edge', from: 'planner', to: 'solver', drawn: true }, { document: connect(cut, 'planner', 'solver') })).toBe(true);
    expect(reached({ is: 'prompt', role: 'planner' })).toBe(false);
    expect(reached({ is: 'prompt', role: 'planner' }, { document: setPrompt(PROJECT, 'planner', 'Plan.') })).toBe(true);
    expect(reached({ is: 'prompt', role: 'solver' }, { document: setPrompt(PROJECT, 'planner', 'Plan.') })).toBe(false);
    const { prompt = '' } = PROJECT.team.agents[0] ?? {};
    expect(reached({ is: 'prompt', role: 'planner' }, { document: setPrompt(PROJECT, 'planner', `${prompt} `) }), 'a space').toBe(false);
    expect(reached({ is: 'setting', path: 'training.learningRate', equals: PROJECT.training.learningRate })).toBe(true);
    expect(reached({ is: 'setting', path: 'team.agents.solver.adapter.rank', atLeast: 8 })).toBe(true);
    expect(reached({ is: 'setting', path: 'team.agents.solver.adapter.rank', atMost: 7 })).toBe(false);
    expect(reached({ is: 'setting', path: 'training.nothing', atLeast: -1 })).toBe(false);
  });

  it('of a part that is another than it was', () => {
    const goal: Goal = { is: 'changed', paths: ['team.agents.planner.adapter', 'team.agents.solver.adapter'] };
    const adapter = PROJECT.team.agents[1]!.adapter;
    expect(reached(goal)).toBe(false);
    expect(reached(goal, { document: updateAgent(PROJECT, 'solver', { adapter: { ...adapter, frozen: true } }) })).toBe(true);
    const turned = Object.fromEntries(Object.entries(adapter).reverse()) as typeof adapter;
    expect(reached(goal, { document: updateAgent(PROJECT, 'solver', { adapter: turned }) }), 'the order of keys').toBe(false);
    expect(reached(goal, { document: setPrompt(PROJECT, 'solver', 'Solve.') }), 'another part').toBe(false);
    const cut = updateAgent(PROJECT, 'solver', { adapter: { ...adapter, rank: 2 } });
    expect(reached(goal, { document: cut, before: beforeOf(goal, cut) }), 'it was so before').toBe(false);
    expect(reached(goal, { document: cut, before: {} }), 'not known how it was').toBe(false);
    expect(JSON.stringify(beforeOf(goal, setPrompt(PROJECT, 'solver', 'x'.repeat(10_000)))).length, 'kept small').toBeLessThan(120);
  });

  it('of the run that is read: what it was trained with, not what the project has now', () => {
    const goal: Goal = { is: 'read-run', path: 'training.algorithm', equals: 'appo' };
    const appo: typeof PROJECT = { ...PROJECT, training: { ...PROJECT.training, algorithm: 'appo' } };
    expect(reached(goal, { document: appo, read: PROJECT })).toBe(false);
    expect(reached(goal, { document: PROJECT, read: appo })).toBe(true);
    expect(reached(goal, { document: appo, read: null })).toBe(false);
  });

  it('of a run that counts from where it was forked: its own iterations only', () => {
    const run = { metrics: [{ iteration: 39 }, { iteration: 40 }] };
    expect(reached({ is: 'trained', iterations: 2 }, { run })).toBe(true);
    expect(reached({ is: 'trained', iterations: 3 }, { run })).toBe(false);
  });

  it('of a run: iterations trained, and the mean of a metric', () => {
    expect(reached({ is: 'trained', iterations: 2 })).toBe(true);
    expect(reached({ is: 'trained', iterations: 3 })).toBe(false);
    expect(reached({ is: 'trained', iterations: 1 }, { run: null })).toBe(false);
    expect(reached({ is: 'metric', name: 'reward', over: 2, above: 0.29 })).toBe(true);
    expect(reached({ is: 'metric', name: 'reward', over: 2, above: 0.31 }), 'the untrained team counts for nothing').toBe(false);
    expect(reached({ is: 'metric', name: 'reward', over: 1, below: 0.5 })).toBe(true);
    expect(reached({ is: 'metric', name: 'reward', over: 3, above: 0 })).toBe(false);
    expect(reached({ is: 'metric', name: 'other', over: 1, below: 9 })).toBe(false);
    expect(reached({ is: 'metric', name: 'reward', over: 1, below: 9 }, { run: null })).toBe(false);
  });

  it('of what happened, and of several', () => {
    expect(reached({ is: 'happened', what: 'replayed' })).toBe(true);
    expect(reached({ is: 'happened', what: 'exported' })).toBe(false);
    const [yes, no]: Goal[] = [{ is: 'agent' }, { is: 'trained', iterations: 9 }];
    if (!yes || !no) throw new Error('no goals');
    expect(reached({ is: 'all', of: [yes, yes] })).toBe(true);
    expect(reached({ is: 'all', of: [yes, no] })).toBe(false);
    expect(reached({ is: 'any', of: [no, yes] })).toBe(true);
    expect(reached({ is: 'any', of: [no, no] })).toBe(false);
  });
});

describe('the gates of a lesson', () => {
  it('are its predictions, one after the other', () => {
    expect(gateOf(COURSE, {})).toBe(2);
    expect(gateOf(COURSE, { guess: 'solver' })).toBe(5);
    expect(gateOf(COURSE, { guess: 'solver', again: 'up' })).toBeNull();
    expect(mayEnter(COURSE, {}, 'guess')).toBe(true);
    expect(mayEnter(COURSE, {}, 'cut')).toBe(false);
    expect(mayEnter(COURSE, {}, 'nowhere')).toBe(false);
    expect(stepBeside(COURSE, {}, 'guess', 1)).toBeNull();
    expect(stepBeside(COURSE, {}, 'guess', -1)?.id).toBe('canvas');
    expect(stepBeside(COURSE, {}, 'welcome', -1)).toBeNull();
  });
});

describe('a course', () => {
  const withSteps = (...steps: readonly LessonStep[]): Course => ({ ...COURSE, steps });
  const said = (course: Course): string => courseProblems(course, PROJECT).join('\n');

  it('that can be taken has no problems', () => {
    expect(courseProblems(COURSE, PROJECT)).toEqual([]);
  });

  it.each<[Course, RegExp]>([
    [withSteps(), /no steps/],
    [{ ...COURSE, recorded: 'recorded/x' }, /no folder below/],
    [{ ...COURSE, trimmed: { places: [] } }, /trimmed view cannot be used/],
    [{ ...COURSE, trimmed: { places: ['inspect'] } }, /“welcome”: the trimmed view does not show the place “team”/],
    [{ ...COURSE, trimmed: { locked: ['team'] } }, /“canvas”: what it prepares is locked[^]*“cut”: “Do it for me” is locked/],
    [withSteps({ kind: 'show', id: 'A' }, { kind: 'show', id: 'A' }), /ids are of lower case[^]*another step has this id/],
    [withSteps({ kind: 'predict', id: 'a', options: ['x', 'x'], outcome: 'y' }), /“x” is asked twice[^]*no option is the outcome “y”/],
    [withSteps({ kind: 'check', id: 'a', options: ['x', 'y'], right: 'z' }), /no option is the right one, “z”/],
    [withSteps({ kind: 'check', id: 'a', numbers: [{ id: 'n', value: Number.NaN, within: 1 }] }), /“n” cannot be answered/],
    [
      withSteps({ kind: 'show', id: 'a', at: { role: 'nobody' }, targets: ['edge:planner>nobody'] }),
      /no agent “nobody”[^]*an agent “nobody”/,
    ],
    [withSteps({ kind: 'do', id: 'a', goal: { is: 'setting', path: 'training.rate', atLeast: 1 } }), /no setting “training\.rate”/],
    [
      withSteps({ kind: 'do', id: 'a', goal: { is: 'changed', paths: ['team.agents.nobody.adapter'] } }),
      /nothing at “team\.agents\.nobody/,
    ],
    [withSteps({ kind: 'do', id: 'a', goal: { is: 'read-run', path: 'training.x', equals: 1 } }), /no setting “training\.x”/],
    [withSteps({ kind: 'do', id: 'a', goal: { is: 'edge', from: 'planner', to: 'solver', drawn: true } }), /before anything is done/],
    [withSteps({ kind: 'do', id: 'a', goal: { is: 'trained', iterations: 1000 } }), /the goal wants 1000/],
    [withSteps({ kind: 'do', id: 'a', goal: { is: 'trained', iterations: 1 }, recorded: 'evidence' }), /no figure/],
    [
      withSteps({ kind: 'do', id: 'a', goal: { is: 'prompt', role: 'planner' }, assist: (document) => setPrompt(document, 'solver', 'x') }),
      /does not reach the goal/,
    ],
    [withSteps({ kind: 'show', id: 'a', prepare: (document) => ({ ...document, version: 99 as never }) }), /makes a project that is none/],
    [
      withSteps({
        kind: 'show',
        id: 'a',
        prepare: () => {
          throw new Error('boom');
        },
      }),
      /what it prepares fails: .*boom/,
    ],
  ])('that leads nowhere says where: %#', (course, why) => {
    expect(said(course)).toMatch(why);
  });
});
