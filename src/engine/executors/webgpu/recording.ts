/**
 * A plan made ready for one device: pipelines, buffers and bind groups, made once and replayed. A run uploads the inputs in
 * one write, submits one command buffer, and reads all outputs back at once.
 */
import type { BufferName, Plan, Stage } from '../../model/plan.ts';
import type { HostInput, HostInputs, HostOutputs } from '../executor.ts';
import { layOut } from './allocate.ts';
import type { WebgpuCache } from './cache.ts';
import type { GpuDevice } from './device.ts';
import { packUniforms, type Pipelines } from './kernel.ts';
import { type Dispatch, type Lowered, type LoweredInput, lower, type Ref, slotTable } from './lower.ts';
import type { DeviceEntry, ParameterStore } from './parameters.ts';

/** Offsets inside a buffer are multiples of this on every adapter. */
const ALIGNMENT = 256;

interface Step {
  readonly dispatch: Dispatch;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  readonly uniforms: GPUBufferBinding;
  /** Undefined where it depends on the cache. */
  readonly group: GPUBindGroup | undefined;
}

export class Recording {
  readonly #steps: { readonly [S in Stage]: readonly Step[] };
  readonly #inputs: { readonly [S in Stage]: InputBlock };
  readonly #outputs: { readonly [S in Stage]: OutputBlock };
  readonly #activations: readonly GPUBuffer[];
  readonly #places: ReadonlyMap<BufferName, number>;
  readonly #constants: ConstantBlock;
  readonly #entries = new Set<DeviceEntry>();
  /** Finds a reference's buffer again when a cache's bind groups are made. */
  readonly #resolve: (ref: Ref) => GPUBufferBinding;
  readonly #judgement: Promise<void>;
  readonly bytes: number;

  constructor(
    readonly key: string,
    readonly plan: Plan,
    readonly cached: boolean,
    readonly device: GpuDevice,
    pipelines: Pipelines,
    readonly parameters: ParameterStore,
  ) {
    const before = device.memory().bytes;
    const lowered = lower(plan, cached);
    const { value, judgement } = device.judged(() => this.#make(lowered, pipelines));
    ({
      steps: this.#steps,
      inputs: this.#inputs,
      outputs: this.#outputs,
      activations: this.#activations,
      places: this.#places,
      constants: this.#constants,
      resolve: this.#resolve,
    } = value);
    this.#judgement = judgement;
    this.bytes = device.memory().bytes - before;
  }

  /** Whether everything it binds still exists. */
  get usable(): boolean {
    return [...this.#entries].every((entry) => entry.alive);
  }

  async run(stage: Stage, inputs: HostInputs, cache: WebgpuCache | undefined): Promise<HostOutputs> {
    const { raw } = this.device;
    this.device.check();
    this.#inputs[stage].upload(inputs);
    if (stage === 'forward') {
      for (const entry of this.#entries) entry.refresh();
      cache?.advance(this.plan.length);
    }
    const groups = this.#groups(stage, cache);
    const encoder = raw.createCommandEncoder();
    const pass = encoder.beginComputePass();
    this.#steps[stage].forEach(({ dispatch, pipeline }, i) => {
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[i] ?? null);
      pass.dispatchWorkgroups(...dispatch.grid);
    });
    pass.end();
    const { staging, views, bytes } = this.#outputs[stage];
    for (const { buffer, offset, length, at } of views)
      encoder.copyBufferToBuffer(this.#activation(buffer), offset * 4, staging, at * 4, length * 4);
    raw.queue.submit([encoder.finish()]);
    await this.#judgement;
    const data = await this.device.read(staging, bytes);
    return Object.fromEntries(views.map(({ name, at, length }) => [name, data.subarray(at, at + length)]));
  }

  dispose(): void {
    const { forward, backward } = this.#inputs;
    for (const buffer of [
      ...this.#activations,
      this.#constants.buffer,
      forward.buffer,
      backward.buffer,
      this.#outputs.forward.staging,
      this.#outputs.backward.staging,
    ])
      this.device.destroyBuffer(buffer);
  }

  #make(lowered: Lowered, pipelines: Pipelines) {
    const { device } = this;
    const { places, sizes } = layOut(lowered);
    const activations = sizes.map((floats) => device.createBuffer(floats * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC));
    const inputs = {
      forward: new InputBlock(device, this.plan, lowered.inputs.forward),
      backward: new InputBlock(device, this.plan, lowered.inputs.backward),
    };
    const outputs = { forward: outputBlock(device, lowered.outputs.forward), backward: outputBlock(device, lowered.outputs.backward) };
    const constants = new ConstantBlock();
    const drafts = (stage: Stage) =>
      lowered.dispatches[stage].map((dispatch) => ({
        dispatch,
        uniforms: constants.add(packUniforms(dispatch.kernel, dispatch.uniforms)),
        tables: dispatch.refs.map((ref) => (ref.at === 'slots' ? constants.add(packSlots(this.plan, ref.module)) : undefined)),
      }));
    const all = { forward: drafts('forward'), backward: drafts('backward') };
    constants.upload(device);
    const resolve = (ref: Ref): GPUBufferBinding => {
      if (ref.at === 'activation') {
        const buffer = activations[places.get(ref.name) ?? -1];
        if (!buffer) throw new Error(`plan ${this.plan.name} reads ${ref.name} before it is written`);
        return { buffer };
      }
      if (ref.at === 'input') return inputs.forward.binding(ref.name) ?? inputs.backward.binding(ref.name) ?? unreachable(ref.name);
      if (ref.at === 'parameter' || ref.at === 'bank' || ref.at === 'turns') {
        const entry = this.parameters.entry(ref, this.plan);
        this.#entries.add(entry);
        return { buffer: entry.buffer };
      }
      return unreachable(ref.at);
    };
    const steps = (stage: Stage) =>
      all[stage].map(({ dispatch, uniforms, tables }): Step => {
        const { pipeline, layout } = pipelines.get(dispatch.kernel);
        const block = constants.binding(uniforms);
        const group = dispatch.refs.some(ofCache)
          ? undefined
          : bindGroup(
              device,
              layout,
              block,
              dispatch.refs.map((ref, i) => {
                const table = tables[i];
                return table ? constants.binding(table) : resolve(ref);
              }),
            );
        return { dispatch, pipeline, layout, uniforms: block, group };
      });
    const made = { forward: steps('forward'), backward: steps('backward') };
    return { steps: made, inputs, outputs, activations, places, constants, resolve };
  }

  /** The stage's bind groups, those with a cache's buffers made once per cache. */
  #groups(stage: Stage, cache: WebgpuCache | undefined): readonly (GPUBindGroup | undefined)[] {
    if (!cache || stage === 'backward') return this.#steps[stage].map(({ group }) => group);
    const known = cache.bindGroups.get(this);
    if (known) return known;
    const { kvHeads = 1, headDim = 1 } = this.plan.attention ?? {};
    const resolve = (ref: Ref): GPUBufferBinding => {
      if (ref.at === 'past') return { buffer: cache.past(ref.layer, ref.which, kvHeads * headDim) };
      return ref.at === 'extents' ? { buffer: cache.extents } : this.#resolve(ref);
    };
    const made = this.#steps[stage].map(
      ({ group, layout, uniforms, dispatch }) => group ?? bindGroup(this.device, layout, uniforms, dispatch.refs.map(resolve)),
    );
    cache.bindGroups.set(this, made);
    return made;
  }

  #activation(name: BufferName): GPUBuffer {
    return this.#activations[this.#places.get(name) ?? -1] ?? unreachable(name);
  }
}

const ofCache = (ref: Ref) => ref.at === 'past' || ref.at === 'extents';

function unreachable(what: string): never {
  throw new Error(`no buffer for ${what}`);
}

function bindGroup(
  device: GpuDevice,
  layout: GPUBindGroupLayout,
  uniforms: GPUBufferBinding,
  storage: readonly GPUBufferBinding[],
): GPUBindGroup {
  return device.raw.createBindGroup({ layout, entries: [uniforms, ...storage].map((resource, binding) => ({ binding, resource })) });
}

/** The module's slots as the kernels' `Slot` records. */
function packSlots(plan: Plan, module: string): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(Math.max(1, plan.adapters.length) * 16));
  slotTable(plan.adapters, module).forEach(({ offset, rank, scale }, i) => {
    view.setUint32(i * 16, offset, true);
    view.setUint32(i * 16 + 4, rank, true);
    view.setFloat32(i * 16 + 8, scale, true);
  });
  return view.buffer;
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
    const place = { offset: this.#size, data };
    this.#offsets.set(key, place);
    this.#size += aligned(data.byteLength);
    return place;
  }

  upload(device: GpuDevice): void {
    const all = new Uint8Array(this.#size);
    for (const { offset, data } of this.#offsets.values()) all.set(new Uint8Array(data), offset);
    this.#buffer = device.createBuffer(this.#size, GPUBufferUsage.UNIFORM | GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    device.raw.queue.writeBuffer(this.#buffer, 0, all);
  }

  binding({ offset, data }: { offset: number; data: ArrayBuffer }): GPUBufferBinding {
    return { buffer: this.buffer, offset, size: data.byteLength };
  }
}

/** A stage's inputs in one buffer, so that a run uploads them in one write. */
class InputBlock {
  readonly buffer: GPUBuffer;
  readonly #places = new Map<BufferName, { readonly offset: number; readonly input: LoweredInput }>();
  readonly #host: ArrayBuffer;

  constructor(
    readonly device: GpuDevice,
    readonly plan: Plan,
    inputs: readonly LoweredInput[],
  ) {
    let offset = 0;
    for (const input of inputs) {
      this.#places.set(input.name, { offset, input });
      offset += aligned(input.count * 4);
    }
    this.#host = new ArrayBuffer(offset);
    this.buffer = device.createBuffer(offset, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
  }

  binding(name: BufferName): GPUBufferBinding | undefined {
    const place = this.#places.get(name);
    return place && { buffer: this.buffer, offset: place.offset, size: Math.ceil(place.input.count / 4) * 16 };
  }

  upload(inputs: HostInputs): void {
    for (const { offset, input } of this.#places.values()) {
      const { name, count, inverse } = input;
      const data = inverse ? listInverse(inputs[inverse.indices] ?? [], inverse.rows)[inverse.part] : inputs[name];
      if (!data || data.length !== count)
        throw new Error(`plan ${this.plan.name} needs input ${name} of ${count} numbers, got ${data ? data.length : 'none'}`);
      (data instanceof Float32Array ? new Float32Array(this.#host, offset, count) : new Int32Array(this.#host, offset, count)).set(data);
    }
    if (this.#host.byteLength) this.device.raw.queue.writeBuffer(this.buffer, 0, this.#host);
  }
}

/** For each of `rows`, which indices name it: `order` lists them in order, from `starts[row]` to `starts[row + 1]`. */
function listInverse(indices: HostInput | readonly number[], rows: number): { starts: Int32Array; order: Int32Array } {
  const starts = new Int32Array(rows + 1);
  for (const row of indices) starts[row + 1] = (starts[row + 1] ?? 0) + 1;
  for (let row = 0; row < rows; row += 1) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(indices.length);
  indices.forEach((row, i) => {
    const at = next[row] ?? 0;
    order[at] = i;
    next[row] = at + 1;
  });
  return { starts, order };
}

interface OutputBlock {
  readonly staging: GPUBuffer;
  readonly bytes: number;
  readonly views: readonly {
    readonly name: BufferName;
    readonly buffer: BufferName;
    readonly offset: number;
    readonly length: number;
    readonly at: number;
  }[];
}

function outputBlock(device: GpuDevice, outputs: Lowered['outputs'][Stage]): OutputBlock {
  let at = 0;
  const views = outputs.map((output) => {
    const place = { ...output, at };
    at += output.length;
    return place;
  });
  return { staging: device.createBuffer(at * 4, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST), bytes: at * 4, views };
}
