/** Draws tokens from rows of logits with the counter-based generator of core/random. */
import { bytes, exp, fma, largest, loadPart, log, REMOVED, storePart, sum } from './simd';

/** First word of Threefry-2x32 with 20 rounds (Salmon et al. 2011), at counter (0, `counter`). */
function threefry(key0: u32, key1: u32, counter: u32): u32 {
  const key2: u32 = key0 ^ key1 ^ 0x1bd11bda;
  let x0 = key0;
  let x1 = counter + key1;
  for (let round: u32 = 0; round < 5; round++) {
    const even = (round & 1) == 0;
    x0 += x1;
    x1 = rotl<u32>(x1, even ? 13 : 17) ^ x0;
    x0 += x1;
    x1 = rotl<u32>(x1, even ? 15 : 29) ^ x0;
    x0 += x1;
    x1 = rotl<u32>(x1, even ? 26 : 16) ^ x0;
    x0 += x1;
    x1 = rotl<u32>(x1, even ? 6 : 24) ^ x0;
    const step = round + 1;
    x0 += step % 3 == 0 ? key0 : step % 3 == 1 ? key1 : key2;
    x1 += (step % 3 == 0 ? key1 : step % 3 == 1 ? key2 : key0) + step;
  }
  return x0;
}

/**
 * One token a row from softmax(logits / temperature): the first id, ascending, at which the cumulative weight exceeds
 * uniform · total; with `greedy` the likeliest. Weights are single, their sums double precision. Log-probability and
 * entropy as in `tokenStats`. `scratch` holds `vocabulary` numbers.
 */
export function sample(
  count: i32,
  vocabulary: i32,
  logits: usize,
  temperature: usize,
  greedy: usize,
  keys: usize,
  counters: usize,
  tokens: usize,
  logprobs: usize,
  entropies: usize,
  scratch: usize,
): void {
  for (let i = 0; i < count; i++) {
    const row = logits + bytes(i * vocabulary);
    const inverse = f32x4.splat(1 / load<f32>(temperature + bytes(i)));
    let most = f32x4.splat(REMOVED);
    for (let j = 0; j < vocabulary; j += 4) most = f32x4.max(most, f32x4.mul(loadPart(row, j, vocabulary, REMOVED), inverse));
    const top = largest(most);
    const shift = f32x4.splat(top);
    let total = f32x4.splat(0);
    let weighted = f32x4.splat(0);
    for (let j = 0; j < vocabulary; j += 4) {
      const z = f32x4.sub(f32x4.mul(loadPart(row, j, vocabulary, REMOVED), inverse), shift);
      const e = exp(z);
      storePart(scratch, j, vocabulary, e);
      total = f32x4.add(total, e);
      weighted = fma(e, z, weighted);
    }
    let token = 0;
    if (load<i32>(greedy + bytes(i))) {
      let best = load<f32>(row);
      for (let j = 1; j < vocabulary; j++) {
        const value = load<f32>(row + bytes(j));
        if (value > best) {
          best = value;
          token = j;
        }
      }
    } else {
      let whole: f64 = 0;
      for (let j = 0; j < vocabulary; j++) whole += <f64>load<f32>(scratch + bytes(j));
      const key = keys + bytes(2 * i);
      const uniform = <f64>(threefry(load<u32>(key), load<u32>(key, 4), load<u32>(counters + bytes(i))) >> 8) / 16777216.0;
      const threshold = uniform * whole;
      let cumulative: f64 = 0;
      for (let j = 0; j < vocabulary; j++) {
        const weight = <f64>load<f32>(scratch + bytes(j));
        if (weight == 0) continue;
        cumulative += weight;
        token = j; // rounding may leave the threshold above the last sum; then the last possible id stands
        if (cumulative > threshold) break;
      }
    }
    const mass = <f64>sum(total);
    const logMass = log(mass);
    const chosen = load<f32>(row + bytes(token)) * f32x4.extract_lane(inverse, 0);
    store<f32>(tokens + bytes(i), <f32>token);
    store<f32>(logprobs + bytes(i), <f32>(<f64>(chosen - top) - logMass));
    store<f32>(entropies + bytes(i), <f32>(logMass - <f64>sum(weighted) / mass));
  }
}
