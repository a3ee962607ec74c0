/**
 * Problems of the corpus: those of the built-in arithmetic environment, told by the environment itself. Both splits are
 * in it, so the base has seen every pair of numbers; what the training split leaves out is only never rewarded.
 */
import arithmetic from '../../src/environments/arithmetic.env.ts';
import type { Dice } from './dice.ts';

export type Operator = '+' | '-' | '*';

/** a op b, of digits 1–9. */
export interface Expression {
  readonly a: number;
  readonly operator: Operator;
  readonly b: number;
}

export interface Problem extends Expression {
  readonly text: string;
}

/** The environment sets a fifth of the pairs aside for the test split. */
const TEST_SHARE = 0.2;

/** The whole number `expression` comes to. */
export function valueOf({ a, operator, b }: Expression): number {
  if (operator === '+') return a + b;
  return operator === '-' ? a - b : a * b;
}

/** One problem, all operators equally likely. */
export function drawProblem(dice: Dice): Problem {
  const split = dice.chance(TEST_SHARE) ? 'test' : 'train';
  const { state } = arithmetic.reset({ seed: 0, split, index: 0, random: () => dice.uniform() });
  const parsed = /^(\d)([-+*])(\d)$/.exec(state.expression);
  if (parsed === null) throw new Error(`The environment told an expression the corpus cannot read: ${state.expression}`);
  return { a: Number(parsed[1]), operator: parsed[2] as Operator, b: Number(parsed[3]), text: state.problem };
}
