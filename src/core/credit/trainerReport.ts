/**
 * What another trainer did to its tokens, from what its files say of them: no setting of it is known, so nothing here supposes one but
 * what is given as an argument. Of what a file does not hold the figure is null.
 */
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import { mean } from '../statistics/intervals.ts';
import { orElse } from '../at.ts';

/** How many of how many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Where in the batch something is; the indices of rollouts. */
export interface ReportedToken {
  readonly iteration: number;
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
  /** Of no other step is anything known where `share` is null. */
  join(share: Share | null): void {
    this.count += share?.count ?? 0;
    this.of += share?.of ?? 0;
  }
}

/** The shares that are counted over tokens or messages, and those over groups. */
const OF_TOKENS = ['impossible', 'masked', 'unpushed', 'untrained', 'maskedPushes', 'constant', 'outsideClip'] as const;
const OF_GROUPS = ['otherSign', 'withoutSpread', 'centred', 'scaled'] as const;

type Counters<Name extends string> = Readonly<Record<Name, Counter>>;

const countersOf = <Name extends string>(names: readonly Name[]): Counters<Name> =>
  Object.fromEntries(names.map((name) => [name, new Counter()])) as Record<Name, Counter>;

const sharesOf = <Name extends string>(counters: Counters<Name>): Record<Name, Share | null> =>
  Object.fromEntries(Object.entries<Counter>(counters).map(([name, { share }]) => [name, share])) as Record<Name, Share | null>;

/** What groups need of an episode. */
interface Compared {
  readonly reward: number;
  /** Mean of its advantages. */
  readonly advantage: number;
  /** Tokens with loss that its advantages push up, and down. */
  readonly up: number;
  readonly down: number;
}

/** The episodes of one step, counted part by part, so that never more than a part of them has to be held. */
export class StepReport {
  readonly #tokens = countersOf(OF_TOKENS);
  readonly #groups = new Map<number, Compared[]>();
  readonly #broken: Omit<ReportedToken, 'token'>[] = [];
  #episodes = 0;
  #lengths = new Counter();
  #count = 0;
  #kl = 0;
  #largest = -1;
  #at: ReportedToken | null = null;

  /** `clip`: the ε that ratios are held against. */
  constructor(readonly clip: number) {}

  add(episodes: readonly EpisodeRecord[]): void {
    for (const record of episodes) {
      const { iteration, episode, messages, group, reward } = record;
      this.#episodes += 1;
      let [up, down] = [0, 0];
      for (const [message, said] of messages.entries()) {
        this.#count += said.response_ids.length;
        const whole = areWhole(said);
        this.#lengths.add(!whole);
        if (whole) {
          const pushed = this.#addMessage(said, { iteration, episode, message });
          up += pushed.up;
          down += pushed.down;
        } else if (this.#broken.length < NAMED) this.#broken.push({ iteration, episode, message });
      }
      const compared = { reward, advantage: mean(messages.flatMap(({ advantages }) => advantages)), up, down };
      const own = this.#groups.get(group);
      if (own) own.push(compared);
      else this.#groups.set(group, [compared]);
    }
  }

  #addMessage(message: MessageRecord, where: Omit<ReportedToken, 'token'>): Pick<Compared, 'up' | 'down'> {
    const counters = this.#tokens;
    const { response_ids: ids, logprobs, trainer_logprobs: trainer = [], response_mask: mask, advantages } = message;
    if (advantages.length > 1 && !advantages.some(Number.isNaN))
      counters.constant.add(advantages.every((advantage) => advantage === advantages[0]));
    let [up, down] = [0, 0];
    for (const [token] of ids.entries()) {
      const advantage = advantages[token];
      const known = advantage !== undefined && !Number.isNaN(advantage);
      const trained = mask?.[token];
      const logprob = orElse(logprobs[token], Number.NaN);
      if (!Number.isNaN(logprob)) counters.impossible.add(logprob > 0);
      if (trained !== undefined) counters.masked.add(!trained);
      if (trained !== undefined && known) counters.maskedPushes.add(!trained && advantage !== 0);
      if (known && trained !== false) {
        counters.unpushed.add(advantage === 0);
        up += advantage > 0 ? 1 : 0;
        down += advantage < 0 ? 1 : 0;
      }
      if (trained === false || known) counters.untrained.add(trained === false || advantage === 0);
      const logRatio = orElse(trainer[token], Number.NaN) - logprob;
      if (Number.isNaN(logRatio)) continue;
      const ratio = Math.exp(logRatio);
      counters.outsideClip.add(ratio < 1 - this.clip || ratio > 1 + this.clip);
      this.#kl += Math.expm1(logRatio) - logRatio;
      if (Math.abs(logRatio) > this.#largest) {
        this.#largest = Math.abs(logRatio);
        this.#at = { ...where, token };
      }
    }
    return { up, down };
  }

  /** Of all that was added. */
  get report(): TrainerReport {
    const shares = sharesOf(this.#tokens);
    const { count, of } = this.#lengths;
    return {
      ...{ episodes: this.#episodes, messages: of, tokens: this.#count },
      lengths: { broken: [...this.#broken], count, of },
      ...shares,
      ...groupShares([...this.#groups.values()]),
      mismatch: this.#at && { mean: this.#kl / (shares.outsideClip?.of ?? 0), largest: this.#largest, at: this.#at },
    };
  }
}

/** Of the episodes of one step, all at once. */
export function trainerReport(episodes: readonly EpisodeRecord[], clip: number): TrainerReport {
  const step = new StepReport(clip);
  step.add(episodes);
  return step.report;
}

/** Several steps as one: no group goes over more than one of them, so that counts are sums. */
export function totalReport(steps: readonly TrainerReport[]): TrainerReport {
  const counters = countersOf([...OF_TOKENS, ...OF_GROUPS]);
  const lengths = new Counter();
  for (const step of steps) {
    for (const name of [...OF_TOKENS, ...OF_GROUPS]) counters[name].join(step[name]);
    lengths.join(step.lengths);
  }
  const shares = sharesOf(counters);
  const apart = steps.flatMap(({ mismatch, outsideClip }) => (mismatch ? [{ ...mismatch, of: outsideClip?.of ?? 0 }] : []));
  const [first] = apart.toSorted((a, b) => b.largest - a.largest);
  const sum = (of: (step: TrainerReport) => number): number => steps.reduce((total, step) => total + of(step), 0);
  return {
    ...{ episodes: sum(({ episodes }) => episodes), messages: sum(({ messages }) => messages), tokens: sum(({ tokens }) => tokens) },
    lengths: { broken: steps.flatMap(({ lengths: { broken } }) => broken).slice(0, NAMED), count: lengths.count, of: lengths.of },
    ...shares,
    mismatch: first
      ? {
          ...{ largest: first.largest, at: first.at },
          mean: apart.reduce((all, one) => all + one.mean * one.of, 0) / (shares.outsideClip?.of ?? 0),
        }
      : null,
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

/** Of groups of several episodes whose rewards are all known. */
function groupShares(groups: readonly (readonly Compared[])[]): Record<(typeof OF_GROUPS)[number], Share | null> {
  const counters = countersOf(OF_GROUPS);
  const { otherSign, withoutSpread, centred, scaled } = counters;
  for (const group of groups) {
    if (group.length < 2 || group.some(({ reward }) => Number.isNaN(reward))) continue;
    const usual = mean(group.map(({ reward }) => reward));
    for (const { reward, up, down } of group) if (reward !== usual) otherSign.join({ count: reward > usual ? down : up, of: up + down });
    const flat = group.every(({ reward }) => reward === group[0]?.reward);
    withoutSpread.add(flat);
    if (flat) continue;
    const own = group.map(({ advantage }) => advantage);
    if (own.some(Number.isNaN)) continue;
    const middle = mean(own);
    const deviation = Math.sqrt(mean(own.map((advantage) => (advantage - middle) ** 2)));
    const isCentred = Math.abs(middle) <= TOLERANCE * deviation;
    centred.add(isCentred);
    // With n or with n − 1 in the divisor; trainers do either.
    const sample = deviation * Math.sqrt(group.length / (group.length - 1));
    if (isCentred) scaled.add([deviation, sample].some((one) => Math.abs(one - 1) <= 0.02));
  }
  return sharesOf(counters);
}
