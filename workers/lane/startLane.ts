/** Starts a lane as a web worker. */
import type { LaneWorker } from '../../src/engine/pool/protocol.ts';
import { watchLife } from '../life/client.ts';
import { lifeOf } from '../life/protocol.ts';

export function spawnLane(): LaneWorker {
  const worker = new Worker(new URL('./lane.worker.ts', import.meta.url), { type: 'module', name: 'engine lane' });
  let stopWatching = (): void => {};
  return {
    post: (message, handed = []) => worker.postMessage(message, handed),
    onMessage: (listen) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (lifeOf(data) === null) listen(data);
      }),
    onFailure: (listen) => {
      worker.addEventListener('error', (event) => listen(event.message || 'it could not be started'));
      stopWatching = watchLife(worker, () => listen('it ended without a word'));
    },
    terminate: () => {
      stopWatching();
      worker.terminate();
    },
  };
}
