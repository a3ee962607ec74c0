// Tiny programs, judged by unit tests: `316 > 724, 521 > 236` asks for a program that turns each list into the one
// behind it.
//
// A planner names the operations (`reverse, add`), a coder writes the program with its amounts (`reverse add 1`), and the
// team is paid the share of hidden unit tests that the program passes. Change anything you like: the next run uses it.
import { type Environment, type Message, type Random, type Split, hash, integer, pick, shuffle } from 'marft/env';

// What an operation does to a list of digits; `add` alone takes an amount.
const OPERATIONS: Readonly<Record<string, (list: readonly number[], amount: number) => number[]>> = {
  reverse: (list) => list.toReversed(),
  sort: (list) => list.toSorted((a, b) => a - b),
  drop: (list) => list.slice(1),
  add: (list, amount) => list.map((digit) => digit + amount),
};
const REARRANGEMENTS = ['', 'reverse', 'sort', 'drop'] as const;
const LARGEST_AMOUNT = 3;
const EXAMPLE_LENGTH = 3;
/** Lengths of the hidden tests: short lists catch few mistakes, so a program that is nearly right earns something. */
const TEST_LENGTHS = [1, 2, 3, 4];

interface Case {
  input: number[];
  output: number[];
}

interface State {
  /** The operation that moves elements, or '' for none. */
  rearrange: string;
  /** What is added to each element; 0 for nothing. */
  amount: number;
  examples: Case[];
  tests: Case[];
}

const nameAll = (rearrange: string, amount: number): string[] => [rearrange, amount > 0 ? 'add' : ''].filter((name) => name !== '');
const writeProgram = (rearrange: string, amount: number): string =>
  nameAll(rearrange, amount)
    .map((name) => (name === 'add' ? `add ${amount}` : name))
    .join(' ');

// Runs `reverse add 1` word by word; null when it is no program.
function run(program: string, input: readonly number[]): number[] | null {
  const words = program.trim().split(/\s+/);
  let list = [...input];
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at] ?? '';
    const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    const amount = name === 'add' ? Number(words[(at += 1)]) : 0;
    if (operation === undefined || !Number.isInteger(amount)) return null;
    list = operation(list, amount);
  }
  return list;
}

const passes = (program: string, { input, output }: Case): boolean => run(program, input)?.join() === output.join();
const passRate = (program: string, tests: readonly Case[]): number => tests.filter((test) => passes(program, test)).length / tests.length;

function drawCase(program: string, length: number, random: Random): Case {
  const input = shuffle(random, [1, 2, 3, 4, 5, 6]).slice(0, length);
  return { input, output: run(program, input) ?? [] };
}

// An example in which every rearrangement would show: not in order, and not in reverse order.
function drawExample(program: string, random: Random): Case {
  for (;;) {
    const example = drawCase(program, EXAMPLE_LENGTH, random);
    const sorted = run('sort', example.input)?.join();
    if (sorted !== example.input.join() && sorted !== run('reverse', example.input)?.join()) return example;
  }
}

const show = (cases: readonly Case[]): string => cases.map(({ input, output }) => `${input.join('')} > ${output.join('')}`).join(', ');

// A fixed fifth of all problems is set aside for the test split and never rewarded in training.
const splitOf = (text: string): Split => (hash(text) % 5 === 4 ? 'test' : 'train');

// The operations a plan names, or null where a word is none.
function namesIn(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.length > 0 && names.every((name) => Object.hasOwn(OPERATIONS, name)) ? names : null;
}

const planOf = (messages: readonly Message[]): string[] | null => {
  const plan = messages.find(({ role }) => role === 'planner');
  return plan === undefined ? null : namesIn(plan.text);
};

// What a coder writes who trusts the plan: its operations, with the amount that the examples show.
function follow(plan: readonly string[] | null, { rearrange, amount }: State): string {
  if (plan === null) return writeProgram(rearrange, amount);
  return plan.map((name) => (name === 'add' ? `add ${Math.max(1, amount)}` : name)).join(' ');
}

export default {
  name: 'Tiny programs judged by unit tests',
  description:
    'Two examples of lists before and after; the last agent’s program of reverse, sort, drop and add is paid the share of hidden tests it passes.',
  splits: { train: 'unlimited', test: 'unlimited' },
  skills: ['plan right', 'follows the plan', 'program runs', 'all tests pass'],

  reset({ split, random }) {
    for (;;) {
      const rearrange = pick(random, REARRANGEMENTS);
      const amount = integer(random, 0, LARGEST_AMOUNT);
      const program = writeProgram(rearrange, amount);
      if (program === '') continue;
      const examples = [drawExample(program, random), drawExample(program, random)];
      const tests = TEST_LENGTHS.map((length) => drawCase(program, length, random));
      const observation = show(examples);
      if (splitOf(observation) === split) return { state: { rearrange, amount, examples, tests }, observation };
    }
  },

  step({ state, messages }) {
    const program = messages.at(-1)?.text ?? '';
    const plan = planOf(messages);
    const reward = passRate(program, state.tests);
    const ran = run(program, []) !== null;
    return {
      state,
      observation: show(state.examples),
      reward,
      terminated: true,
      truncated: false,
      info: { program, passed: state.tests.map((test) => passes(program, test)) },
      skills: {
        ...(messages.length > 1 && { 'plan right': Number(plan?.join() === nameAll(state.rearrange, state.amount).join()) }),
        // Given the plan it was handed, right or wrong: the coder is not blamed for the planner.
        ...(plan !== null && { 'follows the plan': Number(ran && program.match(/[a-z]+/g)?.join() === plan.join()) }),
        'program runs': Number(ran),
        'all tests pass': Number(reward === 1),
      },
    };
  },

  // For credit strategy `per_step`: a plan earns 1 when it names the right operations; a program its pass rate.
  stepReward({ state, messages, position, teamReward }) {
    const { role = '', text = '' } = messages[position] ?? {};
    if (role !== 'planner') return teamReward;
    return Number(namesIn(text)?.join() === nameAll(state.rearrange, state.amount).join());
  },

  demonstrate({ state, role, messages }) {
    return role === 'planner' ? nameAll(state.rearrange, state.amount).join(', ') : follow(planOf(messages), state);
  },

  // A careless planner looks for moved elements only: it overlooks an addition, and sees one where nothing is added. A
  // careless coder counts from 1, so its program loses the first element.
  mistake({ state, role, messages }) {
    if (role !== 'planner') return `drop ${follow(planOf(messages), state)}`;
    return nameAll(state.rearrange || 'sort', state.amount > 0 ? 0 : 1).join(', ');
  },

  render({ state }) {
    return `${show(state.examples)}\n${writeProgram(state.rearrange, state.amount)}\ntests: ${show(state.tests)}`;
  },
} satisfies Environment<State>;
