// Ask the one who knows: a desk answers `how many figs?` by calling helpers, each of whom knows only its own things.
//
// Nobody but the desk is asked anything: it calls a helper by writing `<call>gardener</call>`, reads the answer, and ends the
// work with `<done/>`. A helper sees the number only if the thing is its own (`figs 4`, else `figs ?`). The team is paid 1 when the
// last number said is right, less a tenth for every call after the first. Who knows what is written nowhere: the desk has to
// learn it, and learns it from the reward alone.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface State {
  thing: string;
  count: number;
  /** The helper who knows. */
  expert: string;
}

const DESK = 'desk';
const SHELVES: Record<string, string[]> = {
  gardener: ['figs', 'plums', 'leeks', 'pears'],
  baker: ['buns', 'cakes', 'rolls', 'pies'],
  smith: ['nails', 'hooks', 'knives', 'keys'],
};
const HELPERS = Object.keys(SHELVES);
const COST_OF_A_CALL = 0.1;

// A fixed fifth of all pairs of thing and number is set aside for the test split. Every thing occurs in both, because nothing
// says who knows of a thing that nobody ever asked for: test shows that the answer is read and passed on, not remembered.
const splitOf = (thing: string, count: number): Split => (hash(`${thing} ${count}`) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const expert = pick(random, HELPERS);
    const thing = pick(random, SHELVES[expert] ?? []);
    const count = integer(random, 1, 9);
    if (splitOf(thing, count) === split) return { thing, count, expert };
  }
}

function observe({ thing, count, expert }: State): Record<string, string> {
  const known = HELPERS.map((helper) => [helper, `${thing} ${helper === expert ? count : '?'}`]);
  return { [DESK]: `how many ${thing}?`, ...Object.fromEntries(known) };
}

const answers = (messages: readonly Message[]) => messages.filter(({ role }) => role !== DESK);
const lastAnswer = (messages: readonly Message[]) => lastInteger(answers(messages).at(-1)?.text ?? '');

export default {
  name: 'Consult',
  description: 'A desk calls helpers by name until one answers. Each helper knows other things; calls after the first cost a tenth.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['asks who knows', 'helper says what it sees', 'one call is enough'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const calls = answers(messages);
    const said = lastAnswer(messages);
    const extra = Math.max(0, calls.length - 1);
    return {
      state,
      observation: observe(state),
      reward: said === state.count ? Math.max(0, 1 - COST_OF_A_CALL * extra) : 0,
      terminated: true,
      truncated: false,
      info: { answer: state.count, said, expert: state.expert, called: calls.map(({ role }) => role) },
      skills: {
        'asks who knows': Number(calls.at(0)?.role === state.expert),
        ...(calls.length > 0 && { 'helper says what it sees': calls.filter((call) => isHonest(state, call)).length / calls.length }),
        'one call is enough': Number(calls.length === 1),
      },
    };
  },

  // For credit strategy `per_step`: a helper earns 1 by saying what it sees, the desk 1 by a call of the one who knows.
  stepReward({ state, messages, position, teamReward }) {
    const message = messages[position];
    if (message === undefined) return 0;
    if (message.role !== DESK) return Number(isHonest(state, message));
    const called = messages[position + 1]?.role;
    return called === undefined ? teamReward : Number(called === state.expert);
  },

  demonstrate({ state, role, messages }) {
    if (role !== DESK) return role === state.expert ? String(state.count) : '?';
    return lastAnswer(messages) === null ? `<call>${state.expert}</call>` : '<done/>';
  },

  // A careless desk always calls the first helper and leaves it at that; a careless helper never admits that it does not know.
  mistake({ state, role, messages, random }) {
    if (role === state.expert) return String(state.count);
    if (role !== DESK) return String(integer(random, 1, 9));
    return answers(messages).length === 0 ? `<call>${HELPERS[0]}</call>` : '<done/>';
  },

  render({ state }) {
    return `${state.count} ${state.thing} (ask the ${state.expert})`;
  },
} satisfies Environment<State>;

function isHonest({ expert, count }: State, { role, text }: Message): boolean {
  return role === expert ? lastInteger(text) === count : text.trim() === '?';
}
