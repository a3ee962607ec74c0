/** What a number of participants can tell: simulated studies, analysed as real ones, over sizes of the effect. */
import { wilsonInterval, type Interval } from '../../src/core/statistics/intervals.ts';
import type { StudyLink } from '../../src/core/study/link.ts';
import { type Effect, effectsOf, isApart, type Outcome } from './effects.ts';
import { scoreOf, shiftsOf, type Simulated, simulatedStudy } from './simulate.ts';

export interface PowerRow {
  /** Items, lesson less text. */
  readonly effect: number;
  /** The same in standard deviations of what the covariates do not explain; mean over simulations. */
  readonly standardised: number;
  /** Share of simulations in which the primary comparison is told apart, in the right direction where there is one. */
  readonly power: number;
  readonly interval: Interval;
  /** Share of intervals that hold the planted effect. */
  readonly coverage: number;
}

/** The second test of those who stayed. */
export function outcomesOf(participants: readonly Simulated[]): readonly Outcome[] {
  return participants.flatMap(({ condition, order, tests: { pre, post } }) =>
    pre && post ? [{ condition, order, pre: scoreOf(pre), score: scoreOf(post) }] : [],
  );
}

/** One row a size of the effect, each over `simulations` studies of `participants` who begin. */
export function powerRows(
  link: StudyLink,
  participants: number,
  effects: readonly number[],
  simulations: number,
  seed: number,
): PowerRow[] {
  return effects.map((effect, row) => {
    const shifts = shiftsOf({ lesson: effect, predictFirst: 0 });
    const found = Array.from({ length: simulations }, (_, index) =>
      primary(effectsOf(outcomesOf(simulatedStudy(link, participants, shifts, seed + row * simulations + index)))),
    );
    const share = (counts: (one: Effect) => boolean): number => found.filter(counts).length / simulations;
    const power = share((one) => isApart(one) && (effect === 0 || Math.sign(one.estimate) === Math.sign(effect)));
    return {
      effect,
      standardised: found.reduce((sum, one) => sum + one.standardised, 0) / simulations,
      power,
      interval: wilsonInterval(power, simulations),
      coverage: share(({ interval: { low, high } }) => low <= effect && effect <= high),
    };
  });
}

function primary([first]: readonly Effect[]): Effect {
  if (first?.of !== 'lesson' || first.than !== 'text') throw new RangeError('Too few participants for the primary comparison.');
  return first;
}
