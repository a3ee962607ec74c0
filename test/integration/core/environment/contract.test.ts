/** Whatever an environment hands back wrongly is refused by hook and field, in words. */
import { describe, expect, it } from 'vitest';
import { RESULT_LIMITS } from '../../../../src/core/environment/limits.ts';
import { checkReset, checkStep } from '../../../../src/core/environment/validate.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { QUICK, RESET, STEP, faultOf, faultOfModule, moduleWith, moduleWithStep } from '../../session/sandbox/support.ts';

describe('step() results', () => {
  it.each([
    ['reward', 'NaN', 'step().reward must be a finite number, got NaN.'],
    ['reward', '1 / 0', 'step().reward must be a finite number, got Infinity.'],
    ['reward', '-1 / 0', 'step().reward must be a finite number, got -Infinity.'],
    ['reward', 'undefined', 'step().reward must be a finite number, got nothing.'],
    ['reward', '', 'step().reward must be a finite number, got nothing.'],
    ['reward', "'1'", 'step().reward must be a finite number, got "1".'],
    ['reward', 'null', 'step().reward must be a finite number, got null.'],
    ['reward', '[1]', 'step().reward must be a finite number, got a list of 1.'],
    ['reward', '{}', 'step().reward is an empty object.'],
    ['reward', '{ solver: true }', 'step().reward.solver must be a finite number, got true.'],
    ['reward', '10n', 'step().reward must be plain data, got a bigint.'],
    ['observation', '7', 'step().observation must be a text, got 7.'],
    ['observation', '{ solver: 7 }', 'step().observation.solver must be a text, got 7.'],
    ['observation', "'x'.repeat(70000)", 'step().observation is 68 KB long; at most 64 KB are allowed.'],
    ['terminated', "'yes'", 'step().terminated must be true or false, got "yes".'],
    ['truncated', '', 'step().truncated must be true or false, got nothing.'],
    ['state', '', 'step().state is missing.'],
    ['state', '{ f() {} }', 'step().state.f must be plain data, got a function.'],
    ['state', '{ a: [1, NaN] }', 'step().state.a[1] must be a finite number, got NaN.'],
    ['state', '{ a: [1, undefined] }', 'step().state.a[1] is missing.'],
    ['state', 'new Map()', 'step().state must be plain data, got a Map.'],
    ['state', 'new (class Board {})()', 'step().state must be plain data, got a Board.'],
    ['state', "{ a: Symbol('s') }", 'step().state.a must be plain data, got a symbol.'],
    ['state', '{ toJSON: () => 1 }', 'step().state must be plain data, got an object with toJSON.'],
    ['state', 'JSON.parse(\'{"__proto__": 1}\')', 'step().state has a key named __proto__.'],
    ['state', "'x'.repeat(300000)", 'step().state is 293 KB long; at most 256 KB are allowed.'],
    ['info', "{ long: 'x'.repeat(20000) }", 'step().info is 20 KB long; at most 16 KB are allowed.'],
    ['info', "'text'", 'step().info must be an object, got "text".'],
    ['skills', '{ juggling: 1 }', 'step().skills["juggling"] is not one of the module\'s skills.'],
    ['skills', '3', 'step().skills must be an object of numbers by name, got 3.'],
    ['observation', '', 'step().observation must be a text, got nothing.'],
    ['observation', '["a"]', 'step().observation must be a text, got a list of 1.'],
    ['reward', 'Number("ten")', 'step().reward must be a finite number, got NaN.'],
    ['reward', '{ solver: undefined }', 'step().reward is an empty object.'],
    ['terminated', '', 'step().terminated must be true or false, got nothing.'],
    ['terminated', '1', 'step().terminated must be true or false, got 1.'],
    ['truncated', 'null', 'step().truncated must be true or false, got null.'],
    ['info', '{ at: () => 1 }', 'step().info.at must be plain data, got a function.'],
    ['skills', '[1]', 'step().skills must be an object of numbers by name, got a list of 1.'],
    ['rewards', '1', 'step() returned a field named rewards, which nothing reads.'],
    ['done', 'true', 'step() returned a field named done, which nothing reads.'],
  ])('refuses %s: %s', async (field, value, message) => {
    const fault = await faultOfModule(moduleWithStep({ [field]: value }));
    expect(fault).toMatchObject({ code: 'E_ENV_RESULT', message, place: { subject: 'step()' } });
  });

  it('refuses cycles and depth', async () => {
    expect(
      await faultOfModule(
        moduleWith({ step: "const s = {}; s.s = s; return { state: s, observation: '', reward: 0, terminated: true, truncated: false };" }),
      ),
    ).toMatchObject({ code: 'E_ENV_RESULT', message: 'step().state.s contains itself.' });
    expect(
      (
        await faultOfModule(
          moduleWith({
            step: "let s = 0; for (let i = 0; i < 100; i++) s = [s]; return { state: s, observation: '', reward: 0, terminated: true, truncated: false };",
          }),
        )
      ).message,
    ).toContain('nested deeper than 64 levels');
  });

  it.each([
    ['nothing', '', 'step() returned nothing.'],
    ['null', 'return null;', 'step() must return an object with state, observation, reward, terminated, truncated, got null.'],
    ['a number', 'return 1;', 'step() must return an object with state, observation, reward, terminated, truncated, got 1.'],
    ['a list', 'return [1, 2];', 'step() must return an object with state, observation, reward, terminated, truncated, got a list of 2.'],
  ])('refuses %s instead of an object', async (_, step, message) => {
    expect(await faultOfModule(moduleWith({ step }))).toMatchObject({ code: 'E_ENV_RESULT', message });
  });

  it('names the request of a batch', async () => {
    const sandbox = createSandbox();
    await sandbox.load(moduleWithStep({ reward: 'state.n === 3 ? NaN : 1' }));
    const fault = await faultOf(() => sandbox.step([1, 2, 3].map((n) => ({ ...STEP, state: { n } }))));
    expect(fault).toMatchObject({ code: 'E_ENV_RESULT', place: { subject: 'step(), request 3 of 3' } });
  });

  it('checks again on the host side what JSON alone would let through', () => {
    const sound = { state: null, observation: '', reward: 0, terminated: true, truncated: false };
    expect(checkStep(sound, [])).toEqual(sound);
    expect(() => checkStep({ ...sound, reward: JSON.parse('1e999') as unknown }, [])).toThrow(
      'step().reward must be a finite number, got Infinity',
    );
    expect(() => checkStep({ ...sound, state: { deep: JSON.parse('-1e999') as unknown } }, [])).toThrow(FaultError);
    expect(() => checkStep({ ...sound, state: JSON.parse('['.repeat(80) + ']'.repeat(80)) as unknown }, [])).toThrow('nested deeper');
    expect(() =>
      checkReset({ state: 1, observation: Object.fromEntries(Array.from({ length: RESULT_LIMITS.roles + 1 }, (_, i) => [`r${i}`, ''])) }),
    ).toThrow('at most 64');
    expect(() => checkStep({ ...sound, skills: { s: 2 } }, ['s'])).toThrow('between 0 and 1');
  });
});

describe('reset(), transition(), demonstrate(), render()', () => {
  it.each([
    ["return { observation: 'go' };", 'reset().state is missing.'],
    ['return { state: 1 };', 'reset().observation must be a text, got nothing.'],
    ['', 'reset() returned nothing.'],
    ["return 'go';", 'reset() must return an object with state, observation, got "go".'],
    ["return { state: undefined, observation: 'a' };", 'reset().state is missing.'],
    ["return { state: { a: [0, NaN] }, observation: 'a' };", 'reset().state.a[1] must be a finite number, got NaN.'],
    ['return { state: 1, observation: {} };', 'reset().observation is an empty object.'],
    ["return { state: 1, observation: 'a', reward: 1 };", 'reset() returned a field named reward, which nothing reads.'],
    ['return { state: 1, observation: { a: 1 } };', 'reset().observation.a must be a text, got 1.'],
  ])('%s', async (reset, message) => {
    expect(await faultOfModule(moduleWith({ reset }))).toMatchObject({ code: 'E_ENV_RESULT', message, place: { subject: 'reset()' } });
  });

  it.each(['transition', 'demonstrate', 'mistake', 'render'] as const)('%s() must be a text', async (hook) => {
    const sandbox = createSandbox({ limits: QUICK });
    const ask = { state: 1, role: 'a', messages: [], randomKey: [1, 2] as const };
    const calls = { transition: () => sandbox.transition([ask]), render: () => sandbox.render(1) };
    for (const [body, message] of [
      ['', `${hook}() returned nothing.`],
      ['return null;', `${hook}() must be a text, got null.`],
      ['return 7;', `${hook}() must be a text, got 7.`],
      ["return ['a'];", `${hook}() must be a text, got a list of 1.`],
      ['return { text: "a" };', `${hook}() must be a text, got an object.`],
      ['return { text() {} };', `${hook}().text must be plain data, got a function.`],
      ['return "x".repeat(70000);', `${hook}() is 68 KB long; at most 64 KB are allowed.`],
      ['return Promise.resolve("a");', `${hook}() returned a promise, but it must answer at once.`],
    ] as const) {
      const source = moduleWith({ more: `${hook}({ role }) { if (role === 'probe') return ''; ${body} }` });
      const call = hook === 'transition' || hook === 'render' ? calls[hook] : () => sandbox[hook]([ask]);
      // Whoever is not asked for a role is asked at load already, and a promise there is refused.
      expect(await faultOf(async () => (await sandbox.load(source), call()))).toMatchObject({ message, place: { subject: `${hook}()` } });
    }
  });

  it('checks texts, and says when there is no such hook', async () => {
    const sandbox = createSandbox();
    await sandbox.load(moduleWith({ more: 'transition() { return 7; }, demonstrate() { return "x".repeat(70000); }' }));
    expect((await faultOf(() => sandbox.transition([{ state: 1, messages: [] }]))).message).toBe('transition() must be a text, got 7.');
    expect((await faultOf(() => sandbox.demonstrate([{ state: 1, role: 'a', messages: [], randomKey: [1, 2] }]))).message).toContain(
      'demonstrate() is 68 KB long',
    );
    expect(await faultOf(() => sandbox.render(1))).toMatchObject({ code: 'E_ENV_HOOK', message: 'This environment has no render().' });
    await sandbox.load(moduleWith());
    expect(await sandbox.transition([{ state: 1, messages: [] }])).toEqual(['']);
  });

  it('passes everything sound through unchanged', async () => {
    const sandbox = createSandbox();
    await sandbox.load(
      moduleWith({
        reset: "return { state: { list: [1, null, 'ü\\ud800\\u0000'], seed, split, index }, observation: { a: 'x', b: '' } };",
        more: "skills: ['s'], splits: { train: 5, test: 'unlimited' }, stepReward() { return 0; }",
      }),
    );
    expect(await sandbox.reset([RESET, { ...RESET, split: 'test', index: 4 }])).toEqual([
      { state: { list: [1, null, 'ü\ud800\u0000'], seed: 1, split: 'train', index: 0 }, observation: { a: 'x', b: '' } },
      { state: { list: [1, null, 'ü\ud800\u0000'], seed: 1, split: 'test', index: 4 }, observation: { a: 'x', b: '' } },
    ]);
    expect(await sandbox.reset([])).toEqual([]);
  });
});

describe('the default export', () => {
  it.each([
    ['const x = 1;', 'The default export must be an object with name, description, reset and step, got null.'],
    ['export default 7;', 'The default export must be an object with name, description, reset and step, got 7.'],
    ["export default { name: 'a', description: '', reset() {} };", 'step must be a function, got nothing.'],
    ["export default { name: 'a', description: '', reset: 1, step() {} };", 'reset must be a function, got 1.'],
    ["export default { description: '', reset() {}, step() {} };", 'name must be a text, got nothing.'],
    ["export default { name: 'a', description: '', reset() {}, step() {}, render: 'x' };", 'render must be a function, got "x".'],
    ["export default { name: 'a', description: '', reset() {}, step() {}, skills: 'x' };", 'skills must be a list of names, got "x".'],
    ["export default { name: 'a', description: '', reset() {}, step() {}, skills: ['x', 'x'] };", "skills names 'x' twice."],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, splits: { train: 0, test: 1 } };",
      "splits.train must be a whole number from 1 or 'unlimited', got 0.",
    ],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, demonstate() {} };",
      'The default export has a field named demonstate, which nothing reads.',
    ],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, splits: { train: 3, test: 1, dev: 2 } };",
      'splits has a field named dev, which nothing reads.',
    ],
    ["export default { name: 7, description: '', reset() {}, step() {} };", 'name must be a text, got 7.'],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, skills: ['x', 7] };",
      'skills[1] must be a name of 1 to 80 characters, got 7.',
    ],
    ["export default { name: 'a', description: '', reset() {}, step() {}, mistake: {} };", 'mistake must be a function, got an object.'],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, splits: { train: 3 } };",
      "splits.test must be a whole number from 1 or 'unlimited', got nothing.",
    ],
    [
      "export default { name: 'a', description: '', reset() {}, step() {}, splits: { train: 1e10, test: 1 } };",
      'splits.train may have at most 10000000 problems, got 10000000000.',
    ],
  ])('refuses %s', async (source, message) => {
    expect(await faultOfModule(source)).toMatchObject({ code: 'E_ENV_MODULE', message });
  });

  it('reports name, splits, skills and hooks', async () => {
    const sandbox = createSandbox();
    expect(
      await sandbox.load(moduleWith({ more: "skills: ['s'], splits: { train: 5, test: 'unlimited' }, render() { return ''; }" })),
    ).toEqual({
      name: 'T',
      description: 'd',
      splits: { train: 5, test: 'unlimited' },
      skills: ['s'],
      hooks: {
        transition: false,
        stepReward: false,
        demonstrate: false,
        mistake: false,
        render: true,
        privileged: false,
        tool: false,
        dependencies: false,
      },
    });
  });
});
