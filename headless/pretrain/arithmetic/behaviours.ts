/**
 * How agents of the untrained team act. Reinforcement fine-tuning sharpens modes a base already has, so every
 * behaviour mixes the right mode with a competing wrong one that is systematic rather than noise: a problem read with
 * the wrong operator, a bare guess instead of worked-out arithmetic. The shares ({@link Habits}) set where training starts.
 */
import type { Dice } from '../rows/dice.ts';
import { type Expression, middleOf, type Operator, type Problem, textOf, valueOf } from './problems.ts';
import type { Behaviour } from './profiles.ts';

/** What one agent says, and what the next one can take from it. */
export interface Utterance {
  readonly text: string;
  readonly expression?: Expression;
  readonly answer?: number;
}

/** How a problem of one type is read: rightly, or with other operators in their place (fewer: the rest is overlooked). */
export interface PlanModes {
  readonly right: number;
  readonly misreadAs: readonly Operator[];
  readonly misread: number;
}

/** The shares of right and wrong modes. */
export interface Habits {
  /** By the operators of the problem, such as `*+`. What is neither right nor misread has a wrong number or operator. */
  readonly plans: Readonly<Record<string, PlanModes>>;
  /** Share of solutions that show work (`=72`); the others guess a bare number. */
  readonly showWork: number;
  /** Share of shown work that is wrong, and of guesses that are right. */
  readonly slip: number;
  readonly guessRight: number;
  /** Without a plan a solver repeats the answer it was given, or else a number of the story, mostly with `=`. */
  readonly repeat: number;
  readonly blindShown: number;
  /** Share of answers a verifier confirms (`=72`), and of the bare numbers it writes instead that are right. */
  readonly accept: number;
  readonly overrideRight: number;
  /** Share of agents alone that write it all out (`9*8=72`); the others echo a number of the story. */
  readonly soloWork: number;
}

const OPERATORS = ['+', '-', '*'] as const;
/** A product only ever comes first. */
const LATER_OPERATORS = ['+', '-'] as const;

/** A number near `value` and different from it, never negative. */
function nearMiss(value: number, dice: Dice): number {
  const offset = 1 + dice.below(5);
  return dice.chance(0.5) && value >= offset ? value - offset : value + offset;
}

const guess = (value: number, right: number, dice: Dice): number => (dice.chance(right) ? value : nearMiss(value, dice));

/** A number of the story: an agent told to answer before anybody planned has nothing better. */
const echo = ({ numbers }: Problem, dice: Dice): number => (dice.chance(0.4) ? numbers[0] : numbers.at(-1)) ?? 0;

function plan(habits: Habits, { numbers, operators }: Problem, dice: Dice): Utterance {
  const modes = habits.plans[operators.join('')];
  if (modes === undefined) throw new Error(`No habits for problems of type ${operators.join('')}`);
  const drawn = dice.uniform();
  let expression: Expression = { numbers, operators };
  if (drawn >= modes.right) {
    if (drawn < modes.right + modes.misread) {
      expression = { numbers: numbers.slice(0, modes.misreadAs.length + 1), operators: modes.misreadAs };
    } else if (dice.chance(0.5)) {
      expression = { numbers: [1 + dice.below(9), ...numbers.slice(1)], operators };
    } else {
      const operator = dice.pick(operators.length > 1 ? LATER_OPERATORS : OPERATORS);
      expression = { numbers: [...numbers.slice(0, -1), 1 + dice.below(9)], operators: [...operators.slice(0, -1), operator] };
    }
  }
  return { text: textOf(expression), expression };
}

function bare(answer: number): Utterance {
  return { text: String(answer), answer };
}

/** `=72`, or `=72+3=75` where working out `expression` takes a step between. */
function shown(answer: number, expression?: Expression): Utterance {
  const middle = expression && middleOf(expression);
  return { text: middle ? `=${middle}=${answer}` : `=${answer}`, answer };
}

function solve(habits: Habits, problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  const expression = lastOf(before, (said) => said.expression);
  if (expression !== undefined) {
    const value = valueOf(expression);
    if (!dice.chance(habits.showWork)) return bare(guess(value, habits.guessRight, dice));
    return shown(dice.chance(habits.slip) ? nearMiss(value, dice) : value, expression);
  }
  const answer = lastOf(before, (said) => said.answer);
  const echoed = answer !== undefined && dice.chance(habits.repeat) ? answer : echo(problem, dice);
  return dice.chance(habits.blindShown) ? shown(echoed) : bare(echoed);
}

function verify(habits: Habits, problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  const answer = lastOf(before, (said) => said.answer);
  if (answer === undefined) return solve(habits, problem, before, dice);
  if (dice.chance(habits.accept)) return shown(answer);
  const expression = lastOf(before, (said) => said.expression);
  return bare(guess(valueOf(expression ?? problem), habits.overrideRight, dice));
}

function solo(habits: Habits, problem: Problem, dice: Dice): Utterance {
  if (!dice.chance(habits.soloWork)) return bare(echo(problem, dice));
  const { expression, text } = plan(habits, problem, dice);
  const answer = valueOf(expression ?? problem);
  return { text: `${text}${shown(answer, expression).text}`, expression, answer };
}

function lastOf<T>(before: readonly Utterance[], read: (said: Utterance) => T | undefined): T | undefined {
  for (let index = before.length - 1; index >= 0; index--) {
    const found = read(before[index] as Utterance);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What an untrained agent of such habits that was told `behaviour` says about `problem` after `before`. */
export function utter(habits: Habits, behaviour: Behaviour, problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  switch (behaviour) {
    case 'plan':
      return plan(habits, problem, dice);
    case 'solve':
      return solve(habits, problem, before, dice);
    case 'verify':
      return verify(habits, problem, before, dice);
    case 'solo':
      return solo(habits, problem, dice);
  }
}

/** The right thing to write after the `=` for an expression, or for an answer given: what a drill asks for. */
export function drilled({ expression, answer }: Utterance): string {
  if (answer !== undefined) return String(answer);
  if (expression === undefined) throw new Error('a drill follows a plan or an answer');
  return shown(valueOf(expression), expression).text.slice(1);
}
