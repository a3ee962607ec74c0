// A template: change it into a world of your own. Agents are asked for a number and earn 1 when the last one says it.
//
// One page explains every hook: docs/environments.md. Hover over a name to read what it is; the checks beside this editor
// say whether the rules are kept. Nothing is remembered outside `state`, and chance comes from `random` only.
import { type Environment, integer, lastInteger } from 'marft/env';

// What an episode remembers: plain data, handed back to you in every call.
interface State {
  a: number;
  b: number;
}

export default {
  contract: 1,
  name: 'My environment',
  description: 'Add two numbers from 1 to 9. The last agent’s last whole number counts.',
  skills: ['right'],

  // An episode begins: draw a problem, and say what the agents read before they speak.
  reset({ random }) {
    const state: State = { a: integer(random, 1, 9), b: integer(random, 1, 9) };
    return { state, observation: `${state.a}+${state.b}?` };
  },

  // Everybody has spoken: judge it. `terminated` ends the episode; else the agents read `observation` and go on.
  step({ state, messages }) {
    const right = lastInteger(messages.at(-1)?.text ?? '') === state.a + state.b;
    return {
      state,
      observation: '',
      reward: right ? 1 : 0,
      terminated: true,
      truncated: false,
      skills: { right: right ? 1 : 0 },
    };
  },

  // What a good agent says: warm starts learn from it, and alone it must earn the full reward of 1.
  demonstrate({ state }) {
    return `=${state.a + state.b}`;
  },

  // What a careless agent says, always with the same wrong habit: here it takes plus for minus.
  mistake({ state }) {
    return `=${state.a - state.b}`;
  },

  // The state as a person would like to read it.
  render({ state }) {
    return `${state.a} + ${state.b} = ${state.a + state.b}`;
  },
} satisfies Environment<State>;
