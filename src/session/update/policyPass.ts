/** The policy's part of a minibatch for the agents of one base: score and differentiate. Guards and steps are update.ts's. */
import { at, look } from '../../core/at.ts';
import { stitched } from '../../core/compat/unstitched.ts';
import { isUntempered } from '../../core/compat/untempered.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import { chunkNormalizers, type DecisionBatch, weightTotal } from '../../core/objectives/decisions.ts';
import { lossWeights } from '../../core/objectives/masks.ts';
import { type PolicyBatch, type PolicyMetrics, policyObjective } from '../../core/objectives/policy.ts';
import { ratioOf } from '../../core/objectives/surrogate.ts';
import type { AdapterStep, PolicyScores } from '../policy/policyTrainer.ts';
import type { GroupMessages } from './assess.ts';
import { type BatchMessage, flat, sequenceOf, tokensOf } from '../play/batch.ts';
import type { Pass, Receipts } from './receipt.ts';
import type { UpdateStats } from './updateStats.ts';
import type { UpdateContext } from './update.ts';

interface Minibatch {
  /** This base's messages of those who learn. */
  readonly batched: readonly BatchMessage[];
  /** Everybody's who learns: what the loss is a mean over. */
  readonly all: readonly BatchMessage[];
  /** Normalised, [tokens] by message. */
  readonly advantages: ReadonlyMap<BatchMessage, Float64Array>;
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
      ...sizesOf(batched, this.context.training),
    };
  }

  /** The step that each adapter shall take; none is taken here. */
  async steps({ batched, all, advantages, stats, receipts }: Minibatch): Promise<PolicyStep[]> {
    const { context } = this;
    const { training } = context;
    const { group } = this.messages;
    const minibatch = group.trainer.minibatch();
    const steps: PolicyStep[] = [];
    if (batched.length === 0) return steps;
    const total = weightTotal(sizesOf(all, training), training);
    const count = tokensOf(batched);
    const logprobs = new Float32Array(count);
    let entropies: Float32Array | null = new Float32Array(count);
    const derived = { dLogprobs: new Float32Array(count), clipped: new Uint8Array(count) };
    const chunks = chunksOf(batched, training.accumulation);
    // R1 weights a part by its share of the rows, so tokens of parts with few tokens count more.
    const normalizers = training.compat.includes('r1_row_weighted_chunks')
      ? chunkNormalizers(
          chunks.map((chunk) => sizesOf(chunk, training)),
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
        const batch = this.batchOf(chunk, pass, flatAdvantages(chunk, advantages));
        const normalizer = normalizers ? at(normalizers, index, 'part') : total;
        const { dLogprobs, dEntropies, clipped } = policyObjective({ ...batch, normalizer }, training);
        derived.dLogprobs.set(dLogprobs, from);
        derived.clipped.set(clipped, from);
        from += pass.logprobs.length;
        await pass.backward(dLogprobs, dEntropies);
      } finally {
        pass.dispose();
      }
    }
    const batch = this.batchOf(batched, { logprobs, entropies }, flatAdvantages(batched, advantages));
    for (const adapter of group.adapters) {
      const agents = adapter.agents.filter((agent) => context.learners.has(agent));
      const own = (wanted: (agent: number) => boolean) => {
        const weights = flat(
          batched.map(({ agent, message }) =>
            wanted(agent) ? lossWeights(message, training) : new Uint8Array(message.response_ids.length),
          ),
        );
        return policyObjective({ ...batch, weights }, training).metrics;
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

function byMessage(flat: Float32Array, batched: readonly BatchMessage[]): ByMessage {
  let at = 0;
  return new Map(
    batched.map((item) => {
      const start = at;
      at += item.message.response_ids.length;
      return [item, flat.slice(start, at)] as const;
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
const sizesOf = (batched: readonly BatchMessage[], training: TrainingSettings): DecisionBatch => ({
  lengths: batched.map(({ message }) => message.response_ids.length),
  words: batched.map(({ message }) => wordsOf(message.text)),
  ...(training.trainThoughts ? {} : { weights: flat(batched.map(({ message }) => lossWeights(message, training))) }),
});

const episodesIn = (batched: readonly BatchMessage[]): number => new Set(batched.map(({ episode }) => episode)).size;

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
