/** Texts of the teacher's view: the dialogue that makes one, and the bar above a lesson. */
import { spoken } from '../../forms/language.ts';

const places = {
  team: 'Team',
  environment: 'Environment',
  training: 'Training',
  inspect: 'Inspect',
  runs: 'Runs',
  learn: 'Learn',
};

const controls = {
  canvas: 'Team graph',
  agent: 'Agent editor',
  charts: 'Charts',
  episodes: 'Episodes',
  bench: 'Trying the environment',
  dataset: 'Data set',
  settingsPresets: 'Sets of settings',
  projectMenu: 'Project menu',
  lockedSettings: 'Settings that cannot be changed',
};

export const teachEn = spoken('learn/teach', {
  refused: 'Not changed',
  dialogue: 'Teacher’s link',
  intro: 'A link to this project that shows students only what they need and lets them change only what you choose.',
  title: 'Title',
  titleExample: 'What does the learning rate do?',
  task: 'Task',
  taskExample: 'Train with three learning rates. Which one is best, and how do you see it?',
  places: 'Places that are shown',
  controls: 'Parts that are shown',
  placeNames: places,
  controlNames: controls,
  change: 'What students may change',
  everything: 'Everything',
  chosen: 'Only this',
  choose: 'Choose what may be changed',
  nothing: 'Nothing; they train and look',
  groups: { prompts: 'Prompts', settings: 'Training settings', other: 'Larger parts' },
  prompt: (name: string) => `Prompt of ${name}`,
  environment: 'The environment’s code and data',
  team: 'The whole team',
  warmStart: 'The warm start',
  same: 'The same run for everybody',
  seed: (seed: number) => `Fix the seed (${seed})`,
  seedHelp: 'With the same settings, the same seed and the same backend every student gets the same run, on machines that round alike.',
  backend: 'Backend',
  ownBackend: 'Each student’s own choice',
  preview: 'Preview in a new tab',
  onePlace: 'Leave at least one place to be shown.',

  bar: 'Lesson',
  untitled: 'A lesson',
  leave: 'Leave teaching view',
  leaveHelp: 'Shows everything and lets everything be changed; opening the link again brings the lesson back.',
  left: 'Teaching view left',
  leftText: 'Everything is shown and can be changed. Open the link again for the lesson.',
  lockedSetting: 'Fixed in this lesson.',
  hiddenPlace: 'This lesson does without that part of the page.',
});
