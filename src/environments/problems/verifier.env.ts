// Word problems with a verifier behind planner and solver: `bob has 5 bags of 6 apples. how many?`
//
// A planner writes the expression (`5*6`), a solver its value (`=30`). The verifier has the last word: `ok` lets the
// solver's answer stand, `5*6=30` puts its own in its place. All three are paid 1 when what stands is right, so a verifier
// that does all the work earns as much as one that can trust the others: the team may turn lazy, and its reward does not
// show it. Change anything you like: the next run uses it.
import { type Environment, type Message, type Random, type Split, hash, integer, lastInteger, pick } from 'marft/env';

const OPERATORS = ['+', '-', '*'] as const;
type Operator = (typeof OPERATORS)[number];

interface State {
  problem: string;
  a: number;
  operator: Operator;
  b: number;
  answer: number;
}

const LARGEST = 6;
const NAMES = ['bob', 'ann', 'tom', 'eva'];
const OBJECTS = ['apples', 'nuts', 'eggs', 'figs'];

function evaluate(a: number, operator: Operator, b: number): number {
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

// A fixed fifth of all stories is set aside for the test split and never rewarded in training. Their sums do occur in other
// stories: nobody can work out a product that was never seen.
const splitOf = (problem: string): Split => (hash(problem) % 5 === 4 ? 'test' : 'train');

function tell(a: number, operator: Operator, b: number, random: Random): string {
  const [name, object] = [pick(random, NAMES), pick(random, OBJECTS)];
  if (operator === '+') return `${name} has ${a} ${object} and finds ${b} more. how many?`;
  if (operator === '-') return `${name} has ${a} ${object} and eats ${b}. how many?`;
  return `${name} has ${a} bags of ${b} ${object}. how many?`;
}

interface Plan {
  readonly first: number;
  readonly value: number;
}

// What an expression such as `5*6` comes to, or null when it is none.
function readPlan(text: string | undefined): Plan | null {
  const parts = /^\s*(\d+)\s*([-+*])\s*(\d+)\s*$/.exec(text ?? '');
  if (parts === null) return null;
  return { first: Number(parts[1]), value: evaluate(Number(parts[1]), parts[2] as Operator, Number(parts[3])) };
}

const saidBy = (role: string, messages: readonly Message[]): string | undefined =>
  messages.findLast((message) => message.role === role)?.text;

/** The answer that stands in the end. */
function standing(messages: readonly Message[]): number | null {
  const last = messages.at(-1)?.text ?? '';
  return last.trim() === 'ok' ? lastInteger(messages.at(-2)?.text ?? '') : lastInteger(last);
}

export default {
  name: 'Word problems with a verifier',
  description: 'One sum, difference or product, told as a story. The verifier confirms the solver’s answer or puts its own in its place.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['plan right', 'answer right given plan', 'verifier says ok', 'verifier overrides', 'override right'],

  reset({ split, random }) {
    for (;;) {
      const operator = pick(random, OPERATORS);
      const [a, b] = [integer(random, 1, LARGEST), integer(random, 1, LARGEST)];
      const answer = evaluate(a, operator, b);
      // Nobody can eat more than there is, so no answer is negative.
      if (answer < 0) continue;
      const problem = tell(a, operator, b, random);
      if (splitOf(problem) === split) return { state: { problem, a, operator, b, answer }, observation: problem };
    }
  },

  step({ state, messages }) {
    const answer = standing(messages);
    const right = answer === state.answer;
    const plan = readPlan(saidBy('planner', messages));
    const solution = saidBy('solver', messages);
    const verdict = saidBy('verifier', messages);
    const solved = solution === undefined ? null : lastInteger(solution);
    const overrides = answer !== solved;
    return {
      state,
      observation: state.problem,
      reward: right ? 1 : 0,
      terminated: true,
      truncated: false,
      info: { answer: state.answer, said: answer },
      skills: {
        'plan right': Number(plan?.value === state.answer),
        // Given the plan it was handed, right or wrong: the solver is not blamed for the planner.
        ...(plan !== null && solution !== undefined && { 'answer right given plan': Number(solved === plan.value) }),
        ...(verdict !== undefined && { 'verifier says ok': Number(verdict.trim() === 'ok'), 'verifier overrides': Number(overrides) }),
        ...(verdict !== undefined && overrides && { 'override right': Number(right) }),
      },
    };
  },

  // For credit strategy `per_step`, what each message earned by itself: the planner 1 for an expression that comes to the
  // answer, the solver 1 for the right number, the verifier what the team got.
  stepReward({ state, messages, position, teamReward }) {
    const { role = '', text = '' } = messages[position] ?? {};
    if (role === 'planner') return Number(readPlan(text)?.value === state.answer);
    return role === 'solver' ? Number(lastInteger(text) === state.answer) : teamReward;
  },

  // The solver works out the plan it was given, right or wrong; the verifier trusts nobody and starts from the story.
  demonstrate({ state: { a, operator, b, answer }, role, messages }) {
    if (role === 'planner') return `${a}${operator}${b}`;
    return role === 'solver' ? `=${readPlan(saidBy('planner', messages))?.value ?? answer}` : `${a}${operator}${b}=${answer}`;
  },

  // A careless planner takes every story for a sum (and a sum for a product), a careless solver repeats the first number of
  // the plan, and a careless verifier nods.
  mistake({ state: { a, operator, b }, role, messages }) {
    if (role === 'planner') return `${a}${operator === '+' ? '*' : '+'}${b}`;
    return role === 'solver' ? `=${readPlan(saidBy('planner', messages))?.first ?? a}` : 'ok';
  },

  render({ state: { problem, a, operator, b, answer } }) {
    return `${problem}\n${a}${operator}${b} = ${answer}`;
  },
} satisfies Environment<State>;
