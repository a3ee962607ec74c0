/** Starts the environment worker from the page and hands out ends of it. */
import * as Comlink from 'comlink';
import { EnvironmentClient, type EnvironmentClientOptions } from './client.ts';
import type { EnvironmentWorkerApi } from './protocol.ts';

export interface EnvironmentWorker {
  /** The page's own sandbox in the worker. */
  readonly client: EnvironmentClient;
  /** Opens a further sandbox; the returned port is to be transferred to whoever uses it (the trainer worker). */
  connect(): Promise<MessagePort>;
  /** Ends the worker at once, whatever it is doing. */
  terminate(): void;
}

/** A new environment worker; after `onLost`, terminate it and start another. */
export function spawnEnvironmentWorker(options?: EnvironmentClientOptions): EnvironmentWorker {
  const worker = new Worker(new URL('./environment.worker.ts', import.meta.url), { type: 'module', name: 'environment' });
  const api = Comlink.wrap<EnvironmentWorkerApi>(worker);
  return {
    client: new EnvironmentClient(worker, options),
    async connect() {
      const { port1, port2 } = new MessageChannel();
      await api.connect(Comlink.transfer(port1, [port1]));
      return port2;
    },
    terminate: () => worker.terminate(),
  };
}

/** The client of a new environment worker, which ends with it; `lost` is told when it can answer no more. */
export function environmentClient(lost: () => void): EnvironmentClient {
  const worker = spawnEnvironmentWorker({
    onLost: () => {
      worker.terminate();
      lost();
    },
  });
  return worker.client;
}
