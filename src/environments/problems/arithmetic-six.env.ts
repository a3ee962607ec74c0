// Arithmetic word problems of six types: `bob has 9 bags of 8 apples and finds 3 more. how many?`
//
// A planner writes the expression (`9*8+3`), the last agent works it out (`=72+3=75`), and the whole team is paid 1 when
// the last number is right. Change anything you like: the next run uses it.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

// The operators of a problem in order: `*+` is a*b+c.
const TYPES = ['+', '-', '*', '*+', '*-', '+-'] as const;
type Type = (typeof TYPES)[number];

interface State {
  problem: string;
  expression: string;
  /** What a careful solver writes: `=75`, or `=72+3=75` where there is a step between. */
  working: string;
  answer: number;
}

const NAMES = ['bob', 'ann', 'tom', 'ian', 'eva', 'sam', 'mia', 'leo'];
const OBJECTS = ['apples', 'nuts', 'eggs', 'figs', 'plums', 'pears', 'buns', 'cakes'];
const GAINS = ['finds', 'buys', 'gets'];
const LOSSES = ['eats', 'loses', 'sells'];
const CONTAINERS = ['bags', 'boxes', 'packs'];

function apply(a: number, operator: string, b: number): number {
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

// A product only ever comes first, so left to right is right.
function evaluate(numbers: readonly number[], operators: string): number {
  return numbers.reduce((value, number, place) => apply(value, operators.charAt(place - 1), number));
}

function write(numbers: readonly number[], operators: string): string {
  return numbers.map((number, place) => `${operators.charAt(place - 1)}${number}`).join('');
}

// A fixed fifth of all expressions is set aside for the test split and never rewarded in training, so that test accuracy
// shows whether what was learned carries over to problems that were never paid.
function splitOf(expression: string): Split {
  return hash(expression) % 5 === 4 ? 'test' : 'train';
}

function drawNumbers(split: Split, type: Type, random: Random): number[] {
  for (;;) {
    const numbers = Array.from({ length: type.length + 1 }, () => integer(random, 1, 9));
    // Nobody can eat more than there is, so no answer is negative.
    if (evaluate(numbers, type) >= 0 && splitOf(write(numbers, type)) === split) return numbers;
  }
}

function tell([a, b, c]: readonly number[], type: Type, random: Random): string {
  const name = pick(random, NAMES);
  const object = pick(random, OBJECTS);
  const owned = type.startsWith('*') ? `${name} has ${a} ${pick(random, CONTAINERS)} of ${b} ${object}` : `${name} has ${a} ${object}`;
  const changes: Record<Type, () => string> = {
    '+': () => ` and ${pick(random, GAINS)} ${b} more`,
    '-': () => ` and ${pick(random, LOSSES)} ${b}`,
    '*': () => '',
    '*+': () => ` and ${pick(random, GAINS)} ${c} more`,
    '*-': () => ` and ${pick(random, LOSSES)} ${c}`,
    '+-': () => `, ${pick(random, GAINS)} ${b} more and ${pick(random, LOSSES)} ${c}`,
  };
  return `${owned}${changes[type]()}. how many?`;
}

// `=72+3=75`: after a first step the rest is written down again.
function workOut(numbers: readonly number[], type: Type): string {
  const [a = 0, b = 0, ...rest] = numbers;
  const answer = evaluate(numbers, type);
  return rest.length === 0 ? `=${answer}` : `=${write([apply(a, type.charAt(0), b), ...rest], type.slice(1))}=${answer}`;
}

// What a plan such as `9*8+3` comes to, or null when it is no plan.
function valueOfPlan(text: string): number | null {
  const parts = /^\s*(\d+)\s*([-+*])\s*(\d+)(?:\s*([-+])\s*(\d+))?\s*(?:=|$)/.exec(text);
  if (parts === null) return null;
  const [, a, first = '', b, second = '', c] = parts;
  const numbers = [a, b, c].flatMap((number) => (number === undefined ? [] : [Number(number)]));
  return evaluate(numbers, first + second);
}

// In a team the first to speak plans and the last one solves; an agent alone does both, and shows neither by itself.
function measureSkills(state: State, messages: readonly Message[]): Record<string, number> {
  const plan = messages.at(0);
  const solution = messages.at(-1);
  if (!plan || !solution || plan.role === solution.role) return {};
  const planned = valueOfPlan(plan.text);
  return {
    'plan right': Number(planned === state.answer),
    // Given the plan it was handed, right or wrong: the solver is not blamed for the planner.
    ...(planned !== null && { 'answer right given plan': Number(lastInteger(solution.text) === planned) }),
    'shows work': Number(solution.text.startsWith('=')),
  };
}

export default {
  name: 'Arithmetic word problems, six types',
  description: 'One or two operations on numbers from 1 to 9, told as a story. The last agent’s last whole number counts.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['plan right', 'answer right given plan', 'shows work'],

  reset({ split, random }) {
    const type = pick(random, TYPES);
    const numbers = drawNumbers(split, type, random);
    const problem = tell(numbers, type, random);
    const state = { problem, expression: write(numbers, type), working: workOut(numbers, type), answer: evaluate(numbers, type) };
    return { state, observation: problem };
  },

  step({ state, messages }) {
    const said = lastInteger(messages.at(-1)?.text ?? '');
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

  // For credit strategy `per_step`, what each message earned by itself: a planner 1 when its expression comes to the
  // answer; a solver or an actor 1 when its last number is right, and 0.1 when it is only what the plan comes to; a
  // verifier, and anyone else, what the team got.
  stepReward({ state, messages, position, teamReward }) {
    const { role = '', text = '' } = messages[position] ?? {};
    if (role === 'planner') return Number(valueOfPlan(text) === state.answer);
    if (role !== 'solver' && role !== 'actor') return teamReward;
    const said = lastInteger(text);
    if (said === state.answer) return 1;
    // The newest plan there is: an actor's stands in its own message, a solver's in an earlier one.
    const plans = messages.slice(0, position + 1).map((message) => valueOfPlan(message.text));
    return said !== null && said === plans.findLast((plan) => plan !== null) ? 0.1 : 0;
  },

  // The planner only plans, whoever speaks later only answers, and anyone else who speaks first does both.
  demonstrate({ state, role, messages }) {
    if (messages.length > 0) return state.working;
    return role === 'planner' ? state.expression : `${state.expression}${state.working}`;
  },

  render({ state }) {
    return `${state.problem}\n${state.expression} = ${state.answer}`;
  },
} satisfies Environment<State>;
