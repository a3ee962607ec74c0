// A notebook: what agents write under a key in one turn, another reads in the next.
//
// The scout sees two things and writes them down: `[colour=red][animal=cat]`. The gossip has heard something about one of them, which is
// true half of the time, and may write it, too: the later note counts. A turn later the reader is asked for one of the things. It has
// heard nobody, but may open the notebook: `[animal?]` is answered by `=cat;`. What a note was worth shows a turn later, through
// somebody else; Inspect › Notes asks what would have come without it.
import { type Environment, type Message, type Random, type Split, hash, integer, normalizeText, pick, recall, remembered } from 'marft/env';

interface State {
  /** One of each kind, in the order of `KINDS`. */
  things: string[];
  /** Which kind is asked for. */
  asked: number;
  /** What the gossip heard: of which kind, and what. */
  heard: { kind: number; thing: string };
}

const KINDS = ['colour', 'animal'];
const WORDS = [
  ['red', 'blue', 'green', 'gold', 'pink', 'grey'],
  ['cat', 'dog', 'hen', 'fox', 'owl', 'pig'],
];

// A fixed fifth of all pairs is set aside for the test split and never rewarded in training. Every word occurs in both.
const splitOf = (things: readonly string[]): Split => (hash(things.join('/')) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const things = WORDS.map((words) => pick(random, words));
    if (splitOf(things) !== split) continue;
    const kind = integer(random, 0, 1);
    const thing =
      random() < 0.5
        ? (things[kind] ?? '')
        : pick(
            random,
            (WORDS[kind] ?? []).filter((word) => word !== things[kind]),
          );
    return { things, asked: integer(random, 0, 1), heard: { kind, thing } };
  }
}

const textOf = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role)?.text ?? '';
const keyOf = ({ asked }: State) => KINDS[asked] ?? '';
const wantedOf = ({ things, asked }: State) => things[asked] ?? '';
const rumour = ({ heard }: State) => ({ key: KINDS[heard.kind] ?? '', value: heard.thing });

export default {
  name: 'A notebook',
  description: 'A scout and a gossip leave notes under keys; a turn later a reader is asked for one thing and has the notebook alone.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['scout notes what is asked later', 'gossip keeps quiet', 'reader opens the notebook', 'reader says what it found'],

  reset({ split, random }) {
    const state = draw(split, random);
    const { key, value } = rumour(state);
    return { state, observation: { scout: state.things.join(' '), gossip: `${key} ${value}`, reader: '' } };
  },

  step({ state, messages }) {
    const answered = messages.some(({ role }) => role === 'reader');
    const said = textOf(messages, 'reader');
    const found = remembered(messages)[keyOf(state)];
    const answer = normalizeText(said.slice(said.lastIndexOf(';') + 1));
    const asked = said.startsWith(`[${keyOf(state)}?]`);
    const right = answer === wantedOf(state);
    const noted = remembered(messages.filter(({ role }) => role === 'scout'));
    return {
      state,
      observation: { scout: '', gossip: '', reader: `${keyOf(state)}?` },
      reward: answered && right ? 1 : 0,
      terminated: answered,
      truncated: false,
      info: { asked: keyOf(state), wanted: wantedOf(state), notebook: remembered(messages) },
      ...(answered && {
        skills: {
          'scout notes what is asked later': Number(noted[keyOf(state)] === wantedOf(state)),
          'gossip keeps quiet': Number(Object.keys(remembered(messages.filter(({ role }) => role === 'gossip'))).length === 0),
          'reader opens the notebook': Number(asked),
          ...(asked && found !== undefined && { 'reader says what it found': Number(answer === found) }),
        },
      }),
    };
  },

  tool: ({ call, messages }) => recall(call, messages),

  demonstrate({ state, role, messages }) {
    if (role === 'scout') return KINDS.map((kind, at) => `[${kind}=${state.things[at]}]`).join('');
    if (role === 'gossip') return '-';
    const found = remembered(messages)[keyOf(state)];
    return found === undefined ? '?' : `[${keyOf(state)}?]=${found};${found}`;
  },

  // A careless scout notes the first thing only, a gossip what it heard; a careless reader guesses.
  mistake({ state, role, random }) {
    if (role === 'scout') return `[${KINDS[0]}=${state.things[0]}]`;
    if (role === 'gossip') return `[${rumour(state).key}=${rumour(state).value}]`;
    return pick(random, WORDS[state.asked] ?? []);
  },

  render({ state }) {
    return `${state.things.join(' ')}\n${keyOf(state)}? ${wantedOf(state)}`;
  },
} satisfies Environment<State>;
