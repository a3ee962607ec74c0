/** Lesson 2: how one reward at the end becomes an advantage of every token, across the agents; by hand, then on recorded episodes. */
import { gae } from '../../core/credit/advantages/gae.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** The six tokens that are computed by hand: four of the planner, two of the solver. The words of the lesson show the same table. */
const LENGTHS = [4, 2];
const REWARDS = [0, 0, 0, 0, 0, 1];
const VALUES = [0.4, 0.4, 0.6, 0.6, 0.6, 0.8];
const LAMBDA = 0.5;

const advantages = (lambda: number): Float64Array =>
  gae({
    rewards: REWARDS,
    values: VALUES,
    lengths: LENGTHS,
    bootstrap: 0,
    gamma: 1,
    gammaToken: 1,
    lambda,
    lambdaToken: lambda,
  }).advantages;

/** With λ = 0 nothing reaches further than one step: the advantage is the TD error. */
const delta = (token: number): number => advantages(0)[token - 1] ?? Number.NaN;
const advantage = (token: number): number => advantages(LAMBDA)[token - 1] ?? Number.NaN;
const HALF_A_DIGIT = 0.005;

/** Before the critic has learnt: a right answer of four and two tokens. */
const UNTAUGHT = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 1, episode: 4 } as const;
/** The critic has learnt, plan and answer are right. */
const LEARNT = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 5, episode: 5 } as const;
/** A right plan and a wrong answer. */
const BLAMED = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 5, episode: 2 } as const;
/** Right, and the planner’s tokens are weakened: nearly all of its batch is right. A unit test holds that these four episodes are what the words say. */
const WEAKENED = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 20, episode: 11 } as const;

const course: Course = {
  id: 'reward-to-tokens',
  minutes: 10,
  project: {
    preset: 'micro',
    prepare: (document) => ({ ...document, training: { ...document.training, iterations: 15, evaluateEvery: 0 } }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['none', 'mean', 'sign'], right: 'none' },
    { id: 'one-number', kind: 'highlight', at: { ...UNTAUGHT, channel: 'reward' }, targets: ['heatmap', 'channels'] },
    { id: 'value', kind: 'show', at: { place: 'inspect', view: 'microscope', channel: 'value' } },
    {
      id: 'delta',
      kind: 'check',
      numbers: [
        { id: 'delta1', value: delta(1), within: HALF_A_DIGIT },
        { id: 'delta2', value: delta(2), within: HALF_A_DIGIT },
        { id: 'delta6', value: delta(6), within: HALF_A_DIGIT },
      ],
    },
    { id: 'sum', kind: 'show' },
    {
      id: 'by-hand',
      kind: 'check',
      numbers: [
        { id: 'a6', value: advantage(6), within: HALF_A_DIGIT },
        { id: 'a5', value: advantage(5), within: HALF_A_DIGIT },
        { id: 'a4', value: advantage(4), within: HALF_A_DIGIT },
      ],
    },
    {
      id: 'backwards',
      kind: 'do',
      at: { place: 'learn', part: 'credit' },
      targets: ['explorable'],
      goal: { is: 'happened', what: 'ran-backwards' },
    },
    {
      id: 'recursion',
      kind: 'do',
      at: { ...UNTAUGHT, channel: 'advantage', message: 1, token: 1 },
      targets: ['recursion', 'heatmap'],
      goal: { is: 'happened', what: 'stepped-recursion' },
    },
    {
      id: 'arcs',
      kind: 'do',
      at: { ...LEARNT, channel: 'tdError', message: 1, token: 0 },
      targets: ['heatmap', 'terms'],
      goal: { is: 'token', role: 'planner' },
    },
    {
      id: 'blame',
      kind: 'predict',
      at: { ...BLAMED, channel: 'reward' },
      targets: ['heatmap'],
      options: ['up', 'zero', 'down'],
      outcome: 'down',
    },
    {
      id: 'blamed',
      kind: 'do',
      at: { ...BLAMED, channel: 'normalized', message: 1, token: 0 },
      targets: ['heatmap', 'terms'],
      goal: {
        is: 'all',
        of: [
          { is: 'token', role: 'planner' },
          { is: 'episode', outcome: 'wrong' },
        ],
      },
    },
    {
      id: 'as-trained',
      kind: 'do',
      at: { ...WEAKENED, channel: 'normalized', message: 1, token: 0 },
      targets: ['heatmap', 'channels', 'terms'],
      goal: { is: 'token', role: 'planner' },
    },
    {
      id: 'sliders',
      kind: 'do',
      at: { ...UNTAUGHT, view: 'estimators' },
      targets: ['view:estimators'],
      goal: {
        is: 'all',
        of: [
          { is: 'at', at: { place: 'inspect', view: 'estimators' } },
          { is: 'happened', what: 'asked-estimators' },
        ],
      },
    },
    { id: 'lambda', kind: 'check', options: ['nothing', 'same', 'all'], right: 'nothing' },
    {
      id: 'mask',
      kind: 'do',
      at: { place: 'learn', part: 'credit' },
      targets: ['explorable'],
      goal: {
        is: 'all',
        of: [
          { is: 'happened', what: 'turned-mask' },
          { is: 'happened', what: 'moved-reward' },
        ],
      },
    },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      // The blamed planner's episode is open in Inspect, for whoever replays a message.
      at: { ...BLAMED, view: 'replay', place: 'training', tab: 'settings' },
      targets: ['setting:lambdaToken', 'setting:lambda', 'train'],
      goal: {
        is: 'any',
        of: [
          { is: 'happened', what: 'replayed' },
          {
            is: 'all',
            of: [
              {
                is: 'any',
                of: [
                  { is: 'setting', path: 'training.lambda', atMost: 0.5 },
                  { is: 'setting', path: 'training.lambdaToken', atMost: 0.5 },
                  { is: 'setting', path: 'training.gamma', atMost: 0.5 },
                  { is: 'setting', path: 'training.gammaToken', atMost: 0.9 },
                ],
              },
              { is: 'trained', iterations: 3 },
            ],
          },
        ],
      },
      assist: (document) => ({ ...document, training: { ...document.training, lambda: 0, lambdaToken: 0 } }),
    },
  ],
  trimmed: {
    places: ['training', 'inspect', 'learn'],
    hidden: ['canvas', 'agent', 'bench', 'dataset', 'settingsPresets', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: ['training.gamma', 'training.gammaToken', 'training.lambda', 'training.lambdaToken'],
  },
};

export default course;
