/** The library in a browser: bases from an address, workers from this very file, so that a bundler has nothing to find. */
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.vite.ts';
import { fetchBaseFrom } from '../../src/session/open/bases.ts';
import type { Platform } from '../../src/session/open/platform.ts';
import { createSandbox } from '../../src/session/sandbox/vite.ts';
import { laneOf } from '../../workers/lane/laneOf.ts';
import LaneWorker from '../../workers/lane/lane.worker.ts?worker&inline';

export const PLATFORM: Platform = {
  files: { kernels: KERNEL_FILES, spawnLane: () => laneOf(new LaneWorker({ name: 'engine lane' })) },
  createSandbox,
  prepare: () => Promise.resolve(),
  baseFiles: fetchBaseFrom,
};
