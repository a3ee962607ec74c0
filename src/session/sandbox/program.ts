/**
 * QuickJS as a metered WebAssembly program. It is compiled once; every boot has an instance and a memory of its own, so
 * that no project ever sees a byte of another.
 */
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import { MEMORY_OVERHEAD } from '../../core/environment/limits.ts';
import { FUEL, metered } from './metering.ts';

/** A WebAssembly page, the unit a memory grows by. */
const PAGE = 64 * 1024;
/** QuickJS is built to begin with 16 MiB, of which its data and its stack take 5.1; the rest is the guest's as it needs it. */
const FIRST_PAGES = 96;

export interface QuickJsInstance {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** What is left to spend; once it is below zero, everything traps. */
  readonly fuel: WebAssembly.Global<'i64'>;
}

export class QuickJsProgram {
  readonly #variant: QuickJSSyncVariant;
  readonly #read: () => Promise<Uint8Array>;
  #compiled: Promise<WebAssembly.Module> | undefined;

  /** `read` gives the bytes of the variant's WASM file. */
  constructor(variant: QuickJSSyncVariant, read: () => Promise<Uint8Array>) {
    this.#variant = variant;
    this.#read = read;
  }

  /** A fresh instance whose guest's heap may grow to `memoryBytes`. */
  async boot(memoryBytes: number): Promise<QuickJsInstance> {
    const module = await (this.#compiled ??= this.#compile());
    const maximum = Math.max(FIRST_PAGES, Math.ceil((memoryBytes + MEMORY_OVERHEAD) / PAGE));
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
    let exports: WebAssembly.Exports = {};
    const quickjs = await newQuickJSWASMModuleFromVariant(
      newVariant(this.#variant, {
        wasmMemory: memory,
        emscriptenModule: {
          instantiateWasm(imports, onSuccess) {
            const instance = new WebAssembly.Instance(module, imports);
            exports = instance.exports;
            onSuccess(instance);
            return exports;
          },
        },
      }),
    );
    return { quickjs, memory, fuel: exports[FUEL] as WebAssembly.Global<'i64'> };
  }

  async #compile(): Promise<WebAssembly.Module> {
    try {
      return await WebAssembly.compile(metered(await this.#read(), FIRST_PAGES));
    } catch (error) {
      this.#compiled = undefined; // the file may be there the next time
      throw error;
    }
  }
}
