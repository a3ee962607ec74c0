/** TensorFlow.js' WebGPU backend computes in Node, on Chromium's software driver: the ground the WebGPU tests stand on. */
import { beforeAll, describe, expect, it } from 'vitest';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';

describe('WebGPU in Node', () => {
  let tf: typeof import('@tensorflow/tfjs');

  beforeAll(async () => {
    expect(await installWebGpu()).toBe(true);
    tf = await import('@tensorflow/tfjs');
    await import('@tensorflow/tfjs-backend-webgpu');
    expect(await tf.setBackend('webgpu')).toBe(true);
    // Otherwise tensors this small are multiplied on the CPU.
    tf.env().set('WEBGPU_CPU_FORWARD', false);
  });

  it('multiplies matrices on the device', async () => {
    const size = 48;
    const a = Float32Array.from({ length: size * size }, (_, i) => ((i * 7) % 11) / 11 - 0.5);
    const b = Float32Array.from({ length: size * size }, (_, i) => ((i * 5) % 13) / 13 - 0.5);
    const result = tf.tidy(() => tf.matMul(tf.tensor2d(a, [size, size]), tf.tensor2d(b, [size, size])));
    const product = await result.data();
    result.dispose();

    let worst = 0;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        let expected = 0;
        for (let k = 0; k < size; k += 1) expected += a[row * size + k]! * b[k * size + column]!;
        worst = Math.max(worst, Math.abs(product[row * size + column]! - expected));
      }
    }
    expect(tf.getBackend()).toBe('webgpu');
    expect(worst).toBeLessThan(1e-4);
  });
});
