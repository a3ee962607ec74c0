/**
 * AdamW of parameter sets on the device, all sets of a step in three dispatches. Each set has a region of one buffer, which
 * keeps its parameters and moments from step to step; a step takes the gradients there and the norms and new parameters
 * back. The host stays where parameters are replaced from (snapshots, checkpoints): a set whose parameters or
 * moments are not those that the last step left is sent anew.
 */
import type { DeviceMoments, DeviceOptimizer, HostTensor, Moments, SetStep, SteppedSet } from '../../contracts/executor.ts';
import { type GpuDevice, gridFor } from './device.ts';
import { BLOCK, type Kernel } from './kernels/kernel.ts';
import type { Grid } from './lowered.ts';
import { adamw, gradientNorm, gradientNormStrips, SET_WORDS, STRETCHES, STRIPS, stripsOf } from './kernels/optimizer.ts';
import type { Pipelines } from './pipelines.ts';
import { type Call, replay } from './recording.ts';
import { Regions } from './regions.ts';

type Stretch = (typeof STRETCHES)[number];

/** A set on the device. */
interface Resident {
  /** Its first vector of four in the state, and vectors of four of one stretch. */
  readonly first: number;
  readonly quads: number;
  readonly count: number;
  /** Where a stretch is put together. */
  readonly scratch: Float32Array;
  /** What lies there, as the host knows it. */
  parameters: ReadonlyMap<string, HostTensor> | null;
  moments: DeviceMoments | null;
  stepping: boolean;
}

interface Entry {
  readonly set: SetStep;
  readonly resident: Resident;
}

/** Buffers of a step, as large as the largest so far. */
interface Buffers {
  readonly state: GPUBuffer;
  readonly sets: GPUBuffer;
  readonly parts: GPUBuffer;
  readonly norms: GPUBuffer;
  readonly unused: GPUBuffer;
  readonly groups: readonly GPUBindGroup[];
  /** Sets there is room for. */
  readonly most: number;
}

export class WebgpuOptimizer implements DeviceOptimizer {
  /** By the name of a set's first parameter. */
  readonly #residents = new Map<string, Resident>();
  readonly #regions = new Regions();
  readonly #kernels: readonly Kernel[];
  #buffers: Buffers | null = null;

  constructor(
    readonly device: GpuDevice,
    readonly pipelines: Pipelines,
    subgroups: boolean,
  ) {
    this.#kernels = [gradientNormStrips, gradientNorm(subgroups), adamw];
  }

  async step(sets: readonly SetStep[]): Promise<SteppedSet[]> {
    this.device.check();
    const entries: Entry[] = [];
    try {
      for (const set of sets) entries.push({ set, resident: this.#begin(set) });
      return entries.length > 0 ? await this.#run(entries) : [];
    } finally {
      for (const { resident } of entries) resident.stepping = false;
    }
  }

  async #run(entries: readonly Entry[]): Promise<SteppedSet[]> {
    const { value: staging, judgement } = this.device.judged(() => this.#submit(entries));
    try {
      await judgement;
      const numbers = await this.device.read(staging, stagedBytes(entries));
      let at = entries.length;
      return entries.map(({ set, resident }, i): SteppedSet => {
        const norm = numbers[i] ?? Number.NaN;
        const end = at + resident.count;
        // A copy, so that a set that is kept does not keep those beside it.
        const parameters = Number.isFinite(norm) ? named(set.parameters, numbers.slice(at, end)) : set.parameters;
        at = end;
        if (!Number.isFinite(norm)) return { norm, parameters, moments: set.moments };
        const moments: DeviceMoments = { read: () => this.#read(resident, moments, parameters) };
        Object.assign(resident, { parameters, moments });
        return { norm, parameters, moments };
      });
    } finally {
      this.device.destroyBuffer(staging);
    }
  }

  /** Frees the set whose first parameter this is. */
  forget(name: string): void {
    const resident = this.#residents.get(name);
    if (!resident) return;
    this.#residents.delete(name);
    this.#regions.release(resident.first);
    if (this.#residents.size === 0) this.dispose();
  }

  dispose(): void {
    const { state, sets, parts, norms, unused } = this.#buffers ?? {};
    for (const buffer of [state, sets, parts, norms, unused]) if (buffer) this.device.destroyBuffer(buffer);
    this.#buffers = null;
    this.#residents.clear();
    this.#regions.clear();
  }

  /** The set's region on the device, which is busy until its step is done. */
  #begin({ parameters }: SetStep): Resident {
    const [name = ''] = parameters.keys();
    let count = 0;
    for (const { data } of parameters.values()) count += data.length;
    const known = this.#residents.get(name);
    if (known?.stepping) throw new Error(`the set of ${name} is being stepped already`);
    if (known?.count === count) {
      known.stepping = true;
      return known;
    }
    if (known) this.#regions.release(known.first);
    const quads = Math.ceil(count / 4);
    const first = this.#regions.take(quads * STRETCHES.length);
    const resident: Resident = {
      first,
      quads,
      count,
      scratch: new Float32Array(quads * 4),
      parameters: null,
      moments: null,
      stepping: true,
    };
    this.#residents.set(name, resident);
    return resident;
  }

  /** Sends what is not there, runs the step, and has norms and new parameters copied to what is returned. */
  #submit(entries: readonly Entry[]): GPUBuffer {
    const { device } = this;
    const buffers = this.#buffersFor(entries.length);
    for (const entry of entries) this.#send(entry, buffers.state);
    device.write(buffers.sets, 0, recordsOf(entries));
    const quads = Math.max(...entries.map(({ resident }) => resident.quads));
    const across = (invocations: number): Grid => {
      const [x, y] = gridFor(invocations, BLOCK);
      return [x, y, entries.length];
    };
    const grids: readonly Grid[] = [across(stripsOf(quads)), [entries.length, 1, 1], across(quads)];
    const calls = this.#kernels.map((kernel, i): Call => {
      const { pipeline } = this.pipelines.get(kernel);
      return { pipeline, group: buffers.groups[i] ?? null, grid: grids[i] ?? [1, 1, 1] };
    });
    const encoder = device.raw.createCommandEncoder();
    replay(encoder, calls, 1);
    device.dispatched(calls.length);
    const staging = device.createBuffer(stagedBytes(entries), GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    encoder.copyBufferToBuffer(buffers.norms, 0, staging, 0, entries.length * 4);
    let at = entries.length * 4;
    for (const { resident } of entries) {
      encoder.copyBufferToBuffer(buffers.state, offsetOf(resident, 'parameters'), staging, at, resident.count * 4);
      at += resident.count * 4;
    }
    device.raw.queue.submit([encoder.finish()]);
    return staging;
  }

  #send({ set: { parameters, moments, gradients }, resident }: Entry, state: GPUBuffer): void {
    const names = [...parameters.keys()];
    /** Zeros behind the last number, and where a parameter has none. */
    const send = (stretch: Stretch, arrayOf: (name: string) => Float32Array | undefined) => {
      const all = resident.scratch.fill(0);
      let at = 0;
      for (const [name, { data }] of parameters) {
        const array = arrayOf(name);
        if (array) all.set(array, at);
        at += data.length;
      }
      this.device.write(state, offsetOf(resident, stretch), all);
    };
    if (resident.parameters !== parameters) send('parameters', (name) => parameters.get(name)?.data);
    resident.parameters = parameters;
    if (resident.moments !== moments) {
      if ('read' in moments) throw new Error(`the moments of ${names[0]} are gone: their set was stepped, replaced or freed since`);
      resident.moments = null;
      send('m', (name) => moments.m.get(name));
      send('v', (name) => moments.v.get(name));
    }
    send('gradients', (name) => gradients.get(name));
  }

  /** Room for so many sets in a step, and for all that are there; what lies there is kept. */
  #buffersFor(sets: number): Buffers {
    const { device } = this;
    const bytes = this.#regions.size * 16;
    const known = this.#buffers;
    if (known && known.most >= sets && known.state.size >= bytes) return known;
    const most = Math.max(sets, known?.most ?? 0);
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const state = known && known.state.size >= bytes ? known.state : device.createBuffer(bytes, usage);
    const [records, parts, norms] = [SET_WORDS * 4, STRIPS * 8, 4].map((each) => device.createBuffer(most * each, usage)) as [
      GPUBuffer,
      GPUBuffer,
      GPUBuffer,
    ];
    if (known) {
      const encoder = device.raw.createCommandEncoder();
      if (known.state !== state) encoder.copyBufferToBuffer(known.state, 0, state, 0, known.state.size);
      device.raw.queue.submit([encoder.finish()]);
      for (const buffer of [known.sets, known.parts, known.norms]) device.destroyBuffer(buffer);
      if (known.state !== state) device.destroyBuffer(known.state);
    }
    const unused = known?.unused ?? device.createBuffer(16, GPUBufferUsage.UNIFORM);
    const bound = new Map([
      ['state', state],
      ['sets', records],
      ['parts', parts],
      ['norms', norms],
    ]);
    const groups = this.#kernels.map((kernel) => {
      // The kernels have no uniforms and no rows in use.
      const buffers = [unused, unused, ...kernel.bindings.map(({ name }) => bound.get(name) ?? unused)];
      return device.raw.createBindGroup({
        layout: this.pipelines.get(kernel).layout,
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
    });
    return (this.#buffers = { state, sets: records, parts, norms, unused, groups, most });
  }

  async #read(resident: Resident, moments: DeviceMoments, parameters: ReadonlyMap<string, HostTensor>): Promise<Moments> {
    const [name = ''] = parameters.keys();
    if (this.#residents.get(name) !== resident || resident.moments !== moments || resident.stepping || !this.#buffers)
      throw new Error(`the moments of ${name} are gone: their set was stepped, replaced or freed since`);
    const bytes = resident.quads * 32;
    const staging = this.device.createBuffer(bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    const encoder = this.device.raw.createCommandEncoder();
    encoder.copyBufferToBuffer(this.#buffers.state, offsetOf(resident, 'm'), staging, 0, bytes);
    this.device.raw.queue.submit([encoder.finish()]);
    try {
      const numbers = await this.device.read(staging, bytes);
      const arrays = (from: number) =>
        new Map([...named(parameters, numbers.subarray(from))].map(([key, { data }]) => [key, data] as const));
      return { m: arrays(0), v: arrays(resident.quads * 4) };
    } finally {
      this.device.destroyBuffer(staging);
    }
  }
}

const offsetOf = ({ first, quads }: Resident, stretch: Stretch): number => (first + STRETCHES.indexOf(stretch) * quads) * 16;

/** Norms, then each set's parameters. */
const stagedBytes = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { resident }) => sum + resident.count * 4, entries.length * 4);

/** The sets as the kernels' records. */
function recordsOf(entries: readonly Entry[]): Uint32Array {
  const words = new Uint32Array(entries.length * SET_WORDS);
  const floats = new Float32Array(words.buffer);
  for (const [i, { set, resident }] of entries.entries()) {
    words.set([resident.first, resident.quads, stripsOf(resident.quads)], i * SET_WORDS);
    floats.set(set.scalars, i * SET_WORDS + 4);
  }
  return words;
}

/** Numbers that lie one after the other, as the tensors they belong to. */
function named(tensors: ReadonlyMap<string, HostTensor>, numbers: Float32Array): Map<string, HostTensor> {
  let at = 0;
  return new Map(
    [...tensors].map(([name, { shape, data }]) => {
      at += data.length;
      return [name, { shape, data: numbers.subarray(at - data.length, at) }] as const;
    }),
  );
}
