/**
 * Run before each file of engine tests. They share two processes, because starting one and reading TensorFlow.js and the engine takes
 * longer than many a file's tests. Modules stay, as they do in a page that trains one run after the other; what a file could
 * leave to the next is taken away here, or is a failure.
 */
import { afterAll, expect, vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();

/** TensorFlow.js keeps its engine in the global scope. Dawn ends the process when the `gpu` of a device in use is collected. */
const scope = globalThis as {
  _tfengine?: { memory(): { readonly numTensors: number } };
  navigator?: { gpu?: unknown };
  gpusOfFiles?: unknown[];
};

const { gpu } = scope.navigator ?? {};
if (scope.navigator && gpu !== undefined) {
  scope.gpusOfFiles = [...(scope.gpusOfFiles ?? []), gpu];
  Reflect.deleteProperty(scope.navigator, 'gpu');
}

afterAll(() => {
  expect(scope._tfengine?.memory().numTensors ?? 0, 'tensors of TensorFlow.js that the file leaves behind').toBe(0);
});
