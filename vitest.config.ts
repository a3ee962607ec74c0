/** Two groups of tests in Node: `unit` (seconds, no tensors) and `engine` (minutes, TensorFlow.js backends). */
import { defineConfig } from 'vitest/config';
import { prepareVulkan } from './scripts/vulkan.ts';
import { ClosingLine } from './scripts/vitest-reporter.ts';
import viteConfig from './vite.config.ts';

// The tests' processes inherit it: without a GPU, WebGPU in Node runs on the software driver that Chromium ships.
prepareVulkan();

const shared = { environment: 'node' as const, pool: 'forks' as const };

export default defineConfig({
  resolve: viteConfig.resolve,
  test: {
    reporters: ['default', new ClosingLine()],
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...shared, name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 20_000 } },
      {
        extends: true,
        test: { ...shared, name: 'engine', include: ['test/engine/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});
