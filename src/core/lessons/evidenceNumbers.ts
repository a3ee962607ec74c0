/**
 * The numbers behind `evidence:<id>/<variant>/<what>` links: what the page, the docs and the tests say of a recorded result
 * comes from here. `what` is one of
 * `before.sampled`, `before.greedy`, `after.sampled`, `after.greedy`, `peak` (best mean reward of five iterations),
 * `extra.<name>`, `notices.<code>` (how often), and `series.<name>.first` or `.last` (mean of the first or last five iterations that
 * have one; `series.reward` is the reward). A name may be written with `_` for a space, and URI-encoded. Any of them followed by
 * `.less.<variant>` is the difference to that variant, paired by seed.
 */
import { mean, meanWithInterval } from '../statistics/intervals.ts';
import { type PairedDifference, pairedDifference, type SeedNumber } from '../statistics/paired.ts';
import { evidenceWords as words, PERCENT } from '../../words/words.ts';
import type { Evidence, EvidenceSeed, EvidenceVariant } from './evidence.ts';

export interface EvidenceLink {
  readonly id: string;
  readonly variant: string;
  readonly what: string;
}

export interface EvidenceNumber {
  /** Over seeds. */
  readonly mean: number;
  /** Half the width of the 95 % interval of the mean (Student's t over seeds); null for a single seed. */
  readonly half: number | null;
  /** One a seed, in the order of the seeds. */
  readonly values: readonly number[];
  /** `share`: a reward, a skill or another part of 1, told in per cent; `plain`: as it is. */
  readonly unit: 'share' | 'plain';
  /** Told with its sign; of shares in points. */
  readonly difference?: true;
}

/** Iterations at either end of a curve that are taken together. */
const ENDS = 5;

/** The parts of a link's target, with or without `evidence:`; null where it has not three. */
export function parseEvidenceLink(link: string): EvidenceLink | null {
  const found = /^(?:evidence:)?([^/]+)\/([^/]+)\/(.+)$/.exec(decoded(link));
  return found ? { id: found[1] ?? '', variant: found[2] ?? '', what: found[3] ?? '' } : null;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link; // a lone % is meant as it stands
  }
}

/** The number that a link names; null where the evidence has no such variant, or not every seed such a number. */
export function evidenceNumber(evidence: Evidence, { variant, what }: Omit<EvidenceLink, 'id'>): EvidenceNumber | null {
  const found = evidence.variants.find(({ id }) => id === variant);
  if (!found) return null;
  const less = /^(.+)\.less\.([^.]+)$/.exec(what);
  if (!less) return variantNumber(found, what);
  const [, measure = '', other = ''] = less;
  const unit = variantNumber(found, measure)?.unit ?? 'plain';
  const difference = evidenceDifference(evidence, { variant, what: measure }, { variant: other, what: measure });
  return difference && { mean: difference.mean, half: difference.half, values: difference.values, unit, difference: true };
}

/** One number less another of the same evidence, over the seeds that both have; null where one of them is not there. */
export function evidenceDifference(
  { variants }: Evidence,
  of: Omit<EvidenceLink, 'id'>,
  than: Omit<EvidenceLink, 'id'>,
): PairedDifference | null {
  const numbers = [of, than].map(({ variant, what }) => {
    const found = variants.find(({ id }) => id === variant);
    return found?.seeds.flatMap((seed): SeedNumber[] => {
      const value = seedValue(seed, what);
      return value === null ? [] : [{ seed: seed.seed, value }];
    });
  });
  return pairedDifference(numbers[0] ?? [], numbers[1] ?? []);
}

/** What a variant is compared with: the one it names, or the first; null for the first itself. */
export function referenceOf({ variants }: Evidence, { id, against = variants[0]?.id }: EvidenceVariant): string | null {
  return against === undefined || against === id ? null : against;
}

export function variantNumber({ seeds }: EvidenceVariant, what: string): EvidenceNumber | null {
  const read = seeds.map((seed) => seedValue(seed, what));
  const values = read.filter((value) => value !== null);
  if (values.length === 0 || values.length < read.length) return null;
  return { ...meanWithInterval(values), values, unit: unitOf(what, values) };
}

/** “87 ± 3 %”, “0.21 ± 0.04”, “−5 ± 2 points”; without a half-width for a single seed. */
export function evidenceText({ mean: centre, half, unit, difference }: EvidenceNumber): string {
  if (difference) return differenceText({ mean: centre, half }, unit);
  if (unit === 'share') {
    const percent = (value: number) => plainZero((100 * value).toFixed(0));
    return half === null ? `${percent(centre)}${PERCENT}` : `${percent(centre)} ± ${percent(half)}${PERCENT}`;
  }
  const size = Math.max(Math.abs(centre), half ?? 0);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
  const plain = (value: number) => plainZero(value.toFixed(decimals));
  return half === null ? plain(centre) : `${plain(centre)} ± ${plain(half)}`;
}

/** “−5 ± 2 points”, “+0.12 ± 0.04”; a decimal more where “−3 ± 3” would hide that the interval leaves out 0. */
export function differenceText(
  { mean: centre, half }: { readonly mean: number; readonly half: number | null },
  unit: EvidenceNumber['unit'],
): string {
  // What is told as 0 has no sign.
  const signed = (text: string) => (Number.parseFloat(text) > 0 ? `+${text}` : text);
  if (unit === 'plain') return signed(evidenceText({ mean: centre, half, unit, values: [] }));
  const [points, width] = [100 * centre, half === null ? null : 100 * half];
  const hidden = width !== null && Math.abs(points) > width && Math.round(Math.abs(points)) <= Math.round(width);
  const told = (value: number) => plainZero(value.toFixed(hidden ? 1 : 0));
  return words.points(`${signed(told(points))}${width === null ? '' : ` ± ${told(width)}`}`);
}

/** “−0” says less than “0”; a minus is a minus, not a hyphen. */
const plainZero = (text: string): string => (Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−'));

function seedValue(seed: EvidenceSeed, what: string): number | null {
  switch (what) {
    case 'before.sampled':
      return seed.before.sampled;
    case 'before.greedy':
      return seed.before.greedy;
    case 'after.sampled':
      return seed.after.sampled;
    case 'after.greedy':
      return seed.after.greedy;
    case 'peak':
      return peakOf(seed.reward);
  }
  if (what.startsWith('extra.')) return named(seed.extra ?? {}, what.slice('extra.'.length)) ?? null;
  // A notice that was never given is counted nowhere.
  if (what.startsWith('notices.')) return seed.notices[what.slice('notices.'.length)] ?? 0;
  const series = /^series\.(.+)\.(first|last)$/.exec(what);
  if (!series) return null;
  const name = series[1] ?? '';
  const curve = (name === 'reward' ? seed.reward : named(seed.series, name))?.filter((value) => value !== null) ?? [];
  if (curve.length === 0) return null;
  return mean(series[2] === 'first' ? curve.slice(0, ENDS) : curve.slice(-ENDS));
}

/** What stands under a name, with spaces or `_`. */
function named<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  const same = (other: string) => other.replaceAll(' ', '_') === name.replaceAll(' ', '_');
  return Object.entries(record).find(([other]) => same(other))?.[1];
}

function unitOf(what: string, values: readonly number[]): EvidenceNumber['unit'] {
  const ofReward =
    /^(before|after)\.|^peak$|^extra\.(train|test|shapley|worth)\.|^series\.(reward|reward\/.+|skill\/.+|.+\/pg_clipfrac)\.(first|last)$/;
  return ofReward.test(what) && values.every((value) => Math.abs(value) <= 1) ? 'share' : 'plain';
}

/** Highest mean reward of five iterations. */
export function peakOf(curve: readonly number[]): number {
  let best = 0;
  for (let end = Math.min(ENDS, curve.length); end <= curve.length; end += 1)
    best = Math.max(best, mean(curve.slice(Math.max(0, end - ENDS), end)));
  return best;
}

/** First iteration whose mean over five exceeds the untrained reward, sampled, by `gain`; null where none does. */
export function iterationOfGain({ before, reward }: EvidenceSeed, gain: number): number | null {
  for (let end = ENDS; end <= reward.length; end += 1) if (mean(reward.slice(end - ENDS, end)) > before.sampled + gain) return end;
  return null;
}
