/**
 * One memory for the executors of several threads: each allocates its blocks there for itself, first fit, and may read those of
 * others. What is given out is written in the memory itself, under a lock: the words below at its beginning, and in each hole
 * where the next one lies and how large it is. Holes rise, and neighbouring ones are joined.
 */
import { GROWTH_PAGES, growTo, MOST_PAGES, type Space } from './space.ts';

/** Blocks begin at multiples of it, and places are counted in it, so that they fit into 32 bits with a sign. */
const UNIT = 64;
const UNIT_WORDS = UNIT / 4;
/** Words of unit 0. */
const LOCK = 1;
/** All units from here on have never been given out. */
const END = 2;
/** The first hole; 0 is none. */
const FIRST = 3;
/** Counts who has had the lock. */
const TICKET = 4;
/** Words of a hole. */
const NEXT = 0;
const SIZE = 1;

const FREE = 0;
const HELD = 1;
const AWAITED = 2;
/** Nobody holds the lock for longer than it takes to grow the memory, unless its thread was ended meanwhile. */
const PATIENCE_MS = 10_000;

/** A memory that workers can share; null where this host has none: a page that is not cross-origin isolated, no room for the addresses. */
export function openSharedMemory(): WebAssembly.Memory | null {
  if (!sharesMemory()) return null;
  try {
    const memory = new WebAssembly.Memory({ initial: GROWTH_PAGES, maximum: MOST_PAGES, shared: true });
    new Int32Array(memory.buffer)[END] = 1; // address 0 stands for "none" in the kernels
    return memory;
  } catch {
    return null;
  }
}

/** Whether threads can share a memory here: Node's can, a page's where `crossOriginIsolated` says so. */
export const sharesMemory = (): boolean =>
  typeof SharedArrayBuffer === 'function' && (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated !== false;

export class SharedSpace implements Space {
  #words: Int32Array;

  /** `memory` is one of {@link openSharedMemory}, here or in another thread. */
  constructor(
    readonly memory: WebAssembly.Memory,
    readonly patience = PATIENCE_MS,
  ) {
    this.#words = new Int32Array(memory.buffer);
  }

  /** Bytes that were ever given out, holes included. */
  get end(): number {
    return UNIT * this.#locked(() => this.#word(END));
  }

  allocate(bytes: number): number {
    const size = unitsOf(bytes);
    return UNIT * this.#locked(() => this.#take(size));
  }

  release(address: number, bytes: number): void {
    this.#locked(() => this.#put(address / UNIT, unitsOf(bytes)));
  }

  #take(size: number): number {
    let link = FIRST;
    let last: { readonly link: number; readonly hole: number } | null = null;
    for (let hole = this.#word(FIRST); hole !== 0; hole = this.#word(link)) {
      const next = hole * UNIT_WORDS + NEXT;
      const room = this.#word(hole * UNIT_WORDS + SIZE);
      if (room >= size) {
        this.#words[link] = room === size ? this.#word(next) : this.#hole(hole + size, this.#word(next), room - size);
        return hole;
      }
      if (hole + room === this.#word(END)) last = { link, hole };
      link = next;
    }
    const start = last?.hole ?? this.#word(END);
    growTo(this.memory, UNIT * (start + size));
    if (last) this.#words[last.link] = 0;
    this.#words[END] = start + size;
    return start;
  }

  #put(start: number, size: number): void {
    let link = FIRST;
    let before = 0;
    let hole = this.#word(FIRST);
    while (hole !== 0 && hole < start) {
      before = hole;
      link = hole * UNIT_WORDS + NEXT;
      hole = this.#word(link);
    }
    const joined = hole !== 0 && start + size === hole;
    const next = joined ? this.#word(hole * UNIT_WORDS + NEXT) : hole;
    const room = joined ? size + this.#word(hole * UNIT_WORDS + SIZE) : size;
    const already = before === 0 ? 0 : this.#word(before * UNIT_WORDS + SIZE);
    if (before !== 0 && before + already === start) this.#hole(before, next, already + room);
    else this.#words[link] = this.#hole(start, next, room);
  }

  #hole(at: number, next: number, size: number): number {
    this.#words[at * UNIT_WORDS + NEXT] = next;
    this.#words[at * UNIT_WORDS + SIZE] = size;
    return at;
  }

  #word(index: number): number {
    return this.#words[index] ?? 0;
  }

  /** Does `work` while no other thread is at it. */
  #locked<T>(work: () => T): T {
    const words = this.#words;
    this.#lock(words);
    try {
      // Holes lie below the end, where another thread may have put it since.
      if (this.#words.length < this.#word(END) * UNIT_WORDS) this.#renew();
      return work();
    } finally {
      if (Atomics.exchange(words, LOCK, FREE) === AWAITED) Atomics.notify(words, LOCK, 1);
    }
  }

  /**
   * A worker can be ended while it holds the lock, and whoever has waited long for the same holder takes it over: the steps of
   * `#take` and `#put` are in such an order that after any of them the holes are a list, from which some may be missing.
   */
  #lock(words: Int32Array): void {
    if (Atomics.compareExchange(words, LOCK, FREE, HELD) !== FREE)
      for (;;) {
        const ticket = Atomics.load(words, TICKET);
        if (Atomics.exchange(words, LOCK, AWAITED) === FREE) break;
        const waited = Atomics.wait(words, LOCK, AWAITED, this.patience);
        if (waited === 'timed-out' && Atomics.compareExchange(words, TICKET, ticket, ticket + 1) === ticket) return;
      }
    Atomics.add(words, TICKET, 1);
  }

  #renew(): void {
    this.memory.grow(0); // where an engine tells of another thread's growth late, this asks
    this.#words = new Int32Array(this.memory.buffer);
  }
}

const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / UNIT));
