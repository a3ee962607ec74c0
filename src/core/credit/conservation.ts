/**
 * Checks that credit neither makes nor loses reward, by sums of its own. Whatever the critic says:
 *
 * - `reward paid`: an episode's token rewards, as far as the estimators count them, sum to what the strategy declares to pay,
 *   less the penalties for KL, calls and length;
 * - `returns`: with a critic, but for COMA's advantages, return = advantage + value;
 * - `reward to go`: with all γ = λ = 1 the return is the reward still to come, Σ_{l ≥ t} r_l (+ bootstrap with a critic), along the
 *   chain and, where several messages are behind one, as their mean;
 * - `zero sum`: with GRPO, RLOO and REINFORCE over a group or the batch, the advantages of what was compared sum to 0, so
 *   comparing takes from one exactly what it gives to the others;
 * - `played on`: with VinePPO, where the team is paid, the messages' advantages sum to reward − value of the start.
 *
 * R1's and R3's defects break them (compat); then they are reported as the violations they are.
 */
import { at, orElse } from '../at.ts';
import { decisionLevel, needsCritic, usesAlternatives, usesTree } from '../document/derived.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import type { CreditOptions, CreditSettings } from './advantages/creditBatch.ts';
import { messagePrice } from './rewards/price.ts';
import { type Payment, rolesOf } from './rewards/payments.ts';
import { successorsOf } from './rewards/successors.ts';
import { processedPayments } from './rewards/processRewards.ts';
import { klPenalties, losesPayments } from './rewards/tokenRewards.ts';
import { wasPlayedOn } from './advantages/tree.ts';

export interface ConservationViolation {
  readonly identity: 'reward paid' | 'returns' | 'reward to go' | 'zero sum' | 'played on';
  /** Index into the batch, into the episode's messages and the token in it; absent for the whole. */
  readonly episode?: number;
  readonly message?: number;
  readonly token?: number;
  /** For `zero sum`: index into the batch of the first episode of what was compared. */
  readonly first?: number;
  readonly expected: number;
  readonly actual: number;
}

/** The identities a credited batch breaks; empty when all is well. `tolerance` is relative to 1 + |expected|. */
export function conservationViolations(
  records: readonly EpisodeRecord[],
  settings: CreditSettings,
  options: CreditOptions = {},
  tolerance = 1e-9,
): ConservationViolation[] {
  const inForce = { ...settings, klCoef: options.klCoef ?? settings.klCoef };
  const paid = paymentTotals(records, settings, options).map(
    ({ declared, paid: actual }, episode): ConservationViolation => ({ identity: 'reward paid', episode, expected: declared, actual }),
  );
  // Written so that NaN is a violation too.
  const isBroken: IsBroken = (expected, actual) => !(Math.abs(actual - expected) <= tolerance * (1 + Math.abs(expected)));
  const broken = ({ expected, actual }: ConservationViolation): boolean => isBroken(expected, actual);
  return [
    ...paid.filter(broken),
    ...records.flatMap((record, episode) => alongTheChain(record, episode, inForce, isBroken)),
    ...zeroSums(records, inForce).filter(broken),
    ...playedOn(records, inForce).filter(broken),
  ];
}

type IsBroken = (expected: number, actual: number) => boolean;

/** Sums over an episode's tokens. */
export interface PaymentTotal {
  /** What the strategy says it pays, less the penalties for KL and length. */
  readonly declared: number;
  /** What the estimators count: the token rewards, but for what R3 loses of them (compat). */
  readonly paid: number;
}

/** By episode; of a credited batch the two are equal but for rounding. */
export function paymentTotals(records: readonly EpisodeRecord[], settings: CreditSettings, options: CreditOptions = {}): PaymentTotal[] {
  const inForce = { ...settings, klCoef: options.klCoef ?? settings.klCoef };
  const processed = processedPayments(records, inForce);
  return records.map((record, episode) => {
    const payments = at(processed, episode, 'episode');
    const strategy = sum(payments.map((payment) => declaredFor(payment, payments, record, inForce)));
    const penalties = record.messages.reduce(
      (total, message) => klPenalties(message, inForce).reduce((all, penalty) => all + penalty, total) + messagePrice(message, inForce),
      0,
    );
    const tokens = record.messages.reduce((total, { token_rewards: paid }) => paid.reduce((all, reward) => all + reward, total), 0);
    return { declared: strategy - penalties, paid: losesPayments(inForce) ? tokens - strategy : tokens };
  });
}

/** What the strategy declares to pay out of one payment, over all messages. */
function declaredFor(payment: Payment, payments: readonly Payment[], record: EpisodeRecord, { credit }: CreditSettings): number {
  const { to, turn, amount } = payment;
  if (credit.strategy === 'per_step') return amount;
  const spoken = record.messages.filter((message) => message.turn <= turn);
  const own = spoken.flatMap((message, index) => (to === null || message.role === to ? [index] : []));
  const latest = own.at(-1);
  if (latest === undefined) return 0;
  const others = payments.filter((other) => other.to !== null && other.turn === turn);
  const share =
    to === null
      ? amount
      : credit.ownShare * amount + ((1 - credit.ownShare) * sum(others.map((other) => other.amount))) / rolesOf(record).length;
  if (credit.strategy === 'equal') return to === null ? share * chainsEnding(record, turn, credit.chain) : share;
  const earning = own.filter((index) => index === latest || spoken[index]?.turn === turn);
  return share * sum(earning.map((index) => credit.discount ** (spoken.length - 1 - index)));
}

/** How many chains have an end in a turn, or had one before it: each is paid what the team is. */
function chainsEnding({ messages }: EpisodeRecord, turn: number, chain: CreditSettings['credit']['chain']): number {
  if (chain === 'serial') return 1;
  if (chain === 'agent') return new Set(messages.filter((message) => message.turn <= turn).map(({ role }) => role)).size;
  const heard = new Set(messages.filter((message) => message.turn === turn).flatMap(({ sees }) => sees));
  return messages.filter((message, index) => message.turn === turn && !heard.has(index)).length;
}

function alongTheChain(record: EpisodeRecord, episode: number, settings: CreditSettings, isBroken: IsBroken): ConservationViolation[] {
  const level = decisionLevel(settings);
  const critic = needsCritic(settings);
  const traces = settings.algorithm === 'reinforce' || !critic ? [] : [settings.lambda, settings.lambdaToken];
  const undiscounted = [settings.gamma, settings.gammaToken, ...traces].every((x) => x === 1);
  const found: ConservationViolation[] = [];
  const successors = successorsOf(record.messages, settings.credit.chain);
  const end = critic ? record.bootstrap : 0;
  /** By message, what is to come from its first token on. */
  const from = record.messages.map(() => Number.NaN);
  let toGo = end;
  for (let m = record.messages.length - 1; m >= 0; m--) {
    const message = record.messages[m];
    if (!message) continue;
    const later = successors?.[m];
    if (later) toGo = later.length === 0 ? end : sum(later.map((other) => at(from, other))) / later.length;
    const behind = toGo;
    const whole = behind + sum(message.token_rewards);
    for (let t = message.response_ids.length - 1; t >= 0; t--) {
      const actual = message.returns[t] ?? Number.NaN;
      toGo += message.token_rewards[t] ?? Number.NaN;
      // Only what is broken is made: a million tokens are looked at in an iteration.
      if (critic && !usesAlternatives(settings)) {
        const expected = (message.values[level === 'token' ? t : 0] ?? Number.NaN) + (message.advantages[t] ?? Number.NaN);
        if (isBroken(expected, actual)) found.push({ identity: 'returns', episode, message: m, token: t, actual, expected });
      }
      const expected = level === 'token' ? toGo : whole;
      if (undiscounted && isBroken(expected, actual))
        found.push({ identity: 'reward to go', episode, message: m, token: t, actual, expected });
    }
    from[m] = toGo;
  }
  return found;
}

/** One number for each trajectory, or message, that was compared: they sum to 0 in every group. */
function zeroSums(records: readonly EpisodeRecord[], settings: CreditSettings): ConservationViolation[] {
  const { algorithm, baseline, groupBy, credit } = settings;
  if (needsCritic(settings) || usesTree(settings) || (algorithm === 'reinforce' && (baseline === 'none' || baseline === 'role'))) return [];
  const whole = algorithm === 'reinforce' && baseline === 'batch';
  const sums = new Map<string, { actual: number; readonly first: number }>();
  const add = (key: string, advantage: number | undefined, episode: number) => {
    const sum = orElse(sums.get(key), { actual: 0, first: episode });
    sum.actual += advantage ?? Number.NaN;
    sums.set(key, sum);
  };
  for (const [episode, { group, messages }] of records.entries()) {
    const shared = whole ? 'batch' : group;
    if (groupBy === 'team' && credit.chain === 'agent')
      for (const first of messages.filter(({ call }) => call === 0)) add(`${shared}/${first.role}`, first.advantages[0], episode);
    else if (groupBy === 'team') add(`${shared}`, messages[0]?.advantages[0], episode);
    else for (const { role, turn, call, advantages } of messages) add(`${shared}/${role}/${turn}/${call}`, advantages[0], episode);
  }
  return [...sums.values()].map((sum) => ({ identity: 'zero sum', expected: 0, ...sum }));
}

/** Checks episodes that were played on and paid all roles alike: what is expected of one is what is expected of the team. */
function playedOn(records: readonly EpisodeRecord[], settings: CreditSettings): ConservationViolation[] {
  if (!usesTree(settings) || usesAlternatives(settings)) return [];
  return records.flatMap((record, episode): ConservationViolation[] => {
    const { turn_rewards: paid, reward, messages } = record;
    if (!wasPlayedOn(record)) return [];
    const start = Object.values(at(messages, 0, 'message').tree_values ?? {});
    if (!paid.every((turn) => typeof turn === 'number')) return [];
    const expected = reward - sum(start) / start.length;
    return [{ identity: 'played on', episode, expected, actual: sum(messages.map(({ advantages }) => at(advantages, 0, 'advantage'))) }];
  });
}

function sum(x: readonly number[]): number {
  return x.reduce((total, v) => total + v, 0);
}
