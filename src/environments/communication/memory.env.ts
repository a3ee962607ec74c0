// A note for later: in the first turn the writer sees three things, in the second the reader is asked for one of them.
//
// The writer sees `red/cat/fig` and does not know which of them will be wanted; it is gone when the question comes (`animal?`).
// The reader has seen nothing but the note. The team is paid 1 when the reader names the thing: what the writer does is paid a
// turn later, through what somebody else makes of it.
import { type Environment, type Message, type Random, type Split, hash, integer, normalizeText, pick } from 'marft/env';

interface State {
  /** One of each kind, in the order of `KINDS`. */
  things: string[];
  /** Which kind is asked for. */
  asked: number;
}

const KINDS = ['colour', 'animal', 'fruit'];
const WORDS = [
  ['red', 'blue', 'green', 'gold', 'pink', 'grey'],
  ['cat', 'dog', 'hen', 'fox', 'owl', 'pig'],
  ['fig', 'plum', 'pear', 'lime', 'kiwi', 'date'],
];

// A fixed fifth of all triples is set aside for the test split and never rewarded in training. Every word occurs in both:
// test shows that notes are written and read, not that triples are remembered.
const splitOf = (things: readonly string[]): Split => (hash(things.join('/')) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const things = WORDS.map((words) => pick(random, words));
    if (splitOf(things) === split) return { things, asked: integer(random, 0, 2) };
  }
}

// An agent reads again in the second turn what it was shown in the first, so each is shown something in its own turn only.
const shown = ({ things }: State) => ({ writer: things.join('/'), reader: '' });
const question = ({ asked }: State) => ({ writer: '', reader: `${KINDS[asked]}?` });

const textOf = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role)?.text ?? '';
const wordsOf = (note: string): readonly string[] => note.match(/[a-z]+/g) ?? [];
const isComplete = ({ things }: State, note: string) => things.every((thing) => wordsOf(note).includes(thing));

export default {
  name: 'A note for later',
  description: 'The writer sees three things and leaves a note; a turn later the reader is asked for one of them and has the note alone.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['note is complete', 'reader finds it in a complete note'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: shown(state) };
  },

  step({ state, messages }) {
    const note = textOf(messages, 'writer');
    const complete = isComplete(state, note);
    const answered = messages.some(({ role }) => role === 'reader');
    const right = normalizeText(textOf(messages, 'reader')) === state.things[state.asked];
    return {
      state,
      observation: question(state),
      reward: answered && right ? 1 : 0,
      terminated: answered,
      truncated: false,
      info: { asked: KINDS[state.asked] ?? '', wanted: state.things[state.asked] ?? '', note },
      skills: {
        'note is complete': Number(complete),
        ...(answered && complete && { 'reader finds it in a complete note': Number(right) }),
      },
    };
  },

  // For credit strategy `per_step`: the writer is paid at once for a note that holds all, the reader for its answer.
  stepReward({ state, messages, position, teamReward }) {
    const message = messages[position];
    return message?.role === 'writer' ? Number(isComplete(state, message.text)) : teamReward;
  },

  demonstrate({ state, role, messages }) {
    if (role === 'writer') return state.things.join('/');
    const noted = wordsOf(textOf(messages, 'writer'));
    return noted.find((word) => WORDS[state.asked]?.includes(word)) ?? noted.at(-1) ?? '?';
  },

  // A careless writer notes the first thing only; a careless reader takes the first word it finds.
  mistake({ state, role, messages }) {
    return (role === 'writer' ? state.things[0] : wordsOf(textOf(messages, 'writer'))[0]) ?? '?';
  },

  render({ state }) {
    return `${shown(state).writer}\n${question(state).reader} ${state.things[state.asked]}`;
  },
} satisfies Environment<State>;
