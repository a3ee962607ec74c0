// A calculator: what stands between brackets is worked out and the result is put into the message, right behind it.
//
// A reader turns the story into a sum, a solver says what it comes to. The sums are too long to be done by heart, so the solver does
// well to write `[38+47]`: the calculator goes on with `=85;` and the solver with `85`. Only the solver's own words count: what it
// says behind the calculator's answer. The tokens of the answer are nobody's, so nothing learns to write them.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger } from 'marft/env';

interface State {
  a: number;
  b: number;
  more: boolean;
}

const CALL = /^(\d{1,3})([+-])(\d{1,3})$/;

const resultOf = ({ a, b, more }: State) => (more ? a + b : a - b);
const storyOf = ({ a, b, more }: State) => `${a}, then ${b} ${more ? 'come' : 'go'}`;

// A fixed fifth of all sums is set aside for the test split and never rewarded in training.
const splitOf = ({ a, b, more }: State): Split => (hash(`${a}${more ? '+' : '-'}${b}`) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const more = random() < 0.5;
    const a = integer(random, 21, 99);
    const b = integer(random, 11, more ? 99 : a - 1);
    const state = { a, b, more };
    if (splitOf(state) === split) return state;
  }
}

const textOf = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role)?.text ?? '';

/** What an agent says itself: behind what the calculator answered last. */
const ownWords = (text: string) => text.slice(text.lastIndexOf(';') + 1);

/** A sum without carrying or borrowing: every pair of digits by itself, as who is in a hurry does it. */
const hurried = ({ a, b, more }: State) => {
  const digit = (x: number, y: number) => (more ? x + y : x - y + 10) % 10;
  return 10 * digit(Math.floor(a / 10), Math.floor(b / 10)) + digit(a % 10, b % 10);
};

/** The sum that the solver was told; null where the reader wrote none. */
const told = (messages: readonly Message[]) => {
  const found = CALL.exec(textOf(messages, 'reader'));
  return found ? { a: Number(found[1]), b: Number(found[3]), more: found[2] === '+' } : null;
};

export default {
  name: 'A calculator',
  description: 'A reader writes the sum of a story, a solver says what it comes to and may ask a calculator within its message.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['reader writes the sum', 'solver asks the calculator', 'solver is right about the sum it was told'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: { reader: storyOf(state), solver: '' } };
  },

  step({ state, messages }) {
    const sum = told(messages);
    const said = textOf(messages, 'solver');
    const answer = lastInteger(ownWords(said));
    const asked = said.includes(';');
    return {
      state,
      observation: '',
      reward: answer === resultOf(state) ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { result: resultOf(state) },
      skills: {
        'reader writes the sum': Number(sum !== null && resultOf(sum) === resultOf(state)),
        'solver asks the calculator': Number(asked),
        ...(sum && { 'solver is right about the sum it was told': Number(answer === resultOf(sum)) }),
      },
    };
  },

  tool({ call }) {
    const found = CALL.exec(call.trim());
    if (!found) return '=?;';
    return `=${found[2] === '+' ? Number(found[1]) + Number(found[3]) : Number(found[1]) - Number(found[3])};`;
  },

  // For credit strategy `per_step`: the reader is paid for the sum, the solver for its answer.
  stepReward({ state, messages, position, teamReward }) {
    const sum = told(messages);
    return messages[position]?.role === 'reader' ? Number(sum !== null && resultOf(sum) === resultOf(state)) : teamReward;
  },

  demonstrate({ state, role, messages }) {
    if (role === 'reader') return `${state.a}${state.more ? '+' : '-'}${state.b}`;
    const sum = told(messages);
    return sum ? `[${textOf(messages, 'reader')}]=${resultOf(sum)};${resultOf(sum)}` : '?';
  },

  // A careless reader always adds; a careless solver does it by heart, digit by digit.
  mistake({ state, role, messages }) {
    if (role === 'reader') return `${state.a}+${state.b}`;
    const sum = told(messages);
    return sum ? String(hurried(sum)) : '?';
  },

  render({ state }) {
    return `${storyOf(state)}: ${resultOf(state)}`;
  },
} satisfies Environment<State>;
