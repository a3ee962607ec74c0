/**
 * WebGPU in Node, through Dawn (npm `webgpu`). On Linux Dawn needs a Vulkan driver: a GPU's own, or the software one that
 * vulkan.ts finds for the tests.
 */

/**
 * Sets `navigator.gpu` in this Node process; call it before importing `@tensorflow/tfjs-backend-webgpu`. Resolves to false,
 * and says why on the console, when Dawn cannot be loaded or finds no adapter.
 */
export async function installWebGpu(): Promise<boolean> {
  try {
    const { create, globals } = await import('webgpu');
    const gpu = create([]);
    if (!(await gpu.requestAdapter())) {
      console.warn('No WebGPU in Node: Dawn found no adapter (on Linux it needs a Vulkan driver; Chromium’s package brings one).');
      return false;
    }
    Object.assign(globalThis, globals);
    // Node 21 and later have a navigator of their own.
    const scope: { navigator?: object } = globalThis;
    if (scope.navigator) Object.defineProperty(scope.navigator, 'gpu', { value: gpu, configurable: true });
    else Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
    return true;
  } catch (error) {
    console.warn(`No WebGPU in Node: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
