/** The part of the iterations that all charts show, and how zooming and moving change it. All are whole iterations. */

/** First and last iteration, both shown. */
export type Range = readonly [from: number, to: number];

/** Fewest iterations between the ends of what is shown. */
const LEAST_SPAN = 2;

/**
 * What of `range` lies within `whole`; null, which stands for all of it, where that is everything or nothing: another run, with
 * none of these iterations, is then seen whole.
 */
export function visibleRange(range: Range | null, [first, last]: Range): Range | null {
  if (!range || range[1] <= first || range[0] >= last) return null;
  const held: Range = [Math.max(first, range[0]), Math.min(last, range[1])];
  return held[0] <= first && range[1] >= last ? null : held;
}

/** `range`, in whichever order its ends were given, widened to the least span and moved into `whole`. */
export function rangeWithin([a, b]: Range, whole: Range): Range | null {
  const [first, last] = whole;
  const span = Math.max(Math.round(Math.abs(b - a)), LEAST_SPAN);
  if (span >= last - first) return null;
  const from = Math.min(Math.max(Math.round(Math.min(a, b)), first), last - span);
  return [from, from + span];
}

/** `range` with its span multiplied by `factor`, the iteration `about` staying where it is in the picture. */
export function zoomed(range: Range | null, whole: Range, about: number, factor: number): Range | null {
  const [from, to] = visibleRange(range, whole) ?? whole;
  const span = (to - from) * factor;
  // One whole iteration at least, or a small range could never be left again.
  const grown = factor > 1 ? Math.max(span, to - from + 1) : Math.min(span, to - from - 1);
  const centre = Math.min(Math.max(about, from), to);
  const start = centre - ((centre - from) / Math.max(to - from, 1)) * grown;
  return rangeWithin([start, start + Math.max(grown, LEAST_SPAN)], whole);
}

/** `range` moved by `share` of its span, one iteration at least, as far as there are iterations. */
export function moved(range: Range | null, whole: Range, share: number): Range | null {
  const seen = visibleRange(range, whole);
  if (!seen) return null;
  const by = Math.sign(share) * Math.max(1, Math.round(Math.abs(share) * (seen[1] - seen[0])));
  return rangeWithin([seen[0] + by, seen[1] + by], whole);
}
