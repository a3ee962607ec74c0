/** The executor's own memory: one WebAssembly memory, blocks given out by `Regions`, typed views that survive growth. */
import { fault, FaultError } from '../../../core/faults.ts';
import { engineFaults } from '../../../words/words.ts';
import { Regions } from './regions.ts';

const PAGE = 65536;
/** 4 GiB, the most 32-bit addresses reach. */
const MOST_PAGES = 65536;
/** Growth comes in steps of at least this much, so that warm-up grows a few times only. */
const GROWTH_PAGES = 256;

/** One allocated block; `address` is in bytes. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
}

export class Heap {
  readonly memory = new WebAssembly.Memory({ initial: GROWTH_PAGES, maximum: MOST_PAGES });
  // Address 0 stands for "none" in the kernels.
  readonly #regions = new Regions(64);
  #f32 = new Float32Array(this.memory.buffer);
  #i32 = new Int32Array(this.memory.buffer);
  #blocks = 0;
  #bytes = 0;
  #peak = 0;

  /** Live blocks, their bytes, and the most there were. */
  get usage(): { readonly blocks: number; readonly bytes: number; readonly peak: number } {
    return { blocks: this.#blocks, bytes: this.#bytes, peak: this.#peak };
  }

  allocate(bytes: number): Block {
    const address = this.#regions.allocate(bytes);
    try {
      this.#reach(this.#regions.end);
    } catch (error) {
      this.#regions.release(address);
      throw error;
    }
    this.#blocks += 1;
    this.#bytes += bytes;
    this.#peak = Math.max(this.#peak, this.#bytes);
    return { address, bytes };
  }

  release(block: Block): void {
    this.#regions.release(block.address);
    this.#blocks -= 1;
    this.#bytes -= block.bytes;
  }

  /** `count` numbers at `address`; taken anew each time, since growth replaces the buffer. */
  floats(address: number, count: number): Float32Array {
    return this.#views().f32.subarray(address / 4, address / 4 + count);
  }

  integers(address: number, count: number): Int32Array {
    return this.#views().i32.subarray(address / 4, address / 4 + count);
  }

  bytes(address: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, count);
  }

  #views(): { f32: Float32Array; i32: Int32Array } {
    if (this.#f32.buffer !== this.memory.buffer) {
      this.#f32 = new Float32Array(this.memory.buffer);
      this.#i32 = new Int32Array(this.memory.buffer);
    }
    return { f32: this.#f32, i32: this.#i32 };
  }

  #reach(end: number): void {
    const have = this.memory.buffer.byteLength / PAGE;
    const need = Math.ceil(end / PAGE);
    if (need <= have) return;
    try {
      this.memory.grow(Math.min(Math.max(need - have, GROWTH_PAGES), MOST_PAGES - have));
    } catch {
      // Refused: the least that does may still be there; else it is too much for this host.
    }
    if (this.memory.buffer.byteLength < end) throw new FaultError(fault(engineFaults, 'E_MEMORY', { bytes: end }));
  }
}
