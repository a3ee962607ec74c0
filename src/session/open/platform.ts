/** What of the library differs between a browser and Node. */
import type { BackendChoice } from '../../core/backend.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import type { ModelFiles } from '../../core/formats/files.ts';
import type { RoomOptions } from '../room/fits.ts';
import type { BackendFiles } from '../team/backend.ts';

export interface Platform {
  /** Binaries of the engine, and how its workers start. */
  readonly files: BackendFiles;
  /** What is known of this machine's memory. */
  readonly machine?: RoomOptions['machine'];
  /** A sandbox with nothing loaded. */
  createSandbox(): EnvironmentHost;
  /** What has to be done before `backend` can start. */
  prepare(backend: BackendChoice): Promise<void>;
  /** The files of a base by its name; `source` as the caller gave it. */
  baseFiles(source: string | URL | undefined, name: string): Promise<ModelFiles>;
}

/** What computes: a GPU through WebGPU; our WASM kernels; plain JavaScript, slow and everywhere; or what `auto` finds fastest here. */
export type Device = 'auto' | 'webgpu' | 'wasm' | 'js';

export const backendOf = (device: Device): BackendChoice => (device === 'js' ? 'tfjs-cpu' : device);
