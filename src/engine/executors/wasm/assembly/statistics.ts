/** Log-probability of a chosen token and entropy of its distribution, without writing the distribution anywhere. */
import { bytes, exp, fma, largest, loadPart, log, REMOVED, storePart, sum } from './simd';

/** Four logits over the temperature; those that `kept` does not hold a positive number for are removed. */
function cut(z: v128, kept: v128): v128 {
  return v128.bitselect(z, f32x4.splat(REMOVED), f32x4.gt(kept, f32x4.splat(0)));
}

/** Four logits over the temperature; what `kept` (0: nothing) cuts off and what lies past the end is removed. */
function scaled(logits: usize, kept: usize, j: i32, vocabulary: i32, inverse: v128): v128 {
  const z = f32x4.mul(loadPart(logits, j, vocabulary, REMOVED), inverse);
  return kept ? cut(z, loadPart(kept, j, vocabulary, 0)) : z;
}

/** The same where all four are there. */
function scaledWhole(logits: usize, kept: usize, j: i32, inverse: v128): v128 {
  const z = f32x4.mul(v128.load(logits + bytes(j)), inverse);
  return kept ? cut(z, v128.load(kept + bytes(j))) : z;
}

/** A NaN may get lost here, but not in the sums of exponentials. */
function largestOf(logits: usize, kept: usize, vocabulary: i32, inverse: v128): f32 {
  const whole = vocabulary & -8;
  let a = f32x4.splat(REMOVED);
  let b = a;
  for (let j = 0; j < whole; j += 8) {
    a = f32x4.pmax(a, scaledWhole(logits, kept, j, inverse));
    b = f32x4.pmax(b, scaledWhole(logits, kept, j + 4, inverse));
  }
  for (let j = whole; j < vocabulary; j += 4) a = f32x4.pmax(a, scaled(logits, kept, j, vocabulary, inverse));
  return largest(f32x4.pmax(a, b));
}

/** With e = exp(z − max): log p = z − max − log Σe, and H = log Σe − Σ e·(z − max) / Σe. */
export function tokenStats(
  count: i32,
  vocabulary: i32,
  logits: usize,
  targets: usize,
  temperature: usize,
  kept: usize,
  logprobs: usize,
  entropies: usize,
): void {
  const whole = vocabulary & -4;
  for (let i = 0; i < count; i++) {
    const row = logits + bytes(i * vocabulary);
    const mask = kept ? kept + bytes(i * vocabulary) : 0;
    const inverse = f32x4.splat(1 / load<f32>(temperature + bytes(i)));
    const top = largestOf(row, mask, vocabulary, inverse);
    const shift = f32x4.splat(top);
    let total = f32x4.splat(0);
    let weighted = f32x4.splat(0);
    for (let j = 0; j < whole; j += 4) {
      const z = f32x4.sub(scaledWhole(row, mask, j, inverse), shift);
      const e = exp(z);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    if (whole < vocabulary) {
      const z = f32x4.sub(scaled(row, mask, whole, vocabulary, inverse), shift);
      const e = exp(z);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    const mass = sum(total);
    const logMass = log(<f64>mass);
    const target = load<i32>(targets + bytes(i));
    let chosen = load<f32>(row + bytes(target)) * f32x4.extract_lane(inverse, 0);
    if (mask && !(load<f32>(mask + bytes(target)) > 0)) chosen = REMOVED;
    store<f32>(logprobs + bytes(i), <f32>(<f64>(chosen - top) - logMass));
    store<f32>(entropies + bytes(i), <f32>(logMass - <f64>sum(weighted) / <f64>mass));
  }
}

/** ∂logits = ((1[target] − p)·∂logprob − p·(log p + H)·∂entropy) / temperature. */
export function tokenStatsBackward(
  count: i32,
  vocabulary: i32,
  logits: usize,
  targets: usize,
  temperature: usize,
  kept: usize,
  dLogprobs: usize,
  dEntropies: usize,
  dLogits: usize,
): void {
  const whole = vocabulary & -4;
  for (let i = 0; i < count; i++) {
    const row = logits + bytes(i * vocabulary);
    const out = dLogits + bytes(i * vocabulary);
    const mask = kept ? kept + bytes(i * vocabulary) : 0;
    const inverse = f32x4.splat(1 / load<f32>(temperature + bytes(i)));
    const shift = f32x4.splat(largestOf(row, mask, vocabulary, inverse));
    let total = f32x4.splat(0);
    let weighted = f32x4.splat(0);
    for (let j = 0; j < whole; j += 4) {
      const z = f32x4.sub(scaledWhole(row, mask, j, inverse), shift);
      const e = exp(z);
      v128.store(out + bytes(j), e);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    if (whole < vocabulary) {
      const z = f32x4.sub(scaled(row, mask, whole, vocabulary, inverse), shift);
      const e = exp(z);
      storePart(out, whole, vocabulary, e);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    const mass = <f64>sum(total);
    // log p + H = z − max − log Σe + H
    const offset = f32x4.splat(<f32>(-(<f64>sum(weighted)) / mass));
    // What makes e a probability, and the temperature's share of the slope.
    const part = f32x4.splat(<f32>(<f64>f32x4.extract_lane(inverse, 0) / mass));
    const dLogprob = load<f32>(dLogprobs + bytes(i));
    const minusLogprob = f32x4.splat(-dLogprob);
    const dEntropy = f32x4.splat(load<f32>(dEntropies + bytes(i)));
    for (let j = 0; j < whole; j += 4) {
      const z = f32x4.sub(scaledWhole(row, mask, j, inverse), shift);
      const slope = f32x4.sub(minusLogprob, f32x4.mul(f32x4.add(z, offset), dEntropy));
      v128.store(out + bytes(j), f32x4.mul(f32x4.mul(v128.load(out + bytes(j)), slope), part));
    }
    if (whole < vocabulary) {
      const z = f32x4.sub(scaled(row, mask, whole, vocabulary, inverse), shift);
      const slope = f32x4.sub(minusLogprob, f32x4.mul(f32x4.add(z, offset), dEntropy));
      storePart(out, whole, vocabulary, f32x4.mul(f32x4.mul(loadPart(out, whole, vocabulary, 0), slope), part));
    }
    const target = out + bytes(load<i32>(targets + bytes(i)));
    store<f32>(target, load<f32>(target) + dLogprob * f32x4.extract_lane(inverse, 0));
  }
}
