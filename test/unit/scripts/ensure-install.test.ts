/** The two decisions `npm start` takes before anything is installed: is Node recent enough, and is anything missing. */
import { expect, it } from 'vitest';

interface LockFile {
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

// Plain JavaScript without types, because it runs before TypeScript is installed.
const path: string = '../../../scripts/ensure-install.mjs';
const { nodeProblem, firstMissing } = (await import(path)) as {
  readonly nodeProblem: (version: string, required: string) => string | undefined;
  readonly firstMissing: (wanted: LockFile, installed: LockFile) => string | undefined;
};

it.each([
  ['v18.20.1', false],
  ['v20.18.9', false],
  ['v20.19.0', true],
  ['v20.20.2', true],
  ['v22.1.0', true],
])('Node %s is accepted: %s', (version, accepted) => {
  const problem = nodeProblem(version, '>=20.19');
  if (accepted) expect(problem).toBeUndefined();
  else expect(problem).toContain(`needs Node.js 20.19 or newer; this is ${version}`);
});

const wanted: LockFile = {
  packages: {
    '': {},
    'node_modules/react': { version: '19.3.1' },
    'node_modules/@scope/native-darwin': { version: '1.0.0', optional: true },
  },
};

it.each([
  ['nothing', wanted, undefined],
  ['nothing but builds for other platforms', { packages: { 'node_modules/react': { version: '19.3.1' } } }, undefined],
  ['a package in another version', { packages: { 'node_modules/react': { version: '19.3.0' } } }, 'react'],
  ['a package', { packages: {} }, 'react'],
])('notices that %s is missing', (_what, installed, expected) => {
  expect(firstMissing(wanted, installed)).toBe(expected);
});
