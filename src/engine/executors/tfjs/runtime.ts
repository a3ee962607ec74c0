/**
 * TensorFlow.js under one name in the browser (ES modules) and in Node (its CommonJS bundle arrives as a default
 * export), and the start of a backend. Everything else of the engine takes `tf` from here.
 */
import * as namespace from '@tensorflow/tfjs';
import { fault, FaultError } from '../../../core/faults.ts';
import { engineFaults } from '../../../words/words.ts';

// Looked up by name: a bundler warns of an export that the ES modules do not have.
export const tf: typeof namespace = (Reflect.get(namespace, 'default') as typeof namespace | undefined) ?? namespace;

tf.enableProdMode(); // no advice on the console, no debug checks

export type Tensor = namespace.Tensor;
export type Tensor2D = namespace.Tensor2D;
export type Tensor3D = namespace.Tensor3D;
export type TfjsBackend = 'tfjs-webgpu' | 'tfjs-webgl' | 'tfjs-wasm' | 'tfjs-cpu';

/** Where the WASM binaries lie, by file name; needed in a bundled page, found by itself in Node. */
export interface RuntimeFiles {
  readonly wasmPaths?: Readonly<Record<string, string>>;
}

const NAMES = { 'tfjs-webgpu': 'webgpu', 'tfjs-webgl': 'webgl', 'tfjs-wasm': 'wasm', 'tfjs-cpu': 'cpu' } as const;

/** Makes `backend` the active one; returns a description of the device. Throws `E_BACKEND` when it cannot start here. */
export async function startBackend(backend: TfjsBackend, files: RuntimeFiles = {}): Promise<string> {
  const name = NAMES[backend];
  if (name === 'wasm') {
    const wasm = await import('@tensorflow/tfjs-backend-wasm');
    // The threaded build was no faster in our measurements and breaks when minified; one thread it is.
    tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    if (files.wasmPaths) wasm.setWasmPaths({ ...files.wasmPaths });
  }
  if (name === 'webgpu') {
    const adapter = await globalThis.navigator?.gpu?.requestAdapter();
    if (!adapter) throw new FaultError(fault(engineFaults, 'E_BACKEND', { backend, found: 'no_adapter' }));
    await import('@tensorflow/tfjs-backend-webgpu');
    // Small tensors would otherwise be computed on the CPU, in other rounding than the same row in a larger batch.
    tf.env().set('WEBGPU_CPU_FORWARD', false);
  }
  const refused = (detail?: string): FaultError =>
    new FaultError(fault(engineFaults, 'E_BACKEND', { backend, found: 'refused' }, { detail }));
  const started = await tf.setBackend(name).catch((error: unknown) => {
    throw refused(String(error));
  });
  if (!started) throw refused();
  await tf.ready();
  return describeDevice(name);
}

async function describeDevice(name: (typeof NAMES)[TfjsBackend]): Promise<string> {
  if (name === 'cpu') return 'plain JavaScript';
  if (name === 'wasm') return (await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT')) ? 'one thread, SIMD' : 'one thread, no SIMD';
  if (name === 'webgl') return `WebGL ${String(tf.env().get('WEBGL_VERSION'))}`;
  const info = (await globalThis.navigator.gpu.requestAdapter())?.info;
  const words = [info?.vendor, info?.architecture, info?.description].filter(Boolean).join(' ');
  return words || 'WebGPU adapter';
}
