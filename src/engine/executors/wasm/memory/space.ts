/** One WebAssembly memory and what gives out ranges of it: a space of one thread's own; sharedSpace.ts has the one of several. */
import { fault, FaultError } from '../../../../core/faults.ts';
import { engineFaults } from '../../../../words/words.ts';
import { Regions } from './regions.ts';

const PAGE = 65536;
/** 4 GiB, the most 32-bit addresses reach. */
export const MOST_PAGES = 65536;
/** Growth comes in steps of at least this much, so that warm-up grows a few times only. */
export const GROWTH_PAGES = 256;

export interface Space {
  readonly memory: WebAssembly.Memory;
  /** Address of `bytes` bytes, aligned to 64; the memory reaches them. Throws `E_MEMORY` where it cannot. */
  allocate(bytes: number): number;
  release(address: number, bytes: number): void;
}

/** Grows `memory` so that it has `bytes` bytes. Throws `E_MEMORY` when the host refuses. */
export function growTo(memory: WebAssembly.Memory, bytes: number): void {
  if (memory.buffer.byteLength >= bytes) return;
  const have = memory.grow(0); // of a shared one the buffer may not have heard yet of what another thread has added
  const need = Math.ceil(bytes / PAGE);
  if (need > have && !grown(memory, Math.min(Math.max(need - have, GROWTH_PAGES), MOST_PAGES - have))) grown(memory, need - have);
  if (memory.buffer.byteLength < bytes) throw new FaultError(fault(engineFaults, 'E_MEMORY', { bytes }));
}

function grown(memory: WebAssembly.Memory, pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false; // more than there is; less may do
  }
}

export class OwnSpace implements Space {
  readonly memory = new WebAssembly.Memory({ initial: GROWTH_PAGES, maximum: MOST_PAGES });
  // Address 0 stands for "none" in the kernels.
  readonly #regions = new Regions(64);

  allocate(bytes: number): number {
    const address = this.#regions.allocate(bytes);
    try {
      growTo(this.memory, this.#regions.end);
    } catch (error) {
      this.#regions.release(address);
      throw error;
    }
    return address;
  }

  release(address: number): void {
    this.#regions.release(address);
  }
}
