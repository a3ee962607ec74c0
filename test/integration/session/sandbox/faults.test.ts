/** Mistakes are shown at their line and column of the TypeScript that the person wrote. */
import { describe, expect, it } from 'vitest';
import { compileModule } from '../../../../src/session/sandbox/compile.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { RESET, STEP, faultOf, faultOfModule, moduleWith } from './support.ts';

const MESSAGES = `import { type Message, lastInteger } from 'marft/env';

interface State { readonly answer: number; list?: string[] }

export default {
  name: 'T', description: 'd',
  reset() { return { state: { answer: 1 }, observation: 'go' }; },
  step({ state, messages }: { state: State; messages: readonly Message[] }) {
    const asked: number = 1; const list = state.list as string[]; const first: string = list.at(0) as string;
    return { state, observation: first, reward: lastInteger(messages[0]!.text), terminated: true, truncated: false };
  },
};
`;

describe('syntax errors', () => {
  it.each([
    ['an unfinished statement', 'const a: number = 1;\nconst b = ;\n', 2, 11],
    ['a missing bracket', 'export default {\n  name: 1,\n', 3, 1],
    ['an open text', "const a = 1;\n\nconst s = 'abc\n", 3, undefined],
    // These pass the type stripper and are found by QuickJS.
    ['an assignment to a number', 'const a: string = "x";\n1 = a;\n', 2, undefined],
    ['a name declared twice', 'let a = 1;\nlet b = 2;\nlet a = 3;\n', 3, undefined],
    ['a return outside of a function', 'const a = 1;\nreturn a;\n', 2, undefined],
  ])('%s', async (_, source, line, column) => {
    const fault = await faultOfModule(source);
    expect(fault.code).toBe('E_ENV_SYNTAX');
    expect(fault.place?.line).toBe(line);
    if (column !== undefined) expect(fault.place?.column).toBe(column);
    expect(fault.message).toContain(`line ${line}`);
    expect(fault.hint).toBeTruthy();
  });
});

describe('imports', () => {
  it('refuses every other module by its name, at its line', async () => {
    for (const name of ['fs', 'node:fs', './other.ts', 'https://example.org/x.js', 'marft/env/x', 'harness', 'environment.ts']) {
      const fault = await faultOfModule(`const a = 1;\nimport * as x from '${name}';\nexport default x;`);
      expect(fault, name).toMatchObject({
        code: 'E_ENV_IMPORT',
        message: `Environment code cannot import '${name}'.`,
        place: { line: 2, column: 20 },
      });
    }
  });

  it('keeps no more of a name than it shows', async () => {
    const { message, params } = await faultOfModule(`import '${'x'.repeat(10_000)}';`);
    const name = `${'x'.repeat(80)}…`;
    expect(message).toBe(`Environment code cannot import '${name}'.`);
    expect(params).toEqual({ found: 'module', name });
  });

  it('names what marft/env does not have', async () => {
    expect(await faultOfModule("import {\n  pick,\n  fetch,\n} from 'marft/env';\nexport default [pick, fetch];")).toMatchObject({
      code: 'E_ENV_IMPORT',
      message: "'marft/env' has no 'fetch'.",
      place: { line: 3, column: 3 },
    });
  });

  it('refuses import() while running', async () => {
    expect(await faultOfModule(moduleWith({ step: "import('fs'); return {};" }))).toMatchObject({ code: 'E_ENV_ASYNC' });
  });
});

describe('thrown errors', () => {
  it('points at line and column of the source, types and all', async () => {
    const sandbox = createSandbox();
    await sandbox.load(MESSAGES);
    const fault = await faultOf(() => sandbox.step([{ ...STEP, state: { answer: 1 } }]));
    expect(fault.code).toBe('E_ENV_THROW');
    expect(fault.message).toMatch(/^step\(\) stopped with TypeError: .* \(line 9\)\.$/);
    const line = MESSAGES.split('\n')[8]!;
    // QuickJS marks the access; it lies within `list.at(0)` of the source, 30 columns behind where it is in the code.
    const column = fault.place!.column!;
    expect(fault.place!.line).toBe(9);
    expect(column).toBeGreaterThan(line.indexOf('list.at(0)'));
    expect(column).toBeLessThanOrEqual(line.indexOf('list.at(0)') + 'list.at(0)'.length);
    expect(fault.place!.subject).toBe('step()');
    expect(fault.detail).toContain('at step (line 9');
  });

  it('walks out of the helpers to the line that called them', async () => {
    const fault = await faultOfModule(
      "import { pick } from 'marft/env';\n\nconst list: string[] = [];\nexport default { name: '', description: '',\nreset({ random }) {\n  return pick(random, list);\n}, step() {} };",
    );
    expect(fault).toMatchObject({ code: 'E_ENV_THROW', place: { line: 6 } });
    expect(fault.message).toContain('pick() needs a list');
  });

  it('at the top level', async () => {
    expect(await faultOfModule('const a = 1;\n\nnothing.here();\nexport default a;')).toMatchObject({
      code: 'E_ENV_THROW',
      message: "The top level of the module stopped with ReferenceError: 'nothing' is not defined (line 3).",
      hint: "Check the spelling of nothing, or import it from 'marft/env' if it is one of its helpers.",
      params: {
        hook: 'load',
        name: 'ReferenceError',
        said: "'nothing' is not defined",
        line: 3,
        cause: 'unknown_name',
        missing: 'nothing',
      },
      place: { line: 3 },
    });
  });

  it('shows whatever was thrown', async () => {
    expect((await faultOfModule(moduleWith({ step: "throw 'no';" }))).message).toBe('step() threw no.');
    expect((await faultOfModule(moduleWith({ step: 'throw undefined;' }))).message).toBe('step() threw undefined.');
    expect((await faultOfModule(moduleWith({ step: 'throw { code: 7 };' }))).message).toBe('step() threw {"code":7}.');
    expect((await faultOfModule(moduleWith({ step: 'throw { toString() { throw 1; }, toJSON() { throw 1; } };' }))).code).toBe(
      'E_ENV_THROW',
    );
    expect(
      (
        await faultOfModule(
          moduleWith({ top: "class Own extends Error { constructor() { super('mine'); this.name = 'Own'; } }", step: 'throw new Own();' }),
        )
      ).message,
    ).toContain('stopped with Own: mine');
  });

  it('leaves the sandbox usable', async () => {
    const sandbox = createSandbox();
    await sandbox.load(moduleWith({ reset: "if (index > 0) throw new Error('no'); return { state: { n: 1 }, observation: 'go' };" }));
    const fault = await faultOf(() => sandbox.reset([RESET, { ...RESET, index: 1 }, RESET]));
    expect(fault.place).toMatchObject({ subject: 'reset(), request 2 of 3', line: 3 });
    expect(await sandbox.reset([RESET])).toHaveLength(1);
  });

  it('are kept as values of no more than is shown, those of a rule likewise', async () => {
    const long = await faultOfModule(moduleWith({ step: "throw new Error('a'.repeat(100_000));" }));
    const said = `${'a'.repeat(2048)}…`;
    expect(long).toMatchObject({ params: { hook: 'step', name: 'Error', said, line: 4, cause: 'other' }, by: 'environment' });
    const { code, message, hint, params } = await faultOfModule(moduleWith({ step: 'Date.now();' }));
    expect(code).toBe('E_ENV_FORBIDDEN');
    expect(params).toEqual({ message, hint });
  });

  it('cannot be dressed up as a rule of the sandbox', async () => {
    const fault = await faultOfModule(
      moduleWith({ step: "const e = new Error('x'); e.code = 'E_ENV_LOST'; e.name = 'RuleError'; throw e;" }),
    );
    expect(fault.code).toBe('E_ENV_THROW');
  });
});

describe('compileModule', () => {
  it('keeps lines and finds columns again', () => {
    const { code, toSource } = compileModule(
      'const a: number = 1;\ntype T = { b: string };\nfunction f<T>(x: T, y: string): T { return boom(x as T); }\n',
    );
    expect(code.split('\n')).toHaveLength(4);
    const line = code.split('\n')[2]!;
    expect(toSource({ line: 3, column: line.indexOf('boom') + 1 })).toEqual({
      line: 3,
      column: 'function f<T>(x: T, y: string): T { return boom'.length - 3,
    });
  });

  it('runs the TypeScript that people write', async () => {
    const sandbox = createSandbox();
    await sandbox.load(`
      enum Kind { A = 1, B }
      interface S { readonly k: Kind }
      abstract class Base<T> { protected constructor(readonly value: T) {} abstract get(): T; }
      class Box extends Base<number> { #own = 2; static make() { return new Box(3); } get() { return this.value * this.#own; } }
      const wide = { a: 1 } as const satisfies Record<string, number>;
      export default { name: 'T', description: 'd',
        reset: (_: unknown) => ({ state: { k: Kind.B, six: Box.make().get(), a: wide?.a ?? 0 } as S, observation: \`\${2n ** 70n}\` }),
        step() { return {} as never; } };`);
    expect(await sandbox.reset([RESET])).toEqual([{ state: { k: 2, six: 6, a: 1 }, observation: '1180591620717411303424' }]);
  });
});
