/** The environment worker: one sandbox for the page, and one more for every port that is connected. */
import * as Comlink from 'comlink';
import { createSandbox } from '../../src/session/sandbox/vite.ts';
import type { EnvironmentWorkerApi } from './protocol.ts';
import { serveEnvironment } from './serve.ts';

const api: EnvironmentWorkerApi = {
  ...serveEnvironment(createSandbox()),
  connect(port) {
    Comlink.expose(serveEnvironment(createSandbox()), port);
    return Promise.resolve();
  },
};

Comlink.expose(api);
