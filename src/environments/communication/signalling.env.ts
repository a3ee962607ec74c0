// A signalling game (Lewis 1969): the speaker sees a colour, the listener has to name it.
//
// Nobody is told what a signal means, and only what the speaker says reaches the listener: `target: gold` is in the
// speaker's prompt alone, and the list of colours in the listener's. The team is paid 1 when the listener's number is that
// of the target, so any eight different signals will do, provided that both take them alike.
import { type Environment, type Message, lastInteger, pick } from 'marft/env';

interface State {
  target: string;
}

const TARGETS = ['red', 'blue', 'green', 'gold', 'pink', 'grey', 'black', 'white'];
// The convention that an untrained team keeps now and then: the k-th letter is the k-th colour.
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
// Always in the same order, so that the listener has to understand the signal and not to search a list.
const OPTIONS = `options: ${TARGETS.map((target, place) => `${target} ${place + 1}`).join(', ')}`;

const letterOf = (target: string) => LETTERS[TARGETS.indexOf(target)] ?? '';
const said = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role)?.text.trim() ?? '';

export default {
  name: 'Signalling game',
  description: 'The speaker sees one of eight colours and sends a signal; the listener sees the signal and names the colour’s number.',
  // There are only eight problems, and an unseen colour has no meaning to carry over to: both splits draw from the same
  // eight. Test accuracy is therefore a second measurement of the same thing, not of anything new.
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['speaker keeps the convention', 'listener keeps the convention'],

  reset({ random }) {
    const target = pick(random, TARGETS);
    return { state: { target }, observation: { speaker: `target: ${target}`, listener: OPTIONS } };
  },

  step({ state, messages }) {
    const signal = said(messages, 'speaker');
    const chosen = TARGETS[(lastInteger(said(messages, 'listener')) ?? 0) - 1] ?? null;
    return {
      state,
      observation: { speaker: `target: ${state.target}`, listener: OPTIONS },
      reward: chosen === state.target ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { target: state.target, signal, chosen },
      // Both may fall while the reward rises: then the team has agreed on signals of its own.
      skills: {
        'speaker keeps the convention': Number(signal === letterOf(state.target)),
        ...(LETTERS.includes(signal) && { 'listener keeps the convention': Number(chosen !== null && signal === letterOf(chosen)) }),
      },
    };
  },

  // There is no `stepReward`: a signal is neither right nor wrong before somebody has understood it.

  demonstrate({ state, role, messages }) {
    if (role === 'speaker') return letterOf(state.target);
    // The listener knows the signal, not the target; a signal without meaning leaves it the first colour.
    return String(Math.max(0, LETTERS.indexOf(said(messages, 'speaker'))) + 1);
  },

  // Who has not agreed on anything says something.
  mistake({ role, random }) {
    const place = Math.floor(random() * TARGETS.length);
    return role === 'speaker' ? (LETTERS[place] ?? '') : String(place + 1);
  },

  render({ state }) {
    return `target: ${state.target}\n${OPTIONS}`;
  },
} satisfies Environment<State>;
