/**
 * How agents of the untrained team answer a story. As in `behaviours.ts`, every behaviour mixes the right mode with wrong ones
 * that are systematic: reinforcement fine-tuning sharpens what a base already does. A course's {@link Habits} set where training starts.
 */
import type { Dice } from '../rows/dice.ts';

/** A step of a story, as the environment's state has it. */
export interface Step {
  readonly left: number;
  readonly operator: '+' | '-' | '*' | '/';
  readonly right: number;
  readonly value: number;
}

/** Shares of the modes. What a solver does not do carefully or leave out or misread, it guesses. */
export interface Habits {
  readonly careful: number;
  readonly dropLast: number;
  readonly misread: number;
  /** Share of guesses that are right. */
  readonly guessRight: number;
  /** A checker's: agrees with whatever was said, else works it out again with these modes. */
  readonly agree: number;
  readonly recheck: { readonly careful: number; readonly dropLast: number };
}

export const stepText = ({ left, operator, right, value }: Step): string => `${left} ${operator} ${right} = ${value}.`;

export const answerText = (answer: number): string => `The answer is ${answer}.`;

/** `6 * 23 = 138. 138 - 41 = 97. The answer is 97.` */
const working = (steps: readonly Step[]): string => [...steps.map(stepText), answerText(steps.at(-1)?.value ?? 0)].join(' ');

const CAN_BE: Readonly<Record<Step['operator'], Step['operator'] | null>> = { '+': '-', '-': '+', '*': '+', '/': null };

/** The chain in which one step is read as another operation, and goes on from there; as it was where that is no whole number from 0 up. */
function misread(steps: readonly Step[], dice: Dice): readonly Step[] {
  const at = dice.below(steps.length);
  let value = steps[0]?.left ?? 0;
  const chain: Step[] = [];
  for (const [index, step] of steps.entries()) {
    const operator = index === at ? (CAN_BE[step.operator] ?? step.operator) : step.operator;
    const result =
      operator === '+'
        ? value + step.right
        : operator === '-'
          ? value - step.right
          : operator === '*'
            ? value * step.right
            : value / step.right;
    if (!Number.isInteger(result) || result < 0) return steps;
    chain.push({ left: value, operator, right: step.right, value: result });
    value = result;
  }
  return chain;
}

const dropped = (steps: readonly Step[]): readonly Step[] => (steps.length > 1 ? steps.slice(0, -1) : steps);

function near(value: number, dice: Dice): number {
  const offset = dice.pick([1, 2, 5, 10, 20]);
  return dice.chance(0.5) && value > offset ? value - offset : value + offset;
}

export function solved(steps: readonly Step[], { careful, dropLast, misread: other, guessRight }: Habits, dice: Dice): string {
  const drawn = dice.uniform();
  if (drawn < careful) return working(steps);
  if (drawn < careful + dropLast) return working(dropped(steps));
  if (drawn < careful + dropLast + other) return working(misread(steps, dice));
  const answer = steps.at(-1)?.value ?? 0;
  return answerText(dice.chance(guessRight) ? answer : near(answer, dice));
}

/** A checker of somebody who came to `said`. */
export function checked(steps: readonly Step[], said: number, { agree, recheck }: Habits, dice: Dice): string {
  if (dice.chance(agree)) return `That is right. ${answerText(said)}`;
  const drawn = dice.uniform();
  if (drawn < recheck.careful) return working(steps);
  return working(drawn < recheck.careful + recheck.dropLast ? dropped(steps) : misread(steps, dice));
}

/** The operations alone, for an agent that only plans. */
export function planned(steps: readonly Step[]): string {
  return `${steps.map(({ left, operator, right }, index) => (index === 0 ? `${left} ${operator} ${right}` : `then ${operator} ${right}`)).join(', ')}.`;
}

export const exactly = working;
