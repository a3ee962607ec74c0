/** Starts a lane as a worker thread. */
import { type Transferable, Worker } from 'node:worker_threads';
import type { LaneWorker } from '../../src/engine/pool/protocol.ts';

export function spawnLane(): LaneWorker {
  const worker = new Worker(new URL(/* @vite-ignore */ './start.mjs', import.meta.url), { name: 'engine lane' });
  // Every message is answered once. A command waits for what it asked, and ends when nothing is under way.
  let asked = 0;
  const settle = (change: number) => {
    asked += change;
    if (asked > 0) worker.ref();
    else worker.unref();
  };
  settle(0);
  return {
    post: (message, handed) => {
      settle(1);
      worker.postMessage(message, handed as Transferable[]);
    },
    onMessage: (listen) =>
      worker.on('message', (message) => {
        if ('call' in (message as object)) settle(-1); // what is told of a growing message is no answer
        listen(message);
      }),
    onFailure: (listen) => {
      worker.on('error', (error) => listen(error instanceof Error ? error.message : String(error)));
      worker.on('messageerror', (error) => listen(error.message));
      // Behind an error of its own it changes nothing; a thread that is ended from outside tells no other way.
      worker.on('exit', (code) => listen(`its thread ended with ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}
