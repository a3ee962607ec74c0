/** Attacks on the sandbox: what each tries, its code, and the clear error it gets. The worst also run in the built page. */
import { moduleWith, moduleWithStep } from './support.ts';

export interface Attack {
  readonly group: string;
  readonly tries: string;
  readonly source: string;
  readonly code: `E_${string}`;
  /** What the person is told. */
  readonly says: RegExp;
  /** Also run in the built page (`test/e2e/environment/attacks.spec.ts`). */
  readonly worst?: true;
}

type Row = readonly [tries: string, source: string, code: `E_${string}`, says: RegExp, worst?: 'worst'];

const END = "return { state, observation: 'go', reward: 1, terminated: true, truncated: false };";
/** A sound module whose `step` does this first. */
const step = (code: string, top = ''): string => moduleWith({ step: `${code} ${END}`, top });
/** The same, reached only by a real call: the check at load has no such message. */
const later = (code: string): string => step(`if (messages[0].text === '=72') { ${code} }`);

/** Takes what stands behind an error that the sandbox itself threw. */
const caught = (code: string): string => step(`try { Date.now(); } catch (e) { ${code} }`);
const forged = (values: string): string => caught(`throw new e.constructor(${values});`);

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'changing what is shared': [
    ['pollutes Object.prototype', step('Object.prototype.reward = 99;'), 'E_ENV_THROW', /TypeError.*not extensible/, 'worst'],
    ['pollutes through __proto__', step('({}).__proto__.isAdmin = true;'), 'E_ENV_THROW', /TypeError.*not extensible/],
    [
      'hands back a __proto__ key',
      moduleWithStep({ state: `JSON.parse('{"__proto__":{"polluted":1}}')` }),
      'E_ENV_RESULT',
      /key named __proto__/,
    ],
    ['replaces JSON.stringify', step("JSON.stringify = () => '[]';"), 'E_ENV_THROW', /TypeError/],
    ['replaces Array.prototype.push', step('Array.prototype.push = function () { return 0; };'), 'E_ENV_THROW', /TypeError/],
    ['replaces the iterator of lists', step('Array.prototype[Symbol.iterator] = function* () { yield 1; };'), 'E_ENV_THROW', /TypeError/],
    ['replaces a helper of marft/env', step('pick.call = null;', "import { pick } from 'marft/env';"), 'E_ENV_THROW', /TypeError/],
    [
      'gives Function.prototype a trap',
      step("Object.defineProperty(Function.prototype, 'call', { get() { return () => 1; } });"),
      'E_ENV_THROW',
      /TypeError/,
    ],
    ["asks for the stack's functions", step('Error.prepareStackTrace = (_, frames) => frames;'), 'E_ENV_THROW', /TypeError/],
    ['remembers on the global object', step('globalThis.count = (globalThis.count ?? 0) + 1;'), 'E_ENV_THROW', /TypeError/],
    [
      'remembers in a WeakMap',
      step('seen.set(key, (seen.get(key) ?? 0) + 1);', 'const key = {}; const seen = new WeakMap();').replace(
        'reward: 1',
        'reward: seen.get(key)',
      ),
      'E_ENV_STATE',
      /keeps something between calls/,
    ],
    [
      'remembers in a closure',
      step('', 'const next = (() => { let n = 0; return () => n++; })();').replace('reward: 1', 'reward: next()'),
      'E_ENV_STATE',
      /keeps something between calls/,
    ],
    [
      'remembers in a generator',
      step('', 'const g = (function* () { for (let n = 0; ; n++) yield n; })();').replace('reward: 1', 'reward: g.next().value'),
      'E_ENV_STATE',
      /keeps something between calls/,
    ],
  ],
  'lying in results': [
    [
      'a getter that changes its mind',
      step("let n = 0; return { state, observation: '', get reward() { return n++ ? 'x' : 1; }, terminated: true, truncated: false };"),
      'E_ENV_RESULT',
      /step\(\)\.reward must be a finite number/,
    ],
    [
      'a proxy that hides its fields',
      step('return new Proxy({ reward: 1 }, { ownKeys: () => [], get: () => 1 });'),
      'E_ENV_RESULT',
      /step\(\)\.state is missing/,
    ],
    ['toJSON', moduleWithStep({ state: '{ toJSON: () => ({ n: 7 }) }' }), 'E_ENV_RESULT', /state/],
    ['Symbol.toPrimitive for a number', moduleWithStep({ reward: '{ [Symbol.toPrimitive]: () => 1 }' }), 'E_ENV_RESULT', /reward/],
    ['NaN', moduleWithStep({ reward: '0 / 0' }), 'E_ENV_RESULT', /step\(\)\.reward must be a finite number, got NaN/],
    ['infinity', moduleWithStep({ reward: '-1 / 0' }), 'E_ENV_RESULT', /step\(\)\.reward must be a finite number, got -Infinity/],
    ['infinity in JSON', moduleWithStep({ state: "JSON.parse('1e999')" }), 'E_ENV_RESULT', /finite number/],
    ['a BigInt', moduleWithStep({ reward: '1n' }), 'E_ENV_RESULT', /plain data, got a bigint/],
    ['a symbol', moduleWithStep({ state: 'Symbol.iterator' }), 'E_ENV_RESULT', /plain data, got a symbol/],
    ['a function', moduleWithStep({ state: '{ f: () => 1 }' }), 'E_ENV_RESULT', /step\(\)\.state\.f must be plain data, got a function/],
    ['a hole', moduleWithStep({ state: '[1, , 3]' }), 'E_ENV_RESULT', /step\(\)\.state\[1\] is missing/],
    ['nothing at all', moduleWithStep({ state: 'undefined' }), 'E_ENV_RESULT', /state is missing/],
    ['a cycle', step('const a = {}; a.b = { a }; state = a;'), 'E_ENV_RESULT', /contains itself/, 'worst'],
    ['a class instance', moduleWithStep({ state: 'new (class Board {})()' }), 'E_ENV_RESULT', /got a Board/],
    ['a Map', moduleWithStep({ state: 'new Map([[1, 2]])' }), 'E_ENV_RESULT', /got a Map/],
    ['a typed array', moduleWithStep({ state: 'new Uint8Array(4)' }), 'E_ENV_RESULT', /got a Uint8Array/],
    [
      'a name from a getter that changes',
      moduleWith().replace("name: 'T'", "get name() { return { toString: () => 'T' }; }"),
      'E_ENV_RESULT',
      /name\.toString must be plain data, got a function/,
    ],
  ],
  'reaching the outside': [
    ['the Function constructor for process', step("Function('return process')();"), 'E_ENV_FORBIDDEN', /process does not exist/, 'worst'],
    [
      'constructor.constructor for require',
      step('({}).constructor.constructor("return require(\'fs\')")();'),
      'E_ENV_FORBIDDEN',
      /require does not exist/,
    ],
    [
      'the constructor of what it was given',
      step("messages.constructor.constructor('return fetch')();"),
      'E_ENV_FORBIDDEN',
      /fetch does not exist/,
    ],
    [
      'the constructor of the console',
      step("console.log.constructor('return postMessage')();"),
      'E_ENV_THROW',
      /'?postMessage'? is not defined/,
    ],
    ['indirect eval for self', step("(0, eval)('self.postMessage(1)');"), 'E_ENV_THROW', /'?self'? is not defined/],
    [
      'the AsyncFunction constructor',
      step("(async () => {}).constructor('await 1; return fetch')();"),
      'E_ENV_ASYNC',
      /started something to wait for/,
    ],
    [
      'the GeneratorFunction constructor',
      step("(function* () {}).constructor('yield WebSocket')().next();"),
      'E_ENV_FORBIDDEN',
      /WebSocket does not exist/,
    ],
    [
      'import of a module',
      "import fs from 'node:fs';\n" + step("fs.readFileSync('/etc/passwd');"),
      'E_ENV_IMPORT',
      /cannot import 'node:fs'/,
    ],
    ['import of an address', "import x from 'https://example.org/x.js';\n" + step('x();'), 'E_ENV_IMPORT', /cannot import 'https:/],
    ['import()', step("import('node:fs');"), 'E_ENV_ASYNC', /started something to wait for/, 'worst'],
    ['import.meta', step('import.meta.url.length;'), 'E_ENV_THROW', /undefined/],
    ['WebAssembly', step('new WebAssembly.Memory({ initial: 1 });'), 'E_ENV_THROW', /'?WebAssembly'? is not defined/],
    ['localStorage', step("localStorage.setItem('a', 'b');"), 'E_ENV_FORBIDDEN', /localStorage does not exist/],
    ['the document', step('document.body.innerHTML = "";'), 'E_ENV_FORBIDDEN', /document does not exist/],
  ],
  'time and chance': [
    ['Date', step('Date.now();'), 'E_ENV_FORBIDDEN', /Date does not exist/],
    ['performance', step('performance.now();'), 'E_ENV_FORBIDDEN', /performance does not exist/],
    ['Math.random', step('Math.random();'), 'E_ENV_FORBIDDEN', /Math\.random does not exist/],
    ['Intl', step('new Intl.DateTimeFormat().format();'), 'E_ENV_THROW', /'?Intl'? is not defined/],
    ['Atomics.wait', step('Atomics.wait(new Int32Array(4), 0, 0);'), 'E_ENV_THROW', /'?Atomics'? is not defined/],
    ['SharedArrayBuffer', step('new SharedArrayBuffer(8);'), 'E_ENV_THROW', /'?SharedArrayBuffer'? is not defined/],
    ['WeakRef, to see the collector', step('new WeakRef({});'), 'E_ENV_THROW', /'?WeakRef'? is not defined/],
    ['FinalizationRegistry', step('new FinalizationRegistry(() => 1);'), 'E_ENV_THROW', /'?FinalizationRegistry'? is not defined/],
    [
      'a generator of its own',
      moduleWith({
        top: "import { seededRandom } from 'marft/env'; const own = seededRandom(1);",
        step: `${END.replace('reward: 1', 'reward: own()')}`,
      }),
      'E_ENV_STATE',
      /keeps something between calls/,
    ],
  ],
  waiting: [
    ['await at the top level that never ends', moduleWith({ top: 'await new Promise(() => {});' }), 'E_ENV_ASYNC', /at the top level/],
    ['an async step', moduleWith().replace('step({', 'async step({'), 'E_ENV_ASYNC', /step\(\) returned a promise/],
    ['a thenable', step('return { then(resolve) { resolve(1); } };'), 'E_ENV_ASYNC', /step\(\) returned a promise/],
    [
      'a job left for the next call',
      step('Promise.resolve().then(() => { for (;;); });'),
      'E_ENV_ASYNC',
      /started something to wait for in step/,
    ],
    [
      'a flood of jobs',
      step('for (let i = 0; i < 10000; i++) Promise.resolve().then(() => i);'),
      'E_ENV_ASYNC',
      /started something to wait for/,
    ],
    [
      'an async generator',
      step('const g = (async function* () { yield 1; })(); g.next();'),
      'E_ENV_ASYNC',
      /started something to wait for/,
    ],
    ['a timer', step('setTimeout(() => 1, 0);'), 'E_ENV_FORBIDDEN', /setTimeout does not exist/],
  ],
  'never ending': [
    ['a loop', step('for (;;);'), 'E_ENV_TICKS', /looked like an endless loop \(budget [\d,]+ ticks\) in step/, 'worst'],
    [
      'a loop that catches everything',
      step('for (;;) { try { for (;;); } catch {} finally { continue; } }'),
      'E_ENV_TICKS',
      /endless loop/,
    ],
    ['a regular expression that backtracks', step("/^(a+)+$/.test('a'.repeat(40) + 'b');"), 'E_ENV_TICKS', /endless loop/, 'worst'],
    ['nested quantifiers with an alternation', step("/^(?:(a|aa)+)+$/.test('a'.repeat(5000) + 'b');"), 'E_ENV_TICKS', /endless loop/],
    [
      'a list that claims a length of 2^53',
      step('Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);'),
      'E_ENV_WORK',
      /more work than one call may do in step/,
      'worst',
    ],
    ['a search that is quadratic in 4 MB', later("'a'.repeat(4e6).indexOf('a'.repeat(2e6) + 'b');"), 'E_ENV_WORK', /more work/],
    [
      'flattening a list that holds itself 2^60 times',
      later('let a = []; for (let i = 0; i < 60; i++) a = [a, a]; a.flat(Infinity);'),
      'E_ENV_WORK',
      /more work/,
    ],
    ['filling 3 MB again and again', later('const t = new Uint8Array(3e6); for (;;) t.fill(1);'), 'E_ENV_WORK', /more work/],
    ['an iterator that drops for ever', later('[].values.call({ length: 2 ** 53 - 1 }).drop(2 ** 52).next();'), 'E_ENV_WORK', /more work/],
    ['numbers of 400,000 bits', later('const b = 2n ** 400000n - 1n; for (;;) b * b;'), 'E_ENV_WORK', /more work/],
    ['a getter of the default export', 'export default { get name() { for (;;); } };', 'E_ENV_TICKS', /at the top level of the module/],
  ],
  memory: [
    ['a list that grows', step('const a = []; for (;;) a.push({});'), 'E_ENV_MEMORY', /more than \d+ MB in step/, 'worst'],
    ['a text that doubles', step("let s = 'ab'; for (;;) s += s;"), 'E_ENV_MEMORY', /more than \d+ MB/],
    ['texts that are kept', step("const a = []; for (;;) a.push('x'.repeat(1e6) + a.length);"), 'E_ENV_MEMORY', /more than \d+ MB/],
    ['one text of 512 MB', step("'x'.repeat(2 ** 29);"), 'E_ENV_MEMORY', /more than \d+ MB/],
    ['one buffer of 1 GB', step('new ArrayBuffer(2 ** 30);'), 'E_ENV_MEMORY', /more than \d+ MB/],
    ['a Map', step('const m = new Map(); for (let i = 0; ; i++) m.set(i, [i]);'), 'E_ENV_MEMORY', /more than \d+ MB/],
    ['a join of nothing', step("new Array(2 ** 26).join('x'.repeat(9));"), 'E_ENV_WORK', /more work/],
    ['a list spread into a call', step('Math.max(...new Array(2 ** 27));'), 'E_ENV_MEMORY', /more than \d+ MB/],
  ],
  depth: [
    ['a function that calls itself', step('const f = () => f() + 1; f();'), 'E_ENV_STACK', /called each other too deeply in step/, 'worst'],
    ['toString of itself', step('const o = { toString() { return String(o); } }; String(o);'), 'E_ENV_STACK', /too deeply/],
    ['JSON of 500,000 levels', step("JSON.parse('['.repeat(500000));"), 'E_ENV_STACK', /too deeply/],
    ['eval of 100,000 brackets', step("eval('['.repeat(100000));"), 'E_ENV_STACK', /too deeply/],
    ['a regular expression of 100,000 groups', step("new RegExp('(?:'.repeat(100000));"), 'E_ENV_STACK', /too deeply/],
    [
      'a state of 100 levels',
      step('let a = 0; for (let i = 0; i < 100; i++) a = [a]; state = a;'),
      'E_ENV_RESULT',
      /nested deeper than 64 levels/s,
    ],
  ],
  floods: [
    [
      'an observation of 1 MB',
      moduleWithStep({ observation: "'x'.repeat(2 ** 20)" }),
      'E_ENV_RESULT',
      /step\(\)\.observation is 1024 KB long; at most 64 KB/,
    ],
    [
      'a state of 1 MB',
      moduleWithStep({ state: "'x'.repeat(2 ** 20)" }),
      'E_ENV_RESULT',
      /step\(\)\.state is 1024 KB long; at most 256 KB/,
      'worst',
    ],
    ['an info of 100 KB', moduleWithStep({ info: "{ a: 'x'.repeat(100000) }" }), 'E_ENV_RESULT', /step\(\)\.info is 98 KB long/],
    [
      'a reward for 10,000 roles',
      moduleWithStep({ reward: 'Object.fromEntries(Array.from({ length: 10000 }, (_, i) => [i, 1]))' }),
      'E_ENV_RESULT',
      /at most 64 are allowed/,
    ],
    [
      'a description of 1 MB',
      moduleWith().replace("'d'", "'d'.repeat(2 ** 20)"),
      'E_ENV_MODULE',
      /description is longer than 10000 characters/,
    ],
    ['an error of 1 MB', step("throw new Error('x'.repeat(2 ** 20));"), 'E_ENV_THROW', /^.{1,4000}$/s],
    [
      'an error with a name of 1 MB',
      step("const e = new Error('m'); e.name = 'n'.repeat(2 ** 20); throw e;"),
      'E_ENV_THROW',
      /^.{1,4000}$/s,
    ],
    [
      'a stack of huge names',
      step("const f = { ['f'.repeat(100000)]() { throw new Error('deep'); } }; Object.values(f)[0]();"),
      'E_ENV_THROW',
      /deep/,
    ],
    [
      'a stack written by hand',
      step(
        "const e = new Error('m'); Object.defineProperty(e, 'stack', { value: '    at x (environment.ts:1:1)\\n'.repeat(100000) }); throw e;",
      ),
      'E_ENV_THROW',
      /m/,
    ],
    ['the console, for ever', step("for (;;) console.log('x'.repeat(100000));"), 'E_ENV_WORK', /more work/],
  ],
  throwing: [
    ['nothing', step('throw undefined;'), 'E_ENV_THROW', /threw undefined/],
    ['a text', step("throw '<img src=x onerror=alert(1)>';"), 'E_ENV_THROW', /threw <img/],
    ['null, as an exhausted memory does', step('throw null;'), 'E_ENV_THROW', /threw null/],
    ['an error that says it is out of memory', step("throw new InternalError('out of memory');"), 'E_ENV_MEMORY', /more than \d+ MB/],
    [
      'a proxy that throws at every touch',
      step('const t = () => { throw 1; }; throw new Proxy({}, { get: t, getPrototypeOf: t, ownKeys: t, has: t });'),
      'E_ENV_THROW',
      /cannot be shown/,
    ],
    [
      'an error whose message never ends',
      step("const e = new Error(); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e;"),
      'E_ENV_TICKS',
      /endless loop/,
    ],
    [
      'a rule of the sandbox, made up',
      step("throw Object.assign(new Error('All is well'), { code: 'E_ENV_FINE', hint: 'Go on' });"),
      'E_ENV_THROW',
      /All is well/,
    ],
  ],
  forging: [
    [
      'a fault of the workbench, by the constructor of a caught rule',
      forged("'E_LIBRARY_FULL', 'All runs are gone', 'Pay'"),
      'E_ENV_THROW',
      /E_LIBRARY_FULL/,
    ],
    [
      'a rule with an object for its message and its hint',
      forged("'E_ENV_RESULT', { length: 0, toString: () => 'x' }, { $$typeof: 'x' }"),
      'E_ENV_THROW',
      /stopped with Error/,
      'worst',
    ],
    [
      'a caught rule, reworded',
      caught("e.message = { length: 0 }; e.code = 'E_LIBRARY_FULL'; e.hint = ['Pay']; throw e;"),
      'E_ENV_FORBIDDEN',
      /^Date does not exist in environment code\.$/,
    ],
    [
      'the words of a refused export',
      moduleWith({ top: `throw new SyntaxError("Could not find export 'x. All runs are gone' in module 'marft/env'");` }),
      'E_ENV_SYNTAX',
      /cannot be read/,
    ],
    [
      'a message that would act on a terminal, or turn the line around',
      step("throw new Error('\\u001b[2J\\u001b]0;owned\\u0007 \\u202egnol');"),
      'E_ENV_THROW',
      /^[^\p{Cc}\p{Bidi_Control}]*$/u,
    ],
    [
      'a place outside of the source',
      step("const e = new Error('m'); Object.defineProperty(e, 'stack', { value: 'at x (environment.ts:99999999:1)' }); throw e;"),
      'E_ENV_THROW',
      /^step\(\) stopped with Error: m\.$/,
    ],
  ],
  source: [
    ['a namespace', `namespace N { export const a = 1; }\n${step('N.a;')}`, 'E_ENV_THROW', /'?N'? is not defined/],
    ['a decorator', `const d = () => {}; @d class A {}\n${step('')}`, 'E_ENV_SYNTAX', /cannot be read/],
    ['JSX', `const a = <b>hello</b>;\n${step('')}`, 'E_ENV_SYNTAX', /cannot be read/],
    ['a null byte', `const a = 1;\0${step('')}`, 'E_ENV_SYNTAX', /cannot be read/],
    ['1 MB of brackets', `${'['.repeat(2 ** 20)}`, 'E_ENV_SYNTAX', /cannot be read/],
    ['1 MB of names', `${'a,'.repeat(2 ** 19)}\n${step('')}`, 'E_ENV_SYNTAX', /cannot be read/],
    ['a module of itself', `export { default } from 'environment.ts';`, 'E_ENV_IMPORT', /cannot import 'environment.ts'/],
    [
      'a source map elsewhere',
      step("throw new Error('here');") + '//# sourceMappingURL=https://example.org/x.map\n//# sourceURL=harness',
      'E_ENV_THROW',
      /here/,
    ],
    ['no module at all', '{"a": 1}', 'E_ENV_SYNTAX', /cannot be read/],
    ['an empty file', '', 'E_ENV_MODULE', /default export/],
  ],
};

export const ATTACKS: readonly Attack[] = Object.entries(TABLE).flatMap(([group, rows]) =>
  rows.map(([tries, source, code, says, worst]) => ({ group, tries, source, code, says, ...(worst && { worst: true as const }) })),
);
