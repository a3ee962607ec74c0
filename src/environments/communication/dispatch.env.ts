// Waiting costs: a dispatcher sends for one of two streets, and a scout who knows which takes its time to say so.
//
// The dispatcher reads `elm or oak?`, the scout sees `oak` and reports, in a word or in many. The right street pays 1, and each second
// until the dispatcher has spoken costs a tenth of that. With clocks (Agent › Clock) a long report is a late one: the dispatcher hears it
// late, or at its timeout guesses without it. Where no time passes only the right street counts.
import { type Environment, type Message, type Random, type Split, hash, integer, pick, shuffle } from 'marft/env';

interface State {
  street: string;
  /** The right one and another, in the order in which they are read. */
  choice: string[];
}

const SCOUT = 'scout';
const DISPATCHER = 'dispatcher';
const STREETS = ['elm', 'oak', 'ash', 'fir', 'yew', 'bay'];
/** What a scout says who has time. */
const FILLERS = ['well', 'now', 'look', 'so', 'there', 'right', 'then', 'again', 'still', 'here'];
/** What a second costs. */
const PRICE = 0.1;

// A fixed fifth of all choices, with the street that is right, is set aside for the test split; every street occurs in both.
const splitOf = ({ street, choice }: State): Split => (hash(`${choice.join()} ${street}`) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const choice = shuffle(random, STREETS).slice(0, 2);
    const state = { street: pick(random, choice), choice };
    if (splitOf(state) === split) return state;
  }
}

const observe = ({ street, choice }: State) => ({ [SCOUT]: street, [DISPATCHER]: `${choice.join(' or ')}?` });

const saidBy = (messages: readonly Message[], role: string) => messages.findLast((message) => message.role === role);

/** The streets that a message names. */
const streetsIn = (message: Message | undefined) => STREETS.filter((street) => message?.text.includes(street));
const names = (message: Message | undefined, street: string) => streetsIn(message).join() === street;

/** Whether the dispatcher had the report when it began; where no time passes it has. */
function isHeard(report: Message | undefined, order: Message | undefined): boolean {
  return report !== undefined && (report.arrived ?? 0) <= (order?.started ?? 0);
}

export default {
  name: 'Dispatch',
  description: 'A dispatcher sends for one of two streets; a scout knows which, and every second costs.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['scout names the street', 'scout is heard', 'right street'],

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const [report, order] = [saidBy(messages, SCOUT), saidBy(messages, DISPATCHER)];
    const right = names(order, state.street);
    const seconds = order?.arrived ?? 0;
    return {
      state,
      observation: observe(state),
      reward: right ? Math.max(0, 1 - PRICE * seconds) : 0,
      terminated: true,
      truncated: false,
      info: { street: state.street, seconds },
      skills: {
        'scout names the street': Number(names(report, state.street)),
        'scout is heard': Number(isHeard(report, order)),
        'right street': Number(right),
      },
    };
  },

  demonstrate({ state }) {
    return state.street;
  },

  // A careless scout makes many words of it, before the street or behind it; a careless dispatcher sends for the street it read first.
  mistake({ state: { street, choice }, role, random }) {
    if (role === DISPATCHER) return choice[0] ?? '';
    const words = shuffle(random, FILLERS).slice(0, integer(random, 4, 8));
    return (integer(random, 0, 1) === 0 ? [...words, street] : [street, ...words]).join(' ');
  },

  render({ state: { street, choice } }) {
    return `${choice.join(' or ')}: ${street}`;
  },
} satisfies Environment<State>;
