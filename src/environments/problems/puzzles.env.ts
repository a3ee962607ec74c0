// Number puzzles: `make 12 from 5, 3, 4` asks for two of the numbers and one of + - * that give the target.
//
// A proposer names two numbers (`3, 4`), a solver writes the expression (`3 * 4`), and the team is paid 1 when the last
// expression uses given numbers, each once, and its value is the target. Nobody compares it with a model answer: where there
// are several ways, each is as good.
import { type Environment, type Message, type Split, hash, pick, shuffle } from 'marft/env';

interface State {
  numbers: number[];
  target: number;
}

const NUMBERS = [2, 3, 4, 5, 6, 7];
const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};
const SIGNS = Object.keys(OPERATIONS);

type Pair = readonly [number, number];

// The larger number first in a difference, so that all targets are positive.
const inOrder = ([a, b]: Pair, sign: string): Pair => (sign === '-' && a < b ? [b, a] : [a, b]);
const valueOf = (pair: Pair, sign: string): number => OPERATIONS[sign]?.(...inOrder(pair, sign)) ?? Number.NaN;
const write = (pair: Pair, sign: string): string => inOrder(pair, sign).join(` ${sign} `);

// The three ways to take two of the numbers, in the order in which they stand.
const pairsOf = (numbers: readonly number[]): Pair[] => numbers.flatMap((a, place) => numbers.slice(place + 1).map((b): Pair => [a, b]));

const solves = ({ target }: State, pair: Pair): boolean => SIGNS.some((sign) => valueOf(pair, sign) === target);

// Whether each of `used` is one of the given numbers, none of them twice: they are all different.
const areGiven = ({ numbers }: State, [a, b]: Pair): boolean => a !== b && numbers.includes(a) && numbers.includes(b);

// The first two numbers that a proposal names; null where there are none.
function proposed(messages: readonly Message[]): Pair | null {
  const [a, b] = messages.find(({ role }) => role === 'proposer')?.text.match(/\d+/g) ?? [];
  return a === undefined || b === undefined ? null : [Number(a), Number(b)];
}

// The value of `3 * 4`, or null where it is no expression of two given numbers.
function evaluate(state: State, text: string): number | null {
  const [, a, sign = '', b] = /^\s*(\d+)\s*([-+*])\s*(\d+)\s*$/.exec(text) ?? [];
  const pair: Pair = [Number(a), Number(b)];
  return areGiven(state, pair) ? (OPERATIONS[sign]?.(...pair) ?? null) : null;
}

const show = ({ numbers, target }: State): string => `make ${target} from ${numbers.join(', ')}`;

// A fixed fifth of all puzzles is set aside for the test split and never rewarded in training.
const splitOf = (text: string): Split => (hash(text) % 5 === 4 ? 'test' : 'train');

export default {
  name: 'Number puzzles',
  description: 'A target and three numbers. The last agent writes two of them with +, - or * between; the value has to be the target.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['numbers right', 'operation right'],

  reset({ split, random }) {
    for (;;) {
      const numbers = shuffle(random, NUMBERS).slice(0, 3);
      const target = valueOf(pick(random, pairsOf(numbers)), pick(random, SIGNS));
      const observation = show({ numbers, target });
      if (splitOf(observation) === split) return { state: { numbers, target }, observation };
    }
  },

  step({ state, messages }) {
    const expression = messages.at(-1)?.text ?? '';
    const value = evaluate(state, expression);
    const pair = proposed(messages);
    const possible = pair !== null && areGiven(state, pair) && solves(state, pair);
    return {
      state,
      observation: show(state),
      reward: Number(value === state.target),
      terminated: true,
      truncated: false,
      info: { expression, value },
      skills: {
        ...(messages.length > 1 && { 'numbers right': Number(possible) }),
        // Given numbers with which it can be done: the solver is not blamed for the proposer.
        ...(possible && { 'operation right': Number(value === state.target) }),
      },
    };
  },

  // For credit strategy `per_step`: a proposal earns 1 when the target can be made of it.
  stepReward({ state, messages, position, teamReward }) {
    if (messages[position]?.role !== 'proposer') return teamReward;
    const pair = proposed(messages);
    return Number(pair !== null && areGiven(state, pair) && solves(state, pair));
  },

  demonstrate({ state, role, messages }) {
    const solution = pairsOf(state.numbers).find((pair) => solves(state, pair)) ?? [0, 0];
    if (role === 'proposer') return solution.join(', ');
    // A solver trusts the proposal. Where the target cannot be made of it, it comes as near as it can.
    const pair = proposed(messages) ?? solution;
    const missedBy = (sign: string) => Math.abs(valueOf(pair, sign) - state.target);
    return write(pair, SIGNS.toSorted((a, b) => missedBy(a) - missedBy(b))[0] ?? '');
  },

  // A careless proposer takes the first two numbers, a careless solver adds.
  mistake({ state, role, messages }) {
    const first = state.numbers.slice(0, 2);
    return role === 'proposer' ? first.join(', ') : (proposed(messages) ?? first).join(' + ');
  },

  render({ state }) {
    const ways = pairsOf(state.numbers).flatMap((pair) =>
      SIGNS.filter((sign) => valueOf(pair, sign) === state.target).map((sign) => write(pair, sign)),
    );
    return `${show(state)}\n${ways.join(', or ')}`;
  },
} satisfies Environment<State>;
