/**
 * Attention with a cache in pages of 32 positions. A page holds of each layer keys [kvHeads, headDim, 32] and then values
 * [kvHeads, 32, headDim], in single precision (T is f32) or as binary16 (T is i16). Every score is summed over the head's dimensions
 * in rising order and every output over positions in rising order, whichever queries are computed together: a token's numbers do not
 * depend on how its prompt was cut into runs. From binary16 keys are scaled and sums are begun anew where `attention` does so, hence
 * both give the same bits: a difference in the last place would now and then round a later layer's key to another binary16.
 */
import { capScores, removeBefore, scoreScale, softmax } from './attention';
import { mixHeads, scoreHeads, TOGETHER } from './cacheHeads';
import { DEPTH, PAGE, pageAt, put4, quad0, quad1, quad2, quad3, rest, span, splat } from './cachePages';
import { signAndNumber, toHalf, toHalves, unitOf, widened } from './half';
import { bytes, fma, loadPart, storePart } from './simd';

function put<T>(at: usize, from: usize): void {
  if (isFloat<T>()) store<f32>(at, load<f32>(from));
  else store<u16>(at, toHalf(load<f32>(from)));
}

/** Scores of one query with keys [0, seen) in steps of 16; what lies beyond `seen` is not to be read. */
function scoreOne<T>(seen: i32, headDim: i32, q: usize, pages: usize, own: usize, scale: f32, to: usize): void {
  const factor = rest<T>(scale);
  const unit = unitOf(scale, headDim);
  const bits = signAndNumber(headDim);
  for (let j = 0; j < seen; j += 16) {
    let key = pageAt(pages, j) + own + span<T>(j & (PAGE - 1));
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let i = 0; i < headDim; i++) {
      const x = v128.load_splat<f32>(q + bytes(i));
      a = fma(x, quad0<T>(key, unit, bits), a);
      b = fma(x, quad1<T>(key, unit, bits), b);
      c = fma(x, quad2<T>(key, unit, bits), c);
      d = fma(x, quad3<T>(key, unit, bits), d);
      key += span<T>(PAGE);
    }
    const at = to + bytes(j);
    v128.store(at, f32x4.mul(a, factor));
    v128.store(at, f32x4.mul(b, factor), 16);
    v128.store(at, f32x4.mul(c, factor), 32);
    v128.store(at, f32x4.mul(d, factor), 48);
  }
}

/** As `scoreOne` for four queries at once, keys loaded once. */
function scoreFour<T>(
  seen: i32,
  headDim: i32,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
  pages: usize,
  own: usize,
  scale: f32,
  to: usize,
  pitch: usize,
): void {
  const factor = rest<T>(scale);
  const unit = unitOf(scale, headDim);
  const bits = signAndNumber(headDim);
  for (let j = 0; j < seen; j += 8) {
    let key = pageAt(pages, j) + own + span<T>(j & (PAGE - 1));
    let a0 = f32x4.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    for (let i: usize = 0; i < bytes(headDim); i += 4) {
      const k0 = quad0<T>(key, unit, bits);
      const k1 = quad1<T>(key, unit, bits);
      let x = v128.load_splat<f32>(q0 + i);
      a0 = fma(x, k0, a0);
      a1 = fma(x, k1, a1);
      x = v128.load_splat<f32>(q1 + i);
      b0 = fma(x, k0, b0);
      b1 = fma(x, k1, b1);
      x = v128.load_splat<f32>(q2 + i);
      c0 = fma(x, k0, c0);
      c1 = fma(x, k1, c1);
      x = v128.load_splat<f32>(q3 + i);
      d0 = fma(x, k0, d0);
      d1 = fma(x, k1, d1);
      key += span<T>(PAGE);
    }
    let at = to + bytes(j);
    v128.store(at, f32x4.mul(a0, factor));
    v128.store(at, f32x4.mul(a1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(b0, factor));
    v128.store(at, f32x4.mul(b1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(c0, factor));
    v128.store(at, f32x4.mul(c1, factor), 16);
    at += pitch;
    v128.store(at, f32x4.mul(d0, factor));
    v128.store(at, f32x4.mul(d1, factor), 16);
  }
}

/** out [headDim] = Σ p_t · v_t over positions [low, seen). */
function mix<T>(low: i32, seen: i32, headDim: i32, p: usize, pages: usize, own: usize, out: usize): void {
  const down = span<T>(headDim);
  const unit = unitOf(1, headDim);
  const bits = signAndNumber(headDim);
  for (let from = low; from < seen; ) {
    const until = isFloat<T>() ? seen : min(seen, (from & -DEPTH) + DEPTH);
    const more = from > low;
    let i = 0;
    for (; i + 16 <= headDim; i += 16) {
      let a = f32x4.splat(0);
      let b = a;
      let c = a;
      let d = a;
      for (let t = from; t < until; ) {
        let value = pageAt(pages, t) + own + <usize>(t & (PAGE - 1)) * down + span<T>(i);
        for (const end = min(until, (t & -PAGE) + PAGE); t < end; t++) {
          const x = v128.load_splat<f32>(p + bytes(t));
          a = fma(x, quad0<T>(value, unit, bits), a);
          b = fma(x, quad1<T>(value, unit, bits), b);
          c = fma(x, quad2<T>(value, unit, bits), c);
          d = fma(x, quad3<T>(value, unit, bits), d);
          value += down;
        }
      }
      const at = out + bytes(i);
      put4(at, more, a);
      put4(at + 16, more, b);
      put4(at + 32, more, c);
      put4(at + 48, more, d);
    }
    for (; i + 4 <= headDim; i += 4) {
      let a = f32x4.splat(0);
      for (let t = from; t < until; t++) {
        const value = pageAt(pages, t) + own + <usize>(t & (PAGE - 1)) * down + span<T>(i);
        a = fma(v128.load_splat<f32>(p + bytes(t)), quad0<T>(value, unit, bits), a);
      }
      put4(out + bytes(i), more, a);
    }
    for (; i < headDim; i++) {
      // One lane of the same arithmetic.
      let a = f32x4.splat(0);
      for (let t = from; t < until; t++) {
        const value = pageAt(pages, t) + own + <usize>(t & (PAGE - 1)) * down + span<T>(i);
        a = fma(v128.load_splat<f32>(p + bytes(t)), splat<T>(value, unit, bits), a);
      }
      const at = out + bytes(i);
      const last = f32x4.extract_lane(a, 0);
      store<f32>(at, more ? load<f32>(at) + last : last);
    }
    from = until;
  }
}

/** Scores `p` [seen] of one query become probabilities. */
function weigh(seen: i32, p: usize, window: i32, softcap: f32): void {
  if (softcap > 0) capScores(seen, p, softcap);
  removeBefore(seen, window, p);
  softmax(seen, p, 0);
}

/** What one query receives, from its scores `p` [seen]. */
function finish<T>(seen: i32, headDim: i32, p: usize, pages: usize, own: usize, out: usize, window: i32, softcap: f32): void {
  weigh(seen, p, window, softcap);
  mix<T>(window ? max(0, seen - window) : 0, seen, headDim, p, pages, own, out);
}

/** Scratch memory for sequences of `capacity` positions: four rows of scores. */
export function cachedScratchBytes(capacity: i32): usize {
  return 4 * bytes(capacity + PAGE);
}

/** Bytes of one layer in a page. */
export function pageLayerBytes(width: i32, half: i32): usize {
  return <usize>(2 * PAGE * width) * (half ? 2 : 4);
}

/**
 * Puts the keys and values of this run's tokens into the cache at (slot of the sequence, position), then lets each
 * token attend to all its slot holds up to its own position. `positions` [tokens]; `slots` [sequences]; `table` [slots, most], the
 * address of each page of a slot; `layer`: where the layer begins in a page.
 */
export function attentionCached(
  sequences: i32,
  offsets: usize,
  positions: usize,
  slots: usize,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  table: usize,
  most: i32,
  layer: usize,
  half: i32,
  out: usize,
  scratch: usize,
  window: i32,
  scoreFactor: f32,
  softcap: f32,
): void {
  for (let s = 0; s < sequences; s++) {
    const start = load<i32>(offsets + bytes(s));
    const end = load<i32>(offsets + bytes(s + 1));
    const first = load<i32>(positions + bytes(start));
    const pages = table + bytes(load<i32>(slots + bytes(s)) * most);
    const pitch = bytes(most * PAGE + PAGE);
    const scale = scoreScale(scoreFactor, headDim);
    if (half)
      attendOne<i16>(start, end, first, heads, kvHeads, headDim, q, k, v, pages, layer, out, scratch, pitch, window, scale, softcap);
    else attendOne<f32>(start, end, first, heads, kvHeads, headDim, q, k, v, pages, layer, out, scratch, pitch, window, scale, softcap);
  }
}

/** One sequence: tokens [start, end), the first of them at position `first`. */
function attendOne<T>(
  start: i32,
  end: i32,
  first: i32,
  heads: i32,
  kvHeads: i32,
  headDim: i32,
  q: usize,
  k: usize,
  v: usize,
  pages: usize,
  layer: usize,
  out: usize,
  scratch: usize,
  pitch: usize,
  window: i32,
  scale: f32,
  softcap: f32,
): void {
  const group = heads / kvHeads;
  const width = kvHeads * headDim;
  for (let kv = 0; kv < kvHeads; kv++) {
    const headKeys = layer + span<T>(kv * headDim * PAGE);
    const headValues = headKeys + span<T>(width * PAGE);
    for (let t = start; t < end; t++) {
      const position = first + t - start;
      const page = pageAt(pages, position);
      const lane = position & (PAGE - 1);
      const from = bytes(t * width + kv * headDim);
      for (let i = 0; i < headDim; i++) {
        put<T>(page + headKeys + span<T>(i * PAGE + lane), k + from + bytes(i));
        put<T>(page + headValues + span<T>(lane * headDim + i), v + from + bytes(i));
      }
    }
    const alone = start + ((end - start) & -4);
    for (let g = 0; g < group; g++) {
      const head = kv * group + g;
      for (let t = start; t < alone; t += 4) {
        const seen = first + t - start + 1;
        const at = bytes((t * heads + head) * headDim);
        const step = bytes(heads * headDim);
        scoreFour<T>(
          seen + 3,
          headDim,
          q + at,
          q + at + step,
          q + at + 2 * step,
          q + at + 3 * step,
          pages,
          headKeys,
          scale,
          scratch,
          pitch,
        );
        for (let i = 0; i < 4; i++) {
          finish<T>(seen + i, headDim, scratch + <usize>i * pitch, pages, headValues, out + at + <usize>i * step, window, softcap);
        }
      }
    }
    // Tokens that are left, such as the one of a decoding step: the heads that share these keys and values take them together.
    for (let t = alone; t < end; t++) {
      const seen = first + t - start + 1;
      for (let g = 0; g < group; g += TOGETHER) {
        const at = bytes((t * heads + kv * group + g) * headDim);
        const together = min(TOGETHER, group - g);
        if (together == 1 || (headDim & 7) != 0) {
          for (let i = 0; i < together; i++) {
            const own = at + bytes(i * headDim);
            scoreOne<T>(seen, headDim, q + own, pages, headKeys, scale, scratch);
            finish<T>(seen, headDim, scratch, pages, headValues, out + own, window, softcap);
          }
          continue;
        }
        const step = bytes(headDim);
        scoreHeads<T>(together, seen, headDim, q + at, step, pages, headKeys, scale, scratch, pitch);
        for (let i = 0; i < together; i++) weigh(seen, scratch + <usize>i * pitch, window, softcap);
        const low = window ? max(0, seen - window) : 0;
        mixHeads<T>(together, low, seen, headDim, scratch, pitch, pages, headValues, out + at, step);
      }
    }
  }
}

/** What a cache of binary16 would give back of `x`: numbers rounded to that form. */
export function roundHalf(count: i32, x: usize, out: usize): void {
  for (let i = 0; i < count; i += 4) {
    const v = loadPart(x, i, count, 0);
    const rounded = widened(i32x4.shr_s(i32x4.shl(toHalves(v), 16), 16), unitOf(1, count), signAndNumber(count));
    // What is not a number must not become one.
    storePart(out, i, count, v128.bitselect(v, rounded, f32x4.ne(v, v)));
  }
}
