/**
 * Runs plans with our own WASM kernels, one thread. All memory is one heap: parameters, caches, and one block per run
 * whose inner places come from the plan's lifetimes; blocks are used again, so after warm-up nothing grows.
 */
import type { Plan, Stage } from '../../model/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, HostTensor, KvCache } from '../executor.ts';
import { type AdapterGroup, groupTokens } from './adapters.ts';
import { WasmCache } from './cache.ts';
import { type Block, Heap } from './heap.ts';
import { chooseKernels, instantiateKernels, type KernelBuild, type KernelFiles, type Kernels } from './kernels.ts';
import { type Layout, layoutOf, TOKEN_ORDER } from './layout.ts';
import { runOperations } from './operations.ts';
import { ParameterStore } from './parameters.ts';
import { RotaryTables } from './rotary.ts';

export interface WasmOptions {
  /** Take the plain build, whose numbers are the same on every host. */
  readonly reproducible?: boolean;
}

const DEVICES: Readonly<Record<KernelBuild, string>> = {
  simd: 'one thread, SIMD',
  relaxed: 'one thread, relaxed SIMD',
};

export async function createWasmExecutor(files: KernelFiles, { reproducible = false }: WasmOptions = {}): Promise<WasmExecutor> {
  const { build, module } = await chooseKernels(files, reproducible);
  return new WasmExecutor(DEVICES[build], module);
}

/** What the runs of one executor share. */
interface Machine {
  readonly heap: Heap;
  readonly kernels: Kernels;
  readonly parameters: ParameterStore;
  readonly rotary: RotaryTables;
}

export class WasmExecutor implements Executor {
  readonly backend = 'wasm';
  readonly #machine: Machine;

  constructor(
    readonly device: string,
    module: WebAssembly.Module,
  ) {
    const heap = new Heap();
    const kernels = instantiateKernels(module, heap.memory);
    this.#machine = { heap, kernels, parameters: new ParameterStore(heap, kernels), rotary: new RotaryTables(heap) };
  }

  setParameters(parameters: Iterable<readonly [string, HostTensor]>): void {
    for (const [name, tensor] of parameters) this.#machine.parameters.set(name, tensor);
  }

  removeParameters(names: Iterable<string>): void {
    for (const name of names) this.#machine.parameters.remove(name);
  }

  createCache(promptLengths: readonly number[], capacity: number): KvCache {
    return new WasmCache(this.#machine.heap, promptLengths, capacity);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    if (cache && !(cache instanceof WasmCache)) throw new Error('this cache belongs to another executor');
    return new WasmExecution(this.#machine, plan, inputs, cache);
  }

  /** Blocks of parameters, caches and runs; the rotary tables are constants of the executor and left out. */
  memory(): { tensors: number; bytes: number } {
    const { blocks, bytes } = this.#machine.heap.usage;
    const constant = this.#machine.rotary.usage;
    return { tensors: blocks - constant.blocks, bytes: bytes - constant.bytes };
  }

  dispose(): void {
    this.#machine.parameters.dispose();
    this.#machine.rotary.dispose();
  }
}

class WasmExecution implements Execution {
  readonly #layout: Layout;
  readonly #block: Block;
  readonly #groups: readonly AdapterGroup[];
  #disposed = false;

  constructor(
    readonly machine: Machine,
    readonly plan: Plan,
    readonly inputs: HostInputs,
    readonly cache: WasmCache | undefined,
  ) {
    this.#layout = layoutOf(plan);
    this.#block = machine.heap.allocate(this.#layout.bytes);
    const { groups, order } = groupTokens(plan, inputs['adapter_rows']);
    this.#groups = groups;
    if (groups.length) machine.heap.integers(this.#address(TOKEN_ORDER), order.length).set(order);
  }

  async run(stage: Stage, inputs: HostInputs = this.inputs): Promise<HostOutputs> {
    if (this.#disposed) throw new Error(`plan ${this.plan.name} is run after it was disposed`);
    this.#bring(stage, inputs);
    const { heap, kernels, parameters, rotary } = this.machine;
    const { plan, cache } = this;
    const shape = plan.attention;
    cache?.check(plan.rows);
    const scratch = heap.allocate(
      Math.max(shape ? kernels.attentionScratchBytes(plan.length, shape.headDim) : kernels.gemmScratchBytes(), 4 * (cache?.capacity ?? 0)),
    );
    try {
      runOperations(
        {
          plan,
          kernels,
          parameters,
          cache,
          groups: this.#groups,
          order: plan.adapters.length ? this.#address(TOKEN_ORDER) : 0,
          rotary: shape ? rotary.addresses(shape.frequencies, largest(this.inputs['positions'])) : { cosines: 0, sines: 0 },
          scratch: scratch.address,
          address: (name) => this.#address(name),
          count: (name) => this.#layout.sizes.get(name) ?? 0,
        },
        stage,
      );
    } finally {
      heap.release(scratch);
    }
    if (stage === 'forward') cache?.advance();
    const outputs: Record<string, Float32Array> = {};
    for (const name of plan.outputs[stage]) outputs[name] = heap.floats(this.#address(name), this.#layout.sizes.get(name) ?? 0).slice();
    return outputs;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.machine.heap.release(this.#block);
  }

  #address(name: string): number {
    const offset = this.#layout.offsets.get(name);
    if (offset === undefined) throw new Error(`plan ${this.plan.name} reads ${name} before it is written`);
    return this.#block.address + offset;
  }

  /** Copies a stage's inputs in. Indices are checked: a kernel would read or write wherever they point. */
  #bring(stage: Stage, inputs: HostInputs): void {
    const { heap } = this.machine;
    for (const { name, dtype, shape } of this.plan.inputs[stage]) {
      const data = inputs[name];
      const expected = shape.reduce((a, b) => a * b, 1);
      if (!data || data.length !== expected)
        throw new Error(
          `plan ${this.plan.name} needs input ${name} of shape [${shape.join(', ')}], got ${data ? `${data.length} numbers` : 'nothing'}`,
        );
      const bound = this.#layout.bounds.get(name) ?? (name === 'positions' ? Number.POSITIVE_INFINITY : undefined);
      if (bound !== undefined)
        for (const index of data)
          if (!(index >= 0 && index < bound))
            throw new Error(`plan ${this.plan.name}: ${name} holds ${index}, but must be from 0 to ${bound - 1}`);
      const to = this.#address(name);
      if (dtype === 'i32') heap.integers(to, expected).set(data);
      else heap.floats(to, expected).set(data);
    }
  }
}

function largest(values: ArrayLike<number> | undefined): number {
  let most = 0;
  for (let i = 0; i < (values?.length ?? 0); i += 1) most = Math.max(most, values?.[i] ?? 0);
  return most;
}
