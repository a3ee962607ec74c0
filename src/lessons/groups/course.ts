/** Lesson 8: advantages without a critic. Episodes of one problem are compared with each other, by hand and in the microscope. */
import { compare, standardOf } from '../../core/credit/advantages/groups.ts';
import { applySettingsPreset } from '../../core/editing/settingsPresets.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** The four rewards that are compared by hand: one right episode, three wrong ones. */
const REWARDS = [1, 0, 0, 0];
const { mean, scale } = standardOf(REWARDS, 0, 'grpo');
const [right = Number.NaN, wrong = Number.NaN] = compare(REWARDS, 'grpo');
const [rightAlone = Number.NaN, wrongAlone = Number.NaN] = compare(REWARDS, 'rloo');
const HALF_A_DIGIT = 0.005;

const EPISODES = 32;
const GROUP = 8;

/** A right episode of a group with three right ones out of eight. */
const SPREAD = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 1, episode: 1, channel: 'normalized' } as const;
/** The last iteration: two episodes of the 32 are wrong, in two groups. A unit test holds that both are what the words say. */
const NEARLY_ALL_RIGHT = { place: 'inspect', view: 'microscope', run: 'recorded', iteration: 40, episode: 0 } as const;

const inGroups = (document: ProjectDocument): ProjectDocument => {
  const { training, ...rest } = applySettingsPreset(document, 'grpo');
  return {
    ...rest,
    name: 'Planner and solver in groups',
    training: { ...training, episodes: EPISODES, groupSize: GROUP, iterations: 20, evaluateEvery: 0 },
  };
};

const inPairs = (document: ProjectDocument): ProjectDocument => ({ ...document, training: { ...document.training, groupSize: 2 } });

const course: Course = {
  id: 'groups',
  minutes: 10,
  project: { preset: 'micro', prepare: inGroups },
  recorded: 'lesson-grpo',
  steps: [
    { kind: 'check', id: 'recall', options: ['loss', 'explained', 'reward'], right: 'explained' },
    { id: 'no-critic', kind: 'show', at: { place: 'team' }, targets: ['canvas'] },
    { id: 'siblings', kind: 'do', at: SPREAD, targets: ['explorer', 'heatmap'], goal: { is: 'token' } },
    {
      id: 'by-hand',
      kind: 'check',
      numbers: [
        { id: 'mean', value: mean, within: HALF_A_DIGIT },
        { id: 'deviation', value: scale, within: HALF_A_DIGIT },
        { id: 'right', value: right, within: HALF_A_DIGIT },
        { id: 'wrong', value: wrong, within: HALF_A_DIGIT },
      ],
    },
    { id: 'terms', kind: 'highlight', at: { ...SPREAD, message: 0, token: 0 }, targets: ['terms'] },
    { id: 'all-right', kind: 'predict', options: ['praise', 'nothing', 'blame'], outcome: 'nothing' },
    {
      id: 'count',
      kind: 'do',
      at: NEARLY_ALL_RIGHT,
      targets: ['explorer'],
      goal: {
        is: 'all',
        of: [
          { is: 'at', at: { place: 'inspect', iteration: NEARLY_ALL_RIGHT.iteration } },
          { is: 'episode', outcome: 'wrong' },
        ],
      },
    },
    { id: 'how-many', kind: 'check', options: ['none', 'two', 'all'], right: 'two' },
    {
      id: 'no-spread',
      kind: 'show',
      evidence: { id: 'groups', series: 'reward/frac_zero_std', variants: ['grpo-8', 'grpo-4'] },
    },
    {
      id: 'budget',
      kind: 'check',
      numbers: [
        { id: 'eight', value: EPISODES / GROUP, within: 0 },
        { id: 'one', value: EPISODES, within: 0 },
      ],
    },
    { id: 'which', kind: 'predict', options: ['critic', 'group', 'same'], outcome: 'critic' },
    { id: 'measured', kind: 'show', evidence: { id: 'groups', variants: ['tppo', 'grpo-8', 'grpo-4'] } },
    { id: 'per-agent', kind: 'check', options: ['same', 'sharper', 'smaller'], right: 'same' },
    {
      id: 'leave-one-out',
      kind: 'check',
      numbers: [
        { id: 'right', value: rightAlone, within: HALF_A_DIGIT },
        { id: 'wrong', value: wrongAlone, within: HALF_A_DIGIT },
      ],
    },
    {
      id: 'own',
      kind: 'do',
      expects: true,
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:groupSize', 'train', 'charts'],
      evidence: { id: 'groups', variants: ['grpo-8', 'grpo-4'] },
      goal: {
        is: 'all',
        of: [
          {
            is: 'any',
            of: [
              { is: 'setting', path: 'training.groupSize', atMost: GROUP / 2 },
              { is: 'setting', path: 'training.groupSize', atLeast: GROUP * 2 },
            ],
          },
          { is: 'trained', iterations: 10 },
        ],
      },
      recorded: 'evidence',
      assist: inPairs,
    },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    hidden: ['bench', 'dataset', 'projectMenu', 'lockedSettings'],
    locked: ['team', 'environment', 'training', 'warmStart'],
    editable: [
      'training.algorithm',
      'training.groupSize',
      'training.groupBy',
      'training.episodes',
      'training.epochs',
      'training.seed',
      'training.iterations',
    ],
  },
};

export default course;
