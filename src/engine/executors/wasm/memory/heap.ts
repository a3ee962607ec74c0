/** The executor's own blocks in one WebAssembly memory: given out by a {@link Space}, with typed views that survive growth. */
import { OwnSpace, type Space } from './space.ts';

/** One allocated block; `address` is in bytes. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
}

export class Heap {
  readonly memory: WebAssembly.Memory;
  #f32: Float32Array;
  #i32: Int32Array;
  #blocks = 0;
  #bytes = 0;
  #peak = 0;

  constructor(readonly space: Space = new OwnSpace()) {
    this.memory = space.memory;
    this.#f32 = new Float32Array(this.memory.buffer);
    this.#i32 = new Int32Array(this.memory.buffer);
  }

  /** Live blocks, their bytes, and the most there were; what other threads hold in the same memory is theirs to tell. */
  get usage(): { readonly blocks: number; readonly bytes: number; readonly peak: number } {
    return { blocks: this.#blocks, bytes: this.#bytes, peak: this.#peak };
  }

  allocate(bytes: number): Block {
    const address = this.space.allocate(bytes);
    this.reach(address + bytes);
    this.#blocks += 1;
    this.#bytes += bytes;
    this.#peak = Math.max(this.#peak, this.#bytes);
    return { address, bytes };
  }

  release(block: Block): void {
    this.space.release(block.address, block.bytes);
    this.#blocks -= 1;
    this.#bytes -= block.bytes;
  }

  /** `count` numbers at `address`; taken anew each time, since growth may replace the buffer. */
  floats(address: number, count: number): Float32Array {
    this.reach(address + 4 * count);
    return this.#f32.subarray(address / 4, address / 4 + count);
  }

  integers(address: number, count: number): Int32Array {
    this.reach(address + 4 * count);
    return this.#i32.subarray(address / 4, address / 4 + count);
  }

  bytes(address: number, count: number): Uint8Array {
    this.reach(address + count);
    return new Uint8Array(this.#f32.buffer, address, count);
  }

  /**
   * Takes views that reach `end`, for the kernels too. A memory of one thread gets a new buffer when it grows, and the old one
   * has no length any more. A shared one keeps the old buffer as it was, too short for what another thread has added, and an
   * engine may tell this thread late: growing by nothing asks at once, and tells the instances of this thread.
   */
  reach(end: number): void {
    if (this.#f32.byteLength >= end) return;
    if (this.memory.buffer.byteLength < end) this.memory.grow(0);
    const { buffer } = this.memory;
    if (buffer.byteLength < end) throw new RangeError(`the memory has ${buffer.byteLength} bytes, and ${end} are to be reached`);
    this.#f32 = new Float32Array(buffer);
    this.#i32 = new Int32Array(buffer);
  }
}
