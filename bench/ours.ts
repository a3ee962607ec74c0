/** The work of models.ts on our own engine: an update of adapters (AdamW included) and a decoding step with sampling. */
import { modelTensorShapes } from '../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../src/core/formats/safetensors.ts';
import { keyFor } from '../src/core/random/streams.ts';
import type { Engine } from '../src/engine/engine.ts';
import { evaluatePlan, type Executor, type HostInputs } from '../src/engine/contracts/executor.ts';
import { generationPlan } from '../src/engine/model/llama.ts';
import type { AdapterSlot } from '../src/engine/contracts/plan.ts';
import { type AdamWState, clippedSteps, initialAdamW } from '../src/engine/train/adamw.ts';
import type { ScoredSequence } from '../src/engine/train/batches.ts';
import { scoreForTraining } from '../src/engine/train/score.ts';
import { type Measure, timing } from './measure.ts';
import { LENGTH, MODELS, PROMPT, RANK, randomAdapter, randomWeights, ROWS, SCALE, STEPS } from './models.ts';

export type Hidden = keyof typeof MODELS;

/** Four agents' adapters. */
const AGENTS = ['a', 'b', 'c', 'd'];

export interface Prepared {
  readonly hidden: Hidden;
  readonly slots: readonly AdapterSlot[];
  readonly adapters: ReadonlyMap<string, ReadonlyMap<string, HostTensor>>;
}

/** Puts the base and four adapters in place. */
export function prepare(engine: Pick<Engine, 'setParameters'>, hidden: Hidden): Prepared {
  const config = MODELS[hidden];
  const modules = new Set(
    [...modelTensorShapes(config).keys()].filter((name) => name.endsWith('_proj.weight')).map((name) => name.replace(/\.weight$/, '')),
  );
  const adapters = new Map(AGENTS.map((name, index) => [name, randomAdapter(config, name, index + 1)]));
  engine.setParameters(randomWeights(config), true);
  engine.setParameters([...adapters.values()].flatMap((adapter) => [...adapter]));
  return { hidden, adapters, slots: AGENTS.map((name) => ({ name, rank: RANK, scale: SCALE, modules, trainable: true })) };
}

/** One update of the first `used` adapters: scores, gradients, AdamW. */
export function update(
  engine: Pick<Engine, 'setParameters' | 'start' | 'lanes' | 'optimizer'>,
  { hidden, slots, adapters }: Prepared,
  used: number,
): Measure {
  const config = MODELS[hidden];
  const chosen = slots.slice(0, used);
  const sequences = Array.from(
    { length: ROWS },
    (_, row): ScoredSequence => ({
      ids: Array.from({ length: LENGTH + 1 }, (_x, t) => (row * 7 + t * 3) % config.vocabularySize),
      first: PROMPT,
      slot: row % used,
      temperature: 1,
    }),
  );
  const states = new Map<string, AdamWState>(chosen.map(({ name }) => [name, initialAdamW()]));
  const current = new Map(chosen.map(({ name }) => [name, adapters.get(name) ?? new Map<string, HostTensor>()]));
  return timing(async () => {
    const pass = await scoreForTraining(engine, config, chosen, sequences);
    const gradients = await pass.gradients(pass.logprobs, pass.entropies);
    const stepped = await clippedSteps(
      engine,
      chosen.map(({ name }) => ({
        parameters: current.get(name) ?? new Map(),
        gradients,
        state: states.get(name) ?? initialAdamW(),
        settings: { learningRate: 1e-6 },
        maxGradNorm: 1,
      })),
    );
    chosen.forEach(({ name }, i) => {
      const { parameters = new Map() } = stepped[i] ?? {};
      current.set(name, parameters);
      engine.setParameters(parameters);
    });
  });
}

/** One decoding step behind prompts of `PROMPT` tokens, `used` adapters mixed over the rows; tokens read back as often as the generator does. */
export function decode(executor: Executor, { hidden, slots }: Prepared, used: number, steps = STEPS): Measure {
  const config = MODELS[hidden];
  const each = (value: (row: number) => number): Int32Array => Int32Array.from({ length: ROWS }, (_, row) => value(row));
  const inputs = (length: number, at: number): HostInputs => ({
    ids: Int32Array.from({ length: ROWS * length }, (_, i) => (i * 7) % config.vocabularySize),
    positions: Int32Array.from({ length: ROWS * length }, (_, i) => at + (i % length)),
    offsets: Int32Array.from({ length: ROWS + 1 }, (_, row) => row * length),
    adapter_rows: each((row) => row % used),
    cache_slots: each((row) => row),
    scored: each((row) => (row + 1) * length - 1),
    temperature: new Float32Array(ROWS).fill(1),
    greedy: each(() => 0),
    keys: Int32Array.from(Array.from({ length: ROWS }, (_, row) => [...keyFor(9, row)]).flat()),
    counters: each(() => at),
  });
  const plan = (length: number) =>
    generationPlan(config, { tokens: ROWS * length, sequences: ROWS }, slots, { sample: true, decode: length === 1 });
  const times = Math.min(steps, executor.stepsAtOnce);
  const cache = executor.createCache(ROWS, PROMPT + steps);
  let filled = false;
  return async () => {
    if (!filled) await evaluatePlan(executor, plan(PROMPT), inputs(PROMPT, 0), cache);
    filled = true;
    return timing(async () => {
      for (let step = 0; step < steps; step += times) await evaluatePlan(executor, plan(1), inputs(1, PROMPT + step), cache, times);
    }, steps)();
  };
}
