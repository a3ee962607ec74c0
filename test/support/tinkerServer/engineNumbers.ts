/** Numbers that our own engine computes: any executor, a base in f32, adapters of any rank. One piece of work at a time. */
import { keyFor } from '../../../src/core/random/streams.ts';
import type { HostMatrix, LoraWeights } from '../../../src/core/formats/models/adapters/peft.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import type { AdapterSlot } from '../../../src/engine/contracts/plan.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { adapterSlot, initialAdapter } from '../../../src/engine/model/adapters.ts';
import { type AdamWState, clippedStep, initialAdamW } from '../../../src/engine/train/adamw.ts';
import type { ScoredSequence } from '../../../src/engine/train/batches.ts';
import { scoreForTraining, scoreSequences } from '../../../src/engine/train/score.ts';
import type { BaseModel } from '../../../src/session/team/base.ts';
import type { AdapterShape, Gradient, Numbers, Sample, SampleJob, Snapshot } from './numbers.ts';

/** What our streams of random numbers call a draw of this server. */
const STUB_STREAM = 1001;

interface Adapter {
  readonly shape: AdapterShape;
  readonly slot: AdapterSlot;
  parameters: ReadonlyMap<string, HostTensor>;
  optimizer: AdamWState;
}

export class EngineNumbers implements Numbers {
  readonly #adapters = new Map<string, Adapter>();

  constructor(
    readonly engine: Engine,
    private readonly model: BaseModel,
  ) {
    engine.setParameters(model.weights, true);
  }

  get base(): string {
    return this.model.name;
  }

  get ends(): readonly number[] {
    return this.model.config.eosTokenIds;
  }

  get pad(): number {
    return 0;
  }

  create(name: string, shape: AdapterShape, start?: LoraWeights): void {
    const { config } = this.model;
    const settings = { ...shape, targets: [...shape.targets] };
    const parameters = start ? parametersOf(name, start) : initialAdapter(config, name, settings, shape.seed, 0);
    this.#adapters.set(name, { shape, slot: adapterSlot(config, name, settings), parameters, optimizer: initialAdamW() });
    this.engine.setParameters(parameters);
  }

  remove(name: string): void {
    const adapter = this.#adapters.get(name);
    if (adapter) this.engine.removeParameters(adapter.parameters.keys());
    this.#adapters.delete(name);
  }

  async score(name: string | null, sequences: readonly (readonly number[])[], temperature = 1): Promise<Float32Array[]> {
    const rows = sequences.map((ids) => scored(ids, name === null ? -1 : 0, temperature));
    const { logprobs } = await scoreSequences(this.engine, this.model.config, this.#slots(name), rows);
    return split(logprobs, sequences);
  }

  async differentiate(
    name: string,
    sequences: readonly (readonly number[])[],
    derive: (logprobs: readonly Float32Array[]) => readonly Float32Array[],
  ): Promise<{ logprobs: Float32Array[]; gradient: Gradient }> {
    const rows = sequences.map((ids) => scored(ids, 0, 1));
    const pass = await scoreForTraining(this.engine, this.model.config, this.#slots(name), rows);
    try {
      const logprobs = split(pass.logprobs, sequences);
      const derivatives = Float32Array.from(derive(logprobs).flatMap((values) => [...values]));
      return { logprobs, gradient: await pass.gradients(derivatives, new Float32Array(derivatives.length)) };
    } finally {
      pass.dispose();
    }
  }

  async step(name: string, gradient: Gradient | null, settings: Parameters<Numbers['step']>[2]): Promise<void> {
    const adapter = this.#adapter(name);
    const zeros = () => new Map([...adapter.parameters].map(([key, { data }]) => [key, new Float32Array(data.length)]));
    const stepped = await clippedStep(this.engine, adapter.parameters, gradient ?? zeros(), adapter.optimizer, settings, 0);
    adapter.parameters = stepped.parameters;
    this.engine.setParameters(adapter.parameters);
  }

  async sample(name: string | null, jobs: readonly SampleJob[]): Promise<Sample[]> {
    const samples = new Array<Sample>(jobs.length);
    for (const ends of new Set(jobs.map((job) => job.ends.join()))) {
      const generator = this.engine.openGenerator(this.model.config, this.#slots(name), ends === '' ? [] : ends.split(',').map(Number));
      try {
        await Promise.all(
          jobs.map(async (job, i) => {
            if (job.ends.join() !== ends) return;
            const { responseIds, logprobs, finishReason } = await generator.submit({
              promptIds: job.prompt,
              slot: name === null ? -1 : 0,
              rule: { temperature: job.temperature || 1, topK: job.topK, topP: job.topP, greedy: job.temperature === 0 },
              maxNewTokens: job.maxTokens,
              key: keyFor(job.seed, STUB_STREAM),
            });
            samples[i] = { tokens: responseIds, logprobs, ended: finishReason === 'stop' };
          }),
        );
      } finally {
        generator.dispose();
      }
    }
    return samples;
  }

  has(name: string): boolean {
    return this.#adapters.has(name);
  }

  async snapshot(name: string): Promise<Snapshot> {
    const { shape, parameters, optimizer } = this.#adapter(name);
    await optimizer.fetch();
    const { rank, alpha, targets } = shape;
    const tensors = new Map(
      [...parameters].map(
        ([
          key,
          {
            shape: [rows = 0, columns = 0],
            data,
          },
        ]): [string, HostMatrix] => [key.slice(name.length + 1), { shape: [rows, columns], data }],
      ),
    );
    return { shape, weights: { rank, alpha, targets, tensors }, optimizer: movable(optimizer, name) };
  }

  restore(name: string, { weights, optimizer }: Snapshot, withOptimizer: boolean): void {
    const adapter = this.#adapter(name);
    adapter.parameters = parametersOf(name, weights);
    if (withOptimizer) adapter.optimizer = (optimizer as (to: string) => AdamWState)(name);
    this.engine.setParameters(adapter.parameters);
  }

  #adapter(name: string): Adapter {
    const adapter = this.#adapters.get(name);
    if (!adapter) throw new Error(`no adapter ${name}`);
    return adapter;
  }

  #slots(name: string | null): AdapterSlot[] {
    return name === null ? [] : [this.#adapter(name).slot];
  }
}

const scored = (ids: readonly number[], slot: number, temperature: number): ScoredSequence => ({ ids, first: 1, slot, temperature });

function split(flat: Float32Array, sequences: readonly (readonly number[])[]): Float32Array[] {
  let at = 0;
  return sequences.map(({ length }) => flat.slice(at, (at += length - 1)));
}

const parametersOf = (name: string, { tensors }: LoraWeights): Map<string, HostTensor> =>
  new Map([...tensors].map(([key, tensor]) => [`${name}/${key}`, tensor]));

/** A state that another adapter may take: moments are kept under the parameters' names. */
function movable(state: AdamWState, from: string): (to: string) => AdamWState {
  const kept = state.copy();
  const renamed = (arrays: ReadonlyMap<string, Float32Array>, to: string) =>
    new Map([...arrays].map(([key, values]) => [to + key.slice(from.length), values]));
  return (to) => {
    const next = initialAdamW();
    next.moved(kept.step, { m: renamed(kept.m, to), v: renamed(kept.v, to) });
    return next;
  };
}
