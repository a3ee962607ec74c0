/**
 * How agents of the untrained team act. Reinforcement fine-tuning sharpens modes a base already has, so every
 * behaviour mixes the right mode with a competing wrong one that is systematic rather than noise: a problem read with
 * the wrong operator, a bare guess instead of worked-out arithmetic. The shares set where training starts.
 */
import type { Dice } from './dice.ts';
import { type Expression, type Operator, type Problem, valueOf } from './problems.ts';
import type { Behaviour } from './profiles.ts';

/** What one agent says, and what the next one can take from it. */
export interface Utterance {
  readonly text: string;
  readonly expression?: Expression;
  readonly answer?: number;
}

/** Shares of right plans per operator, and of the operator most often read in its place. */
const PLAN_MODES: Readonly<Record<Operator, { right: number; misreadAs: Operator; misread: number }>> = {
  '+': { right: 0.68, misreadAs: '*', misread: 0.2 },
  '-': { right: 0.39, misreadAs: '+', misread: 0.52 },
  '*': { right: 0.39, misreadAs: '+', misread: 0.52 },
};
/** Share of solutions that show work (`=72`); the others guess a bare number. */
const SHOW_WORK_SHARE = 0.48;
/** Share of shown work that is wrong, and of guesses that are right. */
const SLIP_SHARE = 0.03;
const GUESS_RIGHT_SHARE = 0.4;
/** Without a plan a solver repeats the answer it was given, or else a number of the story, mostly with `=`. */
const REPEAT_SHARE = 0.6;
const BLIND_SHOWN_SHARE = 0.85;
/** Share of answers a verifier confirms (`=72`), and of the bare numbers it writes instead that are right. */
const ACCEPT_SHARE = 0.6;
const OVERRIDE_RIGHT_SHARE = 0.3;
/** Share of agents alone that write it all out (`9*8=72`); the others echo a number of the story. */
const SOLO_WORK_SHARE = 0.6;

/** A number near `value` and different from it, never negative. */
function nearMiss(value: number, dice: Dice): number {
  const offset = 1 + dice.below(5);
  return dice.chance(0.5) && value >= offset ? value - offset : value + offset;
}

const guess = (value: number, right: number, dice: Dice): number => (dice.chance(right) ? value : nearMiss(value, dice));

/** One of the two numbers of the story: an agent told to answer before anybody planned has nothing better. */
const echo = ({ a, b }: Problem, dice: Dice): number => (dice.chance(0.4) ? a : b);

function plan(problem: Problem, dice: Dice): Utterance {
  const { a, operator, b } = problem;
  const modes = PLAN_MODES[operator];
  const drawn = dice.uniform();
  let expression: Expression = { a, operator, b };
  if (drawn >= modes.right) {
    if (drawn < modes.right + modes.misread) expression = { a, operator: modes.misreadAs, b };
    else if (dice.chance(0.5)) expression = { a: 1 + dice.below(9), operator, b };
    else expression = { a, operator: dice.pick(['+', '-', '*'] as const), b: 1 + dice.below(9) };
  }
  return { text: `${expression.a}${expression.operator}${expression.b}`, expression };
}

function bare(answer: number): Utterance {
  return { text: String(answer), answer };
}

function shown(answer: number): Utterance {
  return { text: `=${answer}`, answer };
}

function solve(problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  const expression = lastOf(before, (said) => said.expression);
  if (expression !== undefined) {
    const value = valueOf(expression);
    if (!dice.chance(SHOW_WORK_SHARE)) return bare(guess(value, GUESS_RIGHT_SHARE, dice));
    return shown(dice.chance(SLIP_SHARE) ? nearMiss(value, dice) : value);
  }
  const answer = lastOf(before, (said) => said.answer);
  const echoed = answer !== undefined && dice.chance(REPEAT_SHARE) ? answer : echo(problem, dice);
  return dice.chance(BLIND_SHOWN_SHARE) ? shown(echoed) : bare(echoed);
}

function verify(problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  const answer = lastOf(before, (said) => said.answer);
  if (answer === undefined) return solve(problem, before, dice);
  if (dice.chance(ACCEPT_SHARE)) return shown(answer);
  const expression = lastOf(before, (said) => said.expression);
  return bare(guess(valueOf(expression ?? problem), OVERRIDE_RIGHT_SHARE, dice));
}

function solo(problem: Problem, dice: Dice): Utterance {
  if (!dice.chance(SOLO_WORK_SHARE)) return bare(echo(problem, dice));
  const { expression, text } = plan(problem, dice);
  const answer = valueOf(expression ?? problem);
  return { text: `${text}=${answer}`, expression, answer };
}

function lastOf<T>(before: readonly Utterance[], read: (said: Utterance) => T | undefined): T | undefined {
  for (let index = before.length - 1; index >= 0; index--) {
    const found = read(before[index] as Utterance);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What an untrained agent that was told `behaviour` says about `problem` after `before`. */
export function utter(behaviour: Behaviour, problem: Problem, before: readonly Utterance[], dice: Dice): Utterance {
  switch (behaviour) {
    case 'plan':
      return plan(problem, dice);
    case 'solve':
      return solve(problem, before, dice);
    case 'verify':
      return verify(problem, before, dice);
    case 'solo':
      return solo(problem, dice);
  }
}
