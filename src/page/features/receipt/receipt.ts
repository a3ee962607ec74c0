/** The learning receipt of what is being read, and its pictures' numbers: bars of fates, push against change, colours. */
import { FATES, type Fate, type IterationReceipt, learningReceipt, type TokenReceipt } from '../../../core/credit/receipt.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { csvText } from '../../../core/formats/csv.ts';
import type { RunSet } from '../../state/runs/types.ts';

/** The receipt of an iteration, or of episode `only` where a person looks at that alone. Null where it was recorded without receipts. */
export function receiptAt(
  { document, metrics }: Pick<RunSet, 'document' | 'metrics'>,
  iteration: number,
  episodes: readonly EpisodeRecord[],
  only?: number,
): IterationReceipt | null {
  const row = metrics.find((candidate) => candidate['iteration'] === iteration);
  return learningReceipt({ document, iteration, row, episodes, ...(only === undefined ? {} : { only }) });
}

/** One token: episode, message and token as one key. */
export const tokenKey = ({ episode, message, token }: Pick<TokenReceipt, 'episode' | 'message' | 'token'>): string =>
  `${episode}.${message}.${token}`;

export function tokensByKey(tokens: readonly TokenReceipt[]): ReadonlyMap<string, TokenReceipt> {
  return new Map(tokens.map((token) => [tokenKey(token), token]));
}

/** Tokens of one fate, as a share of the agent's. */
export interface FatePart {
  readonly fate: Fate;
  readonly tokens: number;
  /** Where its piece of the bar begins and ends, 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export interface FateBar {
  readonly role: string;
  readonly tokens: number;
  readonly parts: readonly FatePart[];
}

/** A bar per agent that said something. */
export function fateBars({ agents }: IterationReceipt): readonly FateBar[] {
  return agents.flatMap(({ role, tokens, fates }) => {
    if (tokens === 0) return [];
    let from = 0;
    const parts = FATES.flatMap((fate) => {
      if (fates[fate] === 0) return [];
      const part = { fate, tokens: fates[fate], from, to: from + fates[fate] / tokens };
      from = part.to;
      return [part];
    });
    return [{ role, tokens, parts }];
  });
}

/** Fates that occur in any bar, in their order. */
export function fatesIn(bars: readonly FateBar[]): readonly Fate[] {
  return FATES.filter((fate) => bars.some(({ parts }) => parts.some((part) => part.fate === fate)));
}

/** The fraction of magnitudes that a range holds; what is beyond stands at its edge. */
const RANGE_QUANTILE = 0.98;

function rangeOf(values: readonly number[]): number {
  const magnitudes = Float64Array.from(values, Math.abs)
    .filter((magnitude) => Number.isFinite(magnitude) && magnitude > 0)
    .sort();
  return magnitudes[Math.ceil(magnitudes.length * RANGE_QUANTILE) - 1] ?? 0;
}

/** Half-width of the colour range of Δ log π; 0 when nothing moved. */
export const deltaRange = (tokens: readonly TokenReceipt[]): number => rangeOf(tokens.map(({ delta }) => delta));

export interface PushPoint {
  readonly token: TokenReceipt;
  /** Push and Δ log π, held within the picture. */
  readonly x: number;
  readonly y: number;
  readonly beyond: boolean;
}

/** Push against Δ log π of the tokens that were pushed, by push. */
export interface PushScatter {
  readonly points: readonly PushPoint[];
  /** How many were pushed: of very many the points are an even part. */
  readonly pushed: number;
  /** Half-widths of the axes; 1 where there is nothing. */
  readonly push: number;
  readonly delta: number;
  /** How many points stand at the edge because they lie beyond it. */
  readonly beyond: number;
}

/** Most points: more are neither told apart nor drawn in a moment. */
export const MOST_POINTS = 4000;

export function pushScatter(tokens: readonly TokenReceipt[]): PushScatter {
  const all = tokens.filter((token) => token.push !== 0 && Number.isFinite(token.delta));
  const push = 1.05 * rangeOf(all.map((token) => token.push)) || 1;
  const delta = 1.05 * rangeOf(all.map((token) => token.delta)) || 1;
  const within = (value: number, range: number) => Math.min(range, Math.max(-range, value));
  const every = Math.ceil(all.length / MOST_POINTS);
  const points = all
    .filter((_, index) => index % every === 0)
    .sort((a, b) => a.push - b.push)
    .map((token): PushPoint => {
      const [x, y] = [within(token.push, push), within(token.delta, delta)];
      return { token, x, y, beyond: x !== token.push || y !== token.delta };
    });
  return { points, pushed: all.length, push, delta, beyond: points.filter(({ beyond }) => beyond).length };
}

/** The point nearest to a pixel, `distance` pixels away at most; positions are told by `pixel`. */
export function nearestPoint(
  points: readonly PushPoint[],
  [x, y]: readonly [number, number],
  pixel: (point: PushPoint) => readonly [number, number],
  distance: number,
): PushPoint | null {
  let nearest: PushPoint | null = null;
  let least = distance ** 2;
  for (const point of points) {
    const [px, py] = pixel(point);
    const squared = (px - x) ** 2 + (py - y) ** 2;
    if (squared > least) continue;
    least = squared;
    nearest = point;
  }
  return nearest;
}

/** How many times as likely as before, for a change of log π. */
export const timesAsLikely = (delta: number): number => Math.exp(delta);

/** The receipt's numbers token by token, as CSV. */
export function receiptCsv({ tokens }: IterationReceipt, textOf: (token: TokenReceipt) => string): string {
  return csvText([
    ['episode', 'message', 'role', 'token', 'text', 'fate', 'push', 'delta_logprob', 'clipped'],
    ...tokens.map((token) => [
      token.episode,
      token.message,
      token.role,
      token.token,
      textOf(token),
      token.fate,
      token.push,
      token.delta,
      token.clipped,
    ]),
  ]);
}
