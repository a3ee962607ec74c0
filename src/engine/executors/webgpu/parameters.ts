/**
 * Parameters on the device, uploaded when a run first needs them and again when they were replaced. The adapters of
 * modules lie in a bank, one after another, so that one kernel serves a batch of mixed adapters.
 */
import { loraA, loraB, type Plan } from '../../contracts/plan.ts';
import { isPacked, type WeightForm } from '../../../core/weights/packed.ts';
import type { HostTensor, Parameter } from '../../contracts/executor.ts';
import type { GpuDevice } from './device.ts';
import { type Modules, type Ref, slotTable } from './lowered.ts';
import { packedWords, rowWords } from './kernels/packedRows.ts';

/** Parts of a buffer are bound from multiples of this on every adapter. */
const ALIGNMENT = 256;

/** A buffer made from parameters. Recordings bind it; once it is not alive they must be made anew. */
export interface DeviceEntry {
  readonly buffer: GPUBuffer;
  readonly parts: readonly Part[];
  alive: boolean;
  /** Uploads what was replaced since the last time. */
  refresh(): void;
}

interface Part {
  readonly source: string;
  readonly offset: number;
  /** Turns [n, r] into [r, n]. */
  readonly transposed: boolean;
  uploaded: Parameter | undefined;
}

export class ParameterStore {
  readonly #host = new Map<string, Parameter>();
  readonly #entries = new Map<string, DeviceEntry>();
  readonly #users = new Map<string, Set<string>>();

  constructor(readonly device: GpuDevice) {}

  set(name: string, tensor: Parameter): void {
    const before = this.#host.get(name);
    if (before && (before.shape.join() !== tensor.shape.join() || formOf(before) !== formOf(tensor))) this.#drop(name);
    // A copy of the record, so that the same array set again counts as replaced.
    this.#host.set(name, { ...tensor });
  }

  remove(name: string): void {
    this.#drop(name);
    this.#host.delete(name);
  }

  /** How a parameter is held; f32 as long as it was never set. */
  formOf(name: string): WeightForm {
    const tensor = this.#host.get(name);
    return tensor ? formOf(tensor) : 'f32';
  }

  /** The buffer, or its part, behind a reference to parameters. */
  bind(
    ref: Extract<Ref, { at: 'parameters' | 'bank' | 'turns' }>,
    plan: Plan,
  ): { readonly entry: DeviceEntry; readonly binding: GPUBufferBinding } {
    if (ref.at === 'parameters') {
      const [name = ''] = ref.names;
      const within = ref.names.length === 1 ? this.#within(name) : undefined;
      if (within) return within;
    }
    const entry = this.#entryOf(ref, plan);
    return { entry, binding: { buffer: entry.buffer } };
  }

  #entryOf(ref: Extract<Ref, { at: 'parameters' | 'bank' | 'turns' }>, plan: Plan): DeviceEntry {
    if (ref.at === 'bank') return this.#bank(ref.modules, ref.which, plan);
    if (ref.at === 'parameters') {
      let offset = 0;
      const parts = ref.names.map((source): Part => {
        const part = { source, offset, transposed: false, uploaded: undefined };
        offset += wordsOf(this.#parameter(source));
        return part;
      });
      return this.#fromParts(`parameters:${ref.names.join()}`, parts);
    }
    const entry = this.#entries.get(turnsKey(frequenciesOf(plan, ref.local)));
    if (!entry) throw new Error(`plan ${plan.name} turns by positions that were not given`);
    return entry;
  }

  /** A parameter that lies in a buffer with others already, where it can be bound alone. */
  #within(name: string): { readonly entry: DeviceEntry; readonly binding: GPUBufferBinding } | undefined {
    for (const key of this.#users.get(name) ?? []) {
      const entry = this.#entries.get(key);
      const part = entry?.parts.find(({ source, transposed }) => source === name && !transposed);
      if (!entry || !part || (part.offset * 4) % ALIGNMENT !== 0) continue;
      return {
        entry,
        binding: { buffer: entry.buffer, offset: part.offset * 4, size: Math.ceil(wordsOf(this.#parameter(name)) / 4) * 16 },
      };
    }
    return undefined;
  }

  /** Makes sure of cosines and sines [positions, 2, headDim / 2] up to `highest`. */
  prepareTurns(plan: Plan, highest: number): void {
    this.#prepareTurns(frequenciesOf(plan), highest);
    if (plan.attention?.localFrequencies) this.#prepareTurns(frequenciesOf(plan, true), highest);
  }

  #prepareTurns(frequencies: readonly number[], highest: number): void {
    const key = turnsKey(frequencies);
    const known = this.#entries.get(key);
    const bytesEach = frequencies.length * 8;
    if (known && known.buffer.size >= (highest + 1) * bytesEach) return;
    this.#destroy(key);
    const positions = 2 ** Math.ceil(Math.log2(Math.max(256, highest + 1)));
    const data = new Float32Array(positions * frequencies.length * 2);
    for (let position = 0; position < positions; position += 1) {
      frequencies.forEach((frequency, i) => {
        const at = position * frequencies.length * 2 + i;
        data[at] = Math.cos(position * frequency);
        data[at + frequencies.length] = Math.sin(position * frequency);
      });
    }
    const buffer = this.device.createBuffer(data.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    this.device.write(buffer, 0, data);
    this.#entries.set(key, { buffer, parts: [], alive: true, refresh: () => undefined });
  }

  dispose(): void {
    for (const key of [...this.#entries.keys()]) this.#destroy(key);
    this.#users.clear();
    this.#host.clear();
  }

  #bank(modules: Modules, which: 'A' | 'B', plan: Plan): DeviceEntry {
    const slots = plan.adapters;
    const key = `bank:${which}:${modules.join()}:${slots.map((slot) => `${slot.name}#${modules.map((module) => (module && slot.modules.has(module) ? slot.rank : 0)).join('+')}`).join()}`;
    const table = slotTable(plan, modules, which);
    const parts = modules.flatMap((module, m) =>
      slots.flatMap((slot, i): Part[] => {
        const { rank = 0, offset = 0 } = table[m * slots.length + i] ?? {};
        if (module === undefined || rank === 0) return [];
        return [{ source: (which === 'A' ? loraA : loraB)(slot.name, module), offset, transposed: which === 'B', uploaded: undefined }];
      }),
    );
    return this.#fromParts(key, parts);
  }

  #fromParts(key: string, parts: readonly Part[]): DeviceEntry {
    const known = this.#entries.get(key);
    if (known) return known;
    const count = parts.reduce((sum, { source }) => sum + wordsOf(this.#parameter(source)), 0);
    const buffer = this.device.createBuffer(count * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    const refresh = () => {
      for (const part of parts) {
        const tensor = this.#parameter(part.source);
        if (part.uploaded === tensor) continue;
        this.device.write(buffer, part.offset * 4, isPacked(tensor) ? rowWords(tensor) : part.transposed ? transpose(tensor) : tensor.data);
        part.uploaded = tensor;
      }
    };
    const entry: DeviceEntry = { buffer, parts, alive: true, refresh };
    this.#entries.set(key, entry);
    for (const { source } of parts) this.#users.set(source, (this.#users.get(source) ?? new Set()).add(key));
    return entry;
  }

  #parameter(name: string): Parameter {
    const tensor = this.#host.get(name);
    if (!tensor) throw new Error(`parameter ${name} was never set on this executor`);
    return tensor;
  }

  #drop(name: string): void {
    for (const key of this.#users.get(name) ?? []) this.#destroy(key);
    this.#users.delete(name);
  }

  #destroy(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.alive = false;
    this.device.destroyBuffer(entry.buffer);
    this.#entries.delete(key);
  }
}

const formOf = (tensor: Parameter): WeightForm => (isPacked(tensor) ? tensor.form : 'f32');

/** Four bytes each on the device. */
const wordsOf = (tensor: Parameter): number => (isPacked(tensor) ? packedWords(tensor.form, tensor.shape) : tensor.data.length);

const turnsKey = (frequencies: readonly number[]) => `turns:${frequencies.join()}`;
const frequenciesOf = ({ attention }: Plan, local = false): readonly number[] =>
  (local ? attention?.localFrequencies : attention?.frequencies) ?? [];

function transpose({ data, shape }: HostTensor): Float32Array {
  const [rows = 0, columns = 0] = shape;
  const out = new Float32Array(data.length);
  for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) out[j * rows + i] = data[i * columns + j] ?? 0;
  return out;
}
