/** Why a run is computed on what it is computed on: the status line, and `run.json`, which keeps it in English. */
import { spoken } from '../../forms/language.ts';

type None = Readonly<Record<string, never>>;

export const backendReasonsEn = spoken('training/backendReasons', {
  chosen: (_: None): string => 'chosen in the settings',
  noWebgpu: (_: None): string => 'this device offers no WebGPU',
  software: (_: None): string => 'the only WebGPU adapter here is a software one, which is slower than WASM',
  notMeasured: (_: None): string => 'WebGPU did not pass a short measurement',
  /** Milliseconds; null where it did not finish. */
  measured: ({ gpu, cpu }: { readonly gpu: string; readonly cpu: string | null }): string =>
    `one small training step takes ${gpu} ms on WebGPU and ${cpu === null ? 'fails' : `${cpu} ms`} on WASM`,
  ownWasmFailed: ({ why }: { readonly why: string }): string => `${why}, and our own WASM kernels did not start`,
  wasmFailed: ({ why }: { readonly why: string }): string => `${why}, and WASM did not start`,
  /** `memories`: over which the layers are spread, where they are over several. */
  oneWorker: ({ why, memories }: { readonly why: string; readonly memories: number }): string =>
    `${why}; one worker, ${memories > 1 ? `the layers over ${memories} WebAssembly memories, ` : ''}since one memory cannot hold what this needs${memories > 1 ? '' : ' with several'}`,
  notShared: ({ why, megabytes }: { readonly why: string; readonly megabytes: number }): string =>
    `${why}; one worker, since this page may not share memory between workers (it is not cross-origin isolated), and each would hold the weights of ${megabytes} MB again`,
});
