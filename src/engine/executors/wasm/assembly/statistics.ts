/** Log-probability of a chosen token and entropy of its distribution, without writing the distribution anywhere. */
import { exp, fma, largest, loadPart, log, REMOVED, storePart, sum } from './simd';

function bytes(count: i32): usize {
  return (<usize>count) << 2;
}

/** Four logits over the temperature; entries that `kept` (0: all are) cuts off are removed. */
function scaled(logits: usize, kept: usize, j: i32, vocabulary: i32, inverse: v128): v128 {
  let z = f32x4.mul(loadPart(logits, j, vocabulary, REMOVED), inverse);
  if (kept) z = v128.bitselect(z, f32x4.splat(REMOVED), f32x4.gt(loadPart(kept, j, vocabulary, 0), f32x4.splat(0)));
  return z;
}

function largestOf(logits: usize, kept: usize, vocabulary: i32, inverse: v128): f32 {
  let most = f32x4.splat(REMOVED);
  for (let j = 0; j < vocabulary; j += 4) most = f32x4.max(most, scaled(logits, kept, j, vocabulary, inverse));
  return largest(most);
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
  for (let i = 0; i < count; i++) {
    const row = logits + bytes(i * vocabulary);
    const mask = kept ? kept + bytes(i * vocabulary) : 0;
    const inverse = f32x4.splat(1 / load<f32>(temperature + bytes(i)));
    const top = largestOf(row, mask, vocabulary, inverse);
    const shift = f32x4.splat(top);
    let total = f32x4.splat(0);
    let weighted = f32x4.splat(0);
    for (let j = 0; j < vocabulary; j += 4) {
      const z = f32x4.sub(scaled(row, mask, j, vocabulary, inverse), shift);
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
  for (let i = 0; i < count; i++) {
    const row = logits + bytes(i * vocabulary);
    const out = dLogits + bytes(i * vocabulary);
    const mask = kept ? kept + bytes(i * vocabulary) : 0;
    const inverse = f32x4.splat(1 / load<f32>(temperature + bytes(i)));
    const shift = f32x4.splat(largestOf(row, mask, vocabulary, inverse));
    let total = f32x4.splat(0);
    let weighted = f32x4.splat(0);
    for (let j = 0; j < vocabulary; j += 4) {
      const z = f32x4.sub(scaled(row, mask, j, vocabulary, inverse), shift);
      const e = exp(z);
      storePart(out, j, vocabulary, e);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    const mass = <f64>sum(total);
    // log p + H = z − max − log Σe + H
    const offset = f32x4.splat(<f32>(-(<f64>sum(weighted)) / mass));
    const part = f32x4.splat(<f32>(1 / mass));
    const dLogprob = load<f32>(dLogprobs + bytes(i));
    const minusLogprob = f32x4.splat(-dLogprob);
    const dEntropy = f32x4.splat(load<f32>(dEntropies + bytes(i)));
    for (let j = 0; j < vocabulary; j += 4) {
      const z = f32x4.sub(scaled(row, mask, j, vocabulary, inverse), shift);
      const p = f32x4.mul(loadPart(out, j, vocabulary, 0), part);
      const slope = f32x4.sub(minusLogprob, f32x4.mul(f32x4.add(z, offset), dEntropy));
      storePart(out, j, vocabulary, f32x4.mul(f32x4.mul(p, slope), inverse));
    }
    const target = out + bytes(load<i32>(targets + bytes(i)));
    store<f32>(target, load<f32>(target) + dLogprob * f32x4.extract_lane(inverse, 0));
  }
}
