/** Runs plans with stock TensorFlow.js ops on whichever backend is active: the reference executor. */
import { liveRows } from '../../model/live.ts';
import { type Op, type Plan, releasesOf, type Stage } from '../../contracts/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, HostTensor, KvCache, MemoryUse } from '../../contracts/executor.ts';
import { rectanglesOf } from './attention.ts';
import { TfjsCache } from './cache.ts';
import { type OperationContext, type Results, runOperation } from './operations.ts';
import { ParameterStore } from './parameters.ts';
import { round } from './round.ts';
import { sample } from './sample.ts';
import { type RuntimeFiles, startBackend, type Tensor, tf, type TfjsBackend } from './runtime.ts';

export async function createTfjsExecutor(backend: TfjsBackend, files: RuntimeFiles = {}): Promise<TfjsExecutor> {
  return new TfjsExecutor(backend, await startBackend(backend, files));
}

export class TfjsExecutor implements Executor {
  readonly lanes = 1;
  readonly stepsAtOnce = 1;
  readonly #parameters = new ParameterStore();

  constructor(
    readonly backend: TfjsBackend,
    readonly device: string,
  ) {}

  setParameters(parameters: Iterable<readonly [string, HostTensor]>): void {
    for (const [name, tensor] of parameters) this.#parameters.set(name, tensor);
  }

  removeParameters(names: Iterable<string>): void {
    for (const name of names) this.#parameters.remove(name);
  }

  createCache(slots: number, capacity: number): KvCache {
    return new TfjsCache(slots, capacity);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    return new TfjsExecution(plan, inputs, this.#parameters, cache as TfjsCache | undefined);
  }

  memory(): MemoryUse {
    const { numTensors, numBytes } = tf.memory();
    peak = Math.max(peak, numBytes);
    return { tensors: numTensors, bytes: numBytes, peakBytes: peak };
  }

  dispose(): void {
    this.#parameters.dispose();
  }
}

/** TensorFlow.js counts for all executors of a backend together; the peak is of what was looked at, after each operation. */
let peak = 0;

class TfjsExecution implements Execution {
  readonly #buffers = new Map<string, Tensor>();
  readonly #shared = new Map<string, Tensor>();
  readonly #inputs: HostInputs;
  readonly #context: OperationContext & { inputs: HostInputs };

  constructor(
    readonly plan: Plan,
    inputs: HostInputs,
    parameters: ParameterStore,
    readonly cache: TfjsCache | undefined,
  ) {
    this.#inputs = inputs;
    this.#context = {
      plan,
      inputs,
      parameters,
      cache,
      rectangles: rectanglesOf(inputs['offsets'] ?? [0]),
      value: (name) => this.#value(name),
      shared: (key, make) => {
        const existing = this.#shared.get(key);
        if (existing) return existing;
        const tensor = tf.keep(make());
        this.#shared.set(key, tensor);
        return tensor;
      },
    };
  }

  async run(stage: Stage, inputs: HostInputs = this.#inputs, times = 1): Promise<HostOutputs> {
    if (times === 1) return this.#once(stage, inputs);
    const results: HostOutputs[] = [];
    let next = inputs;
    for (let time = 0; time < times; time += 1) {
      if (time > 0) next = this.#fedBack(next, results[time - 1] ?? {});
      results.push(await this.#once(stage, next));
    }
    return Object.fromEntries(
      this.plan.outputs[stage].map((name) => [name, Float32Array.from(results.flatMap((result) => Array.from(result[name] ?? [])))]),
    );
  }

  /** The inputs of the next repetition. */
  #fedBack(inputs: HostInputs, outputs: HostOutputs): HostInputs {
    const { feedback, name } = this.plan;
    if (feedback.length === 0) throw new Error(`plan ${name} cannot be repeated`);
    const changed = feedback.map((rule) => {
      const data = 'from' in rule ? (outputs[rule.from] ?? []) : Array.from(inputs[rule.input] ?? [], (value) => value + rule.increment);
      return [rule.input, Int32Array.from(data)] as const;
    });
    return { ...inputs, ...Object.fromEntries(changed) };
  }

  async #once(stage: Stage, inputs: HostInputs): Promise<HostOutputs> {
    liveRows(this.plan, stage, inputs);
    this.#startInputs(stage, inputs);
    const { after, read } = releasesOf(this.plan)[stage];
    for (const [index, op] of this.plan.ops[stage].entries()) {
      const written = await this.#written(op, inputs);
      for (const [name, tensor] of Object.entries(written)) {
        // What nobody reads, such as a gradient only its siblings were wanted of, is not kept.
        if (read.has(name)) this.#put(name, tensor);
        else tensor.dispose();
      }
      peak = Math.max(peak, tf.memory().numBytes);
      for (const name of after[index] ?? []) this.#free(name);
    }
    const outputs: Record<string, Float32Array> = {};
    for (const name of this.plan.outputs[stage]) outputs[name] = (await this.#value(name).data()) as Float32Array;
    return outputs;
  }

  /** What an operation writes. */
  #written(op: Op, inputs: HostInputs): Results | Promise<Results> {
    if (op.kind === 'sample') return sample(op, this.#value(op.logits), inputs);
    if (op.kind === 'round') return round(op, this.#value(op.x));
    return tf.tidy(() => runOperation(this.#context, op));
  }

  #startInputs(stage: Stage, inputs: HostInputs): void {
    if (stage === 'forward') {
      this.#context.inputs = inputs;
      for (const tensor of this.#shared.values()) tensor.dispose();
      this.#shared.clear();
    }
    for (const { name, dtype, shape } of this.plan.inputs[stage]) {
      const data = inputs[name] ?? new Float32Array();
      const width = shape.slice(1).reduce((a, b) => a * b, 1);
      this.#put(name, tf.tensor(data, [data.length / width, ...shape.slice(1)], dtype === 'i32' ? 'int32' : 'float32'));
    }
  }

  dispose(): void {
    for (const tensor of [...this.#buffers.values(), ...this.#shared.values()]) tensor.dispose();
    this.#buffers.clear();
    this.#shared.clear();
  }

  #value(name: string): Tensor {
    const tensor = this.#buffers.get(name);
    if (!tensor) throw new Error(`plan ${this.plan.name} reads ${name} before it is written`);
    return tensor;
  }

  /** A repetition writes a buffer anew. */
  #put(name: string, tensor: Tensor): void {
    this.#free(name);
    this.#buffers.set(name, tensor);
  }

  #free(name: string): void {
    this.#buffers.get(name)?.dispose();
    this.#buffers.delete(name);
  }
}
