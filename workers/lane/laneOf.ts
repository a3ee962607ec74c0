/** A lane of the engine that runs as a web worker, as the engine sees it. */
import type { LaneWorker } from '../../src/engine/pool/protocol.ts';
import { watchLife } from '../life/client.ts';
import { lifeOf } from '../life/protocol.ts';

/** The engine's end of a worker that runs `lane.worker.ts`. */
export function laneOf(worker: Worker): LaneWorker {
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
