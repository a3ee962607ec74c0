/** Runs plans with stock TensorFlow.js ops on whichever backend is active: the reference executor. */
import { type Plan, releasesOf, type Stage } from '../../model/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, HostTensor, KvCache } from '../executor.ts';
import { TfjsCache } from './cache.ts';
import { type OperationContext, runOperation } from './operations.ts';
import { ParameterStore } from './parameters.ts';
import { type RuntimeFiles, startBackend, type Tensor, tf, type TfjsBackend } from './runtime.ts';

export async function createTfjsExecutor(backend: TfjsBackend, files: RuntimeFiles = {}): Promise<TfjsExecutor> {
  return new TfjsExecutor(backend, await startBackend(backend, files));
}

export class TfjsExecutor implements Executor {
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

  createCache(promptLengths: readonly number[]): KvCache {
    return new TfjsCache(promptLengths);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    return new TfjsExecution(plan, inputs, this.#parameters, cache as TfjsCache | undefined);
  }

  memory(): { tensors: number; bytes: number } {
    const { numTensors, numBytes } = tf.memory();
    return { tensors: numTensors, bytes: numBytes };
  }

  dispose(): void {
    this.#parameters.dispose();
  }
}

class TfjsExecution implements Execution {
  readonly #buffers = new Map<string, Tensor>();
  readonly #shared = new Map<string, Tensor>();
  readonly #inputs: HostInputs;
  readonly #context: OperationContext;

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

  async run(stage: Stage, inputs: HostInputs = this.#inputs): Promise<HostOutputs> {
    for (const { name, dtype, shape } of this.plan.inputs[stage]) {
      const data = inputs[name];
      const expected = shape.reduce((a, b) => a * b, 1);
      if (!data || data.length !== expected)
        throw new Error(
          `plan ${this.plan.name} needs input ${name} of shape [${shape.join(', ')}], got ${data ? `${data.length} numbers` : 'nothing'}`,
        );
      this.#buffers.set(name, tf.tensor(data, [...shape], dtype === 'i32' ? 'int32' : 'float32'));
    }
    const { after, read } = releasesOf(this.plan)[stage];
    this.plan.ops[stage].forEach((op, index) => {
      const written = tf.tidy(() => runOperation(this.#context, op));
      for (const [name, tensor] of Object.entries(written)) {
        // What nobody reads, such as a gradient only its siblings were wanted of, is not kept.
        if (read.has(name)) this.#buffers.set(name, tensor);
        else tensor.dispose();
      }
      for (const name of after[index] ?? []) this.#free(name);
    });
    if (stage === 'forward') this.cache?.advance(this.plan.length);
    const outputs: Record<string, Float32Array> = {};
    for (const name of this.plan.outputs[stage]) outputs[name] = (await this.#value(name).data()) as Float32Array;
    return outputs;
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

  #free(name: string): void {
    this.#buffers.get(name)?.dispose();
    this.#buffers.delete(name);
  }
}
