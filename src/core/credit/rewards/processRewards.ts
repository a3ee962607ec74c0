/**
 * Reward processing before credit (R3, marft-spec §12.3): R′ = (R + bias)·scale, held within ±clip, then
 * R″ = (R′ − mean) / deviation over the batch or the group.
 *
 * R is the whole reward of one episode to one recipient (the team, or a role where it is paid by itself), and is compared
 * with the same recipient's in the other episodes. R3 has one reward per episode. Where there are several, each is
 * multiplied with scale / deviation, and what bias, clip and mean add goes once, to the recipient's last one; so they sum
 * to R″ and a turn's reward keeps its place in time.
 */
import { at, look } from '../../at.ts';
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import { type PaidEpisode, type Payment, paymentsOf } from './payments.ts';

/** Added to the deviation; R3's value, as is dividing by n − 1. */
export const REWARD_EPSILON = 1e-5;

export type ProcessSettings = Pick<TrainingSettings, 'reward' | 'credit' | 'compat'>;

/** A recipient's whole reward of one episode. */
interface Total {
  readonly episode: number;
  readonly group: number;
  readonly to: string | null;
  /** As paid. */
  readonly paid: number;
  /** After bias, scale and clip. */
  readonly held: number;
}

/** The processed payments of every episode. */
export function processedPayments(records: readonly PaidEpisode[], settings: ProcessSettings): Payment[][] {
  const payments = records.map((record) => paymentsOf(record, settings.credit.strategy));
  const { scale, bias, clip, mean, std } = settings.reward;
  if (scale === 1 && bias === 0 && clip === 0 && mean === 'none' && std === 'none') return payments;
  const totals = records.flatMap(({ group }, episode) => totalsOf(at(payments, episode, 'episode'), episode, group, settings.reward));
  const means = meansOf(totals, settings);
  const deviations = deviationsOf(totals, means, settings);
  const processed = payments.map((list) => [...list]);
  totals.forEach((total, index) => {
    const deviation = at(deviations, index);
    spread(at(processed, total.episode, 'episode'), total.to, scale / deviation, (total.held - at(means, index)) / deviation);
  });
  return processed;
}

function totalsOf(payments: readonly Payment[], episode: number, group: number, { scale, bias, clip }: ProcessSettings['reward']): Total[] {
  return [...new Set(payments.map(({ to }) => to))].map((to) => {
    const paid = payments.reduce((sum, payment) => (payment.to === to ? sum + payment.amount : sum), 0);
    const scaled = (paid + bias) * scale;
    return { episode, group, to, paid, held: clip > 0 ? Math.min(clip, Math.max(-clip, scaled)) : scaled };
  });
}

/** Multiplies a recipient's payments with `factor` and lets the last one bring their sum to `total`. */
function spread(payments: Payment[], to: string | null, factor: number, total: number): void {
  let left = total;
  const last = payments.findLastIndex((payment) => payment.to === to);
  payments.forEach((payment, index) => {
    if (payment.to !== to) return;
    const amount = index === last ? left : payment.amount * factor;
    payments[index] = { ...payment, amount };
    left -= amount;
  });
}

/** The mean that is taken off each total. */
function meansOf(totals: readonly Total[], settings: ProcessSettings): number[] {
  const scope = settings.reward.mean;
  if (scope === 'none' || (scope === 'group' && isLoneRow(settings))) return totals.map(() => 0);
  return perSample(totals, scope, (sample) => sample.reduce((sum, index) => sum + at(totals, index).held, 0) / sample.length);
}

/**
 * What each total is divided by: the deviation of what is left once the mean was taken off (so about 0 without a mean),
 * with n − 1. A single one has no deviation and is divided by 1, as A's normaliser does.
 */
function deviationsOf(totals: readonly Total[], means: readonly number[], settings: ProcessSettings): number[] {
  const scope = settings.reward.std;
  if (scope === 'none') return totals.map(() => 1);
  if (scope === 'group' && isLoneRow(settings)) return totals.map(() => REWARD_EPSILON);
  return perSample(totals, scope, (sample) => {
    if (sample.length === 1) return 1 + REWARD_EPSILON;
    const squares = sample.reduce((sum, index) => sum + (at(totals, index).held - at(means, index)) ** 2, 0);
    return Math.sqrt(squares / (sample.length - 1)) + REWARD_EPSILON;
  });
}

/**
 * R3's second trap (`r3_lone_group`, §12.2): rewards of single tokens reach the normaliser as one row. It looks for groups
 * of rows, finds no whole one, keeps mean and deviation at 0 and divides by 1e-5.
 */
function isLoneRow({ credit, compat }: ProcessSettings): boolean {
  return credit.strategy !== 'equal' && compat.includes('r3_lone_group');
}

/** `statistic` of the sample each total belongs to: the same recipient's totals over the batch or the group. */
function perSample(totals: readonly Total[], scope: 'batch' | 'group', statistic: (sample: readonly number[]) => number): number[] {
  const samples = new Map<string, number[]>();
  const keys = totals.map(({ to, group }) => `${scope === 'group' ? group : ''} ${to ?? ''}`);
  keys.forEach((key, index) => {
    const sample = samples.get(key);
    if (sample) sample.push(index);
    else samples.set(key, [index]);
  });
  const values = new Map([...samples].map(([key, sample]) => [key, statistic(sample)]));
  return keys.map((key) => look(values, key, 'sample'));
}
