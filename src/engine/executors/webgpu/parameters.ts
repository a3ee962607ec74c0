/**
 * Parameters on the device, uploaded when a run first needs them and again when they were replaced. The adapters of one
 * module lie in a bank, one after another, so that one kernel serves a batch of mixed adapters.
 */
import { type AdapterSlot, loraA, loraB, type Plan } from '../../model/plan.ts';
import type { HostTensor } from '../executor.ts';
import type { GpuDevice } from './device.ts';
import { slotTable, type Ref } from './lower.ts';

/** A buffer made from parameters. Recordings bind it; once it is not alive they must be made anew. */
export interface DeviceEntry {
  readonly buffer: GPUBuffer;
  alive: boolean;
  /** Uploads what was replaced since the last time. */
  refresh(): void;
}

interface Part {
  readonly source: string;
  readonly offset: number;
  /** Turns [n, r] into [r, n]. */
  readonly transposed: boolean;
  uploaded: HostTensor | undefined;
}

export class ParameterStore {
  readonly #host = new Map<string, HostTensor>();
  readonly #entries = new Map<string, DeviceEntry>();
  readonly #users = new Map<string, Set<string>>();

  constructor(readonly device: GpuDevice) {}

  set(name: string, tensor: HostTensor): void {
    const before = this.#host.get(name);
    if (before && before.shape.join() !== tensor.shape.join()) this.#drop(name);
    // A copy of the record, so that the same array set again counts as replaced.
    this.#host.set(name, { ...tensor });
  }

  remove(name: string): void {
    this.#drop(name);
    this.#host.delete(name);
  }

  /** The buffer behind a reference to parameters. */
  entry(ref: Extract<Ref, { at: 'parameter' | 'bank' | 'turns' }>, plan: Plan): DeviceEntry {
    if (ref.at === 'parameter')
      return this.#fromParts(`parameter:${ref.name}`, [{ source: ref.name, offset: 0, transposed: false, uploaded: undefined }]);
    if (ref.at === 'bank') return this.#bank(ref.module, ref.which, plan.adapters);
    const entry = this.#entries.get(turnsKey(plan));
    if (!entry) throw new Error(`plan ${plan.name} turns by positions that were not given`);
    return entry;
  }

  /** Makes sure of cosines and sines [positions, headDim / 2] up to `highest`. */
  prepareTurns(plan: Plan, highest: number): void {
    const frequencies = plan.attention?.frequencies ?? [];
    const key = turnsKey(plan);
    const known = this.#entries.get(key);
    const bytesEach = frequencies.length * 8;
    if (known && known.buffer.size >= (highest + 1) * bytesEach) return;
    this.#destroy(key);
    const positions = 2 ** Math.ceil(Math.log2(Math.max(256, highest + 1)));
    const data = new Float32Array(positions * frequencies.length * 2);
    for (let position = 0; position < positions; position += 1) {
      frequencies.forEach((frequency, i) => {
        const at = (position * frequencies.length + i) * 2;
        data[at] = Math.cos(position * frequency);
        data[at + 1] = Math.sin(position * frequency);
      });
    }
    const buffer = this.device.createBuffer(data.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    this.device.raw.queue.writeBuffer(buffer, 0, data);
    this.#entries.set(key, { buffer, alive: true, refresh: () => undefined });
  }

  dispose(): void {
    for (const key of [...this.#entries.keys()]) this.#destroy(key);
    this.#users.clear();
    this.#host.clear();
  }

  #bank(module: string, which: 'A' | 'B', slots: readonly AdapterSlot[]): DeviceEntry {
    const key = `bank:${which}:${module}:${slots.map((slot) => `${slot.name}#${slot.modules.has(module) ? slot.rank : 0}`).join()}`;
    const places = slotTable(slots, module);
    const parts = slots.flatMap((slot, i): Part[] => {
      const { rank = 0, offset = 0 } = places[i] ?? {};
      if (rank === 0) return [];
      const source = (which === 'A' ? loraA : loraB)(slot.name, module);
      const { data } = this.#tensor(source);
      return [{ source, offset: offset * (data.length / rank), transposed: which === 'B', uploaded: undefined }];
    });
    return this.#fromParts(key, parts);
  }

  #fromParts(key: string, parts: readonly Part[]): DeviceEntry {
    const known = this.#entries.get(key);
    if (known) return known;
    const count = parts.reduce((sum, { source }) => sum + this.#tensor(source).data.length, 0);
    const buffer = this.device.createBuffer(count * 4, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    const refresh = () => {
      for (const part of parts) {
        const tensor = this.#tensor(part.source);
        if (part.uploaded === tensor) continue;
        const data = part.transposed ? transpose(tensor) : tensor.data;
        this.device.raw.queue.writeBuffer(buffer, part.offset * 4, data.buffer, data.byteOffset, data.byteLength);
        part.uploaded = tensor;
      }
    };
    const entry: DeviceEntry = { buffer, alive: true, refresh };
    this.#entries.set(key, entry);
    for (const { source } of parts) this.#users.set(source, (this.#users.get(source) ?? new Set()).add(key));
    return entry;
  }

  #tensor(name: string): HostTensor {
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

const turnsKey = (plan: Plan) => `turns:${plan.attention?.frequencies.join()}`;

function transpose({ data, shape }: HostTensor): Float32Array {
  const [rows = 0, columns = 0] = shape;
  const out = new Float32Array(data.length);
  for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) out[j * rows + i] = data[i * columns + j] ?? 0;
  return out;
}
