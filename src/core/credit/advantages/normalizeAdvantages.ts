/**
 * Advantages as the objective uses them: (A − mean) / (deviation + 1e-8), mean and population deviation each over a scope
 * of its own. The numbers counted are decisions: tokens, or messages where a message is one decision.
 *
 * The deviation is that of what is left once the mean was taken off, as in R3's normaliser (marft-spec §12.3); so with mean
 * `none` it is taken about 0. A mean of the minibatch says nothing about other minibatches: a deviation of a wider scope
 * beside it is taken about that scope's own mean.
 */
import { at, orElse } from '../../at.ts';
import { type DecisionLevel, decisionLevel } from '../../document/derived.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { leftBehind, type StaleAdvantages } from './stale.ts';

/** Keeps the quotient finite when all advantages are equal; R1's value. */
export const ADVANTAGE_EPSILON = 1e-8;

export type NormalizeSettings = Pick<TrainingSettings, 'normalizeAdvantages' | 'algorithm' | 'ratioLevel' | 'compat'>;
type Scope = TrainingSettings['normalizeAdvantages']['mean'];

interface Entry {
  readonly advantage: number;
  /** Null where no message lies (any more); it counts for no agent. */
  readonly role: string | null;
  readonly group: number;
  /** Response tokens that have this advantage; 0 for what only takes part in mean and deviation (compat). */
  readonly tokens: number;
}

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
  const { mean, std } = settings.normalizeAdvantages;
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
    const normalized = new Float64Array(chosen.reduce((sum, { tokens }) => sum + tokens, 0));
    let token = 0;
    for (const entry of chosen) {
      normalized.fill((entry.advantage - meanOf(entry)) / deviationOf(entry), token, token + entry.tokens);
      token += entry.tokens;
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
    const own =
      level === 'token'
        ? advantages.map((advantage): Entry => ({ advantage, role, group, tokens: 1 }))
        : advantages.slice(0, 1).map((advantage): Entry => ({ advantage, role, group, tokens: advantages.length }));
    return [...own, ...orElse(left[index], []).map((advantage): Entry => ({ advantage, role, group, tokens: 0 }))];
  });
}

/**
 * The entries that mean and deviation are taken over. R1 leaves out padding by skipping every advantage that is exactly 0,
 * a real one too (Q3, compat `r1_skip_exact_zeros`); it is shifted and scaled all the same.
 */
function countedOf({ compat }: NormalizeSettings): (entries: readonly Entry[]) => readonly Entry[] {
  if (!compat.includes('r1_skip_exact_zeros')) return (entries) => entries;
  return (entries) => entries.filter(({ advantage }) => advantage !== 0);
}

function meansOf(entries: readonly Entry[], scope: Scope): Statistic {
  if (scope === 'none') return () => 0;
  return averages(entries, scope, ({ advantage }) => advantage);
}

function deviationsOf(entries: readonly Entry[], scope: Scope, meanOf: Statistic): Statistic {
  if (scope === 'none') return () => 1;
  const variance = averages(entries, scope, (entry) => (entry.advantage - meanOf(entry)) ** 2);
  return (entry) => Math.sqrt(variance(entry)) + ADVANTAGE_EPSILON;
}

/** The average of `pick` over the entries that share an entry's key in the scope. */
function averages(entries: readonly Entry[], scope: Exclude<Scope, 'none'>, pick: Statistic): Statistic {
  const sums = new Map<string | number | null, { sum: number; count: number }>();
  const keyOf = ({ role, group }: Entry) => (scope === 'agent' ? role : scope === 'group' ? group : 0);
  for (const entry of entries) {
    const key = keyOf(entry);
    const tally = orElse(sums.get(key), { sum: 0, count: 0 });
    tally.sum += pick(entry);
    tally.count += 1;
    sums.set(key, tally);
  }
  return (entry) => {
    const tally = sums.get(keyOf(entry));
    return tally ? tally.sum / tally.count : 0;
  };
}
