// Three posts and an inspector: a team that acts apart and is paid together.
//
// A post sees two numbers (`3, 8`) and reports the last digit of their sum (`1`). It hears nobody and never learns what the others
// see. The inspector visits one of the posts, and the team is paid 1 when the report of that post is right. Nobody knows where the
// inspector goes, so in most episodes what a post is paid says nothing about its own report. A critic may be told (`privileged`).
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface State {
  /** What each post sees, two numbers from 1 to 9. */
  seen: Record<string, number[]>;
  /** Where the inspector goes. */
  visited: string;
}

/** How many of six careless reports forget the second number: in the base the hill is sure of its work, the mill hardly ever right. */
const FORGETS: Readonly<Record<string, number>> = { hill: 0, harbour: 3, mill: 6 };
const POSTS = Object.keys(FORGETS);

// A fixed fifth of all mornings is set aside for the test split and never rewarded in training. A single sum occurs in both: test shows
// whether a team that was trained on some mornings also reports on others, not whether it adds numbers it never met.
const splitOf = (seen: State['seen']): Split => (hash(Object.values(seen).flat().join()) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const seen = Object.fromEntries(POSTS.map((post) => [post, [integer(random, 1, 9), integer(random, 1, 9)]]));
    if (splitOf(seen) === split) return { seen, visited: pick(random, POSTS) };
  }
}

const observe = ({ seen }: State): Record<string, string> => Object.fromEntries(POSTS.map((post) => [post, (seen[post] ?? []).join(', ')]));

const wanted = ({ seen }: State, post: string): number => (seen[post] ?? []).reduce((sum, number) => sum + number, 0) % 10;

const reported = (messages: readonly Message[], post: string): number | null =>
  lastInteger(messages.findLast(({ role }) => role === post)?.text ?? '');

const isRight = (state: State, messages: readonly Message[], post: string): number =>
  Number(reported(messages, post) === wanted(state, post));

export default {
  name: 'Three posts and an inspector',
  description: 'Three posts report on what each sees alone; an inspector visits one of them, and its report decides what all are paid.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: POSTS.map((post) => `${post} right`),

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    return {
      state,
      observation: observe(state),
      reward: isRight(state, messages, state.visited),
      terminated: true,
      truncated: false,
      info: { visited: state.visited },
      skills: Object.fromEntries(POSTS.map((post) => [`${post} right`, isRight(state, messages, post)])),
    };
  },

  // For credit strategy `per_step`: the truth, paid to the post that was visited alone.
  stepReward({ state, messages, position, teamReward }) {
    return messages[position]?.role === state.visited ? teamReward : 0;
  },

  demonstrate({ state, role }) {
    return String(wanted(state, role));
  },

  // A careless post reports the first of its two numbers and forgets the other.
  mistake({ state, role, random }) {
    return String(integer(random, 1, 6) <= (FORGETS[role] ?? 0) ? (state.seen[role]?.[0] ?? 0) : wanted(state, role));
  },

  // For a critic that reads the hidden state. What the posts see it reads in the joint transcript.
  privileged({ state: { visited } }) {
    return `inspector at the ${visited}`;
  },

  render({ state: { seen, visited } }) {
    return POSTS.map((post) => `${post} ${(seen[post] ?? []).join(' + ')}${post === visited ? ' ← inspector' : ''}`).join('\n');
  },
} satisfies Environment<State>;
