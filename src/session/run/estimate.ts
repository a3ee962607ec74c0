/**
 * What one iteration of a document will cost, before anything runs: episodes are played without a model (`dryRun.ts`), and
 * the plans that the rollout, the scoring passes and the update would run are counted (engine/model/cost.ts).
 */
import { at, field, look, orElse } from '../../core/at.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import { needsCritic, scoresAtStart, usesTree } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import { type ModelConfig, modelTensorShapes } from '../../core/formats/models/model-config.ts';
import { KV_CACHE_FORMS, type KvCacheForm, WEIGHT_FORMS, type WeightForm, weightBytes } from '../../core/weights/packed.ts';
import { PAGE_TOKENS } from '../../engine/executors/wasm/cache.ts';
import { dispatchesOf, STEP_DISPATCHES } from '../../engine/executors/webgpu/dispatches.ts';
import { sharesMemory } from '../../engine/executors/wasm/sharedSpace.ts';
import { cacheShape, CACHE_SLOTS, prefillTokens, WORTH_WAITING } from '../../engine/generate/generator.ts';
import { adapterSlot } from '../../engine/model/adapters.ts';
import { peakBytes, planCost, savedBytes } from '../../engine/model/cost.ts';
import { capacityFor } from '../../engine/model/live.ts';
import { generationPlan } from '../../engine/model/llama.ts';
import { optimizerPlan } from '../../engine/model/optimizer.ts';
import { type AdapterSlot, loraA, loraB, type Plan } from '../../engine/contracts/plan.ts';
import { type Batch, makeBatches } from '../../engine/train/batches.ts';
import { SAVED_BYTES } from '../../engine/train/pass.ts';
import { type CriticWork, criticWork } from '../critics/work.ts';
import { type DryRun, dryRun } from '../play/dryRun.ts';
import { sharingOf } from '../team/adapters.ts';
import { type BaseOutline, bytesOfBases, cachedIn } from '../team/base.ts';

export interface Cost {
  /** Numbers in the base model. */
  readonly parameters: number;
  /** Numbers that training changes: the adapters of agents that are not frozen, and the critic. */
  readonly trainable: number;
  /** Tokens of one iteration's prompts and messages. */
  readonly tokens: number;
  /** Floating-point operations of one iteration; evaluations left out. */
  readonly flops: { readonly rollout: number; readonly credit: number; readonly update: number };
  /** Bytes that the operations of one iteration read and write. */
  readonly bytes: number;
  /** GPU dispatches of one iteration; 0 where there is no GPU. */
  readonly dispatches: number;
  /** `memory.cache` by the form of keys and values. */
  readonly cacheBytes: Readonly<Record<KvCacheForm, number>>;
  /** Most memory held at one time, bytes, in all workers together. */
  readonly memory: MemoryCost;
}

export interface MemoryCost {
  readonly parameters: number;
  /** Keys and values when the longest messages have been written; given back before an update where no rollout goes on beside it. */
  readonly cache: number;
  /** What is needed beside them while messages are written and scored. */
  readonly scoring: number;
  /** Of an update. */
  readonly activations: number;
  readonly total: number;
}

export interface Estimate extends Cost {
  /**
   * What it costs at most, where the episodes may go another way than they were taken to: an orchestrator may call more often,
   * or an episode may have more turns than one. Null where only the length of messages is open.
   */
  readonly atMost: Cost | null;
}

export interface EstimateOptions {
  /** Workers that hold adapters and caches of their own, and weights where they cannot share them. */
  readonly workers: number;
  /** Fixed memory of one worker: scratch of the kernels, tables. */
  readonly scratchBytes?: number;
  /** Whether the engine is the WebGPU one, whose dispatches count. */
  readonly gpu?: boolean;
  /** What `reset` gets, where the document names a data set: some of its training problems, gone through again when too few. */
  readonly problems?: readonly DataRow[];
}

/** A trained matrix, or one in f32, is held for the forward and for the backward product, each in its own order. */
const FORMS = 2;
/** What the WASM kernels need beside data: packed panels of one product, and the scores of a sequence. */
const SCRATCH_BYTES = 1.5 * 2 ** 20;

/** `environment` has the document's environment loaded; `bases` are those the document names. */
export async function estimateIteration(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  options: EstimateOptions,
): Promise<Estimate> {
  const { team, training } = document;
  const open = team.orchestration === 'dynamic' || training.horizon > 1;
  const typical = costOf(document, bases, await dryRun(document, bases, environment, 'typical', options.problems), options);
  const atMost = open ? costOf(document, bases, await dryRun(document, bases, environment, 'most', options.problems), options) : null;
  return { ...typical, atMost };
}

/** The cost of an iteration with these episodes. */
export function costOf(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  run: DryRun,
  { workers, scratchBytes = SCRATCH_BYTES, gpu = false }: EstimateOptions,
): Cost {
  const parts = bases.map((base) => costOfBase(document, base, run, workers, gpu));
  const sum = (pick: (part: Cost) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const memory = {
    parameters: sum(({ memory }) => memory.parameters) + workers * scratchBytes,
    cache: sum(({ memory }) => memory.cache),
    // Bases take turns.
    scoring: Math.max(...parts.map(({ memory }) => memory.scoring)),
    activations: Math.max(...parts.map(({ memory }) => memory.activations)),
  };
  return {
    parameters: sum(({ parameters }) => parameters),
    trainable: sum(({ trainable }) => trainable),
    tokens: sum(({ tokens }) => tokens),
    flops: {
      rollout: sum(({ flops }) => flops.rollout),
      credit: sum(({ flops }) => flops.credit),
      update: sum(({ flops }) => flops.update),
    },
    bytes: sum(({ bytes }) => bytes),
    dispatches: sum(({ dispatches }) => dispatches),
    cacheBytes: byForm(KV_CACHE_FORMS, (form) => sum((part) => part.cacheBytes[form])),
    memory: { ...memory, total: totalMemory(memory, document) },
  };
}

/** What is held at the busier of two times: while messages are written and scored, or in the update. */
function totalMemory({ parameters, cache, scoring, activations }: Omit<MemoryCost, 'total'>, { training }: ProjectDocument): number {
  return parameters + Math.max(cache + scoring, (training.lag > 0 ? cache : 0) + activations);
}

/** The part of the agents on one base; `memory.parameters` without scratch. */
function costOfBase(document: ProjectDocument, base: BaseOutline, { messages, open }: DryRun, workers: number, gpu: boolean): Cost {
  const { training, team } = document;
  const config = cachedIn(base.config, team.kvCache);
  const members = team.agents.flatMap((agent, index) => (baseNameOf(document, agent) === base.name ? [index] : []));
  const sharing = sharingOf(document, members);
  const slots = sharing.flatMap(([first = 0]) => {
    const agent = team.agents[first];
    return agent ? [adapterSlot(config, agent.role, agent.adapter)] : [];
  });
  const own = messages.filter(({ agent }) => members.includes(agent));
  const unanswered = open.filter(({ agent }) => members.includes(agent));
  const withSlots = (slotOf: (agent: number) => number, which: DryRun['open'] = own) =>
    which.map(({ agent, ...sequence }) => ({ ...sequence, slot: slotOf(agent) }));
  const sequences = withSlots((agent) => sharing.findIndex((agents) => agents.includes(agent)));
  // With VinePPO they are said again in continuations.
  const continuations = usesTree(training) ? training.continuations : 0;
  const said = timesSaid(messages, continuations);
  const times = own.map((message) => look(said, message, 'message'));
  const tokens = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  const written = sequences.reduce((sum, { ids, first }, index) => sum + at(times, index) * (ids.length - first), 0);

  const features = needsCritic(training) && training.critic.kind !== 'lora';
  const scoring = makeBatches(
    config,
    [],
    withSlots(() => -1),
    { hidden: features, recompute: !gpu },
  );
  // Of a critic with adapters it is one of their passes, which costs about the same.
  const bootstraps = needsCritic(training)
    ? makeBatches(
        config,
        [],
        withSlots(() => -1, unanswered),
        { hidden: true, recompute: !gpu },
      )
    : [];
  const measuring = makeBatches(config, slots, sequences, { recompute: !gpu });
  // Agent by agent one of them learns at a time, and each as often as the others.
  const inTurn = training.rotation.interval > 0;
  const share = inTurn ? 1 / Math.max(1, team.agents.filter(({ adapter }) => !adapter.frozen).length) : 1;
  const updates = (inTurn ? members.map((member) => [member]) : [members]).map((agents) =>
    makeBatches(
      config,
      slots,
      sequences.filter(({ slot }, index) => slots[slot]?.trainable && agents.includes(at(own, index).agent)),
      { backward: true, recompute: !gpu },
    ),
  );
  const shards = updates.flat();
  const critic = criticWork(
    config,
    document,
    members,
    withSlots((agent) => members.indexOf(agent)),
  );

  const work = new Work(gpu);
  // Messages that can be written at the same time are; each wave of them takes as many steps as its longest.
  const perEpisode = Math.ceil(sequences.length / training.episodes);
  const forks = messages.length * continuations;
  const waves = perEpisode * (Math.ceil(training.episodes / CACHE_SLOTS) + Math.ceil(forks / CACHE_SLOTS));
  const rollout = work.count(() => {
    if (own.length === 0) return;
    const prompts = own.reduce((sum, { prompt }, index) => sum + at(times, index) * prompt, 0);
    const prefills = times.reduce((sum, count) => sum + count, 0);
    work.plan(
      generationPlan(config, { tokens: prompts, sequences: prefills }, slots, { sample: true, decode: false }),
      'forward',
      prompts / prefills / 2,
      { runs: waves },
    );
    // One decoding step brings one token a sequence; together all steps bring what is written.
    work.plan(
      generationPlan(config, { tokens: written, sequences: written }, slots, { sample: true, decode: true }),
      'forward',
      tokens / sequences.length,
      { runs: Math.ceil((waves * written) / prefills), single: true },
    );
  });
  const credit = work.count(() => {
    for (const batch of scoring) work.batch(batch, 'forward');
    work.critic(critic, 'forward');
    for (const batch of bootstraps) work.batch(batch, 'forward');
    // The policy that the update starts with scores the messages once more.
    if (scoresAtStart(training)) for (const batch of measuring) work.batch(batch, 'forward');
  });
  const update = work.count(() => {
    for (let epoch = 0; epoch < training.epochs; epoch += 1) {
      for (const batch of shards) {
        work.batch(batch, 'forward', share);
        work.batch(batch, 'backward', share);
      }
      for (let step = 0; step < training.critic.steps; step += 1) {
        work.critic(critic, 'forward');
        work.critic(critic, 'backward');
      }
    }
    for (const batch of measuring) work.batch(batch, 'forward');
  });

  const weights = [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
  // A shard brings the adapters that are spoken with in it; together they bring all.
  const parameters = new Map([...scoring, ...measuring, ...shards].flatMap(({ plan }) => [...plan.parameters]));
  const adapterSizes = slots.map(({ name }) => adapterSize(parameters, name));
  const adapters = slots.reduce((sum, { trainable }, index) => sum + (trainable ? at(adapterSizes, index) : 0), 0);
  // With a lag the versions that play lie beside those that learn.
  const playing = training.lag > 0 ? adapterSizes.reduce((a, b) => a + b, 0) : 0;
  const steps = work.count(() => {
    const runs = training.epochs * training.minibatches;
    slots.forEach(({ trainable }, index) => {
      const size = at(adapterSizes, index);
      if (trainable && size > 0) work.steps(optimizerPlan(size), Math.ceil(runs * share));
    });
    if (critic.trainable > 0) work.steps(optimizerPlan(critic.trainable), runs * training.critic.steps);
    // The adapters step together.
    work.passes((adapters > 0 ? runs : 0) + (critic.trainable > 0 ? runs * training.critic.steps : 0));
  });
  const longest = own.reduce(
    (most, { agent, prompt }) => Math.max(most, prompt + at(team.agents, agent, 'agent').sampling.maxNewTokens),
    0,
  );
  const cached = sequences.flatMap((message, index) => new Array<CachedMessage>(at(times, index)).fill(message));
  const cacheBytes = byForm(KV_CACHE_FORMS, (form) => cacheHeld(cachedIn(base.config, form), longest, cached, workers, gpu));
  const memory = {
    parameters:
      copiesFor(workers) * baseBytes(config, base.form, parameters) +
      workers * FORMS * 4 * (numbersBeside(config, parameters) + critic.trainable + playing),
    cache: cacheBytes[team.kvCache],
    scoring:
      workers * Math.max(prefillBytes(config, slots, own, workers), ...[...scoring, ...measuring].map(({ plan }) => peakBytes(plan))),
    activations: Math.max(...updates.map((open) => activationBytes(open, workers) / training.accumulation), criticBytes(critic, workers)),
  };
  return {
    parameters: weights,
    trainable: adapters + critic.trainable,
    tokens,
    flops: { rollout, credit, update: update + steps },
    bytes: work.bytes,
    dispatches: work.dispatches,
    cacheBytes,
    memory: { ...memory, total: totalMemory(memory, document) },
  };
}

/** How often each message is said: once, and in the continuations from every state up to the one before it. */
function timesSaid(messages: DryRun['messages'], continuations: number): Map<DryRun['messages'][number], number> {
  const counts = new Map<number, number>();
  return new Map(
    messages.map((message) => {
      const count = orElse(counts.get(message.episode), 0) + 1;
      counts.set(message.episode, count);
      return [message, 1 + continuations * count];
    }),
  );
}

/** All shards of an update are open at once, up to the limit beyond which they are computed again. */
function activationBytes(shards: readonly Batch[], workers: number): number {
  let saved = 0;
  let open = 0;
  let largest = 0;
  for (const { plan } of shards) {
    const peak = peakBytes(plan);
    largest = Math.max(largest, peak);
    saved += savedBytes(plan);
    if (saved <= SAVED_BYTES) open += peak;
  }
  return Math.max(open, workers * largest);
}

const criticBytes = ({ head, batches }: CriticWork, workers: number): number =>
  Math.max(head ? peakBytes(head) : 0, activationBytes(batches, workers));

type Shapes = ReadonlyMap<string, readonly number[]>;

/** How often what is frozen lies in memory: workers that can share one hold it once. */
export const copiesFor = (workers: number): number => (sharesMemory() ? Math.min(1, workers) : workers);

/**
 * Bytes of the base's weights among `parameters` as an executor holds them, its matrices in `form`: in f32 every matrix lies in two
 * orders, but embeddings that are not the head as well are looked up as they are; in fewer bits each lies there once for everything.
 */
function baseBytes(config: ModelConfig, form: WeightForm, parameters: Shapes): number {
  const frozen = modelTensorShapes(config);
  let bytes = 0;
  for (const [name, shape] of parameters) {
    if (!frozen.has(name)) continue;
    const table = name.endsWith('embed_tokens.weight');
    // A tied table is looked up in what the head reads.
    const forms = shape.length < 2 || (table && !config.tieWordEmbeddings) ? 1 : FORMS;
    bytes += shape.length === 2 && form !== 'f32' ? weightBytes(form, shape) : forms * 4 * countOf(shape);
  }
  return bytes;
}

/** Numbers in what is not the base's: adapters. */
function numbersBeside(config: ModelConfig, parameters: Shapes): number {
  const frozen = modelTensorShapes(config);
  let numbers = 0;
  for (const [name, shape] of parameters) if (!frozen.has(name)) numbers += countOf(shape);
  return numbers;
}

const countOf = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** What the bases' weights take in each form they may be held in, bytes in all workers together, of which there are as many as `workersFor` says. */
export function bytesByForm(
  bases: readonly Pick<BaseOutline, 'config'>[],
  workersFor: (weightBytes: number) => number,
): Readonly<Record<WeightForm, number>> {
  const bytesIn = (form: WeightForm): number => {
    const copies = copiesFor(workersFor(bytesOfBases(bases.map(({ config }) => ({ config, form })))));
    return copies * bases.reduce((all, { config }) => all + baseBytes(config, form, modelTensorShapes(config)), 0);
  };
  return byForm(WEIGHT_FORMS, bytesIn);
}

const byForm = <Form extends string>(forms: readonly Form[], bytesIn: (form: Form) => number): Readonly<Record<Form, number>> =>
  Object.fromEntries(forms.map((form) => [form, bytesIn(form)])) as Record<Form, number>;

/** Bytes of the largest run of prompts: those of the messages that begin together, or as many as go into one. */
function prefillBytes(config: ModelConfig, slots: readonly AdapterSlot[], messages: DryRun['messages'], workers: number): number {
  const prompts = messages.map(({ prompt }) => prompt);
  const longest = Math.max(0, ...prompts);
  const { slots: most } = cacheShape(config, longest);
  const together = Math.ceil(prompts.slice(0, workers * most).reduce((a, b) => a + b, 0) / workers);
  const tokens = Math.max(1, Math.min(together, prefillTokens(config) + longest));
  const sequences = Math.max(
    1,
    Math.min(
      most,
      Math.ceil(
        (tokens * prompts.length) /
          Math.max(
            1,
            prompts.reduce((a, b) => a + b, 0),
          ),
      ),
    ),
  );
  const bucket = { tokens: capacityFor(tokens), sequences: capacityFor(sequences) };
  return peakBytes(generationPlan(config, bucket, slots, { sample: true, decode: false }));
}

/** A message as the cache sees it: which adapter speaks, its tokens and how many of them are its prompt. */
interface CachedMessage {
  readonly slot: number;
  readonly ids: readonly number[];
  readonly first: number;
}

/**
 * Bytes of keys and values when `messages` have been written, the `longest` of which decides how many have slots: what has ended stays
 * until its slot is used again. On WASM each takes pages as it grows, and prompts that begin alike share them; elsewhere each takes all
 * that its slot has room for.
 */
function cacheHeld(config: ModelConfig, longest: number, messages: readonly CachedMessage[], workers: number, gpu: boolean): number {
  const { slots, capacity, bytes } = cacheShape(config, longest);
  if (gpu) return workers * slots * bytes;
  const held = messages.toSorted((a, b) => b.ids.length - a.ids.length).slice(0, workers * slots);
  const known = new Set<string>();
  let pages = 0;
  held.forEach(({ slot, ids, first }, index) => {
    let beginning = `${index % workers} ${slot}`;
    for (let from = 0; from < ids.length; from += PAGE_TOKENS) {
      // Of prompts that are waited for the first page is shared only with what follows it (WORTH_WAITING).
      beginning += ` ${ids.slice(from, Math.max(WORTH_WAITING, from + PAGE_TOKENS)).join(' ')}`;
      if (from + PAGE_TOKENS > first || !known.has(beginning)) pages += 1;
      known.add(beginning);
    }
  });
  return pages * PAGE_TOKENS * (bytes / capacity);
}

function adapterSize(parameters: Shapes, slot: string): number {
  let size = 0;
  for (const [name, shape] of parameters) if (isOf(slot, name)) size += shape.reduce((a, b) => a * b, 1);
  return size;
}

/** Whether a parameter is one of this slot's matrices. */
function isOf(slot: string, name: string): boolean {
  const module = name.replace(/^[^/]*\//, '').replace(/\.lora_[AB]$/, '');
  return name === loraA(slot, module) || name === loraB(slot, module);
}

class Work {
  #flops = 0;
  bytes = 0;
  dispatches = 0;

  constructor(readonly gpu: boolean) {}

  /** Operations of what `body` adds. */
  count(body: () => void): number {
    const before = this.#flops;
    body();
    return this.#flops - before;
  }

  /** `runs`: how many runs the plan's work is spread over; `single`: one token a sequence. */
  plan(plan: Plan, stage: 'forward' | 'backward', context: number, { fill = 1, runs = 1, single = false } = {}): void {
    const { flops, bytes } = planCost(plan, stage, { context, fill });
    this.#flops += flops;
    this.bytes += bytes;
    if (this.gpu) this.dispatches += runs * dispatchesOf(plan, stage, single);
  }

  /** `times` steps of one parameter set. */
  steps(plan: Plan, times: number): void {
    const { flops, bytes } = planCost(plan, 'forward', { context: 0 });
    this.#flops += times * flops;
    this.bytes += times * bytes;
  }

  /** `times` passes of the optimiser over all sets that step together. */
  passes(times: number): void {
    if (this.gpu) this.dispatches += times * STEP_DISPATCHES;
  }

  critic({ head, batches }: CriticWork, stage: 'forward' | 'backward'): void {
    if (head) this.plan(head, stage, 0);
    for (const batch of batches) this.batch(batch, stage);
  }

  /** `share`: of the batch's messages that take part. */
  batch({ plan, inputs }: Batch, stage: 'forward' | 'backward', share = 1): void {
    const tokens = field(inputs, 'ids').length;
    const sequences = orElse(inputs['adapter_rows']?.length, 1);
    this.plan(plan, stage, (tokens / sequences + 1) / 2, { fill: (share * tokens) / plan.tokens });
  }
}
