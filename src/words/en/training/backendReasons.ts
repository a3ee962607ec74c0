/** What a run is computed on, and why: the status line, and `run.json`, which keeps it in English. */
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

/** What the engine calls a device that has no name of its own. */
export const devicesEn = spoken('training/devices', {
  /** Before the others, whose last part would take its own. */
  layered: ({ device, memories }: { readonly device: string; readonly memories: number }): string =>
    `${device}, layers over ${memories} memories`,
  /** `simd`: which vector instructions it has. */
  thread: ({ simd }: { readonly simd: string }): string => `one thread, ${simd}`,
  workers: ({ count, simd }: { readonly count: string; readonly simd: string }): string => `${count} workers, ${simd}`,
  script: (_: None): string => 'plain JavaScript',
  adapter: (_: None): string => 'WebGPU adapter',
});
