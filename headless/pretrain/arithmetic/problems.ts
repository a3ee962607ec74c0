/**
 * Problems of the corpora: those of the built-in arithmetic environments, told by the environments themselves. Both splits
 * are in them, so a base has seen every pair of numbers; what the training split leaves out is only never rewarded.
 */
import type { Environment } from '../../../src/core/environment/guest.d.ts';
import type { Dice } from '../rows/dice.ts';

export type Operator = '+' | '-' | '*';

/** Digits 1–9 joined by operators, one fewer; a product only ever comes first, so left to right is right. */
export interface Expression {
  readonly numbers: readonly number[];
  readonly operators: readonly Operator[];
}

export interface Problem extends Expression {
  readonly text: string;
}

/** What the corpus reads of an environment's state. */
export type ArithmeticEnvironment = Pick<Environment<never>, 'name'> & {
  reset(input: { seed: number; split: 'train' | 'test'; index: number; random: () => number }): {
    readonly state: { readonly problem: string; readonly expression: string };
  };
};

/** The environments set a fifth of the expressions aside for the test split. */
const TEST_SHARE = 0.2;

function apply(a: number, operator: Operator | undefined, b: number): number {
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

/** The whole number `expression` comes to. */
export function valueOf({ numbers, operators }: Expression): number {
  return numbers.reduce((value, number, index) => apply(value, operators[index - 1], number));
}

/** `9*8+3`. */
export function textOf({ numbers, operators }: Expression): string {
  return numbers.map((number, index) => `${operators[index - 1] ?? ''}${number}`).join('');
}

/** What stands between the expression and its value: `72+3` for `9*8+3`, null when one operation is all. */
export function middleOf({ numbers, operators }: Expression): string | null {
  const [a = 0, b = 0, ...rest] = numbers;
  return rest.length === 0 ? null : textOf({ numbers: [apply(a, operators[0], b), ...rest], operators: operators.slice(1) });
}

/** One problem of `environment`, its types equally likely. */
export function drawProblem(environment: ArithmeticEnvironment, dice: Dice): Problem {
  const split = dice.chance(TEST_SHARE) ? 'test' : 'train';
  const { state } = environment.reset({ seed: 0, split, index: 0, random: () => dice.uniform() });
  if (!/^\d([-+*]\d)([-+]\d)?$/.test(state.expression))
    throw new Error(`The environment told an expression the corpus cannot read: ${state.expression}`);
  return {
    numbers: (state.expression.match(/\d/g) ?? []).map(Number),
    operators: (state.expression.match(/[-+*]/g) ?? []) as Operator[],
    text: state.problem,
  };
}
