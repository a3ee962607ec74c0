/** The policy's part of a minibatch for the agents of one base: score and differentiate. Guards and steps are update.ts's. */
import { at, look } from '../../core/at.ts';
import { stitched } from '../../core/compat/unstitched.ts';
import { isUntempered } from '../../core/compat/untempered.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import { picksByCovariance } from '../../core/document/derived.ts';
import { type AggregatedBatch, lossDivisors } from '../../core/objectives/aggregation.ts';
import { pickedByCovariance } from '../../core/objectives/covariance.ts';
import { chunkNormalizers } from '../../core/objectives/decisions.ts';
import { isMasked, lossWeights } from '../../core/objectives/masks.ts';
import { type PolicyBatch, type PolicyMetrics, policyObjective } from '../../core/objectives/policy.ts';
import { ratioOf } from '../../core/objectives/surrogate.ts';
import { topEntropyTokens, withinSecondMoment } from '../../core/objectives/tokenChoice.ts';
import { keyFor, STREAMS } from '../../core/random/streams.ts';
import type { AdapterStep, PolicyScores } from '../policy/policyTrainer.ts';
import type { GroupMessages } from './assess.ts';
import { type BatchMessage, flat, sequenceOf, tokensOf } from '../play/batch.ts';
import type { Pass, Receipts } from './receipt.ts';
import type { UpdateStats } from './updateStats.ts';
import type { UpdateContext } from './update.ts';

interface Minibatch {
  /** This base's messages of those who learn. */
  readonly batched: readonly BatchMessage[];
  /** Normalised, [tokens] by message. */
  readonly advantages: ReadonlyMap<BatchMessage, Float64Array>;
  /** What each message of the minibatch counts in the loss, of whatever base. */
  readonly counted: Counted;
  readonly stats: UpdateStats;
  readonly receipts: Receipts;
}

/** The step that a minibatch asks of an adapter that learns. */
export interface PolicyStep extends AdapterStep {
  /** What the losses of its agents were. */
  readonly metrics: readonly { readonly agent: number; readonly metrics: PolicyMetrics }[];
  /** Over the decisions of all its agents. */
  readonly together: PolicyMetrics;
  /** For the receipts of its agents' messages. */
  readonly pass: Pass;
}

/** What the messages of a minibatch count in its loss. */
export interface Counted {
  /** The weight of each token, by message. */
  readonly weights: ReadonlyMap<BatchMessage, ArrayLike<number>>;
  /** What these are divided by, by message. */
  readonly divisors: ReadonlyMap<BatchMessage, number>;
  /** 1 at tokens without a surrogate, by message; null where all have one. */
  readonly silenced: ReadonlyMap<BatchMessage, ArrayLike<number>> | null;
}

/**
 * What they count: masked thoughts and what M2PO leaves out (`kept`) nothing; the rest as the loss is aggregated, over all of them or over
 * their adapter's.
 */
export function countedOf(
  all: readonly BatchMessage[],
  training: TrainingSettings,
  kept: ReadonlyMap<BatchMessage, ArrayLike<number>>,
  adapterOf: (item: BatchMessage) => number,
): Counted {
  const weights = new Map(
    all.map((item) => {
      const own = lossWeights(item.message, training);
      const within = kept.get(item);
      return [item, within ? own.map((weight, token) => weight * at(within, token, 'token')) : own] as const;
    }),
  );
  const flatWeights = flat(all.map((item) => look(weights, item, 'message')));
  const divisors = lossDivisors({ ...sizesOf(all), weights: flatWeights, adapters: all.map(adapterOf) }, training);
  const entropies = training.topEntropy < 1 ? flat(all.map(({ message }) => message.entropies)) : null;
  const top = entropies && topEntropyTokens(entropies, training.topEntropy, flatWeights);
  return {
    weights,
    divisors: new Map(all.map((item, index) => [item, at(divisors, index, 'divisor')])),
    silenced:
      top &&
      byMessage(
        Uint8Array.from(top, (chosen) => 1 - chosen),
        all,
      ),
  };
}

/** Log-probabilities by message, where they are not the record's. */
type ByMessage = ReadonlyMap<BatchMessage, Float32Array>;

export class PolicyPass {
  /**
   * Computes what the whole update compares with: R1's untempered old log-probabilities, the proximal policy's, or with the rollout
   * correction the trainer's own in place of the sampler's.
   */
  static async open(context: UpdateContext, messages: GroupMessages): Promise<PolicyPass> {
    const { compat, decoupled, rolloutCorrection } = context.training;
    const lengths = messages.batched.map(({ message }) => message.response_ids.length);
    const corrected = rolloutCorrection.mode !== 'off';
    const start = decoupled.enabled || corrected || isUntempered(compat) ? await scored(context, messages) : null;
    const late = start && stitched(start, lengths, compat);
    const old = corrected ? late : isUntempered(compat) ? start : null;
    const proximal = decoupled.enabled ? late : null;
    return new PolicyPass(context, messages, old && byMessage(old, messages.batched), proximal && byMessage(proximal, messages.batched));
  }

  /** 1 at the tokens that M2PO keeps, by message; nothing without its threshold. */
  kept(): ReadonlyMap<BatchMessage, Uint8Array> {
    const { training, learners } = this.context;
    const trainer = this.old ?? this.proximal;
    if (training.m2Threshold === 0 || !trainer) return new Map();
    const learning = this.messages.batched.filter(({ agent, message }) => learners.has(agent) && !isMasked(message, training));
    const ratios = learning.map((item) =>
      Float64Array.from(look(trainer, item, 'message'), (logprob, t) => logprob - at(item.message.logprobs, t)),
    );
    const weights = flat(learning.map(({ message }) => lossWeights(message, training)));
    return byMessage(withinSecondMoment(flat(ratios), training.m2Threshold, weights), learning);
  }

  /** Minibatches that were differentiated, which key what is drawn in them. */
  #minibatches = 0;

  /** The adapters' versions as the update begins. */
  readonly #began: ReadonlyMap<string, number>;

  private constructor(
    private readonly context: UpdateContext,
    private readonly messages: GroupMessages,
    private readonly old: ByMessage | null,
    private readonly proximal: ByMessage | null,
  ) {
    this.#began = new Map(messages.group.adapters.map(({ name, version }) => [name, version]));
  }

  /** What an objective reads, for `batched` with these scores and advantages. */
  batchOf(batched: readonly BatchMessage[], scores: PolicyScores, advantages: ArrayLike<number>): PolicyBatch {
    const { old, proximal } = this;
    const of = (own: (item: BatchMessage) => ArrayLike<number>) => flat(batched.map(own));
    return {
      logprobs: scores.logprobs,
      entropies: scores.entropies,
      oldLogprobs: of((item) => (old ? look(old, item, 'message') : item.message.logprobs)),
      samplerLogprobs: of(({ message }) => message.logprobs),
      refLogprobs: of(({ message }) => message.ref_logprobs),
      ...(proximal ? { proxLogprobs: of((item) => look(proximal, item, 'message')) } : {}),
      advantages,
      ...sizesOf(batched),
    };
  }

  /** The step that each adapter shall take; none is taken here. */
  async steps({ batched, advantages, counted, stats, receipts }: Minibatch): Promise<PolicyStep[]> {
    const { context } = this;
    const { training } = context;
    const { group } = this.messages;
    const minibatch = group.trainer.minibatch();
    const steps: PolicyStep[] = [];
    if (batched.length === 0) return steps;
    this.#minibatches += 1;
    const count = tokensOf(batched);
    const logprobs = new Float32Array(count);
    let entropies: Float32Array | null = new Float32Array(count);
    const derived = { dLogprobs: new Float32Array(count), clipped: new Uint8Array(count) };
    let picked: Uint8Array | null = null;
    const chunks = chunksOf(batched, training.accumulation);
    // R1 weights a part by its share of the rows, so tokens of parts with few tokens count more.
    const normalizers = training.compat.includes('r1_row_weighted_chunks')
      ? chunkNormalizers(
          chunks.map((chunk) => ({ ...sizesOf(chunk), weights: flat(chunk.map((item) => look(counted.weights, item, 'message'))) })),
          training,
          chunks.map(episodesIn),
        )
      : null;
    let from = 0;
    for (const [index, chunk] of chunks.entries()) {
      const sequences = chunk.map(({ message, agent }) => sequenceOf(message, group.adapter(agent).slotIndex, training.compat));
      const pass = await minibatch.forward(sequences);
      try {
        logprobs.set(pass.logprobs, from);
        if (pass.entropies) entropies?.set(pass.entropies, from);
        else entropies = null;
        const batch = this.#counting(chunk, this.batchOf(chunk, pass, flatAdvantages(chunk, advantages)), counted);
        picked = this.#picked(batch);
        const normalizer = normalizers && at(normalizers, index, 'part');
        const divisors = chunk.map((item) => normalizer ?? look(counted.divisors, item, 'message'));
        const { dLogprobs, dEntropies, clipped } = policyObjective({ ...batch, divisors, ...(picked && { picked }) }, training);
        derived.dLogprobs.set(dLogprobs, from);
        derived.clipped.set(clipped, from);
        from += pass.logprobs.length;
        await pass.backward(dLogprobs, dEntropies);
      } finally {
        pass.dispose();
      }
    }
    const batch = this.#counting(batched, this.batchOf(batched, { logprobs, entropies }, flatAdvantages(batched, advantages)), counted);
    for (const adapter of group.adapters) {
      const agents = adapter.agents.filter((agent) => context.learners.has(agent));
      const own = (wanted: (agent: number) => boolean) => {
        const weights = flat(
          batched.map((item) =>
            wanted(item.agent) ? look(counted.weights, item, 'message') : new Uint8Array(item.message.response_ids.length),
          ),
        );
        return policyObjective({ ...batch, weights, ...(picked && { picked }) }, training).metrics;
      };
      if (adapter.frozen || agents.length === 0 || !batched.some(({ agent }) => agents.includes(agent))) continue;
      const metrics = agents.map((agent) => ({ agent, metrics: own((other) => other === agent) }));
      if (adapter.version === this.#began.get(adapter.name)) tellFirstRatios(batched, batch, agents, { stats, receipts });
      const [alone] = agents.length === 1 ? metrics : [];
      const together = alone ? alone.metrics : own((agent) => agents.includes(agent));
      steps.push({ adapter, minibatch, metrics, together, pass: { batched, agents, ...derived, advantages: batch.advantages } });
    }
    return steps;
  }

  /** The batch with what its messages count. */
  #counting(batched: readonly BatchMessage[], batch: PolicyBatch, { weights, silenced }: Counted): PolicyBatch {
    return {
      ...batch,
      weights: flat(batched.map((item) => look(weights, item, 'message'))),
      ...(silenced && { silenced: flat(batched.map((item) => look(silenced, item, 'message'))) }),
    };
  }

  /** The tokens that the loss picks by covariance; null where it picks none. */
  #picked(batch: PolicyBatch): Uint8Array | null {
    const { training, iteration } = this.context;
    if (!picksByCovariance(training)) return null;
    const anchorLogprobs = batch.proxLogprobs ?? batch.oldLogprobs;
    const [first] = this.messages.group.agents;
    const key = keyFor(training.seed, STREAMS.covariance, iteration, this.#minibatches, first ?? 0);
    return pickedByCovariance({ ...batch, anchorLogprobs }, training, key);
  }
}

/** How far the ratio of single tokens is from 1 while the policy that learns is still the one the update began with. */
function tellFirstRatios(
  batched: readonly BatchMessage[],
  { logprobs, oldLogprobs, proxLogprobs }: PolicyBatch,
  agents: readonly number[],
  { stats, receipts }: { readonly stats: UpdateStats; readonly receipts: Receipts },
): void {
  const anchor = proxLogprobs ?? oldLogprobs;
  let at = 0;
  for (const item of batched) {
    const { agent, message } = item;
    const end = at + message.response_ids.length;
    if (agents.includes(agent)) {
      let largest = 0;
      for (let t = at; t < end; t += 1) largest = Math.max(largest, Math.abs(ratioOf((logprobs[t] ?? 0) - (anchor[t] ?? 0)).value - 1));
      stats.firstRatio(agent, largest);
      receipts.firstRatio(item, largest);
    }
    at = end;
  }
}

/** Log-probabilities of the present adapters, flat over the tokens of the messages. */
async function scored({ training }: UpdateContext, { group, batched }: GroupMessages): Promise<Float32Array> {
  const sequences = batched.map(({ message, agent }) => sequenceOf(message, group.adapter(agent).slotIndex, training.compat));
  return (await group.trainer.score(sequences)).logprobs;
}

function byMessage<T extends Float32Array | Uint8Array>(flat: T, batched: readonly BatchMessage[]): Map<BatchMessage, T> {
  let at = 0;
  return new Map(
    batched.map((item) => {
      const start = at;
      at += item.message.response_ids.length;
      return [item, flat.slice(start, at) as T] as const; // of the same kind
    }),
  );
}

function flatAdvantages(batched: readonly BatchMessage[], advantages: ReadonlyMap<BatchMessage, Float64Array>): Float64Array {
  return flat(batched.map((item) => look(advantages, item, 'message')));
}

/** `count` runs of whole messages of about equal number. */
function chunksOf(batched: readonly BatchMessage[], count: number): BatchMessage[][] {
  const parts = Math.min(count, batched.length);
  const start = (part: number) => Math.floor((part * batched.length) / parts);
  return Array.from({ length: parts }, (_, part) => batched.slice(start(part), start(part + 1)));
}

/** What decisions are counted by. */
const sizesOf = (batched: readonly BatchMessage[]): AggregatedBatch => ({
  lengths: batched.map(({ message }) => message.response_ids.length),
  words: batched.map(({ message }) => wordsOf(message.text)),
  limits: batched.map(({ message }) => message.max_tokens ?? message.response_ids.length),
});

const episodesIn = (batched: readonly BatchMessage[]): number => new Set(batched.map(({ episode }) => episode)).size;

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
