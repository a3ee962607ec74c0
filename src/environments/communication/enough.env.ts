// When is it enough? A gardener looks at one bed a turn for what is asked for, and a desk hears what it says.
//
// `how many figs?`: they grow in one of five beds, nobody knows in which. The gardener sees the bed of the turn (`figs 4`, else
// `figs ?`) and says the number or `?`. The team is paid 1 once the last number that was said is right, and gives it back if a wrong
// one follows. So all beds may be looked at, but nothing is gained behind the right one: whether to go on is for the desk to say.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface State {
  thing: string;
  count: number;
  /** Where they grow, from 0. */
  bed: number;
  /** The bed that is looked at. */
  turn: number;
  /** What the team holds. */
  paid: number;
}

const DESK = 'desk';
const THINGS = ['figs', 'plums', 'leeks', 'pears'];
const BEDS = 5;
const ENOUGH = 'enough';

// A fixed fifth of all pairs of thing and number is set aside for the test split.
const splitOf = (thing: string, count: number): Split => (hash(`${thing} ${count}`) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const thing = pick(random, THINGS);
    const count = integer(random, 1, 9);
    if (splitOf(thing, count) === split) return { thing, count, bed: integer(random, 0, BEDS - 1), turn: 0, paid: 0 };
  }
}

const seen = ({ thing, count, bed, turn }: State): string => `${thing} ${turn === bed ? count : '?'}`;
const observe = (state: State) => ({ [DESK]: `how many ${state.thing}?`, gardener: seen(state) });

const answers = (messages: readonly Message[]) => messages.filter(({ role }) => role !== DESK);
const lastNumber = (messages: readonly Message[]) =>
  answers(messages)
    .map(({ text }) => lastInteger(text))
    .findLast((said) => said !== null) ?? null;

/** Shares over the episode so far. */
function skillsOf({ bed, count }: State, messages: readonly Message[]): Record<string, number> {
  const share = (name: string, right: boolean[]) => (right.length > 0 ? { [name]: right.filter(Boolean).length / right.length } : {});
  const decisions = messages.filter(({ role }) => role === DESK);
  const isEnough = ({ text }: Message) => text.includes(ENOUGH);
  return {
    ...share(
      'gardener says what it sees',
      answers(messages).map(({ turn, text }) => (turn === bed ? lastInteger(text) === count : text.trim() === '?')),
    ),
    ...share(
      'desk goes on',
      decisions.filter(({ turn }) => turn < bed).map((message) => !isEnough(message)),
    ),
    ...share('desk stops in time', decisions.filter(({ turn }) => turn === bed).map(isEnough)),
  };
}

export default {
  name: 'Enough',
  description: 'A gardener looks at one bed a turn, and a desk that hears what it found says when it is enough.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['gardener says what it sees', 'desk goes on', 'desk stops in time'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const { turn, count } = state;
    const holds = Number(lastNumber(messages) === count);
    const next = { ...state, turn: turn + 1, paid: holds };
    return {
      state: next,
      observation: observe(next),
      reward: holds - state.paid,
      terminated: next.turn === BEDS,
      truncated: false,
      info: { answer: count, bed: state.bed, said: lastNumber(messages) },
      skills: skillsOf(state, messages),
    };
  },

  demonstrate({ state, role, messages }) {
    if (role !== DESK) return state.turn === state.bed ? String(state.count) : '?';
    return lastNumber(messages) === null ? 'go on' : ENOUGH;
  },

  // A careless desk is content at once; a careless gardener never admits that there is nothing.
  mistake({ state, role, random }) {
    if (role === DESK) return ENOUGH;
    return String(state.turn === state.bed ? state.count : integer(random, 1, 9));
  },

  render({ state }) {
    return `${state.count} ${state.thing} in bed ${state.bed + 1} of ${BEDS}`;
  },
} satisfies Environment<State>;
