/** English texts of the Learn place's part for teachers: links, plans, and what is printed around a lesson's own words. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';

/** One session of a course: what is asked before the lesson, what the class tries afterwards, and what is taken home. */
export interface Session {
  readonly before: string;
  readonly together: string;
  readonly home: string;
}

const sessions = table<Session>()({
  'one-choice': {
    before: 'A coin that may be bent: how would you bend it, if you are told only whether each throw was good?',
    together: 'Find two baselines with the same mean gradient and variances as far apart as possible. Why is it so?',
    home: 'Show that the mean of ∇ log π is 0 for a softmax of three tokens, with numbers.',
  },
  lamas: {
    before: 'What could two people do together who may only exchange one word?',
    together: 'Give the team a third agent between speaker and listener. Who must hear whom for it to work?',
    home: 'Draw the graph of a team one knows: who reads whose messages, and who does not?',
  },
  'reward-to-tokens': {
    before: 'A team is paid once, at the end. Which of its words deserves it?',
    together: 'Compute the sum of the last three tokens of another episode by hand, then let the microscope check it.',
    home: 'The same six tokens with λ = 0 and with λ = 1, in a table. What does each forget?',
  },
  'action-or-token': {
    before: 'Is a message one decision or twenty?',
    together: 'Train the two levels with the same seed and compare the runs.',
    home: 'Write down for a message of 200 tokens what differs at either level, without looking.',
  },
  'trust-region': {
    before: 'One has a good map of a small valley. How far does one walk before drawing a new one?',
    together: 'Each group takes another guard. Collect the curves on the board before anyone looks at the recorded ones.',
    home: 'Which sign of the collapse came first, and how many iterations before the reward fell?',
  },
  'lora-per-agent': {
    before: 'Two people share a notebook. What changes when each has one of their own?',
    together: 'Train with one adapter for both and with one each, and compare what the agents say, not the reward alone.',
    home: 'How many numbers has an adapter of rank 4 on a layer of 64 × 172?',
  },
  critics: {
    before: 'How does one know that a forecast was good?',
    together: 'Look for an episode in which the critic was wrong. What did it overlook?',
    home: 'Sketch the calibration of a critic that always says the mean.',
  },
  'lazy-team': {
    before: 'Three people are paid together. Who works?',
    together: 'Each group tries one remedy. Judge by what every agent does, before looking at the reward.',
    home: 'Describe a lazy team from your own life, and which of the remedies it got.',
  },
  groups: {
    before: 'One may not ask an expert, but may try eight times. What can be learnt?',
    together: 'Count in the explorer how many groups teach nothing. What would a larger group change?',
    home: 'Compute the advantages of a group with the returns 1, 0, 0, 1 by GRPO and by leave-one-out.',
  },
  counterfactuals: {
    before: 'How would one find out whether a team mate mattered?',
    together: 'Replace a message by the one you would have written. Predict the difference first.',
    home: 'Compute the Shapley values of two players of whom either alone earns 0 and both together 1.',
  },
  argument: {
    before: 'Two people want to help and both do the same thing. When is that worse than if one had waited?',
    together: 'Each group makes a game of its own in the figure: one in which both at once is harmless, one in which it is worst.',
    home: 'Write out both terms of 27 + 15 with the solver first. What stays, and what does not?',
  },
  'real-models': {
    before: 'What of all this would be the same with a model ten thousand times larger?',
    together: 'Export, load the adapters in Python, and let an agent speak with another one’s adapter.',
    home: 'Plan the experiment that would tell sharpening from learning something new.',
  },
});

const kinds = { show: 'Read', highlight: 'Look', do: 'Do', predict: 'Predict', check: 'Check' };

const minutes = (count: number): string => (count === 1 ? '1 minute' : `${count} minutes`);

export const teachersEn = spoken('learn/teachers', {
  intro:
    'Each lesson as a link that opens its project with only what it needs, what to ask, what students observe, and answers to its questions. Nothing needs an account, a server or a graphics card; what students do stays in their browser.',
  language: 'Language of the lessons',
  loading: 'Fetching the lessons…',
  lessons: 'Lessons',
  minutes,
  steps: (count: number) => `${count} steps`,
  link: {
    title: 'Link for students',
    help: (title: string) => `Opens “${title}” as a project of its own, in a trimmed workbench.`,
    copy: (title: string) => `Copy the link to “${title}”`,
    shows: (places: string) => `Shows: ${places}.`,
    locks: (parts: string) => `Cannot be changed: all or parts of ${parts}.`,
    locksNothing: 'Everything can be changed.',
    parts: { team: 'the team', environment: 'the environment', training: 'training settings', warmStart: 'the warm start' },
    preview: 'Open it in a new tab',
  },
  asks: 'Questions and what students observe',
  none: 'This lesson has no notes for teachers.',
  answers: 'Answers',
  answerOf: { predict: 'What happens', check: 'Right answer' },
  within: (value: string, within: string) => `${value} (± ${within})`,
  plans: 'Plans',
  hour: {
    title: 'One hour',
    intro: 'For a class without background. Have everybody open the first link before the hour begins, so that nobody waits for the page.',
    talk: (count: number) => `Talking: ${minutes(count)}, five after each lesson`,
    total: (count: number) => `Together about ${minutes(count)}.`,
    shorter: 'With less time: lessons 1 and 7 alone, shown on one screen, the class predicting by a show of hands.',
    why: {
      lamas: 'what a team of language models is, and what an arrow is worth',
      'reward-to-tokens': 'how one reward reaches every token, across agents',
      'trust-region': 'why training can destroy what it built, and what stops it',
      'lazy-team': 'what goes wrong in teams only',
    },
  },
  course: {
    title: 'A course of twelve sessions',
    intro:
      'One lesson a session of 45 minutes: a question for the room (5), the lesson, each at their own machine, something tried together (15), and what was seen, with a question to take home (10).',
    columns: { session: 'Session', before: 'Before the lesson', together: 'Together', home: 'To take home' },
    sessions,
  },
  practice: {
    title: 'In the classroom',
    points: [
      'Let everybody predict before anything is trained. The page asks for it too, and shows nothing before.',
      'With the same seed and the same backend everybody gets the same run, on machines that round alike; fix both in a teacher’s link where you want to talk about one curve.',
      'Slow machines: every step that trains can show its recorded result instead; it is called recorded on the page.',
      'Numbers in the lessons are means over five seeds with their 95 % interval. One student’s run may lie outside.',
      'A teacher’s view is no examination mode: students can leave it with one click.',
      'To find out whether a lesson taught them anything there is a study link, with tests before, after and a week later: Learn › Docs › A study of learning.',
    ],
  },
  print: {
    open: 'Print view',
    openOne: (title: string) => `Print view of “${title}”`,
    openAll: 'Print view of all lessons',
    title: 'Print view',
    print: 'Print',
    close: 'Close the print view',
    copy: 'Copy for',
    copies: { students: 'Students', teachers: 'Teachers' },
    hint: 'Hint',
    after: 'Afterwards',
    teacher: 'For the teacher',
    yours: 'Your answer:',
    outcomes: 'What came out',
    kinds,
    figure: (title: string) => `Recorded: ${title}`,
    how: (preset: string, iterations: number, episodes: number, seeds: string, backend: string) =>
      `Project ${preset}, ${iterations} iterations of ${episodes} episodes, seeds ${seeds}, backend ${backend}. Thick: mean; band: its 95 % interval; thin: each seed.`,
    variant: 'Variant',
    before: 'Before',
    afterTraining: 'After',
    less: (first: string) => `Less “${first}”, paired by seed`,
    sampled: 'Before and after: share of the reward, sampled, as mean of the seeds with its 95 % interval; then each seed after',
    seed: (seed: number) => `Seed ${seed}`,
    missing: 'not recorded yet',
    figureMissing: 'The recorded result is not there.',
  },
} as const);
