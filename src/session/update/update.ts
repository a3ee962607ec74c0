/**
 * One iteration's update: epochs of minibatches, critics first, then the adapters of those who learn, from one objective
 * over their tokens. Guards look at the steps of a minibatch before any of them is taken. Afterwards the KL old→new is measured once more on the same batch, so that guards see the whole
 * iteration even with one epoch (DESIGN §6).
 */
import { at, look } from '../../core/at.ts';
import { scoresOtherwise } from '../../core/compat/scoresOtherwise.ts';
import { minibatchesIn } from '../../core/credit/advantages/minibatches.ts';
import { advantageNormalizer } from '../../core/credit/advantages/normalizeAdvantages.ts';
import type { StaleAdvantages } from '../../core/credit/advantages/stale.ts';
import type { TrainingSettings } from '../../core/document/schema.ts';
import { distils } from '../../core/document/teachers.ts';
import { distilled } from '../../core/objectives/distillation.ts';
import { isMasked } from '../../core/objectives/masks.ts';
import { type PolicyMetrics, policyObjective } from '../../core/objectives/policy.ts';
import type { AdapterSnapshot, PolicyAdapter } from '../policy/policyAdapter.ts';
import type { Trainers } from '../policy/policyTrainer.ts';
import type { Assessed, GroupMessages } from './assess.ts';
import { flat, gatherRows, type BatchMessage, sampledSequence, sequenceOf, tokensOf } from '../play/batch.ts';
import type { SessionEvent } from '../events.ts';
import { notice } from '../notice.ts';
import { afterUpdate, beforeSteps } from './guards.ts';
import { countedOf, PolicyPass, type PolicyStep } from './policyPass.ts';
import { PredictedGains } from './predictedGain.ts';
import { Receipts } from './receipt.ts';
import { UpdateStats, type UpdateMetrics } from './updateStats.ts';

export interface UpdateContext {
  readonly trainers: Trainers;
  /** The document's settings, with the KL coefficient in force. */
  readonly training: TrainingSettings;
  readonly iteration: number;
  /** Agents that learn in this iteration, by index in the document. */
  readonly learners: ReadonlySet<number>;
  /** Share of the learning rates that schedule and rollbacks leave. */
  readonly rateShare: number;
  readonly roles: readonly string[];
  /** R1's survivors of earlier iterations, with its switch on. */
  readonly stale: StaleAdvantages | undefined;
  readonly emit: (event: SessionEvent) => void;
}

export async function update(context: UpdateContext, assessed: Assessed): Promise<UpdateMetrics> {
  const { training, iteration, learners } = context;
  const { records, episodes, groups } = assessed;
  const normalized = advantageNormalizer(records, training, context.stale);
  const adapters = adaptersOf(groups);
  const before = await snapshots(training, adapters);
  const passes = new Map<GroupMessages, PolicyPass>();
  for (const group of groups) passes.set(group, await PolicyPass.open(context, group));
  const kept = new Map([...passes.values()].flatMap((pass) => [...pass.kept()]));
  const adapterOf = ({ agent }: BatchMessage) => adapters.findIndex((adapter) => adapter.agents.includes(agent));
  const stats = new UpdateStats(context.roles);
  const receipts = new Receipts(records);
  const predicted = new PredictedGains();

  let stopped = false;
  for (let epoch = 0; epoch < training.epochs; epoch += 1) {
    for (const chosen of minibatchesIn(training, iteration, epoch, episodes.length)) {
      const batched = chosen.flatMap((index) => at(episodes, index, 'episode'));
      await trainCritics(groups, batched, stats);
      if (stopped || (iteration <= training.critic.warmup && groups.some(({ group }) => group.critic))) continue;
      // Normalised over all agents' decisions, learning or not: a frozen partner's part in the outcome is part of the baseline.
      const advantages = distilledAdvantages(byMessage(normalized(chosen), batched), training);
      const learning = batched.filter(({ agent, message }) => learners.has(agent) && !isMasked(message, training));
      if (learning.length === 0) continue;
      const counted = countedOf(learning, training, kept, adapterOf);
      const asked: PolicyStep[] = [];
      for (const [group, pass] of passes)
        asked.push(...(await pass.steps({ batched: learning.filter(ownedBy(group)), advantages, counted, stats, receipts })));
      const { steps, held, stop } = await beforeSteps(context, asked, epoch, stats);
      stopped = stop;
      for (const { metrics, pass } of held) {
        receipts.pass(pass, true);
        for (const entry of metrics) stats.policy(entry.agent, entry.metrics, 0, true);
      }
      for (const step of steps) {
        tellClamped(context, step);
        receipts.pass(step.pass, false);
        predicted.before(step);
      }
      const norms = await context.trainers.step(steps, context.rateShare);
      steps.forEach(({ metrics }, i) => {
        for (const entry of metrics) stats.policy(entry.agent, entry.metrics, at(norms, i, 'norm'), false);
      });
    }
  }

  const after = await measured(context, groups, passes, receipts);
  const rates = new Map(
    groups.flatMap(({ group }) => group.agents.map((agent) => [agent, group.adapter(agent).learningRate(context.rateShare)] as const)),
  );
  // Before anything is taken back, as what it is compared with.
  const gains = new Map(groups.flatMap(({ group }) => group.agents.map((agent) => [agent, predicted.of(group.adapter(agent))] as const)));
  await afterUpdate(context, groups, before, after, stats);
  for (const { group, batched } of groups) receipts.write(batched, group, stats);
  return stats.metrics(
    after,
    (agent) => look(rates, agent, 'agent'),
    (agent) => gains.get(agent),
  );
}

/** The adapters before the update, where the gate may take its steps back. */
async function snapshots(
  { klGate, klGateAction }: TrainingSettings,
  adapters: readonly PolicyAdapter[],
): Promise<Map<PolicyAdapter, AdapterSnapshot>> {
  if (klGate === 0 || klGateAction !== 'undo') return new Map();
  return new Map(await Promise.all(adapters.map(async (adapter) => [adapter, await adapter.snapshot()] as const)));
}

const adaptersOf = (groups: readonly GroupMessages[]): PolicyAdapter[] => groups.flatMap(({ group }) => group.adapters);

const ownedBy =
  ({ group }: GroupMessages) =>
  ({ agent }: BatchMessage): boolean =>
    group.agents.includes(agent);

async function trainCritics(groups: readonly GroupMessages[], batched: readonly BatchMessage[], stats: UpdateStats): Promise<void> {
  for (const messages of groups) {
    const { critic, base } = messages.group;
    const own = batched.filter(ownedBy(messages));
    if (!critic || own.length === 0) continue;
    const hidden =
      messages.hidden.length > 0 ? gatherRows(messages.hidden, messages.offsetOf, own, base.config.hiddenSize) : messages.hidden;
    const values = own.flatMap(({ message }) => message.values);
    // At message level a message has one value and the same return in every token.
    const returns = own.flatMap(({ message }) => message.returns.slice(0, message.values.length));
    stats.critic(await critic.train({ messages: own.map(({ message, agent }) => ({ record: message, agent })), hidden }, values, returns));
  }
}

function tellClamped({ iteration, emit }: UpdateContext, { adapter, together }: PolicyStep): void {
  if (together.ratio_clamped === 0) return;
  emit(notice('warning', 'ratio_clamped', { iteration, ratios: together.ratio_clamped, adapter: adapter.name }));
}

/** The policies' distance from what they played with, after the last step, on the whole batch; by agent, of those who spoke. */
async function measured(
  context: UpdateContext,
  groups: readonly GroupMessages[],
  passes: ReadonlyMap<GroupMessages, PolicyPass>,
  receipts: Receipts,
): Promise<Map<number, PolicyMetrics>> {
  const { training } = context;
  const metrics = new Map<number, PolicyMetrics>();
  for (const messages of groups) {
    const { group, batched } = messages;
    const scores = await group.trainer.score(
      batched.map(({ message, agent }) => sequenceOf(message, group.adapter(agent).slotIndex, training.compat)),
    );
    receipts.measured(batched, (await asSampled(context, messages)) ?? scores.logprobs);
    const batch = look(passes, messages, 'base').batchOf(batched, scores, new Float64Array(tokensOf(batched)));
    // Of an agent that said nothing, nothing can be said.
    const spoke = new Set(batched.map(({ agent }) => agent));
    for (const agent of group.agents) {
      if (!spoke.has(agent)) continue;
      const weights = flat(batched.map((item) => new Uint8Array(item.message.response_ids.length).fill(item.agent === agent ? 1 : 0)));
      metrics.set(agent, policyObjective({ ...batch, weights }, training).metrics);
    }
  }
  return metrics;
}

/** Log-probabilities as the messages were sampled, where a compat switch has the update work with others; else null. */
async function asSampled({ training }: UpdateContext, { group, batched }: GroupMessages): Promise<Float32Array | null> {
  if (!batched.some(({ message }) => scoresOtherwise(message, training.compat))) return null;
  const { logprobs } = await group.trainer.score(
    batched.map(({ message, agent }) => sampledSequence(message, group.adapter(agent).slotIndex)),
  );
  return logprobs;
}

/** The same with what teachers have to say of them; normalised or not, theirs comes as it is. */
function distilledAdvantages(
  own: ReadonlyMap<BatchMessage, Float64Array>,
  training: TrainingSettings,
): ReadonlyMap<BatchMessage, Float64Array> {
  if (!distils(training)) return own;
  return new Map([...own].map(([item, advantages]) => [item, distilled(advantages, item.message, training.distillation)]));
}

/** Advantages of a minibatch, [tokens], by message. */
function byMessage(flat: Float64Array, batched: readonly BatchMessage[]): Map<BatchMessage, Float64Array> {
  const advantages = new Map<BatchMessage, Float64Array>();
  let at = 0;
  for (const item of batched) {
    const end = at + item.message.response_ids.length;
    advantages.set(item, flat.subarray(at, end));
    at = end;
  }
  return advantages;
}
