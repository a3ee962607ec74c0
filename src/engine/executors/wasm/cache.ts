/**
 * Keys and values in pages of 32 positions, of all layers each (assembly/cache.ts): a slot takes pages as it comes to their
 * positions, so memory follows the tokens that were written, not what slots have room for. A copied beginning is the same pages; whoever
 * writes into one that others use takes a copy of its own first. What a slot holds is the business of whoever gives the slots out.
 */
import type { AttentionShape, ForwardOp, Plan } from '../../contracts/plan.ts';
import type { KvCache } from '../../contracts/executor.ts';
import type { Block, Heap } from './memory/heap.ts';
import type { Kernels } from './kernels.ts';

/** Positions of a page, as assembly/cache.ts has it. */
export const PAGE_TOKENS = 32;

interface Page {
  readonly block: Block;
  /** Slots that it belongs to. */
  users: number;
}

/** What a page consists of: the same for all plans that use one cache at a time. */
interface PageShape {
  /** Where each layer begins, by its index in the model. */
  readonly layers: ReadonlyMap<number, number>;
  readonly bytes: number;
  readonly half: boolean;
  /** Equal for shapes that are alike. */
  readonly key: string;
}

/** Where an operation finds its keys and values. */
export interface CachedLayer {
  /** Addresses of pages, [slots, most]. */
  readonly table: number;
  readonly most: number;
  /** Bytes from a page's beginning. */
  readonly offset: number;
  readonly half: boolean;
}

export class WasmCache implements KvCache {
  /** Pages of each slot, by rising position. */
  readonly #pages: Page[][];
  /** Most pages of a slot. */
  readonly #most: number;
  readonly #table: Block;
  #shape: PageShape | undefined;
  #disposed = false;

  constructor(
    readonly heap: Heap,
    readonly kernels: Kernels,
    readonly slots: number,
    readonly capacity: number,
  ) {
    this.#pages = Array.from({ length: slots }, () => []);
    this.#most = Math.ceil(capacity / PAGE_TOKENS);
    this.#table = heap.allocate(4 * slots * this.#most);
  }

  /** Positions a slot has room for: `capacity` rounded up. */
  get reach(): number {
    return this.#most * PAGE_TOKENS;
  }

  layer(index: number): CachedLayer {
    const offset = this.#shape?.layers.get(index);
    if (offset === undefined) throw new Error(`the cache has no pages for layer ${index}`);
    return { table: this.#table.address, most: this.#most, offset, half: this.#shape?.half ?? false };
  }

  copy(from: number, to: number, tokens: number): void {
    if (from === to) return;
    const taken = this.#slot(from).slice(0, Math.ceil(tokens / PAGE_TOKENS));
    for (const page of taken) page.users += 1;
    this.#cut(to, 0);
    taken.forEach((page, at) => this.#put(to, at, page));
  }

  clear(): void {
    for (let slot = 0; slot < this.slots; slot += 1) this.#cut(slot, 0);
  }

  /**
   * Makes room for what a run of `plan` writes, `times` in a row. Throws unless every sequence has a slot here and stays within it, its
   * tokens one behind the other and right behind what lies there: kernels write and read wherever they are told.
   */
  reserve(plan: Plan, offsets: ArrayLike<number>, positions: ArrayLike<number>, slots: ArrayLike<number>, times: number): void {
    if (this.#disposed) throw new Error('this cache was disposed');
    const bytes = this.#pageBytes(plan);
    for (let s = 0; s + 1 < offsets.length; s += 1) {
      const slot = slots[s] ?? -1;
      if (!(slot >= 0 && slot < this.slots)) throw new Error(`a sequence has slot ${slot}, and the cache has ${this.slots}`);
      const start = offsets[s] ?? 0;
      const end = offsets[s + 1] ?? 0;
      const first = positions[start] ?? 0;
      if (!(first >= 0)) throw new Error(`positions holds ${first}, before the first of the cache`);
      for (let t = start; t < end; t += 1)
        if (positions[t] !== first + t - start) throw new Error('the tokens of a sequence must have positions one after the other');
      const needed = first + end - start + times - 1;
      if (needed > this.capacity) throw new Error(`a sequence of ${needed} tokens does not fit a cache of ${this.capacity}`);
      this.#extend(slot, first, needed, bytes);
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.clear();
    this.heap.release(this.#table);
  }

  /** Pages of `slot` for positions up to `end`, those from `first` on its own. */
  #extend(slot: number, first: number, end: number, bytes: number): void {
    const pages = this.#slot(slot);
    const last = Math.ceil(end / PAGE_TOKENS);
    this.#cut(slot, last);
    if (first > pages.length * PAGE_TOKENS)
      throw new Error(`slot ${slot} of the cache holds ${pages.length} pages and is written at position ${first}`);
    for (let at = Math.floor(first / PAGE_TOKENS); at < last; at += 1) {
      const page = pages[at];
      if (page?.users === 1) continue;
      const own = { block: this.heap.allocate(bytes), users: 1 };
      if (page) {
        page.users -= 1;
        this.heap.bytes(own.block.address, bytes).set(this.heap.bytes(page.block.address, bytes));
      }
      this.#put(slot, at, own);
    }
  }

  #put(slot: number, at: number, page: Page): void {
    this.#slot(slot)[at] = page;
    this.heap.integers(this.#table.address + 4 * (slot * this.#most + at), 1)[0] = page.block.address;
  }

  /** Gives back the pages of `slot` behind the first `keep`. */
  #cut(slot: number, keep: number): void {
    for (const page of this.#slot(slot).splice(keep)) {
      page.users -= 1;
      if (page.users === 0) this.heap.release(page.block);
    }
  }

  #slot(slot: number): Page[] {
    const pages = this.#pages[slot];
    if (!pages) throw new Error(`the cache has ${this.slots} slots, and no ${slot}`);
    return pages;
  }

  /** Bytes of a page for `plan`; plans of another shape may come when nothing lies here. */
  #pageBytes(plan: Plan): number {
    const shape = pageShape(plan, this.kernels);
    if (shape.key !== this.#shape?.key && this.#pages.some((pages) => pages.length > 0))
      throw new Error(`plan ${plan.name} has other layers than what lies in the cache`);
    this.#shape = shape;
    return shape.bytes;
  }
}

const shapes = new WeakMap<Plan, PageShape>();

function pageShape(plan: Plan, kernels: Kernels): PageShape {
  const known = shapes.get(plan);
  if (known) return known;
  const { kvHeads, headDim }: Pick<AttentionShape, 'kvHeads' | 'headDim'> = plan.attention ?? { kvHeads: 0, headDim: 0 };
  const cached = plan.ops.forward.filter((op): op is Extract<ForwardOp, { kind: 'attention' }> => op.kind === 'attention');
  const half = cached.some(({ cacheForm }) => cacheForm === 'f16');
  const layerBytes = kernels.pageLayerBytes(kvHeads * headDim, Number(half));
  const layers = new Map(cached.map(({ layer }, index) => [layer, index * layerBytes]));
  const bytes = layers.size * layerBytes;
  const made = { layers, bytes, half, key: [...layers.keys(), bytes, half].join(' ') };
  shapes.set(plan, made);
  return made;
}
