/**
 * What one iteration of a document will cost, before anything runs: episodes are played without a model (`dryRun.ts`), and
 * the plans that the rollout, the scoring passes and the update would run are counted (engine/model/cost.ts).
 */
import { at, look, orElse } from '../../core/at.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import { baseNameOf } from '../../core/document/bases.ts';
import {
  alternativesOf,
  criticReads,
  criticReadsFeatures,
  needsCritic,
  scoresAtStart,
  usesAlternatives,
  usesTree,
} from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import { modelTensorShapes } from '../../core/formats/models/model-config.ts';
import { KV_CACHE_FORMS, type KvCacheForm } from '../../core/weights/packed.ts';
import { CACHE_SLOTS } from '../../engine/generate/generator.ts';
import { adapterSlot } from '../../engine/model/adapters.ts';
import { peakBytes } from '../../engine/model/cost.ts';
import { generationPlan } from '../../engine/model/llama.ts';
import type { Plan } from '../../engine/contracts/plan.ts';
import { partsOf } from '../../engine/executors/split/parts.ts';
import { optimizerPlan } from '../../engine/model/optimizer.ts';
import { makeBatches } from '../../engine/train/batches.ts';
import { criticWork } from '../critics/work.ts';
import { type DryRun, dryRun } from '../play/dryRun.ts';
import { sharingOf } from '../policy/policyAdapter.ts';
import { type BaseOutline, cachedIn } from '../team/base.ts';
import {
  activationBytes,
  adapterSize,
  baseBytes,
  byForm,
  type CachedMessage,
  cacheHeld,
  copiesFor,
  countOf,
  criticBytes,
  prefillBytes,
  trainedBytes,
} from './memory.ts';
import { PlanWork } from './planWork.ts';
import { layerShare, type SplitPart } from './split.ts';

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
  /** Memory is that of one of several, over which the layers are split. */
  readonly part?: SplitPart;
  /** What `reset` gets, where the document names a data set: some of its training problems, gone through again when too few. */
  readonly problems?: readonly DataRow[];
}

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
  { workers, scratchBytes = SCRATCH_BYTES, gpu = false, part }: EstimateOptions,
): Cost {
  const parts = bases.map((base) => costOfBase(document, base, run, workers, gpu, part));
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
function costOfBase(
  document: ProjectDocument,
  base: BaseOutline,
  run: DryRun,
  workers: number,
  gpu: boolean,
  part: SplitPart | undefined,
): Cost {
  const laid = layOut(document, base, run, gpu);
  const { config, critic, scoring, measuring, updates, slots, tokens } = laid;
  // A shard brings the adapters that are spoken with in it; together they bring all.
  const parameters = new Map([...scoring, ...measuring, ...updates.flat()].flatMap(({ plan }) => [...plan.parameters]));
  const adapterSizes = slots.map(({ name }) => adapterSize(parameters, name));
  const memory = memoryOf(document, base, laid, parameters, workers, gpu, part);
  return {
    parameters: [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + countOf(shape), 0),
    trainable: trainableOf(laid, adapterSizes) + critic.trainable,
    tokens,
    ...workOf(document, laid, adapterSizes, gpu),
    ...memory,
  };
}

/** The messages of the agents on a base, and the batches and plans that one iteration makes of them. */
type LaidOut = ReturnType<typeof layOut>;

function layOut(document: ProjectDocument, base: BaseOutline, { messages, open }: DryRun, gpu: boolean) {
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
  /** The messages as the critic reads them. */
  const read = own.map(({ valued, ...message }) => ({ ...message, ...valued }));
  const sequences = withSlots((agent) => sharing.findIndex((agents) => agents.includes(agent)));
  const said = timesSaid(messages, training);
  const times = own.map((message) => look(said, message, 'message'));
  const tokens = sequences.reduce((sum, { ids }) => sum + ids.length, 0);
  const written = sequences.reduce((sum, { ids, first }, index) => sum + at(times, index) * (ids.length - first), 0);

  const features = criticReadsFeatures(training);
  const apart = features && criticReads(training) !== 'speaker';
  const scored = (which: DryRun['open'], hidden: boolean) =>
    makeBatches(
      config,
      [],
      withSlots(() => -1, which),
      { hidden, recompute: !gpu },
    );
  const scoring = [...scored(own, features && !apart), ...(apart ? scored(read, true) : [])];
  // Of a critic with adapters it is one of their passes, which costs about the same.
  const bootstraps = needsCritic(training) ? scored(unanswered, true) : [];
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
  const critic = criticWork(
    config,
    document,
    members,
    withSlots((agent) => members.indexOf(agent), read),
  );
  const forks = messages.length * forksOf(training);
  return { config, slots, own, sequences, times, tokens, written, forks, features, share, scoring, bootstraps, measuring, updates, critic };
}

/** Numbers of the adapters that learn. */
const trainableOf = ({ slots }: LaidOut, adapterSizes: readonly number[]): number =>
  slots.reduce((sum, { trainable }, index) => sum + (trainable ? at(adapterSizes, index) : 0), 0);

/** Operations, bytes moved and dispatches of one iteration. */
function workOf(
  { training }: ProjectDocument,
  laid: LaidOut,
  adapterSizes: readonly number[],
  gpu: boolean,
): Pick<Cost, 'flops' | 'bytes' | 'dispatches'> {
  const { config, slots, own, sequences, times, tokens, written, forks, features, share, scoring, bootstraps, measuring, critic } = laid;
  const work = new PlanWork(gpu);
  // Messages that can be written at the same time are; each wave of them takes as many steps as its longest.
  const perEpisode = Math.ceil(sequences.length / training.episodes);
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
    // COMA's critic values as many others in the place of each message.
    const valued = 1 + (needsCritic(training) ? alternativesOf(training) : 0);
    for (let pass = 0; pass < valued; pass += 1) {
      if (pass === 0 || features) for (const batch of scoring) work.batch(batch, 'forward');
      work.critic(critic, 'forward');
    }
    for (const batch of bootstraps) work.batch(batch, 'forward');
    // The policy that the update starts with scores the messages once more.
    if (scoresAtStart(training)) for (const batch of measuring) work.batch(batch, 'forward');
  });
  const update = work.count(() => {
    for (let epoch = 0; epoch < training.epochs; epoch += 1) {
      for (const batch of laid.updates.flat()) {
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

  const adapters = trainableOf(laid, adapterSizes);
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
  return { flops: { rollout, credit, update: update + steps }, bytes: work.bytes, dispatches: work.dispatches };
}

/** What is held, bytes; `parameters` are the shapes of everything that the plans bring. */
function memoryOf(
  document: ProjectDocument,
  base: BaseOutline,
  { config, slots, own, sequences, times, scoring, measuring, updates, critic }: LaidOut,
  parameters: ReadonlyMap<string, readonly number[]>,
  workers: number,
  gpu: boolean,
  part: SplitPart | undefined,
): Pick<Cost, 'cacheBytes' | 'memory'> {
  const { team, training } = document;
  const longest = own.reduce(
    (most, { agent, prompt }) => Math.max(most, prompt + at(team.agents, agent, 'agent').sampling.maxNewTokens),
    0,
  );
  const cached = sequences.flatMap((message, index) => new Array<CachedMessage>(at(times, index)).fill(message));
  const cacheBytes = byForm(KV_CACHE_FORMS, (form) => cacheHeld(cachedIn(base.config, form), longest, cached, workers, gpu));
  const here = part ? heldIn(part, base, parameters) : { parameters, config, share: 1, top: true, peakOf: peakBytes };
  // With a lag the versions that play lie beside those that learn.
  const versions = training.lag > 0 ? slots.reduce((sum, { name }) => sum + adapterSize(here.parameters, name), 0) : 0;
  const { peakOf } = here;
  const memory = {
    parameters:
      copiesFor(workers) * baseBytes(here.config, base.form, here.parameters) +
      workers * trainedBytes(config, here.parameters, (here.top ? critic.trainable : 0) + versions),
    cache: here.share * cacheBytes[team.kvCache],
    scoring:
      workers * Math.max(prefillBytes(config, slots, own, workers, peakOf), ...[...scoring, ...measuring].map(({ plan }) => peakOf(plan))),
    activations: Math.max(
      ...updates.map((open) => activationBytes(open, workers, peakOf) / training.accumulation),
      criticBytes(critic, workers, peakOf),
    ),
  };
  return { cacheBytes, memory: { ...memory, total: totalMemory(memory, document) } };
}

/** What of a base lies in one of the memories it is split over: its parameters, its share of the layers, and what a plan takes there. */
function heldIn(part: SplitPart, base: BaseOutline, parameters: ReadonlyMap<string, readonly number[]>) {
  const ranges = look(part.split.ranges, base.name, 'base');
  const top = part.index === ranges.count - 1;
  return {
    parameters: new Map([...parameters].filter(([name]) => ranges.of(name.replace(/^[^/]*\//, '')).includes(part.index))),
    // Below the head embeddings are only looked up.
    config: { ...base.config, tieWordEmbeddings: base.config.tieWordEmbeddings && top },
    share: layerShare(part, base),
    top,
    peakOf: (plan: Plan): number => {
      const own = partsOf(plan, ranges).find(({ range }) => range === part.index);
      return own ? peakBytes(own.plan) : 0;
    },
  };
}

/** What is played on from a message or in its place, and sampled for it alone, in sequences. */
function forksOf(training: ProjectDocument['training']): number {
  return sampledOthers(training) + playedBehind(training) + (training.algorithm === 'vineppo' ? training.continuations : 0);
}

/** Other messages that are sampled in the place of one; silence is not. */
const sampledOthers = (training: ProjectDocument['training']): number =>
  training.algorithm === 'difference' ? 0 : alternativesOf(training);

/** Continuations behind a message and those in its place; the recorded one is there already. */
const playedBehind = (training: ProjectDocument['training']): number =>
  usesTree(training) && usesAlternatives(training) ? (alternativesOf(training) + 1) * training.continuations - 1 : 0;

/**
 * How often each message is said: once, as others in its place, and in the continuations behind every earlier message; with VinePPO in
 * those from every state up to the one before it.
 */
function timesSaid(messages: DryRun['messages'], training: ProjectDocument['training']): Map<DryRun['messages'][number], number> {
  const anew = training.algorithm === 'vineppo' ? training.continuations : 0;
  const counts = new Map<number, number>();
  return new Map(
    messages.map((message) => {
      const count = orElse(counts.get(message.episode), 0) + 1;
      counts.set(message.episode, count);
      return [message, 1 + sampledOthers(training) + anew * count + playedBehind(training) * (count - 1)];
    }),
  );
}
