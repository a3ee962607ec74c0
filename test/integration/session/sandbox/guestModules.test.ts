/** `marft/env` may be several files; people's own code still sees one module and nothing beside it. */
import { expect, it } from 'vitest';
import { guestModules } from '../../../../src/session/sandbox/guestModules.ts';
import { guestSources, program } from '../../../../src/session/sandbox/node.ts';
import { QuickJsSandbox } from '../../../../src/session/sandbox/sandbox.ts';
import { RESET, faultOf, moduleWith } from './support.ts';

const SOURCES = guestSources();

function sandboxWith(helpers: Readonly<Record<string, string>>): QuickJsSandbox {
  return new QuickJsSandbox({ program, modules: guestModules({ ...SOURCES, helpers }) });
}

const TWO_FILES = {
  ...SOURCES.helpers,
  'guest-helpers.ts': `${SOURCES.helpers['guest-helpers.ts']}\nexport { twice } from './mathTwice.ts';\n`,
  'mathTwice.ts': "import { base } from './mathBase.ts';\nexport const twice = (n: number): number => base * n;\n",
  'mathBase.ts': 'export const base: number = 2;\n',
};

it('serves helpers of several files as one module', async () => {
  const sandbox = sandboxWith(TWO_FILES);
  await sandbox.load(moduleWith({ top: "import { twice } from 'marft/env';", reset: "return { state: twice(21), observation: '' };" }));
  expect((await sandbox.reset([RESET]))[0]?.state).toBe(42);
});

it.each(['marft/env/mathTwice.ts', './mathTwice.ts', './guest-helpers.ts', 'harness', 'marft/env/../harness'])(
  'refuses people’s import of %s',
  async (name) => {
    const fault = await faultOf(() => sandboxWith(TWO_FILES).load(moduleWith({ top: `import * as x from '${name}'; x;` })));
    expect(fault).toMatchObject({ code: 'E_ENV_IMPORT', message: `Environment code cannot import '${name}'.` });
  },
);

it('says which file of its own is missing', () => {
  expect(() => sandboxWith({ 'other.ts': '' })).toThrow('guest-helpers.ts is missing');
});
