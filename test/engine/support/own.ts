/**
 * Run before each file of engine tests that need no device. They share two processes, because starting one and reading TensorFlow.js and the engine takes
 * longer than many a file's tests. Modules stay, as they do in a page that trains one run after the other; what a file could
 * leave to the next is taken away here, or is a failure.
 */
import { afterAll, expect, vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();

/** TensorFlow.js keeps its engine in the global scope. */
const scope = globalThis as { _tfengine?: { memory(): { readonly numTensors: number } } };

afterAll(() => {
  expect(scope._tfengine?.memory().numTensors ?? 0, 'tensors of TensorFlow.js that the file leaves behind').toBe(0);
});
