/** What browsers say when something could not be fetched becomes words for people, and nothing else does. */
import { expect, it } from 'vitest';
import { faultFrom } from '../../../src/core/faults.ts';

const SCRIPT = 'https://example.org/workbench/assets/RunsPlace-1a2b.js';
const FILE = 'workbench/assets/RunsPlace-1a2b.js';

it.each([
  ['Chromium', new TypeError(`Failed to fetch dynamically imported module: ${SCRIPT}`), FILE],
  ['Firefox', new TypeError(`error loading dynamically imported module: ${SCRIPT}`), FILE],
  ['Safari', new TypeError('Importing a module script failed.'), null],
  ['Vite, of a style sheet', new Error('Unable to preload CSS for /assets/RunsPlace-1a2b.css'), 'assets/RunsPlace-1a2b.css'],
  ['Chromium, of a file', new TypeError('Failed to fetch'), null],
  ['Firefox, of a file', new TypeError('NetworkError when attempting to fetch resource.'), null],
  ['Safari, of a file', new TypeError('Load failed'), null],
])('said by %s', (_who, error, file) => {
  const { code, params, message, detail } = faultFrom(error);
  expect({ code, params }).toEqual({ code: 'E_FETCH', params: { file } });
  if (file) expect(message).toContain(file);
  expect(detail).toContain(error.message);
});

it.each([new Error('Failed to fetch'), new TypeError('x.fetch is not a function'), new TypeError('Load failed twice'), 'Failed to fetch'])(
  '%s is something else',
  (error) => {
    expect(faultFrom(error).code).toBe('E_INTERNAL');
  },
);
