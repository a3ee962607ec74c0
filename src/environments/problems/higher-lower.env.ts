// Guess the number: `a number from 2 to 8`, and after every guess a hint, `higher` or `lower`.
//
// A tracker says which numbers are left (`6-8`), a guesser names one of them (`7`); the team is paid 1 when it is the
// number. Three guesses find one number in seven, but only by halving what the hints leave: nobody can know the number in
// the first turn. Change anything you like: the next run uses it.
import { type Environment, type Message, integer, lastInteger, pick } from 'marft/env';

const LARGEST = 9;
const SIZES = [6, 7];
/** Enough for seven numbers, and for no more. */
const GUESSES = 3;

interface State {
  /** The numbers that the problem names. */
  from: number;
  to: number;
  secret: number;
  /** What the hints so far leave. */
  low: number;
  high: number;
  /** Of all turns so far: ranges named, and how many of them were what the hints leave; guesses, and how many were the middle. */
  ranges: [right: number, of: number];
  middles: [right: number, of: number];
  hint: string;
}

const middle = (low: number, high: number): number => Math.floor((low + high) / 2);

// The range a tracker named in the newest message of its, or null.
function rangeIn(messages: readonly Message[]): [low: number, high: number] | null {
  const text = messages.findLast(({ role }) => role === 'tracker')?.text ?? '';
  const parts = /^\s*(\d+)-(\d+)\s*$/.exec(text);
  if (parts === null) return null;
  const [low, high] = [Number(parts[1]), Number(parts[2])];
  return low <= high ? [low, high] : null;
}

const share = ([right, of]: readonly [number, number]): number => right / of;

export default {
  name: 'Guess the number: higher or lower',
  description: 'A secret number out of six or seven; after every guess a hint. Three turns are enough for who halves the range each time.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['range right', 'guesses the middle'],

  // Both splits draw from all problems: a number that is never the secret in training would soon be known by heart as one
  // that is not worth a guess.
  reset({ random }) {
    const size = pick(random, SIZES);
    const from = integer(random, 1, LARGEST + 1 - size);
    const to = from + size - 1;
    const secret = integer(random, from, to);
    const state: State = { from, to, secret, low: from, high: to, ranges: [0, 0], middles: [0, 0], hint: '' };
    return { state, observation: `a number from ${from} to ${to}` };
  },

  step({ state, messages }) {
    const guess = lastInteger(messages.at(-1)?.text ?? '');
    const named = rangeIn(messages);
    const found = guess === state.secret;
    const next: State = {
      ...state,
      low: guess !== null && guess < state.secret ? Math.max(state.low, guess + 1) : state.low,
      high: guess !== null && guess > state.secret ? Math.min(state.high, guess - 1) : state.high,
      ranges: [state.ranges[0] + Number(named?.join() === `${state.low},${state.high}`), state.ranges[1] + 1],
      // Given the range it was handed, right or wrong: the guesser is not blamed for the tracker.
      middles: named === null ? state.middles : [state.middles[0] + Number(guess === middle(...named)), state.middles[1] + 1],
      hint: guess === null ? 'say a number' : guess < state.secret ? 'higher' : 'lower',
    };
    const turn = messages.at(-1)?.turn ?? 0;
    const tracked = messages.some(({ role }) => role === 'tracker');
    return {
      state: next,
      // Everything is in what was said and in the hints.
      observation: '',
      reward: found ? 1 : 0,
      // The third guess is the last by the rules: there is no future for the critic to hope for.
      terminated: found || turn + 1 >= GUESSES,
      truncated: false,
      info: { secret: state.secret, guess },
      skills: {
        ...(tracked && { 'range right': share(next.ranges) }),
        ...(next.middles[1] > 0 && { 'guesses the middle': share(next.middles) }),
      },
    };
  },

  transition({ state }) {
    return state.hint;
  },

  // The guesser takes the middle of the range it was told, right or wrong.
  demonstrate({ state, role, messages }) {
    if (role === 'tracker') return `${state.low}-${state.high}`;
    return String(middle(...(rangeIn(messages) ?? [state.low, state.high])));
  },

  // Neither of the careless listens to the hints: the tracker repeats the range it named before, the guesser names the first
  // number of the problem again and again.
  mistake({ state, role, messages }) {
    if (role === 'tracker') return (rangeIn(messages) ?? [state.from, state.to]).join('-');
    return String(state.from);
  },

  render({ state }) {
    return `the number is ${state.secret}; the hints leave ${state.low} to ${state.high}`;
  },
} satisfies Environment<State>;
