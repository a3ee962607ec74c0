// Arithmetic stories of two to four steps with numbers of up to three digits, told in plain English:
// `Ann has 6 boxes of 23 nuts. Ann gives 41 to Tom. How many nuts does Ann have now?`
//
// A solver works the story out step by step (`6 * 23 = 138. 138 - 41 = 97. The answer is 97.`), a checker has the last word: it
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

const LARGEST = 500;
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

// Whole numbers all the way, none below 1 and none above LARGEST.
function draw(random: Random): Story {
  const name = pick(random, NAMES);
  const other = pick(
    random,
    NAMES.filter((someone) => someone !== name),
  );
  const things = pick(random, THINGS);
  const length = integer(random, 2, 4);
  const steps: Step[] = [];
  const sentences: string[] = [];
  let value = integer(random, 12, 79);
  const take = (operator: Step['operator'], right: number, sentence: string): void => {
    const step = stepOf(value, operator, right);
    steps.push(step);
    sentences.push(sentence);
    value = step.value;
  };
  if (random() < 0.5) {
    const containers = integer(random, 2, 9);
    value = containers;
    const each = integer(random, 4, 25);
    take('*', each, `${name} has ${containers} ${pick(random, CONTAINERS)} of ${each} ${things}.`);
  } else {
    sentences.push(`${name} has ${value} ${things}.`);
  }
  while (steps.length < length) {
    const last = steps.length === length - 1;
    const divisors = last && value <= 120 ? [2, 3, 4, 5, 6].filter((friends) => value % friends === 0 && value > friends) : [];
    if (divisors.length > 0 && random() < 0.4) {
      const friends = pick(random, divisors);
      take('/', friends, `${name} shares all of them equally among ${friends} friends. How many ${things} does each friend get?`);
      return { steps, text: sentences.join(' ') };
    }
    const kind = random();
    if (kind < 0.12 && value <= 150) {
      take('*', 2, `Then ${name} doubles the number of ${things}.`);
    } else if (kind < 0.55 && value <= LARGEST - 59) {
      const more = integer(random, 11, 59);
      take('+', more, pick(random, [`${name} buys ${more} more.`, `${other} gives ${name} ${more} more.`, `${name} finds ${more} more.`]));
    } else if (value > 12) {
      const less = integer(random, 6, Math.min(59, value - 2));
      take('-', less, pick(random, [`${name} gives ${less} to ${other}.`, `${name} loses ${less}.`, `${name} sells ${less}.`]));
    }
  }
  return { steps, text: `${sentences.join(' ')} How many ${things} does ${name} have now?` };
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
  description: 'Two to four steps on numbers of up to three digits, told in plain English. The last agent’s last whole number counts.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['first answer right', 'check keeps what is right', 'check mends what is wrong', 'shows work'],

  reset({ split, random }) {
    for (;;) {
      const { steps, text } = draw(random);
      if (splitOf(steps) === split) return { state: { problem: text, steps, answer: steps.at(-1)?.value ?? 0 }, observation: text };
    }
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
