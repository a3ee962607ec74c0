/**
 * Parameters on the device, in the orientations stock ops are fast in: XNNPACK multiplies only untransposed operands
 * quickly (37 against 2.9 GFLOP/s), so a weight is kept as [in, out] for the forward product and as [out, in] for the
 * backward one, each made when first asked for. Adapters of one module lie side by side in a bank, so that a batch of
 * mixed adapters is two thin products; the columns that are not a row's own are multiplied by zero.
 */
import type { AdapterSlot } from '../../contracts/plan.ts';
import { loraA, loraB } from '../../contracts/plan.ts';
import type { HostTensor } from '../../contracts/executor.ts';
import { type Tensor, tf } from './runtime.ts';

interface Derived {
  readonly tensor: Tensor;
  /** Parameters it was made from; it is dropped when one of them is replaced. */
  readonly sources: readonly string[];
}

export class ParameterStore {
  readonly #host = new Map<string, HostTensor>();
  readonly #derived = new Map<string, Derived>();
  readonly #dependents = new Map<string, Set<string>>();

  set(name: string, tensor: HostTensor): void {
    this.#invalidate(name);
    this.#host.set(name, tensor);
  }

  remove(name: string): void {
    this.#invalidate(name);
    this.#host.delete(name);
  }

  host(name: string): HostTensor {
    const tensor = this.#host.get(name);
    if (!tensor) throw new Error(`parameter ${name} was never set on this executor`);
    return tensor;
  }

  /** As stored: [out, in] for a weight, [n] for a vector. */
  stored(name: string): Tensor {
    return this.#derive(`stored:${name}`, [name], () => {
      const { data, shape } = this.host(name);
      return tf.tensor(data, [...shape], 'float32');
    });
  }

  /** A matrix turned to [in, out]. */
  transposed(name: string): Tensor {
    return this.#derive(`transposed:${name}`, [name], () => {
      const { data, shape } = this.host(name);
      const [rows = 0, columns = 0] = shape;
      return tf.tensor2d(transpose(data, rows, columns), [columns, rows]);
    });
  }

  /**
   * The adapters' matrices of one module as one bank over all slots (R = Σ ranks): `A` [R, in], `At` [in, R],
   * `B` [out, R], `Bt` [R, out]. Slots that do not adapt the module are zero.
   */
  bank(module: string, slots: readonly AdapterSlot[], which: 'A' | 'At' | 'B' | 'Bt', width: number): Tensor {
    const parameter = which.startsWith('A') ? loraA : loraB;
    const used = slots.filter((slot) => slot.modules.has(module));
    const key = `bank:${which}:${module}:${slots.map((slot) => `${slot.name}#${slot.rank}`).join(',')}`;
    return this.#derive(
      key,
      used.map((slot) => parameter(slot.name, module)),
      () => {
        const rank = slots.reduce((sum, slot) => sum + slot.rank, 0);
        const byRank = which === 'A' || which === 'Bt';
        const data = new Float32Array(rank * width);
        let offset = 0;
        for (const slot of slots) {
          if (slot.modules.has(module)) {
            const source = this.host(parameter(slot.name, module)).data; // A: [r, in], B: [out, r]
            for (let r = 0; r < slot.rank; r += 1) {
              for (let j = 0; j < width; j += 1) {
                const value = which.startsWith('A') ? source[r * width + j] : source[j * slot.rank + r];
                data[byRank ? (offset + r) * width + j : j * rank + offset + r] = value ?? 0;
              }
            }
          }
          offset += slot.rank;
        }
        return tf.tensor2d(data, byRank ? [rank, width] : [width, rank]);
      },
    );
  }

  dispose(): void {
    for (const { tensor } of this.#derived.values()) tensor.dispose();
    this.#derived.clear();
    this.#dependents.clear();
    this.#host.clear();
  }

  #derive(key: string, sources: readonly string[], make: () => Tensor): Tensor {
    const existing = this.#derived.get(key);
    if (existing) return existing.tensor;
    const tensor = tf.keep(make());
    this.#derived.set(key, { tensor, sources });
    for (const source of sources) {
      const dependents = this.#dependents.get(source) ?? new Set();
      dependents.add(key);
      this.#dependents.set(source, dependents);
    }
    return tensor;
  }

  #invalidate(name: string): void {
    for (const key of this.#dependents.get(name) ?? []) {
      const derived = this.#derived.get(key);
      derived?.tensor.dispose();
      this.#derived.delete(key);
      for (const source of derived?.sources ?? []) if (source !== name) this.#dependents.get(source)?.delete(key);
    }
    this.#dependents.delete(name);
  }
}

function transpose(data: Float32Array, rows: number, columns: number): Float32Array {
  const out = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i += 1) for (let j = 0; j < columns; j += 1) out[j * rows + i] = data[i * columns + j] ?? 0;
  return out;
}
