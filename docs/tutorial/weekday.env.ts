// Which day is it? `today is tue. which day is it in 3 days?`
//
// A counter names the days that follow, one after the other; a teller says the last of them.
import { type Environment, integer, normalizeText, pick } from 'marft/env';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

interface State {
  today: number;
  ahead: number;
}

const dayOf = (index: number): string => DAYS[index % 7] ?? '';

// The days from `first` on, `count` of them: `wed thu fri`.
const daysFrom = (first: number, count: number): string => Array.from({ length: count }, (_, step) => dayOf(first + step)).join(' ');

export default {
  name: 'Which day is it?',
  description: 'Count a few days on from today. The last agent’s last word is the answer.',

  reset({ random }) {
    const state = { today: integer(random, 0, 6), ahead: integer(random, 1, 5) };
    return { state, observation: `today is ${dayOf(state.today)}. which day is it in ${state.ahead} days?` };
  },

  step({ state, messages }) {
    const said = normalizeText(messages.at(-1)?.text ?? '')
      .split(' ')
      .at(-1);
    return {
      state,
      observation: '',
      reward: said === dayOf(state.today + state.ahead) ? 1 : 0,
      terminated: true,
      truncated: false,
    };
  },

  // A good counter begins with tomorrow; a good teller repeats the last day it was told.
  demonstrate({ state, role, messages }) {
    if (role === 'counter') return daysFrom(state.today + 1, state.ahead);
    return messages.at(-1)?.text.split(' ').at(-1) ?? '';
  },

  // The careless ones: a counter that counts today in, a teller that just names a day.
  mistake({ state, role, random }) {
    if (role === 'counter') return daysFrom(state.today, state.ahead);
    return pick(random, DAYS);
  },
} satisfies Environment<State>;
