/**
 * What the conditions did: the score of a test by condition, adjusted for the pre-test and the order of the forms (analysis of covariance, by
 * least squares; Student's t). Adjusting for what was measured before chance assigned the conditions leaves their difference where it is
 * and takes from its variance (Senn 2006, “Change from baseline and analysis of covariance revisited”).
 */
import { CONDITIONS, type Condition, type Order } from '../../src/core/study/assignment.ts';
import { type Interval, studentQuantile } from '../../src/core/statistics/intervals.ts';
import { contrast, leastSquares } from '../../src/core/statistics/leastSquares.ts';

export interface Outcome {
  readonly condition: Condition;
  readonly order: Order;
  readonly pre: number;
  /** Of the later test. */
  readonly score: number;
}

export interface Effect {
  readonly of: Condition;
  readonly than: Condition;
  /** Items; the first less the second. */
  readonly estimate: number;
  /** 95 %. */
  readonly interval: Interval;
  /** In standard deviations of what the covariates do not explain. */
  readonly standardised: number;
}

/** The primary comparison comes first: it alone is a test. The others are described. */
export const COMPARISONS = [
  ['lesson', 'text'],
  ['predict-first', 'lesson'],
  ['predict-first', 'text'],
] as const satisfies readonly (readonly [Condition, Condition])[];

/** Each comparison whose two conditions have participants; empty where there are too few for the model. */
export function effectsOf(outcomes: readonly Outcome[]): readonly Effect[] {
  const there = CONDITIONS.filter((condition) => outcomes.some((outcome) => outcome.condition === condition));
  // Two of them have a column each as long as both orders came about; a constant one would depend on the intercepts.
  const orders = new Set(outcomes.map(({ order }) => order)).size > 1;
  const spread = new Set(outcomes.map(({ pre }) => pre)).size > 1;
  const design = outcomes.map(({ condition, order, pre }) => [
    ...there.map((each) => (each === condition ? 1 : 0)),
    ...(spread ? [pre] : []),
    ...(orders ? [order === 'AB' ? 0.5 : -0.5] : []),
  ]);
  const fit = leastSquares(
    design,
    outcomes.map(({ score }) => score),
  );
  if (!fit) return [];
  const width = design[0]?.length ?? 0;
  return COMPARISONS.flatMap(([of, than]) => {
    if (!there.includes(of) || !there.includes(than)) return [];
    const weights = Array.from({ length: width }, (_, index) => (there[index] === of ? 1 : there[index] === than ? -1 : 0));
    const { estimate, error } = contrast(fit, weights);
    const half = studentQuantile(fit.degrees) * error;
    return [
      { of, than, estimate, interval: { low: estimate - half, high: estimate + half }, standardised: estimate / Math.sqrt(fit.variance) },
    ];
  });
}

/** Whether an effect is told apart from none. */
export const isApart = ({ interval: { low, high } }: Pick<Effect, 'interval'>): boolean => low > 0 || high < 0;
