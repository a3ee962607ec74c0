/** Whatever never ends, ends; whatever grows, stops; and the sandbox goes on afterwards. */
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { QUICK, RESET, STEP, faultOf, faultOfModule, moduleWith } from './support.ts';

const FOREVER = 'for (;;) {}';

describe('endless loops', () => {
  it.each([
    ['at the top level', moduleWith({ top: FOREVER }), 'at the top level of the module'],
    ['in reset', moduleWith({ reset: FOREVER }), 'in reset()'],
    ['in step', moduleWith({ step: FOREVER }), 'in step()'],
    ['that catch everything', moduleWith({ step: 'for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }' }), 'in step()'],
    ['in a getter of the result', moduleWith({ step: 'return { get state() { for (;;) {} } };' }), 'in step()'],
    [
      'in the message of an error',
      moduleWith({ step: 'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;) {} } }); throw e;' }),
      'in step()',
    ],
    ['in toString of what is thrown', moduleWith({ step: 'throw { toJSON() { for (;;) {} } };' }), 'in step()'],
    ['in a regular expression', moduleWith({ step: "/^(a+)+$/.test('a'.repeat(40) + 'b');" }), 'in step()'],
    ['in a sort', moduleWith({ step: 'Array.from({ length: 100000 }, (_, i) => i).sort(() => 1);' }), 'in step()'],
    ['in a proxy as default export', 'export default new Proxy({}, { get() { for (;;) {} } });', 'at the top level of the module'],
    ['in a generator', moduleWith({ step: 'function* g() { for (;;) yield 1; } for (const x of g());' }), 'in step()'],
  ])('%s', async (_, source, where) => {
    const fault = await faultOfModule(source);
    expect(fault).toMatchObject({ code: 'E_ENV_TICKS', message: `The code looked like an endless loop (budget 200,000 ticks) ${where}.` });
  });

  it('counts the budget for each request of a batch, and names the one that went over', async () => {
    const sandbox = createSandbox({ limits: QUICK });
    await sandbox.load(
      moduleWith({
        step: "const rounds = state.n; let sum = 0; for (let i = 0; i < rounds; i++) sum += i; return { state: sum, observation: '', reward: 0, terminated: true, truncated: false };",
      }),
    );
    const steps = (rounds: number[]) => rounds.map((n) => ({ ...STEP, state: { n } }));
    expect(await sandbox.step(steps(Array(10).fill(100_000)))).toHaveLength(10);
    const fault = await faultOf(() => sandbox.step(steps([1, 1, 1_000_000, 1])));
    expect(fault).toMatchObject({ code: 'E_ENV_TICKS', place: { subject: 'step(), request 3 of 4' } });
  });

  it('stops by the clock what its ticks allow for too long', async () => {
    expect(await faultOfModule(moduleWith({ step: FOREVER }), { ticks: 1e12, milliseconds: 200 })).toMatchObject({
      code: 'E_ENV_TIME',
      message: 'The code did not return within 0.2 s in step().',
    });
  });
});

describe('depth and memory', () => {
  it.each([
    ['a function', 'const f = () => f() + 1; f();'],
    ['a toString', 'const o = { toString() { return String(o); } }; String(o);'],
    ['a constructor', 'class A { constructor() { new A(); } } new A();'],
    ['bound functions', 'let f = () => 1; for (let i = 0; i < 5000; i++) f = f.bind(null); f();'],
    ['JSON.parse', "JSON.parse('['.repeat(500000));"],
    ['the parser', "eval('['.repeat(100000));"],
    ['flat', 'let a = []; for (let i = 0; i < 50000; i++) a = [a]; a.flat(Infinity);'],
    ['replace', "const f = () => 'a'.replace(/a/, f); f();"],
  ])('recursion through %s', async (_, step) => {
    const sandbox = createSandbox({ limits: { ticks: 10_000_000 } });
    await sandbox.load(
      moduleWith({
        step: `if (state.n === 2) { ${step} } return { state, observation: '', reward: 0, terminated: true, truncated: false };`,
      }),
    );
    expect(await faultOf(() => sandbox.step([{ ...STEP, state: { n: 2 } }]))).toMatchObject({
      code: 'E_ENV_STACK',
      message: 'Functions called each other too deeply in step().',
    });
    expect(await sandbox.step([STEP])).toHaveLength(1);
  });

  it.each([
    ['a list', 'const a = []; for (;;) a.push({});'],
    ['a text', "let s = 'ab'; for (;;) { s = s + s + Math.sqrt(s.length); if (s.length > 1e6) keep.push(s); }"],
    ['one allocation', 'new ArrayBuffer(2 ** 30);'],
    ['a Map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, [i]);'],
  ])('memory eaten by %s', async (_, step) => {
    // So much time that on a busy machine no clock judges before memory does.
    const sandbox = createSandbox({ limits: { ticks: 1e9, memoryBytes: 16 * 1024 * 1024, milliseconds: 50_000 } });
    await sandbox.load(
      moduleWith({
        step: `if (state.n === 2) { const keep = []; ${step} } return { state, observation: '', reward: 0, terminated: true, truncated: false };`,
      }),
    );
    expect(await faultOf(() => sandbox.step([{ ...STEP, state: { n: 2 } }]))).toMatchObject({
      code: 'E_ENV_MEMORY',
      message: 'The code needed more than 16 MB in step().',
    });
    expect(await sandbox.step([STEP])).toHaveLength(1);
  });

  it('refuses huge results without trouble', async () => {
    expect(
      await faultOfModule(moduleWith({ reset: "return { state: Array.from({ length: 30000 }, () => 'xxxxxxxxxx'), observation: '' };" }), {
        ticks: 1e9,
      }),
    ).toMatchObject({ code: 'E_ENV_RESULT', message: expect.stringMatching(/^reset\(\)\.state is 381 KB long/) as string });
  });
});

describe('after an abort', () => {
  it('goes on with the same module', async () => {
    const sandbox = createSandbox({ limits: QUICK });
    await sandbox.load(moduleWith({ reset: "if (index === 7) for (;;) {} return { state: index, observation: 'go' };" }));
    for (let round = 0; round < 3; round += 1) {
      expect((await faultOf(() => sandbox.reset([{ ...RESET, index: 7 }]))).code).toBe('E_ENV_TICKS');
      expect(await sandbox.reset([{ ...RESET, index: 5 }])).toEqual([{ state: 5, observation: 'go' }]);
    }
  });

  it('answers calls that were already waiting, in order', async () => {
    const sandbox = createSandbox({ limits: QUICK });
    await sandbox.load(moduleWith({ reset: "if (index === 7) for (;;) {} return { state: index, observation: 'go' };" }));
    const settled = await Promise.allSettled([7, 1, 7, 2].map((index) => sandbox.reset([{ ...RESET, index }])));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('has nothing loaded when the module itself was at fault', async () => {
    const sandbox = createSandbox({ limits: QUICK });
    await sandbox.load(moduleWith());
    await faultOf(() => sandbox.load(moduleWith({ top: FOREVER })));
    expect(await faultOf(() => sandbox.reset([RESET]))).toMatchObject({ code: 'E_ENV_NONE' });
    await sandbox.load(moduleWith());
    expect(await sandbox.reset([RESET])).toHaveLength(1);
    await sandbox.dispose();
    expect(await faultOf(() => sandbox.reset([RESET]))).toMatchObject({ code: 'E_ENV_NONE', message: 'The sandbox was closed.' });
  });
});

it('does not grow over 2,000 calls', async () => {
  const sandbox = createSandbox();
  await sandbox.load(moduleWith());
  const calls = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      await sandbox.reset([{ ...RESET, index: i }]);
      await sandbox.step([STEP]);
    }
  };
  await calls(100);
  const before = sandbox.memoryBytes();
  await calls(1_000);
  expect(before).toBeGreaterThan(10_000);
  expect(sandbox.memoryBytes() - before).toBeLessThan(4_096);
});
