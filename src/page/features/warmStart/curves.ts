/** The points of a warm start's curves; training's are means over so many steps that a curve stays drawable. */
import type { WarmState } from '../../state/engine/warmStart.ts';

export interface CurvePoint {
  readonly tokens: number;
  readonly loss?: number;
  readonly accuracy?: number;
  readonly sampled?: number;
  readonly greedy?: number;
}

const MOST_POINTS = 80;

export function curvesOf({ steps, evaluations }: Pick<WarmState, 'steps' | 'evaluations'>): {
  readonly trained: readonly CurvePoint[];
  readonly evaluated: readonly CurvePoint[];
} {
  const size = Math.max(1, Math.ceil(steps.length / MOST_POINTS));
  const trained = Array.from({ length: Math.ceil(steps.length / size) }, (_, bucket): CurvePoint => {
    const part = steps.slice(bucket * size, (bucket + 1) * size);
    const mean = (of: 'responseLoss' | 'accuracy') => part.reduce((sum, step) => sum + step[of], 0) / part.length;
    return { tokens: part.at(-1)?.tokens ?? 0, loss: mean('responseLoss'), accuracy: mean('accuracy') };
  });
  const evaluated = evaluations.map(
    ({ tokens, heldOut, sampled, greedy }): CurvePoint => ({ tokens, loss: heldOut?.loss, accuracy: heldOut?.accuracy, sampled, greedy }),
  );
  return { trained, evaluated };
}
