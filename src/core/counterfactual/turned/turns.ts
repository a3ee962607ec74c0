/**
 * Who turned an episode, from continuations that were won or lost. A message **spoiled** it where the episode is mostly won with the
 * stand-in and mostly lost with the message as it was, and **saved** it where it is the other way round; both only beyond chance, by
 * the exact sign test over pairs of continuations of one number. With the agent's own stand-in (`own`) the message before leads into
 * the state that the next one leaves, so along an episode spoiling and saving take turns: what was saved less what was spoiled is
 * whether it was won in the end less whether it was mostly won before anybody spoke, the environment's chance counted with them.
 *
 * What is not told counts for nobody: so shares are too small rather than too large, the more the closer both chances lie to one half
 * and to each other and the fewer continuations there are. A stand-in that says the very same ends the same and counts nothing.
 */
import { at } from '../../at.ts';
import { signTest } from '../../statistics/signTest.ts';

/** The chance that in an episode anybody is named although no stand-in changes anything. */
export const ERROR = 0.05;

export type Turn = 'saved' | 'spoiled';

/** Whether continuations of one number were won: with the stand-in, and with the message as it was; equally many. */
export interface Outcomes {
  readonly instead: readonly boolean[];
  readonly kept: readonly boolean[];
}

/** What a message did to its episode; null where it is not told to have turned it. `level` is the error of each direction. */
export function turnOf({ instead, kept }: Outcomes, level: number): Turn | null {
  const [better, worse] = [over(instead, kept), over(kept, instead)];
  if (isMostly(true, instead) && isMostly(false, kept) && signTest(better, worse) <= level) return 'spoiled';
  if (isMostly(false, instead) && isMostly(true, kept) && signTest(worse, better) <= level) return 'saved';
  return null;
}

/** The error of one direction of one of an episode's comparisons, shared evenly (Bonferroni): every message both ways, and chance. */
export const levelOf = (messages: number): number => ERROR / (2 * messages + 1);

/**
 * What the environment's chance did: with every message as it was the episode is mostly lost (or won), and yet it was won (or lost).
 * Null where that is not told.
 */
export function chanceOf(won: boolean, asItWas: readonly boolean[], level: number): Turn | null {
  const otherwise = asItWas.filter((one) => one !== won).length;
  if (!isMostly(!won, asItWas) || signTest(otherwise, asItWas.length - otherwise) > level) return null;
  return won ? 'saved' : 'spoiled';
}

/** Whether nothing that may still come, up to `rolls` continuations in all, can make it a turn. */
export function isSettled({ instead, kept }: Outcomes, rolls: number, level: number): boolean {
  const best = (won: boolean): Turn | null => turnOf({ instead: filled(instead, won, rolls), kept: filled(kept, !won, rolls) }, level);
  return best(true) !== 'spoiled' && best(false) !== 'saved';
}

/** The same of the environment's chance. */
export const isChanceSettled = (won: boolean, asItWas: readonly boolean[], rolls: number, level: number): boolean =>
  chanceOf(won, filled(asItWas, !won, rolls), level) === null;

/** `side` with all that is still to come ending in one way. */
const filled = (side: readonly boolean[], won: boolean, rolls: number): readonly boolean[] => [
  ...side,
  ...Array.from({ length: rolls - side.length }, () => won),
];

const countOf = (won: boolean, side: readonly boolean[]): number => side.filter((one) => one === won).length;

const isMostly = (won: boolean, side: readonly boolean[]): boolean => 2 * countOf(won, side) > side.length;

/** Pairs that `a` won and `b` lost. */
const over = (a: readonly boolean[], b: readonly boolean[]): number => a.filter((won, pair) => won && !at(b, pair, 'continuation')).length;
