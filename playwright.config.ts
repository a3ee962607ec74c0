/**
 * End-to-end tests of the built page in Chromium, and of what matters most in Firefox where there is one. They serve it themselves, built anew when the sources are newer; `E2E_URL` names a server that is
 * already running instead, `E2E_PORT` another port.
 */
import { defineConfig } from '@playwright/test';
import { findFirefox, firefoxOptions, launchOptions } from './scripts/testing/browser.ts';

const port = Number(process.env['E2E_PORT'] ?? 4273);
const running = process.env['E2E_URL'];
const firefox = findFirefox();
const url = running ?? `http://localhost:${port}`;

export default defineConfig({
  projects: [
    { name: 'chromium', testDir: 'test/e2e', use: { browserName: 'chromium', launchOptions: launchOptions() } },
    // Skipped, and counted so, where there is none.
    {
      name: 'firefox',
      testDir: 'test/firefox',
      use: { browserName: 'firefox', ...(firefox && { launchOptions: firefoxOptions(firefox) }), trace: 'off' },
    },
  ],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  fullyParallel: false,
  // Two files at a time: a test mostly waits for its page, and the little training there is shares the cores without harm.
  workers: 2,
  timeout: 180_000,
  // A page that starved for a moment is told as flaky, not as broken; what fails twice is broken.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./scripts/testing/playwright-reporter.ts']],
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // Actions, console and network, without film strip and copies of the page: those cost up to as much as the tests
    // themselves. A failure has its picture all the same.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
    screenshot: 'only-on-failure',
  },
  webServer: running
    ? undefined
    : {
        command: `node scripts/build.mjs --if-stale && npm run preview -- --port ${port} --strictPort`,
        url,
        timeout: 240_000,
        reuseExistingServer: false,
      },
});
