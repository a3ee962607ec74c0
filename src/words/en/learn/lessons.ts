/** English texts of the lesson panel and of the list of lessons; what the lessons themselves say stands in `src/lessons`. */
import { plural } from '../../forms/plural.ts';

const states = {
  open: 'open',
  done: 'done',
  recorded: 'seen in the recording',
  assisted: 'done for you',
};
const kinds = {
  show: 'Read',
  highlight: 'Look',
  do: 'Do',
  predict: 'Predict',
  check: 'Check yourself',
};
const happenings = {
  'stepped-recursion': 'go through the sum step by step',
  replayed: 'replace a message and play the rest again',
  'asked-shares': 'compute who earned the reward',
  'asked-critic': 'check the critic against played-out episodes',
  'asked-estimators': 'compute the estimators',
  exported: 'export a run or an adapter',
  forked: 'start a run from an iteration of another',
  compared: 'compare two or more runs',
  swept: 'put a sweep into the queue',
};

export const lessonsEn = {
  language: 'English',
  languages: 'Language of the lesson',
  panel: (number: number, title: string) => `Lesson ${number}: ${title}`,
  lesson: (number: number) => `Lesson ${number}`,
  loading: 'Opening the lesson…',
  notOpened: 'This lesson could not be opened.',
  retry: 'Try again',
  resize: { column: 'Width of the lesson', foot: 'Height of the lesson' },
  fold: 'Fold the lesson away',
  unfold: (number: number, step: string) => `Unfold lesson ${number}, ${step}`,
  menu: 'Lesson: begin again or leave',
  restart: 'Begin this lesson again',
  restartHelp: 'With a fresh project; answers are forgotten',
  leave: 'Leave the lesson',
  leaveHelp: 'Your place in it is kept',
  leaveTo: (project: string) => `back to your project “${project}”`,
  all: 'All lessons',
  step: (place: number, of: number) => `Step ${place} of ${of}`,
  steps: 'Steps of this lesson',
  mark: (place: number, title: string, state: string) => `${place}. ${title} (${state})`,
  states,
  here: 'you are here',
  shut: 'opens once you have predicted',
  kinds,
  /** Told when a step is entered. */
  entered: (place: number, of: number, title: string) => `Step ${place} of ${of}: ${title}`,
  previous: 'Back',
  next: 'Next',
  skip: 'Go on without it',
  nextHelp: 'Next step',
  previousHelp: 'Previous step',
  afterPrediction: 'Predict first: what follows shows what happens.',
  ended: 'That was the last step.',
  nextLesson: (number: number, title: string) => `Lesson ${number}: ${title}`,

  pointed: {
    here: (title: string) => `The lesson points here: ${title}`,
    show: 'Show me where',
    away: 'What this step points at is not on screen at the moment.',
    back: 'Bring me back there',
  },

  predict: {
    legend: 'Your prediction',
    make: 'This is my prediction',
    yours: 'You predicted',
    happened: 'What happened',
    agrees: 'just as you predicted',
    open: 'The next steps show what happens.',
  },

  check: {
    legend: 'Your answer',
    answer: 'Check my answer',
    again: 'Check again',
    right: 'Right.',
    wrong: 'Not quite. Have another look and try again; there is no score.',
    explain: 'Explain it to me',
    number: { right: 'right', wrong: 'not yet' },
    missing: 'Enter a number in every field.',
    given: 'Your answer',
  },

  do: {
    waiting: (what: string) => `Waiting for you to ${what}.`,
    done: 'Done.',
    recorded: 'Seen in the recording.',
    assisted: 'Done for you.',
    showRun: 'Show me the recorded run',
    showResult: 'Show me the recorded result',
    assist: 'Do it for me',
    hint: 'Give me a hint',
    hintTitle: 'Hint',
  },

  goal: {
    place: (name: string) => `go to “${name}”`,
    tab: (name: string) => `open “${name}”`,
    view: (name: string) => `open the view “${name}”`,
    channel: (name: string) => `colour the tokens by “${name}”`,
    agent: (role: string | undefined) => (role === undefined ? 'select an agent' : `select the agent “${role}”`),
    iteration: (iteration: number) => `read iteration ${iteration}`,
    episode: (episode: number) => `read episode ${episode}`,
    message: (message: number) => `read message ${message + 1}`,
    token: (role: string | undefined) => (role === undefined ? 'choose a token' : `choose a token of the ${role}’s message`),
    tokenAt: (token: number) => `choose token ${token + 1}`,
    outcome: { right: 'read an episode that was solved', wrong: 'read an episode that went wrong' },
    edge: (from: string, to: string, drawn: boolean) => `${drawn ? 'draw' : 'remove'} the arrow from “${from}” to “${to}”`,
    prompt: (role: string) => `change the prompt of “${role}”`,
    setting: (name: string, value: string) => `set “${name}” to ${value}`,
    settingLeast: (name: string, value: string) => `set “${name}” to ${value} or more`,
    settingMost: (name: string, value: string) => `set “${name}” to ${value} or less`,
    changed: (name: string) => `change “${name}”`,
    readRun: (name: string, value: string) => `read a run that was trained with “${name}” set to ${value}`,
    ofAgent: (name: string, role: string) => `${name} of ${role}`,
    quoted: (value: string) => `“${value}”`,
    on: 'on',
    off: 'off',
    nothing: 'nothing',
    trained: (iterations: number) => `train for ${plural(iterations, 'iteration', 'iterations')}`,
    metric: (name: string, over: number, side: 'above' | 'below', value: string) =>
      `bring “${name}” ${side} ${value} (mean of the newest ${plural(over, 'iteration', 'iterations')})`,
    happenings,
    all: (parts: readonly string[]) => parts.join(', and '),
    any: (parts: readonly string[]) => parts.join(', or '),
  },

  evidence: {
    loading: '…',
    missing: 'not measured',
    missingHelp: (id: string) => `The recorded result “${id}” is not here.`,
    failed: (id: string) => `The recorded result “${id}” could not be read.`,
    /** A mean over seeds, half its 95 % interval after it. */
    number: (mean: string, half: string | null) => (half === null ? mean : `${mean} ± ${half}`),
    about: (variant: string, seeds: number) =>
      `“${variant}”, mean over ${plural(seeds, 'seed', 'seeds')} with its 95 % interval (Student’s t)`,
    seeds: (values: readonly string[]) => `Seeds: ${values.join(', ')}`,
    result: (title: string) => `Recorded result: ${title}`,
    how: (preset: string, iterations: number, episodes: number, seeds: number, backend: string) =>
      `Recorded: project “${preset}”, ${iterations} iterations of ${episodes} episodes, ${plural(seeds, 'seed', 'seeds')} each, ${backend}. Lines are means, bands their 95 % intervals, thin lines single seeds.`,
    variants: 'Variants',
    lessSampled: (first: string) => `Sampled reward after training, less that of “${first}”, paired by seed, with the 95 % interval:`,
    lessSeries: (first: string) => `Mean of the last five iterations, less that of “${first}”, paired by seed, with the 95 % interval:`,
    less: (name: string, difference: string, apart: boolean) => `${name}: ${difference}${apart ? '' : ', not told apart'}`,
  },

  list: {
    intro:
      'Ten lessons of five to ten minutes. Each brings a project of its own, so yours stay as they are; you see at once what a change does.',
    minutes: (minutes: number) => `${minutes} minutes`,
    steps: (done: number, of: number) => `${done} of ${plural(of, 'step', 'steps')}`,
    fresh: 'Not begun',
    finished: 'Finished',
    start: 'Start',
    goOn: 'Continue',
    again: 'Do it again',
    startNamed: (title: string) => `Start “${title}”`,
    goOnNamed: (title: string) => `Continue “${title}”`,
    againNamed: (title: string) => `Do “${title}” again`,
    open: 'Open now',
    missing: 'This lesson could not be read.',
  },
};

/** What a translation must supply. */
export type LessonsCatalogue = typeof lessonsEn;
