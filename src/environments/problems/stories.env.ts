// Arithmetic stories of two or three steps in plain English, with numbers of up to three digits. Things come in fives:
// `Ann has 6 boxes of 20 nuts. Ann gives 25 to Tom. How many nuts does Ann have now?`
//
// A solver works the story out step by step (`6 * 20 = 120. 120 - 25 = 95. The answer is 95.`), a checker has the last word: it
// agrees or works it out again. The whole team is paid 1 when the last whole number of the last message is right. Change anything
// you like: the next run uses it.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

interface Step {
  left: number;
  operator: '+' | '-' | '*' | '/';
  right: number;
  value: number;
}

interface State {
  problem: string;
  steps: Step[];
  answer: number;
}

/** Which numbers a story is told with. From and to are counted in units, and so are all things: in fives, say. */
export interface Ranges {
  readonly unit: number;
  readonly steps: readonly [number, number];
  readonly start: readonly [number, number];
  /** So many things in each container. */
  readonly each: readonly [number, number];
  readonly added: readonly [number, number];
  readonly taken: readonly [number, number];
  /** In units: nothing is added to come to more; none larger than these is doubled, or shared; of none that is not larger anything is taken. */
  readonly largest: number;
  readonly doubled: number;
  readonly shared: number;
  readonly kept: number;
}

const RANGES: Ranges = {
  unit: 5,
  steps: [2, 3],
  start: [3, 16],
  each: [1, 4],
  added: [1, 6],
  taken: [1, 6],
  largest: 30,
  doubled: 15,
  shared: 30,
  kept: 3,
};

const NAMES = ['Ann', 'Ben', 'Eva', 'Ian', 'Leo', 'Mia', 'Nora', 'Otto', 'Pia', 'Sam', 'Tom', 'Vera'];
const THINGS = ['apples', 'books', 'cards', 'coins', 'cups', 'eggs', 'figs', 'nuts', 'pens', 'plums', 'shells', 'stamps'];
const CONTAINERS = ['bags', 'boxes', 'jars', 'rows'];

function apply(left: number, operator: Step['operator'], right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : left / right;
}

const stepOf = (left: number, operator: Step['operator'], right: number): Step => ({
  left,
  operator,
  right,
  value: apply(left, operator, right),
});

const write = ({ left, operator, right, value }: Step): string => `${left} ${operator} ${right} = ${value}.`;

// A fixed fifth of all chains of sums is set aside for the test split and never rewarded in training.
const splitOf = (steps: readonly Step[]): Split => (hash(steps.map(write).join(' ')) % 5 === 4 ? 'test' : 'train');

interface Story {
  readonly steps: Step[];
  readonly text: string;
}

// Whole units all the way, none below 1.
function draw(random: Random, ranges: Ranges): Story {
  const { unit } = ranges;
  const drawn = ([from, to]: readonly [number, number]): number => integer(random, from, to);
  const name = pick(random, NAMES);
  const other = pick(
    random,
    NAMES.filter((someone) => someone !== name),
  );
  const things = pick(random, THINGS);
  const length = drawn(ranges.steps);
  const steps: Step[] = [];
  const sentences: string[] = [];
  let value = unit * drawn(ranges.start);
  const take = (operator: Step['operator'], right: number, sentence: string): void => {
    const step = stepOf(value, operator, right);
    steps.push(step);
    sentences.push(sentence);
    value = step.value;
  };
  if (random() < 0.5) {
    const containers = integer(random, 2, 9);
    value = containers;
    const each = unit * drawn(ranges.each);
    take('*', each, `${name} has ${containers} ${pick(random, CONTAINERS)} of ${each} ${things}.`);
  } else {
    sentences.push(`${name} has ${value} ${things}.`);
  }
  while (steps.length < length) {
    const last = steps.length === length - 1;
    const units = value / unit;
    const divisors = last && units <= ranges.shared ? [2, 3, 4, 5, 6].filter((friends) => units % friends === 0 && units > friends) : [];
    if (divisors.length > 0 && random() < 0.4) {
      const friends = pick(random, divisors);
      take('/', friends, `${name} shares all of them equally among ${friends} friends. How many ${things} does each friend get?`);
      return { steps, text: sentences.join(' ') };
    }
    const kind = random();
    if (kind < 0.12 && units <= ranges.doubled) {
      take('*', 2, `Then ${name} doubles the number of ${things}.`);
    } else if (kind < 0.55 && units <= ranges.largest - ranges.added[1]) {
      const more = unit * drawn(ranges.added);
      take('+', more, pick(random, [`${name} buys ${more} more.`, `${other} gives ${name} ${more} more.`, `${name} finds ${more} more.`]));
    } else if (units > ranges.kept) {
      const less = unit * integer(random, ranges.taken[0], Math.min(ranges.taken[1], units - 2));
      take('-', less, pick(random, [`${name} gives ${less} to ${other}.`, `${name} loses ${less}.`, `${name} sells ${less}.`]));
    }
  }
  return { steps, text: `${sentences.join(' ')} How many ${things} does ${name} have now?` };
}

/** A story of one of the splits. */
export function storyOf(split: Split, random: Random, ranges: Ranges = RANGES): Story {
  for (;;) {
    const story = draw(random, ranges);
    if (splitOf(story.steps) === split) return story;
  }
}

const workingOf = (steps: readonly Step[]): string => [...steps.map(write), `The answer is ${steps.at(-1)?.value}.`].join(' ');

const answerOf = (message: Message | undefined): number | null => lastInteger(message?.text ?? '');

// What is told of a team of two or more: what the first answer was, and what its checker made of it.
function measureSkills({ answer }: State, messages: readonly Message[]): Record<string, number> {
  const [first, last] = [messages.at(0), messages.at(-1)];
  const shows = { 'shows work': Number(/\d\s*=\s*\d/.test(first?.text ?? '')) };
  if (!first || !last || first === last) return shows;
  const firstRight = answerOf(first) === answer;
  const lastRight = Number(answerOf(last) === answer);
  return {
    'first answer right': Number(firstRight),
    [firstRight ? 'check keeps what is right' : 'check mends what is wrong']: lastRight,
    ...shows,
  };
}

export default {
  name: 'Stories of several steps',
  description: 'Two or three steps on numbers of up to three digits, told in plain English. The last agent’s last whole number counts.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['first answer right', 'check keeps what is right', 'check mends what is wrong', 'shows work'],

  reset({ split, random }) {
    const { steps, text } = storyOf(split, random);
    return { state: { problem: text, steps, answer: steps.at(-1)?.value ?? 0 }, observation: text };
  },

  step({ state, messages }) {
    const said = answerOf(messages.at(-1));
    return {
      state,
      observation: state.problem,
      reward: said === state.answer ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { answer: state.answer, said },
      skills: measureSkills(state, messages),
    };
  },

  // For credit strategy `per_step`: whoever speaks earns 1 when its own last number is right.
  stepReward({ state, messages, position }) {
    return Number(answerOf(messages[position]) === state.answer);
  },

  // Nobody is trusted: whoever speaks works the story out.
  demonstrate({ state }) {
    return workingOf(state.steps);
  },

  // A careless solver stops before the last step; whoever comes later agrees with what was said.
  mistake({ state, messages }) {
    const before = answerOf(messages.at(-1));
    return before === null ? workingOf(state.steps.slice(0, -1)) : `That is right. The answer is ${before}.`;
  },

  render({ state }) {
    return `${state.problem}\n${workingOf(state.steps)}`;
  },
} satisfies Environment<State>;
