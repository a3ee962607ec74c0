/** English texts of the Shapley view. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A share as a sentence names it. */
export interface NamedShare {
  readonly name: string;
  readonly value: string;
  /** Null where it is not known. */
  readonly interval: string | null;
}

const told = ({ name, value, interval }: NamedShare): string => `${name} (φ = ${value}${interval === null ? '' : `, 95 %: ${interval}`})`;

export const sharesEn = spoken('inspect/shares', {
  split: 'Problems of',
  splits: { train: 'Train split', test: 'Test split' },
  problems: 'Problems',
  problemsHelp: 'Every coalition plays each of them once, with the same random numbers.',
  absence: 'Who is not in',
  absences: { base: 'speaks with its base', silent: 'says nothing' },
  orders: 'Orders of joining',
  ordersHelp: 'More than six agents form too many coalitions: random orders are used instead.',
  cost: (coalitions: number, problems: number, exact: boolean) =>
    `${exact ? '' : 'up to '}${plural(coalitions, 'coalition', 'coalitions')} × ${plural(problems, 'problem', 'problems')} = ${exact ? '' : 'up to '}${plural(coalitions * problems, 'episode', 'episodes')}`,
  start: 'Compute shares',
  meaning: {
    base: 'A share is credit for training: what an agent’s trained adapter adds over its untrained base. An agent whose base could do its part already earns nearly nothing here, however much the team needs it.',
    silent:
      'A share is credit for speaking at all: how much more the team earns when this agent speaks than when it says nothing. Where nothing works unless all speak, all have the same share, whoever is weak.',
  },
  nothingBrought:
    'The base plays without adapters, so no adapter can have earned anything. Bring adapters, or let absent agents say nothing.',
  nothingTrained:
    'The team as it began has only its bases, so no adapter can have earned anything yet. Choose a later team, or let absent agents say nothing.',
  empty: 'Who earned the reward?',
  emptyHint: 'The lab lets every coalition of agents play the same problems; what each agent adds on average is its Shapley value.',
  said: (team: string, problems: number, split: string, absence: 'base' | 'silent', method: 'exact' | 'sampled', orders: number) =>
    `${team}, ${problems} ${split} problems, who is not in ${absence === 'base' ? 'speaks with its base' : 'says nothing'}; ${method === 'exact' ? 'all coalitions' : `${orders} orders of joining`}.`,
  fewer: (split: string, asked: number, problems: number) =>
    `The ${split} split has only ${plural(problems, 'problem', 'problems')}, so each was played once and not ${asked} in all.`,
  outdated: (newest: number) => `Out of date: the run has a newer team by now, that after iteration ${newest}.`,
  /** Sentences of what may be said. */
  verdict: {
    base: (whole: string, empty: string, gain: string) =>
      `With its adapters the team earns ${whole} on average, with its bases alone ${empty}: training is worth ${gain}.`,
    silent: (whole: string, empty: string, gain: string) =>
      `When all speak the team earns ${whole} on average, when nobody does, ${empty}: speaking is worth ${gain}.`,
    lone: (share: NamedShare) => `The only agent earned all of it: ${told(share)}.`,
    mostBase: (share: NamedShare) =>
      `Training ${told(share)} brought most, more than training anybody else, on average over the orders of joining.`,
    mostSilent: (share: NamedShare) => `What ${told(share)} says is worth most, more than what anybody else says.`,
    leastSilent: (share: NamedShare) =>
      `What ${told(share)} says is worth least, on average over the orders of joining: it errs, or the others do without it.`,
    leastBase: (share: NamedShare) =>
      `Training ${told(share)} brought least: either its base could do its part already, or it did not learn it. Compare what the bases earn.`,
    harms: (names: readonly string[], absence: 'base' | 'silent') =>
      absence === 'base'
        ? `Training ${list(names)} costs the team reward, on average over the orders of joining: ${names.length === 1 ? 'the interval lies' : 'the intervals lie'} below 0.`
        : `What ${list(names)} ${names.length === 1 ? 'says' : 'say'} costs the team reward, on average over the orders of joining: ${names.length === 1 ? 'the interval lies' : 'the intervals lie'} below 0.`,
    untold: (problems: number) =>
      `With ${plural(problems, 'problem', 'problems')} it cannot be told who earned most: the intervals overlap. More problems narrow them.`,
    untoldLeast: (problems: number) =>
      `Who adds least cannot be told with ${plural(problems, 'problem', 'problems')}: the intervals overlap.`,
    gains: (names: readonly string[], absence: 'base' | 'silent') =>
      absence === 'base'
        ? `Training ${list(names)} did bring something: ${names.length === 1 ? 'the interval lies' : 'the intervals lie'} above 0.`
        : `What ${list(names)} ${names.length === 1 ? 'says' : 'say'} is worth something: ${names.length === 1 ? 'the interval lies' : 'the intervals lie'} above 0.`,
    open: (names: readonly string[], problems: number) =>
      `Whether ${list(names)} earned anything cannot be told with ${plural(problems, 'problem', 'problems')}: ${names.length === 1 ? 'the interval holds' : 'the intervals hold'} 0.`,
  },
  /** Critic check says the like of its tree. */
  alike: (problems: number) =>
    `Where an agent added the same every time its interval has no width: anything rarer than one in ${plural(problems, 'problem', 'problems')} was not seen.`,
  figure: 'Shapley values',
  figureNote: (said: string) => `Bars: φ; lines: 95 % interval. ${said}`,
  bar: (share: NamedShare) => told(share),
  efficiency: 'Do they add up?',
  efficiencyHelp: 'Efficiency: what all agents earned together is what the whole team earns over the empty coalition.',
  equation: (terms: readonly string[], sum: string, whole: string, empty: string, gain: string) =>
    `Σφ = ${terms.join(' + ').replaceAll('+ −', '− ')} = ${sum}; v(N) − v(∅) = ${whole} − ${empty.startsWith('−') ? `(${empty})` : empty} = ${gain}`,
  coalitions: 'Coalitions',
  coalitionsHelp: 'What the team earned on average when only these agents were in.',
  members: 'Who is in',
  nobody: 'nobody (∅)',
  everybody: (names: string) => `${names} (all)`,
  size: 'Agents',
  reward: 'Mean reward',
  sortBy: (column: string) => `Sort by ${column}`,
  joinings: 'By order of joining',
  joiningsHelp: 'What each agent added when it joined those before it. The mean of a column is the agent’s share.',
  order: 'Order',
  mean: 'Mean = φ',
  csv: { role: 'role', value: 'shapley_value', low: 'low', high: 'high', coalition: 'coalition', reward: 'mean_reward' },
});
