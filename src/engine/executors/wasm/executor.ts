/**
 * Runs plans with our own WASM kernels, one thread. All memory is one heap: parameters, caches, and one block per run
 * whose inner offsets come from the plan's lifetimes; blocks are used again, so after warm-up nothing grows.
 */
import { liveRows, slotsOfRows } from '../../model/live.ts';
import type { Plan, Stage } from '../../contracts/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, KvCache, MemoryUse, Parameter } from '../../contracts/executor.ts';
import { groupRows } from './adapters.ts';
import { WasmCache } from './cache.ts';
import type { GroupedRows } from './context.ts';
import { type Block, Heap } from './memory/heap.ts';
import { chooseKernels, instantiateKernels, type KernelBuild, type KernelFiles, type Kernels } from './kernels.ts';
import { type AdaptedAxis, type Layout, layoutOf, type LiveView, ROW_ORDER, viewOf } from './layout.ts';
import { runOperations } from './operations.ts';
import { type LentForm, type Loan, type PlaceOf, type Source, type Wish, wishesOf } from './lending.ts';
import { ParameterStore } from './parameters.ts';
import { RotaryTables } from './rotary.ts';
import { SharedSpace } from './memory/sharedSpace.ts';

export interface WasmOptions {
  /** Take the plain build, whose numbers are the same on every host. */
  readonly reproducible?: boolean;
  /** Compute in this memory, which other executors in other threads share. */
  readonly memory?: WebAssembly.Memory;
  /**
   * Where parameters are lent: resolves when the places of all of these were told ({@link WasmExecutor.learn}), to what is to be
   * called when they have been used.
   */
  readonly wish?: (wishes: readonly Wish[]) => Promise<() => void>;
}

const DEVICES: Readonly<Record<KernelBuild, string>> = {
  simd: 'one thread, SIMD',
  relaxed: 'one thread, relaxed SIMD',
};

export async function createWasmExecutor(files: KernelFiles, options: WasmOptions = {}): Promise<WasmExecutor> {
  const { reproducible = false, memory } = options;
  const { build, module } = await chooseKernels(files, reproducible, memory !== undefined);
  return new WasmExecutor(DEVICES[build], module, options);
}

/** What the runs of one executor share. */
interface Machine {
  readonly heap: Heap;
  readonly kernels: Kernels;
  readonly parameters: ParameterStore;
  readonly rotary: RotaryTables;
  readonly wish: WasmOptions['wish'];
}

export class WasmExecutor implements Executor {
  readonly backend = 'wasm';
  readonly recomputes = true;
  readonly lanes = 1;
  readonly stepsAtOnce = 1;
  readonly #machine: Machine;

  constructor(
    readonly device: string,
    module: WebAssembly.Module,
    { memory, wish }: WasmOptions = {},
  ) {
    const heap = new Heap(memory && new SharedSpace(memory));
    const kernels = instantiateKernels(module, heap.memory);
    this.#machine = { heap, kernels, parameters: new ParameterStore(heap, kernels), rotary: new RotaryTables(heap), wish };
  }

  /** Parameters that are lent to this executor; they take nothing of its own. */
  borrow(loans: Iterable<readonly [string, Loan]>): void {
    for (const [name, loan] of loans) this.#machine.parameters.borrow(name, loan);
  }

  learn(place: PlaceOf): void {
    this.#machine.parameters.learn(place);
  }

  /** Makes a form of a parameter for all that share the memory; counted here until it is freed here. */
  make(form: LentForm, source: Source): Block {
    return this.#machine.parameters.make(form, source);
  }

  free(block: Block): void {
    this.#machine.parameters.free(block);
  }

  setParameters(parameters: Iterable<readonly [string, Parameter]>): void {
    for (const [name, tensor] of parameters) this.#machine.parameters.set(name, tensor);
  }

  removeParameters(names: Iterable<string>): void {
    for (const name of names) this.#machine.parameters.remove(name);
  }

  createCache(slots: number, capacity: number): KvCache {
    return new WasmCache(this.#machine.heap, this.#machine.kernels, slots, capacity);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    if (cache && !(cache instanceof WasmCache)) throw new Error('this cache belongs to another executor');
    return new WasmExecution(this.#machine, plan, inputs, cache);
  }

  /** Blocks of parameters, caches and runs; the rotary tables are constants of the executor and left out. */
  memory(): MemoryUse {
    const { blocks, bytes, peak } = this.#machine.heap.usage;
    const constant = this.#machine.rotary.usage;
    return { tensors: blocks - constant.blocks, bytes: bytes - constant.bytes, peakBytes: peak };
  }

  dispose(): void {
    this.#machine.parameters.dispose();
    this.#machine.rotary.dispose();
  }
}

const NO_TABLE = { cosines: 0, sines: 0 };

class WasmExecution implements Execution {
  readonly #layout: Layout;
  readonly #view: LiveView;
  readonly #block: Block;
  readonly #grouped: Readonly<Record<AdaptedAxis, GroupedRows>>;
  #disposed = false;

  constructor(
    readonly machine: Machine,
    readonly plan: Plan,
    readonly inputs: HostInputs,
    readonly cache: WasmCache | undefined,
  ) {
    this.#layout = layoutOf(plan);
    this.#view = viewOf(plan, liveRows(plan, 'forward', inputs));
    // Before the block, which goes first: what stays longer then lies lower, and leaves no holes.
    this.#reserve(inputs, 1);
    this.#block = machine.heap.allocate(this.#layout.bytes);
    this.#grouped = { tokens: this.#group('tokens'), scored: this.#group('scored') };
  }

  async run(stage: Stage, inputs: HostInputs = this.inputs, times = 1): Promise<HostOutputs> {
    const { parameters, wish } = this.machine;
    const wishes = wishesOf(parameters, this.plan, stage);
    if (wishes.length === 0 || !wish) return this.#run(stage, inputs, times);
    const used = await wish(wishes);
    try {
      return this.#run(stage, inputs, times);
    } finally {
      used();
    }
  }

  #run(stage: Stage, inputs: HostInputs, times: number): HostOutputs {
    if (this.#disposed) throw new Error(`plan ${this.plan.name} is run after it was disposed`);
    const { plan } = this;
    if (times > 1 && plan.feedback.length === 0) throw new Error(`plan ${plan.name} cannot be repeated`);
    this.#bring(stage, inputs);
    this.#reserve(inputs, times);
    const outputs = Object.fromEntries(plan.outputs[stage].map((name) => [name, new Float32Array(times * this.#count(name))]));
    for (let time = 0; time < times; time += 1) {
      if (time > 0) this.#feedBack();
      this.#once(stage, times);
      for (const [name, output] of Object.entries(outputs)) output.set(this.#floats(name), time * this.#count(name));
    }
    return outputs;
  }

  /** Room in the cache for what is written `times` in a row. */
  #reserve(inputs: HostInputs, times: number): void {
    const { offsets = [], positions = [], cache_slots: slots = [] } = inputs;
    this.cache?.reserve(this.plan, offsets, positions, slots, times);
  }

  /** Rows along `axis` by adapter; their list goes into the heap. */
  #group(axis: AdaptedAxis): GroupedRows {
    if (this.plan.adapters.length === 0 || !this.#view.live.has(axis)) return { groups: [], order: 0 };
    const { groups, order } = groupRows(this.plan, slotsOfRows(axis, this.inputs));
    const address = this.#address(ROW_ORDER[axis]);
    this.machine.heap.integers(address, order.length).set(order);
    return { groups, order: address };
  }

  #once(stage: Stage, times: number): void {
    const { heap, kernels, parameters, rotary } = this.machine;
    const { cache } = this;
    const { plan } = this.#view;
    const shape = plan.attention;
    const positions = shape ? largest(this.inputs['positions']) + times : 0;
    const scratch = heap.allocate(this.#scratchBytes());
    try {
      runOperations(
        {
          plan,
          kernels,
          parameters,
          cache,
          grouped: this.#grouped,
          rotary: shape ? rotary.addresses(shape.frequencies, positions) : NO_TABLE,
          localRotary: shape?.localFrequencies ? rotary.addresses(shape.localFrequencies, positions) : NO_TABLE,
          scratch: scratch.address,
          address: (name) => this.#address(name),
          count: (name) => this.#count(name),
        },
        stage,
      );
    } finally {
      heap.release(scratch);
    }
  }

  #scratchBytes(): number {
    const { kernels } = this.machine;
    const { attention: shape, ops, parameters, shapes } = this.plan;
    // Only what has weights has products; the optimiser has none.
    let most = parameters.size > 0 ? kernels.gemmScratchBytes() : 0;
    if (shape)
      most = Math.max(
        most,
        this.cache
          ? kernels.cachedScratchBytes(this.cache.reach)
          : kernels.attentionScratchBytes(longest(this.inputs['offsets']), shape.headDim),
      );
    for (const op of ops.forward) if (op.kind === 'sample') most = Math.max(most, 4 * (shapes.get(op.logits)?.[1] ?? 0));
    return most;
  }

  /** What the plan's feedback says, in the heap. */
  #feedBack(): void {
    const { heap } = this.machine;
    for (const rule of this.plan.feedback) {
      const input = heap.integers(this.#address(rule.input), this.#count(rule.input));
      if ('from' in rule) input.set(this.#floats(rule.from));
      else for (let i = 0; i < input.length; i += 1) input[i] = (input[i] ?? 0) + rule.increment;
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.machine.heap.release(this.#block);
  }

  #count(name: string): number {
    return this.#view.sizes.get(name) ?? 0;
  }

  #floats(name: string): Float32Array {
    return this.machine.heap.floats(this.#address(name), this.#count(name));
  }

  #address(name: string): number {
    const offset = this.#layout.offsets.get(name);
    if (offset === undefined) throw new Error(`plan ${this.plan.name} reads ${name} before it is written`);
    return this.#block.address + offset;
  }

  /** Copies a stage's inputs in. Indices are checked: a kernel would read or write wherever they point. */
  #bring(stage: Stage, inputs: HostInputs): void {
    const { heap } = this.machine;
    const live = liveRows(this.plan, stage, inputs);
    for (const { name, dtype, axis } of this.plan.inputs[stage]) {
      const data = inputs[name] ?? [];
      const rows = axis && live.get(axis);
      const began = axis && this.#view.live.get(axis);
      if (rows !== (began ?? rows)) throw new Error(`plan ${this.plan.name}: ${name} has ${rows} rows, and the run began with ${began}`);
      const bound = this.#view.bounds.get(name) ?? (name === 'positions' ? Number.POSITIVE_INFINITY : undefined);
      if (bound !== undefined)
        for (const index of data)
          if (!(index >= 0 && index < bound))
            throw new Error(`plan ${this.plan.name}: ${name} holds ${index}, but must be from 0 to ${bound - 1}`);
      const to = this.#address(name);
      if (dtype === 'i32') heap.integers(to, data.length).set(data);
      else heap.floats(to, data.length).set(data);
    }
  }
}

function largest(values: ArrayLike<number> | undefined): number {
  let most = 0;
  for (let i = 0; i < (values?.length ?? 0); i += 1) most = Math.max(most, values?.[i] ?? 0);
  return most;
}

/** Tokens of the longest sequence. */
function longest(offsets: ArrayLike<number> | undefined): number {
  let most = 1;
  for (let i = 1; i < (offsets?.length ?? 0); i += 1) most = Math.max(most, (offsets?.[i] ?? 0) - (offsets?.[i - 1] ?? 0));
  return most;
}
