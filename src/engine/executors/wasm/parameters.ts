/**
 * Parameters in the heap, in the forms the kernels read, each made when first asked for and kept until the parameter is
 * replaced: as stored, or packed into panels for x·Wᵀ (`forward`) or dy·W (`backward`). Weights in use are therefore
 * packed once, not in every product. Matrices that come in fewer bits (core/weights) lie here once, as they came.
 *
 * What is frozen may be borrowed: its forms lie in the memory that this store's thread shares with others, where one of them has
 * made each (`make`), and this one has learnt their places before it computes (lending.ts).
 */
import { GROUP_BYTES, isPacked, type PackedForm, type PackedMatrix } from '../../../core/weights/packed.ts';
import type { HostTensor, Parameter } from '../../contracts/executor.ts';
import type { Block, Heap } from './memory/heap.ts';
import type { Kernels } from './kernels.ts';
import type { LentForm, Loan, PlaceOf, Source } from './lending.ts';

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

interface Borrowed extends Loan {
  readonly places: Map<LentForm, Block>;
  packed?: HeldMatrix;
}

const PANEL = 8;
/** Depth of a block of panels, KC of assembly/gemm.ts; also a whole number of panels. */
const DEPTH = 512;
const padded = (n: number): number => Math.ceil(n / PANEL) * PANEL;

/** Numbers that a tensor takes in `form`. */
function sizeIn(shape: readonly number[], form: Form): number {
  const [rows = 0, columns = 0] = shape;
  if (form === 'stored') return shape.reduce((a, b) => a * b, 1);
  return form === 'forward' ? columns * padded(rows) : rows * padded(columns);
}

export class ParameterStore {
  readonly #host = new Map<string, HostTensor>();
  readonly #held: { readonly [F in Form]: Map<string, Held> } = { stored: new Map(), forward: new Map(), backward: new Map() };

  readonly #packed = new Map<string, HeldMatrix & { readonly block: Block }>();
  /** By name, and by key. */
  readonly #borrowed = new Map<string, Borrowed>();
  readonly #loans = new Map<string, Borrowed>();

  constructor(
    readonly heap: Heap,
    readonly kernels: Kernels,
  ) {}

  set(name: string, tensor: Parameter): void {
    if (isPacked(tensor)) return this.#hold(name, tensor);
    this.#release(name);
    this.#giveBack(name);
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
    return this.#packed.get(name) ?? this.#borrowed.get(name)?.packed;
  }

  get borrows(): boolean {
    return this.#borrowed.size > 0;
  }

  /** `name` stands for what is lent from now on. */
  borrow(name: string, { key, form }: Loan): void {
    this.remove(name);
    const borrowed: Borrowed = { key, form, places: new Map() };
    this.#borrowed.set(name, borrowed);
    this.#loans.set(key, borrowed);
  }

  /** What is borrowed under `name`, and whether its place in `form` is known; undefined where it is this store's own. */
  loan(name: string, form: Form): { readonly key: string; readonly form: LentForm; readonly known: boolean } | undefined {
    const borrowed = this.#borrowed.get(name);
    if (!borrowed) return undefined;
    const lent = borrowed.form ? 'packed' : form;
    return { key: borrowed.key, form: lent, known: borrowed.places.has(lent) };
  }

  /** Where a form of what is borrowed lies; nothing where it was given back meanwhile. */
  learn({ key, form, place }: PlaceOf): void {
    const borrowed = this.#loans.get(key);
    if (!borrowed) return;
    this.heap.reach(place.address + place.bytes);
    borrowed.places.set(form, place);
    if (borrowed.form)
      borrowed.packed = { address: place.address, form: PACKED_FORMS.indexOf(borrowed.form), groupBytes: GROUP_BYTES[borrowed.form] };
  }

  /** Makes a form of a parameter for all who share the memory; it is theirs until `free`. */
  make(form: LentForm, source: Source): Block {
    if (isPacked(source)) return this.#copyOf(source.bytes);
    if (form === 'packed') throw new Error('only what is in fewer bits is lent so');
    const block = this.heap.allocate(4 * sizeIn(source.shape, form));
    try {
      if ('place' in source) this.#packFrom(source.place.address, source.shape, form, 1, block.address);
      else this.#write(source, form, 1, block.address);
    } catch (error) {
      this.heap.release(block);
      throw error;
    }
    return block;
  }

  free(block: Block): void {
    this.heap.release(block);
  }

  #copyOf(bytes: Uint8Array): Block {
    const block = this.heap.allocate(bytes.byteLength);
    this.heap.bytes(block.address, bytes.byteLength).set(bytes);
    return block;
  }

  #giveBack(name: string): void {
    const borrowed = this.#borrowed.get(name);
    if (borrowed) this.#loans.delete(borrowed.key);
    this.#borrowed.delete(name);
  }

  #hold(name: string, { form, bytes }: PackedMatrix): void {
    this.remove(name);
    const block = this.#copyOf(bytes);
    this.#packed.set(name, { block, address: block.address, form: PACKED_FORMS.indexOf(form), groupBytes: GROUP_BYTES[form] });
  }

  #release(name: string): void {
    const held = this.#packed.get(name);
    if (held) this.heap.release(held.block);
    this.#packed.delete(name);
  }

  remove(name: string): void {
    this.#release(name);
    this.#giveBack(name);
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
    const place = this.#borrowed.get(name)?.places.get(form);
    if (place && scale === 1) return place.address;
    const tensor = this.#host.get(name);
    if (!tensor) throw new Error(`parameter ${name} was never set on this executor`);
    const block = held?.block ?? this.heap.allocate(4 * sizeIn(tensor.shape, form));
    this.#write(tensor, form, scale, block.address);
    held = { block, scale, fresh: true };
    forms.set(name, held);
    return block.address;
  }

  #write({ shape, data }: HostTensor, form: Form, scale: number, to: number): void {
    if (form === 'stored') return this.heap.floats(to, data.length).set(data);
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

  /** From numbers that lie in the memory as they are stored. */
  #packFrom(from: number, [rows = 0, columns = 0]: readonly number[], form: Form, scale: number, to: number): void {
    if (form === 'forward') this.kernels.packB(columns, rows, from, 1, columns, scale, to);
    else this.kernels.packB(rows, columns, from, columns, 1, scale, to);
  }

  #drop(forms: Map<string, Held>, name: string, held: Held): void {
    this.heap.release(held.block);
    forms.delete(name);
  }
}
