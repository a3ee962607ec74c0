/**
 * The critic's loss: per value ½(return − v)², or Huber's beyond δ, with PPO's value clip as an option, and its derivative.
 * A value belongs to a token, or at level message to a message.
 * With the clip the loss is the larger of the plain one and that of v_old + clip(v − v_old, ±c); where they are equal the
 * plain one counts, so the derivative is exactly zero if and only if clipping makes the loss strictly larger.
 */
import { at, totalOf } from './vectors.ts';

export interface ValueInput {
  /** Values by the critic being trained, [values]. */
  readonly values: ArrayLike<number>;
  /** Values by the critic at the time of the rollout, [values]. */
  readonly oldValues: ArrayLike<number>;
  /** [values] */
  readonly returns: ArrayLike<number>;
  /** Weight of each value, 1 when absent; values of weight 0 may hold anything. */
  readonly weights?: ArrayLike<number>;
  /** What the weights are divided by; their sum when absent. */
  readonly normalizer?: number;
  /** Half-width of the clip; 0 switches it off. */
  readonly valueClip: number;
  /** Where the loss turns from square to straight; 0 for the square alone. */
  readonly huberDelta: number;
  /** R1's sign error (Q4, compat `r1_huber_sign`): below −δ the Huber loss and its derivative are 0. */
  readonly huberSignBug?: boolean;
}

export interface ValueResult {
  readonly loss: number;
  readonly metrics: {
    readonly vf_loss: number;
    /** Share of the values whose derivative the clip has removed. */
    readonly vf_clipfrac: number;
  };
  /** ∂L/∂value, [values]. */
  readonly dValues: Float32Array;
}

/** Loss of the critic, a weighted mean; its coefficient is the caller's. */
export function valueObjective(input: ValueInput): ValueResult {
  const { values, oldValues, returns, weights, valueClip, huberDelta, huberSignBug = false } = input;
  const count = values.length;
  const total = input.normalizer ?? totalOf(weights, count);
  const dValues = new Float32Array(count);
  let loss = 0;
  let clippedShare = 0;
  for (let t = 0; t < count; t++) {
    const weight = weights ? at(weights, t) : 1;
    if (weight === 0) continue;
    const share = weight / total;
    const value = at(values, t);
    const target = at(returns, t);
    const plain = errorLoss(target - value, huberDelta, huberSignBug);
    const old = at(oldValues, t);
    const clippedValue = valueClip > 0 ? old + Math.min(valueClip, Math.max(-valueClip, value - old)) : value;
    const clipped = errorLoss(target - clippedValue, huberDelta, huberSignBug);
    // Within the clip both are the same function; rounding must not decide.
    const active = valueClip > 0 && Math.abs(value - old) > valueClip && clipped.loss > plain.loss;
    loss += share * (active ? clipped.loss : plain.loss);
    if (active) clippedShare += share;
    else dValues[t] = -share * plain.slope;
  }
  return { loss, metrics: { vf_loss: loss, vf_clipfrac: clippedShare }, dValues };
}

/** Loss of the error e = return − value, and its derivative by e. */
export function errorLoss(e: number, huberDelta: number, signBug = false): { loss: number; slope: number } {
  if (huberDelta === 0 || Math.abs(e) <= huberDelta) return { loss: (e * e) / 2, slope: e };
  if (signBug && e < 0) return { loss: 0, slope: 0 };
  return { loss: huberDelta * (Math.abs(e) - huberDelta / 2), slope: huberDelta * Math.sign(e) };
}
