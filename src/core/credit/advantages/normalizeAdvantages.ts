/**
 * Advantages as the objective uses them: (A − mean) / (deviation + 1e-8), mean and population deviation each over a scope
 * of its own. The numbers counted are decisions: tokens, or messages where a message is one decision.
 *
 * The deviation is that of what is left once the mean was taken off, as in R3's normaliser (marft-spec §12.3); so with mean
 * `none` it is taken about 0. A mean of the minibatch says nothing about other minibatches: a deviation of a wider scope
 * beside it is taken about that scope's own mean.
 */
import { at, orElse } from '../../at.ts';
import { type AdvantageScope, type DecisionLevel, decisionLevel, normalization } from '../../document/derived.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { leftBehind, type StaleAdvantages } from './stale.ts';

/** Keeps the quotient finite when all advantages are equal; R1's value. */
export const ADVANTAGE_EPSILON = 1e-8;

export type NormalizeSettings = Pick<TrainingSettings, 'normalizeAdvantages' | 'algorithm' | 'baseline' | 'ratioLevel' | 'compat'>;

/** Advantages of one message, or what lies in its place. */
interface Entry {
  readonly advantages: readonly number[];
  /** Null where no message lies (any more); it counts for no agent. */
  readonly role: string | null;
  readonly group: number;
  /** Response tokens that have each of these advantages; 0 for what only takes part in mean and deviation (compat). */
  readonly tokens: number;
}

/** The same for all advantages of an entry. */
type Statistic = (entry: Entry) => number;

/**
 * The normaliser of an iteration's batch. It takes the indices of a minibatch's episodes and gives their advantages, flat
 * over the response tokens of their messages in order. Scopes wider than a minibatch are computed once, here.
 */
export function advantageNormalizer(
  records: readonly EpisodeRecord[],
  settings: NormalizeSettings,
  stale: StaleAdvantages = [],
): (episodes: readonly number[]) => Float64Array {
  const { mean, std } = normalization(settings);
  const level = decisionLevel(settings);
  const survivors = settings.compat.includes('r1_stale_advantages') && level === 'token' ? stale : [];
  const entries = records.map((record, index) => entriesOf(record, level, leftBehind(record, index, survivors)));
  const counted = countedOf(settings);

  const all = entries.flat();
  const wideMean = mean === 'minibatch' ? null : meansOf(counted(all), mean);
  const wideDeviation = std === 'minibatch' ? null : deviationsOf(counted(all), std, wideMean ?? meansOf(counted(all), std));

  return (episodes) => {
    const chosen = episodes.flatMap((episode) => at(entries, episode, 'episode'));
    const meanOf = wideMean ?? meansOf(counted(chosen), mean);
    const deviationOf = wideDeviation ?? deviationsOf(counted(chosen), std, meanOf);
    const normalized = new Float64Array(chosen.reduce((sum, { tokens, advantages }) => sum + tokens * advantages.length, 0));
    let token = 0;
    for (const entry of chosen) {
      if (entry.tokens === 0) continue;
      const [mean, deviation] = [meanOf(entry), deviationOf(entry)];
      for (const advantage of entry.advantages) {
        normalized.fill((advantage - mean) / deviation, token, token + entry.tokens);
        token += entry.tokens;
      }
    }
    return normalized;
  };
}

function entriesOf(record: EpisodeRecord, level: DecisionLevel, left: readonly (readonly number[])[]): Entry[] {
  const { group, messages } = record;
  const indices = Array.from({ length: Math.max(messages.length, left.length) }, (_, index) => index);
  return indices.flatMap((index) => {
    const message = messages[index];
    const role = message?.role ?? null;
    const advantages = message?.advantages ?? [];
    const own: Entry =
      level === 'token'
        ? { advantages, role, group, tokens: 1 }
        : { advantages: advantages.slice(0, 1), role, group, tokens: advantages.length };
    return [own, { advantages: orElse(left[index], []), role, group, tokens: 0 }];
  });
}

/**
 * The entries that mean and deviation are taken over. R1 leaves out padding by skipping every advantage that is exactly 0,
 * a real one too (Q3, compat `r1_skip_exact_zeros`); it is shifted and scaled all the same.
 */
function countedOf({ compat }: NormalizeSettings): (entries: readonly Entry[]) => readonly Entry[] {
  if (!compat.includes('r1_skip_exact_zeros')) return (entries) => entries;
  return (entries) => entries.map((entry) => ({ ...entry, advantages: entry.advantages.filter((advantage) => advantage !== 0) }));
}

function meansOf(entries: readonly Entry[], scope: AdvantageScope): Statistic {
  if (scope === 'none') return () => 0;
  return averages(entries, scope, () => (advantage) => advantage);
}

function deviationsOf(entries: readonly Entry[], scope: AdvantageScope, meanOf: Statistic): Statistic {
  if (scope === 'none') return () => 1;
  const variance = averages(entries, scope, (entry) => {
    const mean = meanOf(entry);
    return (advantage) => (advantage - mean) ** 2;
  });
  return (entry) => Math.sqrt(variance(entry)) + ADVANTAGE_EPSILON;
}

/** The average of `picked` over the advantages of the entries that share an entry's key in the scope. */
function averages(
  entries: readonly Entry[],
  scope: Exclude<AdvantageScope, 'none'>,
  picked: (entry: Entry) => (advantage: number) => number,
): Statistic {
  const sums = new Map<string | number | null, { sum: number; count: number }>();
  const keyOf = ({ role, group }: Entry) => (scope === 'agent' ? role : scope === 'group' ? group : 0);
  for (const entry of entries) {
    const key = keyOf(entry);
    const tally = orElse(sums.get(key), { sum: 0, count: 0 });
    const pick = picked(entry);
    for (const advantage of entry.advantages) tally.sum += pick(advantage);
    tally.count += entry.advantages.length;
    sums.set(key, tally);
  }
  return (entry) => {
    const tally = sums.get(keyOf(entry));
    return tally && tally.count > 0 ? tally.sum / tally.count : 0;
  };
}
