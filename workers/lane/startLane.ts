/** Starts a lane as a web worker. */
import type { LaneWorker } from '../../src/engine/pool/protocol.ts';

export function spawnLane(): LaneWorker {
  const worker = new Worker(new URL('./lane.worker.ts', import.meta.url), { type: 'module', name: 'engine lane' });
  return {
    post: (message, handed = []) => worker.postMessage(message, handed),
    onMessage: (listen) => worker.addEventListener('message', (event: MessageEvent<unknown>) => listen(event.data)),
    onFailure: (listen) => worker.addEventListener('error', (event) => listen(event.message || 'it could not be started')),
    terminate: () => worker.terminate(),
  };
}
