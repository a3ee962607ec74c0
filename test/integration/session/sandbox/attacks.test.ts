/** Environment code is hostile until proven otherwise: it reaches nothing, changes nothing, and repeats exactly. */
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { RESET, STEP, faultOf, faultOfModule, moduleWith } from './support.ts';

/** The value of an expression inside the sandbox. */
async function inside(expression: string, top = ''): Promise<unknown> {
  const sandbox = createSandbox();
  try {
    await sandbox.load(moduleWith({ top, reset: `return { state: ${expression}, observation: '' };` }));
    return (await sandbox.reset([RESET]))[0]!.state;
  } finally {
    await sandbox.dispose();
  }
}

describe('nothing of the outside is there', () => {
  it.each([
    ['the Function constructor', "({}).constructor.constructor('return this')()"],
    ['indirect eval', "(0, eval)('this')"],
    ['a sloppy function', "new Function('return this')()"],
    ['an async function', "(async () => {}).constructor('return this')() && globalThis"],
    ['a generator function', "(function* () {}).constructor('yield this')().next().value"],
    ['the random function', "random.constructor('return this')()"],
    ['the caller of a hook', "messages?.constructor?.constructor('return this')() ?? globalThis"],
    ['an error', "(() => { try { null.x } catch (e) { return e.constructor.constructor('return this')() } })()"],
    ['the console', "console.log.constructor('return this')()"],
    ['a helper of marft/env', "pick.constructor('return this')()"],
  ])('through %s', async (_, globalObject) => {
    const names = await inside(
      `Object.getOwnPropertyNames(${globalObject.replace('messages', 'undefined')}).filter((name) => /process|require|module|Deno|Bun|WebAssembly|std|^os$|begin|print|install|bjson|Worker|Atomics|Shared|WeakRef|Finalization|navigator|scriptArgs/.test(name))`,
      "import { pick } from 'marft/env';\nconst keep = pick;",
    );
    // `process` and `require` are there only as traps that say why they are missing.
    expect(names).toEqual(['process', 'require']);
  });

  it.each([
    ['Date.now()', 'Date', 'no clock'],
    ['new Date()', 'Date', 'no clock'],
    ['typeof Date', 'Date', 'no clock'],
    ['performance.now()', 'performance', 'no clock'],
    ['Math.random()', 'Math.random', 'random'],
    ['crypto.getRandomValues(new Uint8Array(1))', 'crypto', 'random'],
    ['setTimeout(() => 1, 0)', 'setTimeout', 'at once'],
    ['queueMicrotask(() => 1)', 'queueMicrotask', 'at once'],
    ["fetch('https://example.org')", 'fetch', 'cannot reach'],
    ["require('fs')", 'require', 'cannot reach'],
    ['process.env', 'process', 'cannot reach'],
    ['localStorage.x', 'localStorage', 'cannot reach'],
  ])('%s says what to do instead', async (expression, name, hint) => {
    const fault = await faultOfModule(moduleWith({ step: `return ${expression};` }));
    expect(fault).toMatchObject({
      code: 'E_ENV_FORBIDDEN',
      message: `${name} does not exist in environment code.`,
      place: { line: 4, subject: 'step()' },
    });
    expect(fault.hint).toContain(hint);
  });

  it('does not show the host in a stack', async () => {
    const stack = await inside('(() => { try { null.x } catch (e) { return e.stack } })()');
    expect(stack).toContain('environment.ts:3');
    expect(stack).not.toMatch(/node:|\/src\/|file:|\.wasm/);
  });
});

describe('nothing shared can be changed', () => {
  it.each([
    'Array.prototype.map = () => 1',
    'Array.prototype.extra = 1',
    'Object.prototype.extra = 1',
    'String.prototype.trim = () => 1',
    'JSON.stringify = () => "{}"',
    'JSON.parse = () => 1',
    'Math.max = () => 1',
    'globalThis.counter = 1',
    'globalThis.JSON = {}',
    'Reflect.apply = () => 1',
    'Function.prototype.call = () => 1',
    'Object.getPrototypeOf([][Symbol.iterator]()).next = () => 1',
    'Object.getPrototypeOf(function* () {}).extra = 1',
    'Promise.prototype.then = () => 1',
    'console.log = () => 1',
    'random.extra = {}; Object.getPrototypeOf(random).extra = 1',
    'this.name = "other"',
    'this.splits.train = 7',
    'this.reset.count = 1',
    'Object.setPrototypeOf(this, {})',
    'Object.setPrototypeOf(Object.prototype, {})',
    'delete Array.prototype.push',
    'Object.defineProperty(Array.prototype, "at", { value: 1 })',
  ])('%s', async (statement) => {
    const fault = await faultOfModule(
      moduleWith({
        step: `${statement}; return { state, observation: '', reward: 1, terminated: true, truncated: false };`,
        more: 'splits: { train: 5, test: 5 }',
      }),
    );
    expect(fault).toMatchObject({ code: 'E_ENV_THROW', place: { line: 4 } });
    expect(fault.message).toContain('TypeError');
  });

  it('leaves ordinary assignments alone', async () => {
    expect(
      await inside(
        "(() => { const o = {}; o.toString = () => 'own'; o.constructor = 1; const e = new TypeError('a'); e.name = 'Mine'; e.message = 'b'; return [`${o}`, String(e)]; })()",
      ),
    ).toEqual(['own', 'Mine: b']);
  });

  it('cannot lie to the harness through what it returns', async () => {
    const swapped =
      "let n = 0; const o = { state: 1, observation: '', terminated: true, truncated: false }; Object.defineProperty(o, 'reward', { enumerable: true, get: () => (n++ === 0 ? 1 : 'changed') }); return o;";
    expect(await faultOfModule(moduleWith({ step: swapped }))).toMatchObject({
      code: 'E_ENV_RESULT',
      message: 'step().reward must be a finite number, got "changed".',
    });
    const proxied =
      "return new Proxy({ state: 1, observation: '', reward: 1, terminated: true, truncated: false }, { ownKeys() { return ['state']; } });";
    expect((await faultOfModule(moduleWith({ step: proxied }))).code).toMatch(/^E_ENV_(RESULT|THROW)$/);
  });

  it('may use any key in data without touching the host', async () => {
    const sandbox = createSandbox();
    await sandbox.load(
      moduleWith({
        step: "return { state: { constructor: { prototype: { polluted: 1 } }, toString: 2 }, observation: '', reward: 1, terminated: true, truncated: false };",
      }),
    );
    const [done] = await sandbox.step([STEP]);
    expect(JSON.stringify(done!.state)).toBe('{"constructor":{"prototype":{"polluted":1}},"toString":2}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('asynchronous code', () => {
  it.each([
    [
      'an async step',
      moduleWith({ more: 'step: undefined' }).replace('step({', 'async step({').replace('step: undefined', ''),
      'step() returned a promise, but it must answer at once.',
    ],
    ['an async reset', moduleWith({ reset: 'return Promise.resolve(1);' }), 'reset() returned a promise, but it must answer at once.'],
    ['a thenable', moduleWith({ step: 'return { then() {} };' }), 'step() returned a promise, but it must answer at once.'],
    [
      'a job left behind',
      moduleWith({ step: 'Promise.resolve().then(() => 1); return {};' }),
      'The code started something to wait for in step().',
    ],
    ['await at the top level', moduleWith({ top: 'await 1;' }), 'The code started something to wait for at the top level of the module.'],
    [
      'a promise at the top level',
      moduleWith({ top: 'Promise.resolve().then(() => 1);' }),
      'The code started something to wait for at the top level of the module.',
    ],
  ])('%s', async (_, source, message) => {
    expect(await faultOfModule(source)).toMatchObject({ code: 'E_ENV_ASYNC', message });
  });
});

describe('module state', () => {
  it.each([
    ['a counter in reset', moduleWith({ top: 'let n = 0;', reset: "n += 1; return { state: n, observation: '' };" }), 'reset()'],
    [
      'a counter in step',
      moduleWith({
        top: 'const box = { n: 0 };',
        step: 'box.n += 1; return { state, observation: `${box.n}`, reward: 1, terminated: true, truncated: false };',
      }),
      'step()',
    ],
    [
      'the problem remembered beside the state',
      moduleWith({
        top: 'let answer;',
        reset: "answer = Math.floor(random() * 1000); return { state: { answer }, observation: '' };",
        step: "return { state, observation: '', reward: Number(messages[0].text === String(answer)), terminated: true, truncated: false };",
        more: 'demonstrate({ state }) { return String(state.answer); }',
      }),
      'step()',
    ],
    [
      'a demonstration that alternates',
      moduleWith({ top: 'let flip = false;', more: 'demonstrate() { flip = !flip; return String(flip); }' }),
      'demonstrate()',
    ],
    [
      'a random of its own',
      moduleWith({
        top: "import { seededRandom } from 'marft/env';\nconst own = seededRandom(1);",
        reset: "return { state: own(), observation: '' };",
      }),
      'reset()',
    ],
    ['a counter in render', moduleWith({ top: 'let n = 0;', more: 'render() { return String((n += 1)); }' }), 'render()'],
    ['a tool that remembers', moduleWith({ top: 'let n = 0;', more: 'tool() { return String((n += 1)); }' }), 'tool()'],
    ['a judge that remembers', moduleWith({ top: 'let n = 0;', more: 'transition() { return String((n += 1)); }' }), 'transition()'],
    [
      'mistakes that alternate',
      moduleWith({ top: 'let flip = 0;', more: 'mistake() { flip = 1 - flip; return `${flip}`; }' }),
      'mistake()',
    ],
    [
      'hidden states that are counted',
      moduleWith({ top: 'let n = 0;', more: 'privileged() { return String((n += 1) % 2); }' }),
      'privileged()',
    ],
    [
      'a counter behind a hook that refuses',
      moduleWith({
        top: 'let n = 0;',
        step: "return { state, observation: '', reward: (n += 1), terminated: true, truncated: false };",
        more: "demonstrate() { throw new Error('nobody of that role'); }",
      }),
      'step()',
    ],
  ])('catches %s', async (_, source, subject) => {
    const fault = await faultOfModule(source);
    expect(fault).toMatchObject({ code: 'E_ENV_STATE', place: { subject } });
    expect(fault.message).toContain(`${subject} gave a different result`);
  });

  it('allows a cache that changes no result', async () => {
    const sandbox = createSandbox();
    await sandbox.load(
      moduleWith({
        top: 'const cache = new Map();',
        reset: "if (!cache.has(index)) cache.set(index, index * 2); return { state: cache.get(index), observation: '' };",
      }),
    );
    expect((await sandbox.reset([{ ...RESET, index: 4 }]))[0]!.state).toBe(8);
  });
});

describe('determinism', () => {
  const source = moduleWith({
    top: "import { shuffle, integer } from 'marft/env';",
    reset:
      "return { state: { list: shuffle(random, [1, 2, 3, 4, 5, 6, 7, 8]), n: integer(random, 1, 1e9), u: random(), sin: Math.sin(index), keys: Object.keys({ b: 1, a: 2, 3: 3 }) }, observation: '' };",
  });

  it('gives the same bytes for the same key, in any sandbox, order and batch', async () => {
    const requests = Array.from({ length: 20 }, (_, index) => ({ ...RESET, index, randomKey: [index, 4_294_967_295 - index] as const }));
    const one = createSandbox();
    const other = createSandbox();
    await one.load(source);
    await other.load(source);
    const whole = JSON.stringify(await one.reset(requests));
    const single = [];
    for (const request of [...requests].reverse()) single.unshift((await other.reset([request]))[0]);
    expect(JSON.stringify(single)).toBe(whole);
    expect(JSON.stringify(await one.reset(requests))).toBe(whole);
  });

  it('gives different draws for different keys', async () => {
    const sandbox = createSandbox();
    await sandbox.load(source);
    const drawn = await sandbox.reset(
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ].map(([a, b]) => ({ ...RESET, randomKey: [a!, b!] as const })),
    );
    expect(new Set(drawn.map(({ state }) => JSON.stringify(state))).size).toBe(4);
  });
});

describe('the console', () => {
  it('keeps 200 lines of 2 KB, then counts', async () => {
    const sandbox = createSandbox();
    await sandbox.load(
      moduleWith({
        reset:
          "for (let i = 0; i < index; i++) console.log('line', i, { a: [i] }); console.warn('x'.repeat(5000)); return { state: 1, observation: '' };",
      }),
    );
    expect(await sandbox.takeConsole()).toEqual([]);
    await sandbox.reset([{ ...RESET, index: 1 }]);
    const [first, second] = await sandbox.takeConsole();
    expect(first).toBe('line 0 {"a":[0]}');
    expect(second).toHaveLength(2049);
    await sandbox.reset([{ ...RESET, index: 300 }]);
    const lines = await sandbox.takeConsole();
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('… and 101 more lines, which were not kept');
    expect(await sandbox.takeConsole()).toEqual([]);
  });

  it('keeps what was printed before an abort', async () => {
    const sandbox = createSandbox({ limits: { ticks: 200_000 } });
    await sandbox.load(
      moduleWith({ reset: "if (index === 7) { console.log('here'); for (;;) {} } return { state: 1, observation: '' };" }),
    );
    await faultOf(() => sandbox.reset([{ ...RESET, index: 7 }]));
    expect(await sandbox.takeConsole()).toEqual(['here']);
  });
});
