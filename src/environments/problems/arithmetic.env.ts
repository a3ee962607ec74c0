// Arithmetic word problems: `bob has 9 bags of 8 apples. how many?`
//
// A planner writes the expression (`9*8`), the last agent writes the answer (`=72`), and the whole team is paid 1 when
// that answer is right. Change anything you like: the next run uses it.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

type Operator = '+' | '-' | '*';

interface State {
  problem: string;
  expression: string;
  answer: number;
}

const NAMES = ['bob', 'ann', 'tom', 'ian', 'eva', 'sam', 'mia', 'leo'];
const OBJECTS = ['apples', 'nuts', 'eggs', 'figs', 'plums', 'pears', 'buns', 'cakes'];
const GAINS = ['finds', 'buys', 'gets'];
const LOSSES = ['eats', 'loses', 'sells'];
const CONTAINERS = ['bags', 'boxes', 'packs'];

function evaluate(a: number, operator: Operator, b: number): number {
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

// A fixed fifth of all (operator, a, b) is set aside for the test split and never rewarded in training, so that test
// accuracy shows whether what was learned carries over to problems that were never paid.
function splitOf(a: number, operator: Operator, b: number): Split {
  return hash(`${a}${operator}${b}`) % 5 === 4 ? 'test' : 'train';
}

function drawNumbers(split: Split, operator: Operator, random: Random): [number, number] {
  for (;;) {
    const a = integer(random, 1, 9);
    const b = integer(random, 1, 9);
    // Nobody can eat more than there is, so no answer is negative.
    const possible = operator !== '-' || a >= b;
    if (possible && splitOf(a, operator, b) === split) return [a, b];
  }
}

function tell(a: number, operator: Operator, b: number, random: Random): string {
  const name = pick(random, NAMES);
  const object = pick(random, OBJECTS);
  if (operator === '+') return `${name} has ${a} ${object} and ${pick(random, GAINS)} ${b} more. how many?`;
  if (operator === '-') return `${name} has ${a} ${object} and ${pick(random, LOSSES)} ${b}. how many?`;
  return `${name} has ${a} ${pick(random, CONTAINERS)} of ${b} ${object}. how many?`;
}

// What a plan such as `9*8` comes to, or null when it is no plan.
function valueOfPlan(text: string): number | null {
  const parts = /^\s*(\d+)\s*([-+*])\s*(\d+)\s*(=|$)/.exec(text);
  return parts === null ? null : evaluate(Number(parts[1]), parts[2] as Operator, Number(parts[3]));
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
  name: 'Arithmetic word problems',
  description: 'One sum, difference or product of two numbers from 1 to 9, told as a story. The last agent’s last whole number counts.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['plan right', 'answer right given plan', 'shows work'],

  reset({ split, random }) {
    const operator = pick<Operator>(random, ['+', '-', '*']);
    const [a, b] = drawNumbers(split, operator, random);
    const problem = tell(a, operator, b, random);
    return { state: { problem, expression: `${a}${operator}${b}`, answer: evaluate(a, operator, b) }, observation: problem };
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
    if (messages.length > 0) return `=${state.answer}`;
    return role === 'planner' ? state.expression : `${state.expression}=${state.answer}`;
  },

  render({ state }) {
    return `${state.problem}\n${state.expression} = ${state.answer}`;
  },
} satisfies Environment<State>;
