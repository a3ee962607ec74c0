/**
 * What another trainer did to its tokens, from what its files say of them: no setting of it is known, so nothing here supposes one but
 * what is given as an argument. Of what a file does not hold the figure is null.
 */
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import { mean } from '../statistics/intervals.ts';
import { at as look, orElse } from '../at.ts';

/** How many of how many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Where in the batch something is; the indices of rollouts. */
export interface ReportedToken {
  readonly episode: number;
  readonly message: number;
  readonly token: number;
}

export interface TrainerReport {
  readonly episodes: number;
  readonly messages: number;
  readonly tokens: number;
  /** Messages some of whose arrays are not as long as their response. */
  readonly lengths: { readonly broken: readonly Omit<ReportedToken, 'token'>[]; readonly count: number; readonly of: number };
  /** Log-probabilities above 0, which no distribution has. */
  readonly impossible: Share | null;
  /** Tokens that carry no loss. */
  readonly masked: Share | null;
  /** Tokens that carry loss and whose advantage is 0: nothing pushes them. */
  readonly unpushed: Share | null;
  /** Tokens that were never trained, by mask or by advantage. */
  readonly untrained: Share | null;
  /** Tokens without loss whose advantage is not 0, of those of which both are known. */
  readonly maskedPushes: Share | null;
  /** Tokens pushed the other way than their episode did against the mean of its group, of groups with spread. */
  readonly otherSign: Share | null;
  /** Messages all of whose tokens have one advantage. */
  readonly constant: Share | null;
  /** Groups of several episodes all of which were paid the same. */
  readonly withoutSpread: Share | null;
  /** Groups with spread whose advantages, a mean of each episode, sum to 0 over the group. */
  readonly centred: Share | null;
  /** And of these those whose deviation is 1 over the group. */
  readonly scaled: Share | null;
  /** Tokens whose ratio of trainer to sampler lies outside 1 ± `clip`. */
  readonly outsideClip: Share | null;
  /** KL from sampler to trainer: mean over tokens of r − 1 − log r, and the largest |log r|, nats. */
  readonly mismatch: { readonly mean: number; readonly largest: number; readonly at: ReportedToken } | null;
}

/** Relative to the size of what is compared. */
const TOLERANCE = 1e-3;
/** Most places that are named. */
const NAMED = 50;

class Counter {
  count = 0;
  of = 0;
  add(counts: boolean): void {
    this.of += 1;
    if (counts) this.count += 1;
  }
  get share(): Share | null {
    return this.of === 0 ? null : { count: this.count, of: this.of };
  }
}

/** Of the episodes of one step. `clip`: the ε that ratios are held against. */
export function trainerReport(episodes: readonly EpisodeRecord[], clip: number): TrainerReport {
  const names = ['impossible', 'masked', 'unpushed', 'untrained', 'maskedPushes', 'otherSign', 'constant', 'outsideClip'] as const;
  const counters = Object.fromEntries(names.map((name) => [name, new Counter()])) as Record<(typeof names)[number], Counter>;
  const broken: Omit<ReportedToken, 'token'>[] = [];
  let [messages, tokens, brokenCount, kl, ratios, largest] = [0, 0, 0, 0, 0, -1];
  let at: ReportedToken = { episode: 0, message: 0, token: 0 };
  const directions = directionsOf(episodes);
  for (const { episode, messages: said, group } of episodes) {
    for (const [message, record] of said.entries()) {
      messages += 1;
      tokens += record.response_ids.length;
      if (!areWhole(record)) {
        brokenCount += 1;
        if (broken.length < NAMED) broken.push({ episode, message });
        continue;
      }
      const { response_ids: ids, logprobs, trainer_logprobs: trainer = [], response_mask: mask, advantages } = record;
      if (advantages.length > 1 && !advantages.some(Number.isNaN))
        counters.constant.add(advantages.every((advantage) => advantage === advantages[0]));
      for (const [token] of ids.entries()) {
        const advantage = advantages[token];
        const known = advantage !== undefined && !Number.isNaN(advantage);
        const trained = mask?.[token];
        const logprob = orElse(logprobs[token], Number.NaN);
        if (!Number.isNaN(logprob)) counters.impossible.add(logprob > 0);
        if (trained !== undefined) counters.masked.add(!trained);
        if (trained !== undefined && known) counters.maskedPushes.add(!trained && advantage !== 0);
        if (known && trained !== false) counters.unpushed.add(advantage === 0);
        if (trained === false || known) counters.untrained.add(trained === false || advantage === 0);
        const direction = directions.get(group)?.get(episode);
        if (known && trained !== false && direction && advantage !== 0) counters.otherSign.add(Math.sign(advantage) !== direction);
        const logRatio = orElse(trainer[token], Number.NaN) - logprob;
        if (Number.isNaN(logRatio)) continue;
        const ratio = Math.exp(logRatio);
        counters.outsideClip.add(ratio < 1 - clip || ratio > 1 + clip);
        kl += Math.expm1(logRatio) - logRatio;
        ratios += 1;
        if (Math.abs(logRatio) > largest) {
          largest = Math.abs(logRatio);
          at = { episode, message, token };
        }
      }
    }
  }
  const { impossible, masked, unpushed, untrained, maskedPushes, otherSign, constant, outsideClip } = counters;
  return {
    ...{ episodes: episodes.length, messages, tokens },
    lengths: { broken, count: brokenCount, of: messages },
    ...{ impossible: impossible.share, masked: masked.share, unpushed: unpushed.share, untrained: untrained.share },
    ...{ maskedPushes: maskedPushes.share, otherSign: otherSign.share, constant: constant.share, outsideClip: outsideClip.share },
    ...groupShares(episodes),
    mismatch: ratios === 0 ? null : { mean: kl / ratios, largest, at },
  };
}

/** Whether every array that is there has an entry for each token. */
function areWhole(message: MessageRecord): boolean {
  const { response_ids: ids, logprobs, ref_logprobs: ref, values, entropies, token_rewards: rewards, advantages, returns } = message;
  const arrays = [logprobs, ref, entropies, rewards, returns, message.trainer_logprobs ?? [], message.response_mask ?? []];
  // One value or advantage is one of the whole message.
  const either = [values, advantages].every(({ length }) => length === ids.length || length <= 1);
  return either && arrays.every(({ length }) => length === ids.length || length === 0);
}

function grouped(episodes: readonly EpisodeRecord[]): EpisodeRecord[][] {
  const groups = new Map<number, EpisodeRecord[]>();
  for (const record of episodes) {
    const own = groups.get(record.group);
    if (own) own.push(record);
    else groups.set(record.group, [record]);
  }
  return [...groups.values()].filter((group) => group.length > 1 && group.every(({ reward }) => !Number.isNaN(reward)));
}

/** Of each episode of a group with spread, the sign of its reward against the group's mean. */
function directionsOf(episodes: readonly EpisodeRecord[]): Map<number, Map<number, number>> {
  return new Map(
    grouped(episodes).map((group) => {
      const usual = mean(group.map(({ reward }) => reward));
      return [look(group, 0).group, new Map(group.map(({ episode, reward }) => [episode, Math.sign(reward - usual)]))];
    }),
  );
}

function groupShares(episodes: readonly EpisodeRecord[]): Pick<TrainerReport, 'withoutSpread' | 'centred' | 'scaled'> {
  const [withoutSpread, centred, scaled] = [new Counter(), new Counter(), new Counter()];
  for (const group of grouped(episodes)) {
    const { reward: first } = look(group, 0);
    const flat = group.every(({ reward }) => reward === first);
    withoutSpread.add(flat);
    if (flat) continue;
    const own = group.map(({ messages }) => mean(messages.flatMap(({ advantages }) => advantages)));
    if (own.some(Number.isNaN)) continue;
    const middle = mean(own);
    const deviation = Math.sqrt(mean(own.map((advantage) => (advantage - middle) ** 2)));
    const isCentred = Math.abs(middle) <= TOLERANCE * deviation;
    centred.add(isCentred);
    // With n or with n − 1 in the divisor; trainers do either.
    const sample = deviation * Math.sqrt(group.length / (group.length - 1));
    if (isCentred) scaled.add([deviation, sample].some((one) => Math.abs(one - 1) <= 0.02));
  }
  return { withoutSpread: withoutSpread.share, centred: centred.share, scaled: scaled.share };
}
