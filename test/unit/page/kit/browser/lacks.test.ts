/** What the page says of browsers that lack something, by the features that each offers. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type BrowserScope, FEATURES, lacksOf } from '../../../../../src/page/kit/browser/lacks.ts';
import { changesText } from '../../../../../src/words/words.ts';

const present = (): unknown => undefined;
const ALL: BrowserScope = {
  navigator: { gpu: { requestAdapter: async () => ({}) }, storage: { getDirectory: present, persist: present }, serviceWorker: {} },
  crossOriginIsolated: true,
  SharedArrayBuffer: present,
  showSaveFilePicker: present,
  requestIdleCallback: present,
};

it('a browser with everything lacks nothing, one with nothing everything', async () => {
  expect(await lacksOf(ALL, true)).toEqual([]);
  expect(await lacksOf({}, false)).toEqual(FEATURES);
});

it('each is missed by itself', async () => {
  const { navigator } = ALL;
  const without: Readonly<Record<string, BrowserScope>> = {
    webgpu: { ...ALL, navigator: { ...navigator, gpu: { requestAdapter: async () => null } } },
    sharedMemory: { ...ALL, crossOriginIsolated: false },
    privateFiles: { ...ALL, navigator: { ...navigator, storage: { persist: present } } },
    persist: { ...ALL, navigator: { ...navigator, storage: { getDirectory: present } } },
    savePicker: { ...ALL, showSaveFilePicker: undefined },
    serviceWorker: { ...ALL, navigator: { ...navigator, serviceWorker: undefined } },
    idle: { ...ALL, requestIdleCallback: undefined },
  };
  for (const [feature, scope] of Object.entries(without)) expect(await lacksOf(scope, true), feature).toEqual([feature]);
  expect(await lacksOf(ALL, false)).toEqual(['localStorage']);
  const refuses = { ...ALL, navigator: { ...navigator, gpu: { requestAdapter: () => Promise.reject(new Error('lost')) } } };
  expect(await lacksOf(refuses, true)).toEqual(['webgpu']);
});

it('each has its sentence, and its row in docs/browsers.md', () => {
  const rows = readFileSync('docs/browsers.md', 'utf8');
  for (const feature of FEATURES) {
    expect(changesText.lacks[feature].length).toBeGreaterThan(20);
    expect(rows).toContain(`| \`${feature}\` |`);
  }
});
