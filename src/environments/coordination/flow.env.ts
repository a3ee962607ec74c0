// A flow network: parts run from a source through two branches to a last agent, and whatever enters a node must leave it.
//
// The source divides the parts (`7 parts, left 4` → `4, 3`). The two branches are worked at the same time: each takes its own
// heap, adds the parts that come in at it (`left, add 2` → `6`), and passes all of them on. The last agent adds up what
// arrives. The team is paid 1 when its number is that of all parts that entered: neither branch sees what the other does, and
// either can spoil it.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger } from 'marft/env';

interface State {
  /** Parts at the source. */
  parts: number;
  /** How many of them go to the left. */
  left: number;
  /** What comes in at each branch, in the order of `BRANCHES`. */
  added: number[];
}

const BRANCHES = ['left', 'right'];
const SOURCE = 'source';

const textOf = (messages: readonly Message[], role: string): string => messages.find((message) => message.role === role)?.text ?? '';
const total = ({ parts, added }: State): number => added.reduce((sum, more) => sum + more, parts);

// The heaps of a division, or null where it is none.
function heapsOf(messages: readonly Message[]): number[] | null {
  const heaps = textOf(messages, SOURCE).match(/\d+/g)?.map(Number) ?? [];
  return heaps.length === BRANCHES.length ? heaps : null;
}

// What arrives from a branch: its last whole number; null when nothing arrives.
const arrived = (messages: readonly Message[], branch: string): number | null => lastInteger(textOf(messages, branch));

// A fixed fifth of all problems is set aside for the test split and never rewarded in training.
const splitOf = ({ parts, left, added }: State): Split => (hash([parts, left, ...added].join()) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const parts = integer(random, 2, 9);
    const state = { parts, left: integer(random, 1, parts - 1), added: BRANCHES.map(() => integer(random, 1, 3)) };
    if (splitOf(state) === split) return state;
  }
}

function observe({ parts, left, added }: State): Record<string, string> {
  const branches = BRANCHES.map((branch, place) => [branch, `${branch}, add ${added[place]}`]);
  return { [SOURCE]: `${parts} parts, left ${left}`, ...Object.fromEntries(branches), last: '' };
}

// What each node should say, given what really reached it; null where nothing did.
function rightly(state: State, messages: readonly Message[], role: string): string | null {
  if (role === SOURCE) return `${state.left}, ${state.parts - state.left}`;
  const place = BRANCHES.indexOf(role);
  if (place >= 0) {
    const heap = heapsOf(messages)?.[place];
    return heap === undefined ? null : String(heap + (state.added[place] ?? 0));
  }
  const arriving = BRANCHES.map((branch) => arrived(messages, branch));
  return arriving.includes(null) ? null : String(arriving.reduce<number>((sum, more) => sum + (more ?? 0), 0));
}

// Whether a node passed on what it should have; null where nothing had reached it, so that nobody is blamed for another.
function isRight(state: State, messages: readonly Message[], role: string): boolean | null {
  const wanted = rightly(state, messages, role);
  return wanted === null ? null : textOf(messages, role).trim() === wanted;
}

export default {
  name: 'Flow network',
  description: 'A source divides parts between two branches, each adds its own, and the last agent counts what arrives of both.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['source right', 'left right', 'right right', 'last right'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const counted = lastInteger(messages.at(-1)?.text ?? '');
    const known = [SOURCE, ...BRANCHES, 'last'].flatMap((role) => {
      const right = isRight(state, messages, role);
      return right === null ? [] : [[`${role} right`, Number(right)]];
    });
    return {
      state,
      observation: observe(state),
      reward: Number(counted === total(state)),
      terminated: true,
      truncated: false,
      info: { counted, entered: total(state) },
      skills: Object.fromEntries(known),
    };
  },

  // For credit strategy `per_step`: each node is paid for passing on what reached it and what came in, whatever the others did.
  stepReward({ state, messages, position }) {
    return Number(isRight(state, messages, messages[position]?.role ?? '') ?? false);
  },

  demonstrate({ state, role, messages }) {
    return rightly(state, messages, role) ?? '0';
  },

  // Only the branches are careless: they pass on what they were given and leave the rest lying.
  mistake({ state, role, messages }) {
    const heap = heapsOf(messages)?.[BRANCHES.indexOf(role)];
    return heap === undefined ? (rightly(state, messages, role) ?? '0') : String(heap);
  },

  render({ state }) {
    const [left = 0, right = 0] = state.added;
    return `left ${state.left} + ${left}, right ${state.parts - state.left} + ${right}: ${total(state)} parts`;
  },
} satisfies Environment<State>;
