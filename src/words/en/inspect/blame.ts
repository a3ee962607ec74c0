/** English texts of the view that asks which message lost an episode. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const continuations = (count: number): string => plural(count, 'continuation', 'continuations');

/** Two sides that were compared, as sentences say them. */
export interface SaidComparison {
  readonly wins: number;
  readonly controlWins: number;
  readonly of: number;
  /** Points, with their sign. */
  readonly difference: string;
  readonly low: string;
  readonly high: string;
}

const difference = ({ difference: points, low, high }: SaidComparison): string => `${points} points (95 %: ${low} to ${high})`;
const compared = (it: SaidComparison): string =>
  `${it.wins} of ${continuations(it.of)} are won, with the same message again ${it.controlWins}: ${difference(it)}.`;

export const blameText = spoken('inspect/blame', {
  title: 'Which message lost it?',
  intro:
    'Every message is said anew, or otherwise, and the episode is played on from there; beside it stands its control, the same message again. Both draw the same random numbers.',
  start: 'Which message lost it?',
  won: 'Won from',
  wonHelp: 'Least reward of an episode that counts as won; left empty, the best of this iteration.',
  wonUsual: (reward: string) => `${reward} (the best here)`,
  rolls: 'Continuations',
  rollsHelp: (most: number) =>
    `Most continuations of each try, and again in the proof of what was found, up to ${most}. It ends sooner where it can tell sooner.`,
  other: 'Ask somebody else too',
  otherHelp: 'What the agent would say with the adapter of another iteration, or with its base alone. The rest of the team stays as it is.',
  others: { nobody: 'Nobody', base: 'Its base alone' },
  edit: 'Your own text too',
  editHelp: 'A message that you would have said otherwise.',
  noEdit: 'None',
  editText: (agent: string) => `What ${agent} should have said`,
  message: (number: number, agent: string) => `${number}. ${agent}`,
  budget: (most: number, messages: number, rolls: number) =>
    `At most ${continuations(most)}: ${plural(messages, 'message', 'messages')}, up to ${rolls} of each try, and a proof. A message is named wrongly in at most 5 % of such questions.`,
  refused: {
    noGoal: 'No episode of this iteration did better. Say from which reward an episode counts as won.',
    won: (reward: string) => `This episode earned ${reward}, which counts as won. Choose one that was lost, or raise what counts.`,
    empty: 'Your text is the message as it was said: change it.',
  },
  played: (played: number, budget: number) => `${played} of at most ${continuations(budget)} were played.`,
  looking: (played: number, budget: number) => `Looking: ${played} of at most ${continuations(budget)} played`,
  round: 'this round',
  proving: 'Proving one text in its place…',
  calledOff: 'It ended before all was played: this is what was known by then.',
  empty: 'Nobody was asked yet which message lost this episode.',
  emptyHint: 'The answer names a message only where saying something else wins more often than saying the same again, beyond chance.',
  team: (team: string) => `Played by the ${team}`,

  verdict: {
    own: (number: number, agent: string, it: SaidComparison) => `Message ${number} lost it: when ${agent} says it anew, ${compared(it)}`,
    base: (number: number, agent: string, it: SaidComparison) =>
      `Message ${number} lost it: when the base of ${agent} says it, ${compared(it)}`,
    other: (number: number, agent: string, iteration: number, it: SaidComparison) =>
      `Message ${number} lost it: when ${agent} as it was ${iteration === 0 ? 'in the beginning' : `after iteration ${iteration}`} says it, ${compared(it)}`,
    text: (number: number, agent: string, text: string, it: SaidComparison) =>
      `Message ${number} lost it: when ${agent} says “${text}”, ${compared(it)}`,
    proof: (text: string, it: SaidComparison) => `With “${text}” in its place, in continuations played for this alone, ${compared(it)}`,
    noProof: (text: string, it: SaidComparison) =>
      `With “${text}” in its place, in continuations played for this alone, ${compared(it)} The interval holds 0: this text is not proved to save it.`,
    noText: 'No other text was said in its place, so there is none to keep.',
    luck: (wins: number, of: number) =>
      `No message lost it: with every message as it was, ${wins} of ${continuations(of)} are won. The environment’s chance lost it.`,
    open: (played: number) =>
      `Nothing was told apart in ${continuations(played)}: no message, said otherwise, wins more often than the same message again, beyond chance.`,
    hopeless: (wins: number, of: number) =>
      `When everything is said anew, ${wins} of ${of} are won: this team hardly wins this problem. Ask somebody else too, or write your own text.`,
    also: (numbers: readonly number[]) =>
      `Message ${numbers.join(' and message ')}, said otherwise, would have saved it as well, by a smaller difference.`,
    intervals: 'Differences are of the chance to win. All intervals hold at once with 95 %, at whatever moment one looks.',
  },
  table: {
    label: 'Messages and what might have been said instead',
    message: 'Message',
    candidate: 'Instead',
    won: 'Won',
    control: 'Same again',
    difference: 'Difference, points',
    told: 'wins more often',
    none: 'not played',
    candidates: {
      own: 'said anew',
      base: 'by its base',
      other: (iteration: number) => (iteration === 0 ? 'as it began' : `as after iteration ${iteration}`),
      text: 'your text',
    },
    range: (difference: string, low: string, high: string) => `${difference} (${low} to ${high})`,
    of: (wins: number, of: number) => `${wins} of ${of}`,
  },
  correction: {
    label: 'The message corrected',
    said: 'It said',
    better: 'Proved to be better',
    tried: 'Tried in its place',
    nothing: '(nothing)',
    keep: 'Keep as demonstration',
    keepHelp: 'Keeps an episode that this text won, in this browser, for a warm start of this environment (Training → Warm start).',
    keptTitle: 'Kept as a demonstration',
    kept: (count: number) => `${plural(count, 'demonstration', 'demonstrations')} of this environment; a warm start can learn from them.`,
    keptForVisit: (count: number) =>
      `${plural(count, 'demonstration', 'demonstrations')} of this environment, for this visit alone: this browser keeps nothing more.`,
    had: 'This demonstration is kept already.',
    silentTurn: 'In one of its turns nobody spoke, which a demonstration cannot say.',
    copy: 'Copy as test case',
    copyHelp: 'Two lines for `npm run check-environment -- --cases`: what was said and what it earned, and the same with this text.',
    copiedTitle: 'Test case copied',
    copied: 'Put the lines into a file of cases.',
    notCopied: 'The test case was not copied: the browser does not allow it.',
  },
});
