// A graph that an agent chooses: an operator hears `how many buns?` and connects somebody to the teller.
//
// In the first turn the operator alone speaks and names a clerk. That is the graph of the second: this clerk, and nobody else, speaks to
// the teller, who repeats what it hears. Every clerk has a note with a number, each of another thing (`buns 7`), and knows nothing of the
// question; who keeps what is written nowhere. The team is paid 1 when the teller says the number that was asked for.
import { type Environment, type Message, type Random, type Split, type TurnGraph, hash, lastInteger, pick, shuffle } from 'marft/env';

interface State {
  /** By clerk, what its note is about and the number on it. */
  notes: Record<string, { thing: string; count: number }>;
  /** The clerk whose note is asked for. */
  asked: string;
  /** Whom the operator connected; null before, and where it named nobody. */
  line: string | null;
  turn: number;
}

const OPERATOR = 'operator';
const TELLER = 'teller';
const SHELVES: Record<string, string[]> = {
  gardener: ['figs', 'plums', 'leeks', 'pears'],
  baker: ['buns', 'cakes', 'rolls', 'pies'],
  smith: ['nails', 'hooks', 'knives', 'keys'],
};
const CLERKS = Object.keys(SHELVES);

// A fixed fifth of all pairs of thing and number is set aside for the test split; every thing occurs in both.
const splitOf = (thing: string, count: number): Split => (hash(`${thing} ${count}`) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    // Different numbers: whoever hears the wrong clerk is wrong.
    const counts = shuffle(random, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const notes = Object.fromEntries(
      CLERKS.map((clerk, index) => [clerk, { thing: pick(random, SHELVES[clerk] ?? []), count: counts[index] ?? 0 }]),
    );
    const asked = pick(random, CLERKS);
    const note = notes[asked];
    if (note && splitOf(note.thing, note.count) === split) return { notes, asked, line: null, turn: 0 };
  }
}

function observe({ notes, asked, turn }: State): Record<string, string> {
  if (turn === 0) return { [OPERATOR]: `how many ${notes[asked]?.thing}?` };
  return Object.fromEntries(CLERKS.map((clerk) => [clerk, `${notes[clerk]?.thing} ${notes[clerk]?.count}`]));
}

const saidBy = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role)?.text ?? '';
const named = (text: string) => CLERKS.find((clerk) => text.includes(clerk)) ?? null;
const answerOf = ({ notes, asked }: State) => notes[asked]?.count ?? null;

function graphOf({ turn, line }: State): TurnGraph {
  if (turn === 0) return { edges: [], speaks: [OPERATOR] };
  return line === null ? { edges: [], speaks: [TELLER] } : { edges: [{ from: line, to: TELLER }], speaks: [line, TELLER] };
}

export default {
  name: 'Switchboard',
  description: 'An operator names a clerk, who is then the only one that the teller hears.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['operator connects who knows', 'clerk reads its note', 'teller repeats what it hears'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    if (state.turn === 0) {
      const next = { ...state, line: named(saidBy(messages, OPERATOR)), turn: 1 };
      return { state: next, observation: observe(next), reward: 0, terminated: false, truncated: false };
    }
    const { line, notes } = state;
    const told = lastInteger(saidBy(messages, TELLER));
    const heard = line === null ? null : lastInteger(saidBy(messages, line));
    return {
      state,
      observation: observe(state),
      reward: Number(told === answerOf(state)),
      terminated: true,
      truncated: false,
      info: { answer: answerOf(state), told, line, asked: state.asked },
      skills: {
        'operator connects who knows': Number(line === state.asked),
        ...(line !== null && { 'clerk reads its note': Number(heard === notes[line]?.count) }),
        ...(heard !== null && { 'teller repeats what it hears': Number(told === heard) }),
      },
    };
  },

  dependencies({ state }) {
    return graphOf(state);
  },

  demonstrate({ state, role, messages }) {
    if (role === OPERATOR) return state.asked;
    if (role === TELLER) return String(lastInteger(state.line === null ? '' : saidBy(messages, state.line)) ?? '?');
    return String(state.notes[role]?.count ?? '?');
  },

  // A careless operator always connects the first clerk, and a careless clerk or teller says any number.
  mistake({ role, random }) {
    return role === OPERATOR ? String(CLERKS[0]) : String(pick(random, [1, 2, 3, 4, 5, 6, 7, 8, 9]));
  },

  render({ state: { notes, asked, line } }) {
    return `asked for ${notes[asked]?.count} ${notes[asked]?.thing}, which the ${asked} has; connected: ${line ?? 'nobody'}`;
  },
} satisfies Environment<State>;
