/** Starts a lane as a web worker. */
import type { LaneWorker } from '../../src/engine/pool/protocol.ts';
import { laneOf } from './laneOf.ts';

export const spawnLane = (): LaneWorker =>
  laneOf(new Worker(new URL('./lane.worker.ts', import.meta.url), { type: 'module', name: 'engine lane' }));
