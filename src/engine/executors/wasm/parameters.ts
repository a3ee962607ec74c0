/**
 * Parameters in the heap, in the forms the kernels read, each made when first asked for and kept until the parameter is
 * replaced: as stored, or packed into panels for x·Wᵀ (`forward`) or dy·W (`backward`). Weights in use are therefore
 * packed once, not in every product. Matrices that come in fewer bits (core/weights) lie here once, as they came.
 */
import { GROUP_BYTES, isPacked, type PackedForm, type PackedMatrix } from '../../../core/weights/packed.ts';
import type { HostTensor, Parameter } from '../../contracts/executor.ts';
import type { Block, Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';

export type Form = 'stored' | 'forward' | 'backward';

/** Forms as kernels know them (assembly/packed.ts). */
const PACKED_FORMS: readonly PackedForm[] = ['bf16', 'f16', 'q8', 'q4'];

/** A matrix in fewer bits, for a kernel. */
export interface HeldMatrix {
  readonly form: number;
  readonly address: number;
  readonly groupBytes: number;
}

interface Held {
  readonly block: Block;
  readonly scale: number;
  fresh: boolean;
}

const PANEL = 8;
/** Depth of a block of panels, KC of assembly/gemm.ts; also a whole number of panels. */
const DEPTH = 512;
const padded = (n: number): number => Math.ceil(n / PANEL) * PANEL;

export class ParameterStore {
  readonly #host = new Map<string, HostTensor>();
  readonly #held: { readonly [F in Form]: Map<string, Held> } = { stored: new Map(), forward: new Map(), backward: new Map() };

  readonly #packed = new Map<string, HeldMatrix & { readonly block: Block }>();

  constructor(
    readonly heap: Heap,
    readonly kernels: Kernels,
  ) {}

  set(name: string, tensor: Parameter): void {
    if (isPacked(tensor)) return this.#hold(name, tensor);
    this.#release(name);
    const before = this.#host.get(name);
    this.#host.set(name, tensor);
    if (!before) return;
    const same = before.shape.length === tensor.shape.length && before.shape.every((n, i) => n === tensor.shape[i]);
    for (const forms of Object.values(this.#held)) {
      const held = forms.get(name);
      if (held && same)
        held.fresh = false; // its block is written again when next asked for
      else if (held) this.#drop(forms, name, held);
    }
  }

  /** The matrix `name` where it is held in fewer bits; its bytes are nowhere else. */
  packed(name: string): HeldMatrix | undefined {
    return this.#packed.get(name);
  }

  #hold(name: string, { form, bytes }: PackedMatrix): void {
    this.remove(name);
    const block = this.heap.allocate(bytes.byteLength);
    this.heap.bytes(block.address, bytes.byteLength).set(bytes);
    this.#packed.set(name, { block, address: block.address, form: PACKED_FORMS.indexOf(form), groupBytes: GROUP_BYTES[form] });
  }

  #release(name: string): void {
    const held = this.#packed.get(name);
    if (held) this.heap.release(held.block);
    this.#packed.delete(name);
  }

  remove(name: string): void {
    this.#release(name);
    this.#host.delete(name);
    for (const forms of Object.values(this.#held)) {
      const held = forms.get(name);
      if (held) this.#drop(forms, name, held);
    }
  }

  dispose(): void {
    for (const name of [...this.#host.keys(), ...this.#packed.keys()]) this.remove(name);
  }

  /** Address of a parameter in `form`; `scale` multiplies a packed one. */
  address(name: string, form: Form, scale = 1): number {
    const forms = this.#held[form];
    let held = forms.get(name);
    if (held?.fresh && held.scale === scale) return held.block.address;
    const tensor = this.#host.get(name);
    if (!tensor) throw new Error(`parameter ${name} was never set on this executor`);
    const block = held?.block ?? this.heap.allocate(4 * this.#size(tensor, form));
    if (form === 'stored') this.heap.floats(block.address, tensor.data.length).set(tensor.data);
    else this.#pack(tensor, form, scale, block.address);
    held = { block, scale, fresh: true };
    forms.set(name, held);
    return block.address;
  }

  #size(tensor: HostTensor, form: Form): number {
    const [rows = 0, columns = 0] = tensor.shape;
    if (form === 'stored') return tensor.data.length;
    return form === 'forward' ? columns * padded(rows) : rows * padded(columns);
  }

  #pack({ shape, data }: HostTensor, form: Form, scale: number, to: number): void {
    const [rows = 0, columns = 0] = shape;
    // Some rows at a time: all of a large matrix would lie here once more, just for this.
    const some = this.heap.allocate(4 * Math.min(rows, DEPTH) * columns);
    for (let first = 0; first < rows; first += DEPTH) {
      const count = Math.min(DEPTH, rows - first);
      this.heap.floats(some.address, count * columns).set(data.subarray(first * columns, (first + count) * columns));
      if (form === 'backward') {
        this.kernels.packB(count, columns, some.address, columns, 1, scale, to + 4 * first * padded(columns));
        continue;
      }
      for (let p = 0; p < columns; p += DEPTH) {
        const depth = Math.min(DEPTH, columns - p);
        this.kernels.packB(depth, count, some.address + 4 * p, 1, columns, scale, to + 4 * (p * padded(rows) + first * depth));
      }
    }
    this.heap.release(some);
  }

  #drop(forms: Map<string, Held>, name: string, held: Held): void {
    this.heap.release(held.block);
    forms.delete(name);
  }
}
