/** The sandbox in what Vite serves or builds: sources and the WASM file's address come from the bundler. */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { newVariant } from 'quickjs-emscripten-core';
import helpers from '../../core/environment/guest-helpers.ts?raw';
import harness from './harness.ts?raw';
import { QuickJsSandbox, type SandboxOptions } from './sandbox.ts';

/** A sandbox with nothing loaded yet. */
export function createSandbox(options?: SandboxOptions): QuickJsSandbox {
  return new QuickJsSandbox({ variant: newVariant(variant, { wasmLocation }), helpers, harness }, options);
}
