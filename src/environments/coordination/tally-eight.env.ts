// A tally of eight: four counters, three adders in a tree above them, and a clerk; what counts is the last digit of everything.
//
// A counter sees two numbers (`3, 8`) and says the last digit of their sum (`1`). An adder sees nothing and adds the digits of the two
// below it. The clerk sees one number more and has the last word. The team is paid 1 when the clerk's digit is that of all numbers
// together. Nobody sees a number of anybody else, and a digit says nothing about the sum while another is unknown: one careless
// agent, whoever it is, loses the episode.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger } from 'marft/env';

interface State {
  /** What each agent sees, 1 to 9. */
  numbers: Record<string, number[]>;
}

interface Member {
  /** How many numbers it sees, and whose digits it hears: two to add. */
  readonly sees: number;
  readonly hears: readonly string[];
  /** How many of six mistakes it makes: what a careless one forgets always, another seldom or never. */
  readonly forgets: number;
}

const TEAM: Readonly<Record<string, Member>> = {
  north: { sees: 2, hears: [], forgets: 6 },
  south: { sees: 2, hears: [], forgets: 0 },
  east: { sees: 2, hears: [], forgets: 6 },
  west: { sees: 2, hears: [], forgets: 0 },
  upper: { sees: 0, hears: ['north', 'south'], forgets: 0 },
  lower: { sees: 0, hears: ['east', 'west'], forgets: 0 },
  total: { sees: 0, hears: ['upper', 'lower'], forgets: 0 },
  clerk: { sees: 1, hears: ['total'], forgets: 0 },
};
const ROLES = Object.keys(TEAM);
const LAST = 'clerk';

/** What the bars show: the counters hear nobody, the adders see nothing. */
const SKILLS: readonly (readonly [skill: string, roles: readonly string[]])[] = [
  ['counters right', ROLES.filter((role) => TEAM[role]?.hears.length === 0)],
  ['adders right', ROLES.filter((role) => TEAM[role]?.sees === 0)],
  ['clerk right', [LAST]],
];

const lastDigit = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) % 10;

// The digit an agent passed on; null when it passed on none.
function passedOn(messages: readonly Message[], role: string): number | null {
  const digit = lastInteger(messages.findLast((message) => message.role === role)?.text ?? '');
  return digit !== null && digit >= 0 && digit <= 9 ? digit : null;
}

// The two numbers an agent has to add, those it sees first; null when it was passed on too little.
function given({ numbers }: State, messages: readonly Message[], role: string): readonly number[] | null {
  const heard = (TEAM[role]?.hears ?? []).map((from) => passedOn(messages, from));
  return heard.includes(null) ? null : [...(numbers[role] ?? []), ...heard.filter((digit) => digit !== null)];
}

// Whether an agent passed on the right digit of what it was given; null when that was too little, so that nobody is blamed for another.
function isRight(state: State, messages: readonly Message[], role: string): boolean | null {
  const numbers = given(state, messages, role);
  return numbers && passedOn(messages, role) === lastDigit(numbers);
}

// Of each skill the share of those who were right, among those who were given enough.
function skillsOf(state: State, messages: readonly Message[]): Record<string, number> {
  return Object.fromEntries(
    SKILLS.flatMap(([skill, roles]) => {
      const right = roles.flatMap((role) => isRight(state, messages, role) ?? []);
      return right.length === 0 ? [] : [[skill, right.filter(Boolean).length / right.length]];
    }),
  );
}

const inAll = ({ numbers }: State): number => lastDigit(Object.values(numbers).flat());

// A fixed fifth of all tallies is set aside for the test split and never rewarded in training. A single sum occurs in both: test shows
// whether a team that was trained on some tallies also does others, not whether it adds numbers it never met.
const splitOf = ({ numbers }: State): Split => (hash(Object.values(numbers).flat().join()) % 5 === 4 ? 'test' : 'train');

function draw(split: Split, random: Random): State {
  for (;;) {
    const seen = ROLES.map((role) => [role, Array.from({ length: TEAM[role]?.sees ?? 0 }, () => integer(random, 1, 9))]);
    const state = { numbers: Object.fromEntries(seen) as State['numbers'] };
    if (splitOf(state) === split) return state;
  }
}

const observe = ({ numbers }: State): Record<string, string> =>
  Object.fromEntries(ROLES.map((role) => [role, (numbers[role] ?? []).join(', ')]));

export default {
  name: 'A tally of eight',
  description:
    'Four counters see two numbers each, three adders add what the two below them say, and a clerk adds the last number. Only last digits are passed on.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: SKILLS.map(([skill]) => skill),

  reset({ split, random }) {
    const state = draw(split, random);
    return { state, observation: observe(state) };
  },

  step({ state, messages }) {
    const said = passedOn(messages, LAST);
    return {
      state,
      observation: observe(state),
      reward: Number(said === inAll(state)),
      terminated: true,
      truncated: false,
      info: { said, wanted: inAll(state) },
      skills: skillsOf(state, messages),
    };
  },

  // For credit strategy `per_step`: each is paid for what it made of what it was given, whatever the others did.
  stepReward({ state, messages, position }) {
    return Number(isRight(state, messages, messages[position]?.role ?? '') ?? false);
  },

  demonstrate({ state, role, messages }) {
    return String(lastDigit(given(state, messages, role) ?? []));
  },

  // A careless agent says the first of its two numbers and forgets the other.
  mistake({ state, role, messages, random }) {
    const numbers = given(state, messages, role) ?? [];
    return String(integer(random, 1, 6) <= (TEAM[role]?.forgets ?? 0) ? (numbers[0] ?? 0) : lastDigit(numbers));
  },

  // For a critic that reads the hidden state.
  privileged({ state }) {
    return Object.values(state.numbers).flat().join(' ');
  },

  render({ state }) {
    return `${Object.values(state.numbers).flat().join(' + ')} = …${inAll(state)}`;
  },
} satisfies Environment<State>;
