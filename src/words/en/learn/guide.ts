/** English texts of the guide: what can be done here, task by task. */
import { spoken } from '../../forms/language.ts';

interface GuideStep {
  readonly says: string;
  /** Where it is done, if the guide is to lead there. */
  readonly place?: 'team' | 'environment' | 'training' | 'inspect' | 'runs' | 'learn';
  readonly tab?: 'settings' | 'warmStart' | 'engine';
  /** The lesson in which it is learnt, if the guide is to open one. */
  readonly lesson?: 'lamas';
}

interface GuideTask {
  readonly title: string;
  readonly steps: readonly GuideStep[];
}

const tasks: readonly GuideTask[] = [
  {
    title: 'Take the first lesson on teams',
    steps: [
      {
        says: 'New to teams of language models? In lesson 1 you wire one, hide something from it, and watch it learn to communicate.',
        lesson: 'lamas',
      },
      { says: 'It opens a separate project; yours stays as it is, and you can leave and come back at any step.' },
    ],
  },
  {
    title: 'Look at a team that has learnt',
    steps: [
      { says: 'The page opens with a recorded run. Its curves show the reward rise and how far each agent moved.', place: 'team' },
      { says: 'Click a curve: the episodes of that iteration open below it.' },
      {
        says: 'Read an episode: every token is coloured by its advantage as training used it, compared with the rest of its batch: blue was reinforced, orange weakened. Point at one to see all its numbers.',
        place: 'inspect',
      },
    ],
  },
  {
    title: 'Train it yourself',
    steps: [
      { says: 'Press Train. Nothing is sent anywhere: the engine runs in this tab, in workers beside the page.' },
      {
        says: 'Watch who speaks on the canvas, and the curves grow. Pause, train one iteration at a time, or stop whenever you like.',
        place: 'team',
      },
      { says: 'Export saves the adapters, the metrics and the episodes in formats that other tools read.' },
    ],
  },
  {
    title: 'Wire a team of your own',
    steps: [
      {
        says: 'Add an agent and draw an arrow to it from the agent it should hear. A circle is refused, and the page says why.',
        place: 'team',
      },
      { says: 'Select the agent and write its prompt. A changed prompt takes effect in the next run.', place: 'team' },
      { says: 'Everything can be undone: Ctrl+Z, or the arrow at the top.' },
    ],
  },
  {
    title: 'Write an environment',
    steps: [
      { says: 'An environment is one file of TypeScript: it draws problems, reads the messages and pays a reward.', place: 'environment' },
      { says: 'Try one problem by hand on the bench, and see what each agent would read.', place: 'environment' },
      {
        says: 'The checks below the bench say whether it keeps its promises: the same input gives the same result, and rewards are finite.',
      },
      {
        says: 'Each shipped base knows only the problems of its own project. Write suitable prompts, warm the team up on what good agents say, then train.',
        place: 'training',
        tab: 'warmStart',
      },
    ],
  },
  {
    title: 'Find which agent holds the team back',
    steps: [
      { says: 'Read wrong episodes only, and look at the skill bars: they say which part failed.', place: 'inspect' },
      { says: 'Compare the agents’ entropy and KL: one that does not move does not learn.', place: 'team' },
      { says: 'Change the credit strategy, train again, and compare the two runs.', place: 'training', tab: 'settings' },
    ],
  },
  {
    title: 'Compare settings over several seeds',
    steps: [
      { says: 'A sweep trains the project with several settings and seeds, one run after the other.', place: 'runs' },
      {
        says: 'Choose the runs and compare them: only what differs is listed, and seeds are shown as a mean with its band.',
        place: 'runs',
      },
      { says: 'Export the better run: its adapters load in other tools.' },
    ],
  },
  {
    title: 'Begin with a team that can do something',
    steps: [
      {
        says: 'Where reward is rare, show good messages first: a warm start learns from demonstrations or from a file.',
        place: 'training',
        tab: 'warmStart',
      },
      { says: 'The Engine tab says what a run will cost in time and memory before it starts.', place: 'training', tab: 'engine' },
    ],
  },
];

export const guideEn = spoken('learn/guide', {
  intro:
    'A team of small language models solves problems by writing to one another, and learns from the reward they earn together. Wire the team, set the task, train, read what was said, compare.',
  tasks,
  go: (place: string) => `Go to ${place}`,
  goLesson: (number: number) => `Open lesson ${number}`,
} as const);
