/** What tests of single WASM kernels share: the builds, a memory with numbers in it, and how near is near. */
import { expect } from 'vitest';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { chooseKernels, instantiateKernels, type KernelBuild, type Kernels } from '../../../src/engine/executors/wasm/kernels.ts';
import { relativeError } from './compare.ts';

export const SIZES = [1, 3, 31, 33, 257];
/** A single dot product with much cancellation loses a few units of the last place more than a long vector of them. */
export const CLOSE = 4e-6;

/** Numbers for one test, at addresses that are never 0. */
export class Memory {
  readonly memory = new WebAssembly.Memory({ initial: 512 });
  readonly #floats = new Float32Array(this.memory.buffer);
  #next = 64;
  #stream = 0;

  put(values: ArrayLike<number>): number {
    const at = this.#next;
    this.#floats.set(values, at / 4);
    this.#next += Math.ceil((4 * values.length) / 64) * 64 + 64; // a gap, so that reading past the end is not reading the next
    return at;
  }
  integers(values: readonly number[]): number {
    const at = this.put(new Float32Array(values.length));
    new Int32Array(this.memory.buffer).set(values, at / 4);
    return at;
  }
  noise(count: number): { at: number; values: Float32Array } {
    this.#stream += 1;
    const values = normals(keyFor(5, this.#stream), count);
    return { at: this.put(values), values };
  }
  /** Room for `count` numbers, filled with NaN: what a kernel forgets to write shows. */
  room(count: number): number {
    return this.put(new Float32Array(count).fill(Number.NaN));
  }
  read(at: number, count: number): Float32Array {
    return this.#floats.slice(at / 4, at / 4 + count);
  }
}

/** Builds that this host accepts. */
export const builds: KernelBuild[] = ['simd'];
if (WebAssembly.validate(await KERNEL_FILES.relaxed())) builds.push('relaxed');

export interface Started {
  readonly memory: Memory;
  readonly kernels: Kernels;
  /** Address of what `gemm` needs. */
  readonly scratch: number;
}

export async function start(build: KernelBuild): Promise<Started> {
  const { module } = await chooseKernels({ simd: KERNEL_FILES[build], relaxed: KERNEL_FILES[build] }, false);
  const memory = new Memory();
  const kernels = instantiateKernels(module, memory.memory);
  return { memory, kernels, scratch: memory.room(kernels.gemmScratchBytes() / 4) };
}

export const close = (actual: ArrayLike<number>, expected: ArrayLike<number>, what: string): void =>
  expect(relativeError(actual, expected), what).toBeLessThan(CLOSE);
