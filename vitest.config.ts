/**
 * Tests in Node: `unit` (computing alone), `integration` (what boots a sandbox, starts a process or writes to a disk), `engine` and
 * `engine-webgpu` (tensors; minutes); in Chromium: `browser`.
 */
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { findChromium, launchOptions } from './scripts/testing/browser.ts';
import { docPages } from './scripts/page/docPages.ts';
import { chosenSample } from './scripts/testing/sample.ts';
import { KeptModulesFirst } from './scripts/testing/testOrder.ts';
import { textDigests } from './scripts/page/textDigests.ts';
import { prepareVulkan } from './scripts/testing/vulkan.ts';
import { ClosingLine } from './scripts/testing/vitest-reporter.ts';
import viteConfig from './vite.config.ts';

// The tests' processes inherit it: without a GPU, WebGPU in Node runs on the software driver that Chromium ships.
prepareVulkan();

const shared = { environment: 'node' as const, pool: 'forks' as const };

const slow = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Bundles what tests start as processes of their own. */
const PROGRAMS = 'test/support/programs.setup.ts';

/** Engine tests with a process each: Dawn ends a process in which the device of an earlier file is collected. */
const ON_DEVICE = ['test/engine/device/*.test.ts'];

// Without a browser, unit and engine tests still run; `npm test` makes sure that there is one.
const found = findChromium();
const browser = () => ({
  extends: true as const,
  // Isolated like the page, so that workers may share a memory.
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
  // Named here because a test that pulls one in late would make Vite reload the page in the middle.
  optimizeDeps: {
    include: [
      ...['@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm', '@tensorflow/tfjs-backend-webgpu', 'zod'],
      ...['@huggingface/tokenizers', '@huggingface/jinja', 'comlink', 'fflate'],
    ],
  },
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: launchOptions(found) }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

/** What a glob finds is not in the file's text, by which `npm run check` keeps modules: such a file is made anew each time. */
const globsAnew: Plugin = {
  name: 'globs-anew',
  configureVitest({ experimental_defineCacheKeyGenerator: keyed }) {
    keyed(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined));
  },
};

export default defineConfig({
  plugins: [globsAnew, textDigests, docPages],
  resolve: viteConfig.resolve,
  test: {
    reporters: ['default', new ClosingLine()],
    maxWorkers: 2,
    sequence: { sequencer: KeptModulesFirst },
    // Given, because tests in Chromium see nothing of the environment.
    provide: { sample: chosenSample },
    // `npm run coverage`: of what computes; the page is looked at by end-to-end tests.
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts', 'src/engine/**/*.ts', 'src/session/**/*.ts'],
      exclude: ['src/engine/executors/wasm/assembly/**', '**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'node_modules/.cache/coverage',
    },
    projects: [
      ...['unit', 'integration'].map((name) => ({
        extends: true as const,
        test: {
          ...shared,
          name,
          include: [`test/${name}/**/*.test.ts`],
          // Seconds of work take a minute beside other work on every core.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          setupFiles: ['test/unit/support/own.ts'],
          ...(name === 'integration' && { globalSetup: PROGRAMS }),
        },
      })),
      {
        extends: true,
        test: {
          ...shared,
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          exclude: ON_DEVICE,
          ...slow,
          isolate: false,
          globalSetup: PROGRAMS,
          setupFiles: ['test/engine/support/own.ts'],
        },
      },
      { extends: true, test: { ...shared, name: 'engine-webgpu', include: ON_DEVICE, ...slow } },
      // Only when it is named: it needs a server. A cold one compiles for minutes.
      {
        extends: true,
        test: { ...shared, name: 'cluster', include: ['test/cluster/*.test.ts'], testTimeout: 3_600_000, hookTimeout: 300_000 },
      },
      ...(found.source === 'none' ? [] : [browser()]),
    ],
  },
});
