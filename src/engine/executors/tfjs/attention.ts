/**
 * Causal attention in stock ops. Sequences of about one length are padded to a rectangle and attend together: stock ops
 * know rectangles only. A sequence's rectangle depends on its own length alone, so its numbers do not depend on the others.
 * With a cache each sequence attends by itself, to exactly what its slot holds.
 */
import { type AttentionShape, scoreScale } from '../../contracts/plan.ts';
import type { HostInputs } from '../../contracts/executor.ts';
import type { TfjsCache } from './cache.ts';
import { type Tensor, type Tensor2D, type Tensor3D, tf } from './runtime.ts';

/** Added to scores that are not seen; larger than any score by more than a float holds, so that none of those is left of it. */
const MASKED = -1e30;
/** Lengths are rounded up to multiples of this. */
const GRAIN = 16;

/** Sequences that attend together, each in `length` rows of a rectangle. */
interface Rectangle {
  readonly count: number;
  readonly length: number;
  /** For each row of the rectangle its token; padding repeats the sequence's last one. */
  readonly tokens: Int32Array;
  /** 1 for tokens, 0 for padding. */
  readonly real: Float32Array;
}

export interface Rectangles {
  readonly all: readonly Rectangle[];
  /** For each token its row in all rectangles one below the other. */
  readonly rows: Int32Array;
  /** Whether tokens already lie as one rectangle without padding. */
  readonly plain: boolean;
}

export function rectanglesOf(offsets: ArrayLike<number>): Rectangles {
  const byLength = new Map<number, { start: number; count: number }[]>();
  for (let i = 0; i + 1 < offsets.length; i += 1) {
    const start = offsets[i] ?? 0;
    const count = (offsets[i + 1] ?? 0) - start;
    const length = Math.ceil(count / GRAIN) * GRAIN;
    byLength.set(length, [...(byLength.get(length) ?? []), { start, count }]);
  }
  const rows = new Int32Array(offsets[offsets.length - 1] ?? 0);
  let top = 0;
  const all = [...byLength].map(([length, members]): Rectangle => {
    const tokens = new Int32Array(members.length * length);
    const real = new Float32Array(members.length * length);
    members.forEach(({ start, count }, member) => {
      for (let t = 0; t < length; t += 1) {
        tokens[member * length + t] = start + Math.min(t, count - 1);
        if (t >= count) continue;
        real[member * length + t] = 1;
        rows[start + t] = top + member * length + t;
      }
    });
    top += members.length * length;
    return { count: members.length, length, tokens, real };
  });
  return { all, rows, plain: all.length === 1 && top === rows.length };
}

/** [count·length, heads·headDim] → [count·kvHeads, group·length, headDim]; query heads of one key head lie together. */
function splitHeads(x: Tensor, { count, length }: Rectangle, heads: number, { kvHeads, headDim }: AttentionShape): Tensor3D {
  const byHead = tf.transpose(tf.reshape(x, [count, length, heads, headDim]), [0, 2, 1, 3]);
  return tf.reshape(byHead, [count * kvHeads, (heads / kvHeads) * length, headDim]);
}

function mergeHeads(x: Tensor, { count, length }: Rectangle, heads: number, { headDim }: AttentionShape): Tensor2D {
  const byToken = tf.transpose(tf.reshape(x, [count, heads, length, headDim]), [0, 2, 1, 3]);
  return tf.reshape(byToken, [count * length, heads * headDim]);
}

/** Scores of queries with keys, capped where the model caps them. */
function scoresOf(q: Tensor3D, k: Tensor3D, shape: AttentionShape): Tensor3D {
  const scores = tf.mul(tf.matMul(q, k, false, true), scoreScale(shape));
  return (shape.softcap === undefined ? scores : tf.mul(tf.tanh(tf.div(scores, shape.softcap)), shape.softcap)) as Tensor3D;
}

/** Masks line `line` of `mask`, [lines, keys], but for the keys that a token at `position` sees. */
function maskLine(mask: Float32Array, line: number, keys: number, position: number, window = Number.POSITIVE_INFINITY): void {
  const start = line * keys;
  mask.fill(MASKED, start, start + Math.max(0, position + 1 - window));
  mask.fill(MASKED, start + position + 1, start + keys);
}

/** Probabilities [count·kvHeads, group·length, length]: a token sees keys up to its own position. */
function probabilities(scores: Tensor3D, { length }: Rectangle, { heads, kvHeads }: AttentionShape, window?: number): Tensor3D {
  const group = heads / kvHeads;
  const mask = new Float32Array(group * length * length);
  for (let line = 0; line < group * length; line += 1) maskLine(mask, line, length, line % length, window);
  const masks = tf.tile(tf.tensor3d(mask, [1, group * length, length]), [scores.shape[0], 1, 1]);
  return tf.softmax(tf.add(scores, masks)) as Tensor3D;
}

const intoRectangle = (x: Tensor2D, rectangle: Rectangle, plain: boolean): Tensor2D =>
  plain ? x : tf.gather(x, tf.tensor1d(rectangle.tokens, 'int32'));

function outOfRectangles(parts: readonly Tensor2D[], { rows, plain }: Rectangles): Tensor2D {
  const joined = parts.length === 1 && parts[0] ? parts[0] : tf.concat([...parts], 0);
  return plain ? joined : tf.gather(joined, tf.tensor1d(rows, 'int32'));
}

/** `window`: how many positions a token sees, its own among them; all before it where none is given. */
export function attend(rectangles: Rectangles, shape: AttentionShape, q: Tensor2D, k: Tensor2D, v: Tensor2D, window?: number): Tensor2D {
  const { heads, kvHeads } = shape;
  const parts = rectangles.all.map((rectangle) => {
    const into = (x: Tensor2D, count: number) => splitHeads(intoRectangle(x, rectangle, rectangles.plain), rectangle, count, shape);
    const probs = probabilities(scoresOf(into(q, heads), into(k, kvHeads), shape), rectangle, shape, window);
    return mergeHeads(tf.matMul(probs, into(v, kvHeads)), rectangle, heads, shape);
  });
  return outOfRectangles(parts, rectangles);
}

/** Gradients by queries, keys and values; probabilities are computed again. */
export function attendBackward(
  rectangles: Rectangles,
  shape: AttentionShape,
  q: Tensor2D,
  k: Tensor2D,
  v: Tensor2D,
  dOut: Tensor2D,
  window?: number,
): { dQ: Tensor2D; dK: Tensor2D; dV: Tensor2D } {
  const { heads, kvHeads, softcap } = shape;
  const parts = rectangles.all.map((rectangle) => {
    const into = (x: Tensor2D, count: number) => splitHeads(intoRectangle(x, rectangle, rectangles.plain), rectangle, count, shape);
    const [queries, keys, values] = [into(q, heads), into(k, kvHeads), into(v, kvHeads)];
    const scores = scoresOf(queries, keys, shape);
    const probs = probabilities(scores, rectangle, shape, window);
    // What repeats the last token must not pay its gradient again.
    const flat = intoRectangle(dOut, rectangle, rectangles.plain);
    const dy = splitHeads(
      rectangles.plain ? flat : tf.mul(flat, tf.tensor2d(rectangle.real, [rectangle.real.length, 1])),
      rectangle,
      heads,
      shape,
    );
    const dProbs = tf.matMul(dy, values, false, true);
    const inner = tf.sum(tf.mul(dProbs, probs), -1, true);
    const dCapped = tf.mul(tf.mul(probs, tf.sub(dProbs, inner)), scoreScale(shape));
    // The slope of c·tanh(s / c) is 1 − tanh².
    const dScores = softcap === undefined ? dCapped : tf.mul(dCapped, tf.sub(1, tf.square(tf.div(scores, softcap))));
    return {
      dQ: mergeHeads(tf.matMul(dScores, keys), rectangle, heads, shape),
      dK: mergeHeads(tf.matMul(dScores, queries, true, false), rectangle, kvHeads, shape),
      dV: mergeHeads(tf.matMul(probs, dy, true, false), rectangle, kvHeads, shape),
    };
  });
  const joined = (pick: (part: { dQ: Tensor2D; dK: Tensor2D; dV: Tensor2D }) => Tensor2D) => outOfRectangles(parts.map(pick), rectangles);
  return { dQ: joined(({ dQ }) => dQ), dK: joined(({ dK }) => dK), dV: joined(({ dV }) => dV) };
}

/** As `attend`, keys and values going into the cache first; a sequence's tokens must be in rising position. */
export function attendCached(
  cache: TfjsCache,
  layer: number,
  shape: AttentionShape,
  inputs: HostInputs,
  q: Tensor2D,
  k: Tensor2D,
  v: Tensor2D,
  window?: number,
): Tensor2D {
  const { heads, kvHeads, headDim } = shape;
  const group = heads / kvHeads;
  const offsets = inputs['offsets'] ?? [0];
  const outputs: Tensor2D[] = [];
  for (let i = 0; i + 1 < offsets.length; i += 1) {
    const start = offsets[i] ?? 0;
    const count = (offsets[i + 1] ?? 0) - start;
    const first = inputs['positions']?.[start] ?? 0;
    const own = (x: Tensor2D): Tensor2D => tf.slice(x, [start, 0], [count, x.shape[1]]);
    const { keys, values } = cache.append(layer, inputs['cache_slots']?.[i] ?? 0, first, own(k), own(v));
    const seen = keys.shape[0];
    const byHead = (x: Tensor2D, n: number, h: number): Tensor3D => tf.transpose(tf.reshape(x, [n, h, headDim]), [1, 0, 2]);
    const queries: Tensor3D = tf.reshape(byHead(own(q), count, heads), [kvHeads, group * count, headDim]);
    const scores = scoresOf(queries, byHead(keys, seen, kvHeads), shape);
    const mask = new Float32Array(group * count * seen);
    for (let line = 0; line < group * count; line += 1) maskLine(mask, line, seen, first + (line % count), window);
    const probs = tf.softmax(tf.add(scores, tf.tensor3d(mask, [1, group * count, seen])) as Tensor3D);
    const attended = tf.reshape(tf.matMul(probs, byHead(values, seen, kvHeads)), [heads, count, headDim]);
    outputs.push(tf.reshape(tf.transpose(attended, [1, 0, 2]), [count, heads * headDim]));
  }
  return outputs.length === 1 && outputs[0] ? outputs[0] : tf.concat(outputs, 0);
}
