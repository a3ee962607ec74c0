/**
 * A plan made ready for one device: pipelines, buffers and bind groups, made once and replayed. A run uploads the inputs,
 * submits a command buffer for each repetition, so that the device works on one while the next is encoded, and reads all outputs of
 * (at most REPETITIONS of) them back at once.
 */
import type { Live } from '../../model/live.ts';
import type { BufferName, Plan, Stage } from '../../contracts/plan.ts';
import type { HostInputs, HostOutputs } from '../../contracts/executor.ts';
import { layOut } from './allocate.ts';
import type { WebgpuCache } from './cache.ts';
import type { GpuDevice } from './device.ts';
import type { LoweredInput, RunInputs } from './inputs.ts';
import { LIVE_AXES, packUniforms } from './kernels/kernel.ts';
import { lower } from './lower.ts';
import {
  type Dispatch,
  type Grid,
  type LiveCounts,
  type Lowered,
  type LowerOptions,
  type Output,
  type Ref,
  slotTable,
  STEPS,
} from './lowered.ts';
import type { DeviceEntry, ParameterStore } from './parameters.ts';
import type { Pipelines } from './pipelines.ts';

/** Offsets inside a buffer are multiples of this on every adapter. */
const ALIGNMENT = 256;

/** Most repetitions between two read-backs. */
export const REPETITIONS = 64;

interface Step {
  readonly dispatch: Dispatch;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  readonly uniforms: GPUBufferBinding;
  /** Bindings known before the cache is; undefined those of the cache. */
  readonly storage: readonly (GPUBufferBinding | undefined)[];
}

export class Recording {
  readonly #steps: { readonly [S in Stage]: readonly Step[] };
  readonly #groups: { readonly [S in Stage]: readonly GPUBindGroup[] | undefined };
  readonly #lowered: Lowered;
  readonly #inputs: { readonly [S in Stage]: InputBlock };
  readonly #state: InputBlock;
  readonly #live: GPUBuffer;
  readonly #staging: { readonly [S in Stage]: GPUBuffer };
  readonly #activations: readonly GPUBuffer[];
  readonly #drawn: GPUBuffer | undefined;
  readonly #bufferOf: ReadonlyMap<BufferName, number>;
  readonly #constants: ConstantBlock;
  readonly #entries = new Set<DeviceEntry>();
  readonly #judgement: Promise<void>;
  readonly bytes: number;

  constructor(
    readonly key: string,
    readonly plan: Plan,
    readonly options: LowerOptions,
    readonly device: GpuDevice,
    pipelines: Pipelines,
    readonly parameters: ParameterStore,
  ) {
    const before = device.memory().bytes;
    this.#lowered = lower(plan, options);
    const { value, judgement } = device.judged(() => this.#make(this.#lowered, pipelines));
    ({
      steps: this.#steps,
      groups: this.#groups,
      inputs: this.#inputs,
      state: this.#state,
      live: this.#live,
      staging: this.#staging,
      activations: this.#activations,
      drawn: this.#drawn,
      bufferOf: this.#bufferOf,
      constants: this.#constants,
    } = value);
    this.#judgement = judgement;
    this.bytes = device.memory().bytes - before;
  }

  /** Whether everything it binds still exists. */
  get usable(): boolean {
    return [...this.#entries].every((entry) => entry.alive);
  }

  /** Dispatches of one repetition of a stage. */
  get dispatches(): { readonly [S in Stage]: number } {
    return { forward: this.#steps.forward.length, backward: this.#steps.backward.length };
  }

  async run(stage: Stage, inputs: HostInputs, live: Live, cache: WebgpuCache | undefined, times: number): Promise<HostOutputs> {
    // What the device refuses while it is made is the cause of all later errors, so it is heard first.
    await this.#judgement;
    this.device.check();
    if (times > 1 && (!this.plan.feedback.length || live.get('tokens') !== live.get('sequences')))
      throw new Error(`plan ${this.plan.name} cannot be repeated: it needs feedback, and one token of each sequence`);
    const counts = LIVE_AXES.map((axis) => live.get(axis) ?? 0);
    const run: RunInputs = { inputs, capacity: cache?.capacity ?? 0 };
    this.#inputs[stage].upload(run);
    if (stage === 'forward') {
      this.#state.upload(run);
      this.device.write(this.#live, 0, Uint32Array.from(counts));
      for (const entry of this.#entries) entry.refresh();
      cache?.admit(inputs['cache_slots'] ?? [], inputs['positions'] ?? [], times);
    }
    const groups = this.#groups[stage] ?? this.#groupsWith(stage, cache);
    const parts: HostOutputs[] = [];
    for (let done = 0; done < times; done += REPETITIONS)
      parts.push(await this.#repeat(stage, groups, counts, Math.min(REPETITIONS, times - done)));
    const [only, ...others] = parts;
    if (!only || !others.length) return only ?? {};
    return Object.fromEntries(Object.keys(only).map((name) => [name, Float32Array.from(parts.flatMap((part) => [...(part[name] ?? [])]))]));
  }

  dispose(): void {
    const blocks = [this.#inputs.forward, this.#inputs.backward, this.#state].map(({ buffer }) => buffer);
    const own = [...this.#activations, this.#constants.buffer, this.#live, this.#staging.forward, this.#staging.backward, ...blocks];
    for (const buffer of this.#drawn ? [...own, this.#drawn] : own) this.device.destroyBuffer(buffer);
  }

  async #repeat(stage: Stage, groups: readonly GPUBindGroup[], counts: LiveCounts, times: number): Promise<HostOutputs> {
    const { raw } = this.device;
    let encoder = raw.createCommandEncoder();
    const steps = this.#state.stretch(STEPS);
    if (steps) encoder.clearBuffer(this.#state.buffer, steps.offset, steps.count * 4);
    const calls = this.#steps[stage].map(({ dispatch, pipeline }, i) => ({
      pipeline,
      group: groups[i] ?? null,
      grid: dispatch.grid(counts),
    }));
    for (let time = 0; time < times; time += 1) {
      replay(encoder, calls, 1);
      if (time + 1 === times) break;
      raw.queue.submit([encoder.finish()]);
      encoder = raw.createCommandEncoder();
    }
    this.device.dispatched(calls.length * times);
    const staging = this.#staging[stage];
    const views: { name: string; at: number; length: number }[] = [];
    let at = 0;
    for (const output of this.#lowered.outputs[stage]) {
      if ('drawn' in output) continue;
      const length = output.width * (output.axis === undefined ? 1 : (counts[output.axis] ?? 0));
      encoder.copyBufferToBuffer(this.#activation(output.buffer), output.offset * 4, staging, at * 4, length * 4);
      views.push({ name: output.name, at, length });
      at += length;
    }
    const rows = this.#lowered.drawn ? (counts[this.#lowered.drawn.axis] ?? 0) : 0;
    if (this.#drawn) encoder.copyBufferToBuffer(this.#drawn, 0, staging, at * 4, times * 3 * rows * 4);
    raw.queue.submit([encoder.finish()]);
    const data = await this.device.read(staging, (at + times * 3 * rows) * 4);
    const read: Record<string, Float32Array> = Object.fromEntries(
      views.map((view) => [view.name, data.subarray(view.at, view.at + view.length)]),
    );
    for (const output of this.#lowered.outputs[stage]) {
      if ('drawn' in output) read[output.name] = historyOf(data.subarray(at), output.drawn, rows, times);
    }
    return read;
  }

  #make(lowered: Lowered, pipelines: Pipelines) {
    const { device } = this;
    const { bufferOf, sizes } = layOut(lowered);
    const activations = sizes.map((floats) => device.createBuffer(floats * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC));
    const inputs = { forward: new InputBlock(device, lowered.inputs.forward), backward: new InputBlock(device, lowered.inputs.backward) };
    const state = new InputBlock(device, lowered.state);
    const live = device.createBuffer(16, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    const history = (lowered.drawn?.rows ?? 0) * 3 * (this.plan.feedback.length ? REPETITIONS : 1);
    const drawn = history ? device.createBuffer(history * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC) : undefined;
    const staging = (stage: Stage) =>
      device.createBuffer(
        (stagedFloats(lowered.outputs[stage], this.plan) + (stage === 'forward' ? history : 0)) * 4,
        GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
      );
    const constants = new ConstantBlock();
    const stateUniforms = (dispatch: Dispatch) =>
      Object.fromEntries(
        Object.entries(dispatch.state ?? {}).map(([uniform, name]) => [uniform, (state.stretch(name)?.offset ?? unreachable(name)) / 4]),
      );
    const drafts = (stage: Stage) =>
      lowered.dispatches[stage].map((dispatch) => ({
        dispatch,
        uniforms: constants.add(packUniforms(dispatch.kernel, { ...dispatch.uniforms, ...stateUniforms(dispatch) })),
        tables: dispatch.refs.map((ref) => (ref.at === 'slots' ? constants.add(packSlots(this.plan, ref)) : undefined)),
      }));
    const all = { forward: drafts('forward'), backward: drafts('backward') };
    constants.upload(device);
    const resolve = (ref: Ref): GPUBufferBinding | undefined => {
      switch (ref.at) {
        case 'activation':
          return { buffer: activations[bufferOf.get(ref.name) ?? -1] ?? unreachable(ref.name) };
        case 'input':
          return inputs.forward.binding(ref.name) ?? state.binding(ref.name) ?? inputs.backward.binding(ref.name) ?? unreachable(ref.name);
        case 'state':
          return { buffer: state.buffer };
        case 'drawn':
          return { buffer: drawn ?? unreachable('draws') };
        case 'parameters':
        case 'bank':
        case 'turns': {
          const { entry, binding } = this.parameters.bind(ref, this.plan);
          this.#entries.add(entry);
          return binding;
        }
        case 'past':
          return undefined;
        case 'slots':
          return unreachable('slots');
        default:
          return ref satisfies never;
      }
    };
    const steps = (stage: Stage) =>
      all[stage].map(({ dispatch, uniforms, tables }): Step => {
        const { pipeline, layout } = pipelines.get(dispatch.kernel);
        const storage = dispatch.refs.map((ref, i) => {
          const table = tables[i];
          return table ? constants.binding(table) : resolve(ref);
        });
        return { dispatch, pipeline, layout, uniforms: constants.binding(uniforms), storage };
      });
    const made = { forward: steps('forward'), backward: steps('backward') };
    const groups = (stage: Stage) => {
      if (made[stage].some(({ storage }) => storage.includes(undefined))) return undefined;
      return made[stage].map((step) => bindGroup(device, step, live, step.storage as GPUBufferBinding[]));
    };
    return {
      steps: made,
      groups: { forward: groups('forward'), backward: groups('backward') },
      inputs,
      state,
      live,
      staging: { forward: staging('forward'), backward: staging('backward') },
      activations,
      drawn,
      bufferOf,
      constants,
    };
  }

  /** The stage's bind groups with a cache's buffers, made once per cache. */
  #groupsWith(stage: Stage, cache: WebgpuCache | undefined): readonly GPUBindGroup[] {
    if (!cache) throw new Error(`plan ${this.plan.name} keeps keys and values and so needs a cache`);
    const known = cache.bindGroups.get(this);
    if (known) return known;
    const { kvHeads = 1, headDim = 1 } = this.plan.attention ?? {};
    const made = this.#steps[stage].map((step) => {
      const storage = step.storage.map((binding, i) => {
        const ref = step.dispatch.refs[i];
        if (binding) return binding;
        return ref?.at === 'past'
          ? { buffer: cache.past(ref.layer, ref.which, kvHeads * headDim * (ref.half ? 2 : 4)) }
          : unreachable('a binding');
      });
      return bindGroup(this.device, step, this.#live, storage);
    });
    cache.bindGroups.set(this, made);
    return made;
  }

  #activation(name: BufferName): GPUBuffer {
    return this.#activations[this.#bufferOf.get(name) ?? -1] ?? unreachable(name);
  }
}

/** One dispatch as it is encoded. */
export interface Call {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup | null;
  readonly grid: Grid;
}

/** Encodes the calls, `times` over, in one pass. */
export function replay(encoder: GPUCommandEncoder, calls: readonly Call[], times: number): void {
  const pass = encoder.beginComputePass();
  let current: GPUComputePipeline | undefined;
  for (let time = 0; time < times; time += 1) {
    for (const { pipeline, group, grid } of calls) {
      if (pipeline !== current) pass.setPipeline(pipeline);
      current = pipeline;
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(grid[0], grid[1], grid[2]);
    }
  }
  pass.end();
}

function unreachable(what: string): never {
  throw new Error(`no buffer for ${what}`);
}

function bindGroup(device: GpuDevice, { layout, uniforms }: Step, live: GPUBuffer, storage: readonly GPUBufferBinding[]): GPUBindGroup {
  const entries = [uniforms, { buffer: live }, ...storage].map((resource, binding) => ({ binding, resource }));
  return device.raw.createBindGroup({ layout, entries });
}

/** The draws' tokens (0), log-probabilities (1) or entropies (2), repetition after repetition. */
function historyOf(draws: Float32Array, which: number, rows: number, times: number): Float32Array {
  const out = new Float32Array(times * rows);
  for (let time = 0; time < times; time += 1)
    out.set(draws.subarray((time * 3 + which) * rows, (time * 3 + which + 1) * rows), time * rows);
  return out;
}

/** The modules' slots as the kernels' `Slot` records. */
function packSlots(plan: Plan, { modules, which }: Extract<Ref, { at: 'slots' }>): ArrayBuffer {
  const table = slotTable(plan, modules, which);
  const view = new DataView(new ArrayBuffer(table.length * 16));
  table.forEach(({ offset, rank, scale }, i) => {
    view.setUint32(i * 16, offset, true);
    view.setUint32(i * 16 + 4, rank, true);
    view.setFloat32(i * 16 + 8, scale, true);
  });
  return view.buffer;
}

/** Most floats read back, the draws aside. */
function stagedFloats(outputs: readonly Output[], plan: Plan): number {
  return outputs.reduce((sum, output) => {
    if ('drawn' in output) return sum;
    return sum + output.width * (output.axis === undefined ? 1 : (plan.shapes.get(output.name)?.[0] ?? 0));
  }, 0);
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** Uniforms and slot tables of all dispatches in one buffer, equal blocks once. */
class ConstantBlock {
  readonly #offsets = new Map<string, { offset: number; data: ArrayBuffer }>();
  #size = 0;
  #buffer: GPUBuffer | undefined;

  get buffer(): GPUBuffer {
    return this.#buffer ?? unreachable('constants');
  }

  add(data: ArrayBuffer): { offset: number; data: ArrayBuffer } {
    const key = new Uint32Array(data).join();
    const known = this.#offsets.get(key);
    if (known) return known;
    const block = { offset: this.#size, data };
    this.#offsets.set(key, block);
    this.#size += aligned(data.byteLength);
    return block;
  }

  upload(device: GpuDevice): void {
    const all = new Uint8Array(this.#size);
    for (const { offset, data } of this.#offsets.values()) all.set(new Uint8Array(data), offset);
    this.#buffer = device.createBuffer(this.#size, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
    device.write(this.#buffer, 0, all);
  }

  binding({ offset, data }: { offset: number; data: ArrayBuffer }): GPUBufferBinding {
    return { buffer: this.buffer, offset, size: data.byteLength };
  }
}

/** Inputs in one buffer, so that a run uploads them in one write. */
class InputBlock {
  readonly buffer: GPUBuffer;
  readonly #stretches = new Map<BufferName, { readonly offset: number; readonly count: number; readonly input: LoweredInput }>();
  readonly #host: ArrayBuffer;

  constructor(
    readonly device: GpuDevice,
    inputs: readonly LoweredInput[],
  ) {
    let offset = 0;
    for (const input of inputs) {
      this.#stretches.set(input.name, { offset, count: input.count, input });
      offset += aligned(input.count * 4);
    }
    this.#host = new ArrayBuffer(offset);
    this.buffer = device.createBuffer(offset, GPUBufferUsage.STORAGE | GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST);
  }

  stretch(name: BufferName): { readonly offset: number; readonly count: number } | undefined {
    return this.#stretches.get(name);
  }

  binding(name: BufferName): GPUBufferBinding | undefined {
    const stretch = this.#stretches.get(name);
    return stretch && { buffer: this.buffer, offset: stretch.offset, size: Math.ceil(stretch.count / 4) * 16 };
  }

  upload(run: RunInputs): void {
    for (const { offset, count, input } of this.#stretches.values()) {
      const data = input.fill(run);
      if (data.length > count) throw new Error(`input ${input.name} has ${data.length} numbers, and room for ${count}`);
      const view = data instanceof Float32Array ? new Float32Array(this.#host, offset, count) : new Int32Array(this.#host, offset, count);
      view.set(data);
    }
    if (this.#host.byteLength) this.device.write(this.buffer, 0, this.#host);
  }
}
