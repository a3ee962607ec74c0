/** Real models' shapes on our engine, and the kinds of work that the section `models` measures. */
import { keyFor } from '../src/core/random/streams.ts';
import { packFloats, weightBytes, type WeightForm } from '../src/core/weights/packed.ts';
import { type ModelConfig, modelTensorShapes } from '../src/core/formats/models/model-config.ts';
import type { HostTensor, Runner } from '../src/engine/contracts/executor.ts';
import { type AdapterSlot, isForwardOp } from '../src/engine/contracts/plan.ts';
import type { Engine } from '../src/engine/engine.ts';
import { KERNEL_FILES } from '../src/engine/executors/wasm/kernels.node.ts';
import { planCost } from '../src/engine/model/cost.ts';
import { openPool } from '../src/engine/pool/engine.ts';
import { type AdamWState, clippedSteps, initialAdamW } from '../src/engine/train/adamw.ts';
import { makeBatches, type ScoredSequence } from '../src/engine/train/batches.ts';
import { scoreForTraining } from '../src/engine/train/score.ts';
import { spawnLane } from '../headless/lane/spawn.ts';
import { type Measure, timing } from './measure.ts';
import { QWEN_05B, shapedAdapter, shapedWeights, SMOLLM_135M } from './shapes.ts';

/** Whether only to see that everything runs: a vocabulary of 512, and few layers. */
export const TRYING = process.env['MARFT_BENCH_TRY'] === '1';

export interface Shape {
  readonly name: string;
  readonly config: ModelConfig;
}

const cut = (model: string, whole: ModelConfig, layers: number): Shape => ({
  name: layers === whole.layers ? model : `${model}, ${layers} of ${whole.layers} layers`,
  config: { ...whole, layers: TRYING ? 2 : layers, ...(TRYING && { vocabularySize: 512 }) },
});

export const smollm = (layers = SMOLLM_135M.layers): Shape => cut('SmolLM2-135M', SMOLLM_135M, layers);
export const qwen = (layers = QWEN_05B.layers): Shape => cut('Qwen2.5-0.5B', QWEN_05B, layers);

/** `wanted`, or `tiny` where it is only tried. */
export const tried = (wanted: number, tiny: number): number => (TRYING ? tiny : wanted);

export interface Adapter {
  readonly slot: AdapterSlot;
  readonly parameters: Map<string, HostTensor>;
}

export interface Prepared {
  readonly engine: Engine;
  readonly adapter: Adapter;
}

/** An engine of `threads` workers, ready as {@link prepareOn} says. */
export const prepare = async (shape: Shape, form: WeightForm, threads: number): Promise<Prepared> =>
  prepareOn(await openPool(spawnLane, KERNEL_FILES, { lanes: threads }), shape, form);

/** Puts the shape's random weights in `form` and an adapter of rank 8 on all projections on an engine. */
export function prepareOn(engine: Engine, { config }: Shape, form: WeightForm): Prepared {
  const adapter = shapedAdapter(config, 'agent');
  const weights = [...shapedWeights(config)].map(
    ([name, tensor]) => [name, form === 'f32' || tensor.shape.length === 1 ? tensor : packFloats(form, tensor)] as const,
  );
  engine.setParameters(weights, true);
  engine.setParameters(adapter.parameters);
  return { engine, adapter };
}

const idsOf = ({ vocabularySize }: ModelConfig, row: number, length: number, from = 0): number[] =>
  Array.from({ length }, (_, t) => (from + row * 977 + t * 31) % vocabularySize);

const RULE = { temperature: 1, topK: 0, topP: 1 };

/**
 * A token of each of `rows` messages, mean of `steps` steps behind `prompt` tokens: what the generator does, sampling included. The
 * first run reads the prompts; then they lie in the cache but for their last tokens, with which the first step begins.
 */
export function decoding(
  { engine, adapter }: Prepared,
  config: ModelConfig,
  rows: number,
  prompt: number,
  steps: number,
  speaker: 'adapter' | 'base' = 'adapter',
): Measure {
  const generator = engine.openGenerator(config, [adapter.slot], []);
  const jobs = Array.from({ length: rows }, (_, row) => ({
    promptIds: idsOf(config, row, prompt),
    slot: speaker === 'adapter' ? 0 : -1,
    rule: RULE,
    maxNewTokens: steps,
    key: keyFor(3, row),
  }));
  return timing(() => Promise.all(jobs.map((job) => generator.submit(job))), steps);
}

/** Prompts of `rows` × `length` tokens that nothing of lies in the cache, and a token behind each. */
export function prefilling({ engine, adapter }: Prepared, config: ModelConfig, rows: number, length: number): Measure {
  const generator = engine.openGenerator(config, [adapter.slot], []);
  let run = 0;
  return timing(() => {
    run += 1;
    return Promise.all(
      Array.from({ length: rows }, (_, row) => {
        const promptIds = idsOf(config, row, length, 13 * run);
        return generator.submit({ promptIds, slot: 0, rule: RULE, maxNewTokens: 1, key: keyFor(3, row) });
      }),
    );
  });
}

/** Messages of `length` tokens, of which the second half is scored. */
export const messagesOf = (config: ModelConfig, rows: number, length: number): ScoredSequence[] =>
  Array.from({ length: rows }, (_, row) => ({
    ids: idsOf(config, row, length + 1),
    first: length - Math.ceil(length / 2) + 1,
    slot: 0,
    temperature: 1,
  }));

/** What is done with activations. */
export type Keeping = 'kept' | 'recomputed';

/** An update: scores, gradients, clipping, AdamW, and the new adapter back on the engine. */
export function updating(
  { engine, adapter }: Prepared,
  config: ModelConfig,
  sequences: readonly ScoredSequence[],
  keeping: Keeping,
): Measure {
  const { slot } = adapter;
  const keeps = keeping === 'kept';
  const runner: Runner = keeps ? { lanes: engine.lanes, start: (...run) => engine.start(...run) } : engine;
  let parameters: ReadonlyMap<string, HostTensor> = adapter.parameters;
  const state: AdamWState = initialAdamW();
  return timing(async () => {
    const pass = await scoreForTraining(runner, config, [slot], sequences, undefined, keeps ? Number.POSITIVE_INFINITY : undefined);
    const count = pass.logprobs.length;
    const gradients = await pass.gradients(new Float32Array(count).fill(-1 / count), new Float32Array(count));
    const [stepped] = await clippedSteps(engine, [{ parameters, gradients, state, settings: { learningRate: 1e-6 }, maxGradNorm: 1 }]);
    parameters = stepped?.parameters ?? parameters;
    engine.setParameters(parameters);
  });
}

/** Floating-point operations of an update of these messages, and whether its plans compute activations again. */
export function costOf({ adapter }: Prepared, config: ModelConfig, sequences: readonly ScoredSequence[], keeping: Keeping) {
  const batches = makeBatches(config, [adapter.slot], sequences, { backward: true, recompute: keeping === 'recomputed' });
  const context = (Math.max(...sequences.map(({ ids }) => ids.length)) + 1) / 2;
  const flopsOf = (stage: 'forward' | 'backward') => batches.reduce((sum, { plan }) => sum + planCost(plan, stage, { context }).flops, 0);
  return {
    flops: flopsOf('forward') + flopsOf('backward'),
    recomputes: batches.every(({ plan }) => plan.ops.backward.some(isForwardOp)),
  };
}

/** Bytes of all matrices in a form. */
export const matrixBytes = ({ config }: Shape, form: WeightForm): number =>
  [...modelTensorShapes(config).values()].reduce((sum, shape) => sum + (shape.length === 2 ? weightBytes(form, shape) : 0), 0);

/** Numbers of all matrices, each of which a decoding step reads once; tied embeddings are the head. */
export const matrixNumbers = ({ config }: Shape): number =>
  [...modelTensorShapes(config).values()].reduce((sum, [rows = 0, columns]) => sum + (columns === undefined ? 0 : rows * columns), 0);
