/**
 * Environment programs that nobody wrote: a grammar over the whole contract, every hook and field of it, in which values are plain, odd,
 * lying, growing or never finished. About half of them are careful: they try the same and return something sound, so that many an
 * episode comes to its end.
 */
import type { Draws } from '../draws.ts';

/** Names that are not there, some of which a host or another interpreter would have. */
export const ABSENT = [
  'process',
  'require',
  'fetch',
  'globalThis.Deno',
  'WebAssembly',
  'Worker',
  'self',
  'window',
  'document',
  'navigator',
  'setTimeout',
  'performance',
  'Atomics',
  'SharedArrayBuffer',
  'WeakRef',
  'FinalizationRegistry',
  'std',
  'os',
  'bjson',
  'print',
  'scriptArgs',
  'localStorage',
  'crypto',
  'Date',
  'Math.random',
  'queueMicrotask',
  'importScripts',
  'tortureCanary',
];

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '0.5',
  '1e308',
  '1e999',
  'NaN',
  '-1 / 0',
  '2 ** 53',
  '4294967296',
  '1n',
  '5e-324',
  "Number('0x10')",
  'random()',
  'seed',
  'index',
];
const STRINGS = [
  "''",
  "'go'",
  "'\\u0000'",
  "'\\ud800'",
  "'\\u202e'",
  "'__proto__'",
  "'constructor'",
  "'toString'",
  "'A'",
  "'<img src=x onerror=1>'",
  '`${split}`',
  "'x'.repeat(70_000)",
  "'é'.repeat(300)",
  "messages?.[0]?.text ?? 'none'",
  'String(random())',
  'JSON.stringify(state ?? null)',
];
const KEYS = ['n', 'a', '__proto__', 'constructor', 'toString', 'toJSON', 'then', 'length', 'valueOf', '0', 'role', 'state'];
const LOOPS = ['1', '3', '100', '5000', '1e6', '1e9', '2 ** 53'];
const REGEXES = [
  "/(a+)+$/.test('a'.repeat(26) + 'b')",
  "/(?:x+x+)+y/.exec('x'.repeat(24))",
  "/(.*)*\\1/.test('ab'.repeat(200))",
  "'a,b'.split(/(?=,)/)",
  "'aaa'.replace(/a/g, (m, at) => at)",
  "/\\p{L}+/u.exec('é')?.[0]",
  "[...'a1b2'.matchAll(/\\d/g)].length",
  "new RegExp('['.repeat(3))",
  "new RegExp('(a|'.repeat(2000) + 'b' + ')'.repeat(2000)).test('a')",
];
const SIZES = [
  '[].length = 2 ** 32',
  'new Array(2 ** 31).indexOf(1)',
  "'x'.repeat(2 ** 28)",
  "'x'.padEnd(1e9)",
  'new Uint8Array(2 ** 30)',
  'Array.from({ length: 1e6 }, (_, i) => i)',
  'Array.from({ length: 2 ** 40 })',
  "[...Array(200_000).keys()].join('')",
  "Array(3000).fill('abcdefgh').join('').split('').reverse().length",
  '[1, 2, 3].concat([4])',
  'new Map([[1, 2]]).size',
  '2n ** 100_000n',
  '[..."abc"].sort().at(-1)',
  'structuredClone?.(1)',
];
const OUTSIDE = [
  "({}).constructor.constructor('return this')()",
  "(0, eval)('this')",
  "Function('return tortureCanary')()",
  "import('node:' + 'fs')",
  'new Error().stack',
  '(() => { try { null.x } catch (e) { return e.stack } })()',
  'Reflect.ownKeys(globalThis).length',
  'Object.getOwnPropertyNames(globalThis).join()',
  "Symbol.for('nodejs.util.inspect.custom').toString()",
  'this',
  'console.log.constructor',
];
const HELPERS = [
  "lastInteger('a 12')",
  "sameNumber('3', 3)",
  "normalizeText(' A  b')",
  'integer(random, 1, 9)',
  "pick(random, ['p', 'q'])",
  'shuffle(random, [1, 2, 3])',
  "hash('x')",
  'seededRandom(seed)()',
  "gradeMath?.('\\\\boxed{2}', '2')",
  "extractAnswer('\\\\boxed{' .repeat(500))",
];

/** Where a module may keep something that freezing its export does not reach. */
const KEPT =
  'const seen = new Map(); const weak = new WeakMap(); const counting = (function* () { for (let n = 0; ; n += 1) yield n; })(); class Box { static #n = 0; static next() { return (Box.#n += 1); } } const next = ((n) => () => (n += 1))(0); const sticky = /o/g;';
const KEEPERS = [
  '(kept += 1)',
  'kept',
  '(kept = kept * 31 + 1) % 3',
  'grown.push(1)',
  'seen.set(seen.size, state).size',
  'counting.next().value % 2',
  'Box.next() > 4',
  'next()',
  "sticky.exec('foo')?.index ?? 9",
  'weak.has(random) || weak.set(grown, 1).has(grown) + kept++',
];

/** With which a careful program makes whatever it tried sound. */
const CAREFUL =
  "const plain = (f) => { try { return JSON.parse(JSON.stringify(f()) ?? 'null'); } catch { return null; } }; const text = (f) => { const value = plain(f); return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 400); }; const number = (f) => { const value = plain(f); return typeof value === 'number' ? Math.tanh(value) : 0; }; const yes = (f) => Boolean(plain(f));";
const SOUND: Readonly<Record<string, string>> = {
  observation: 'text',
  reward: 'number',
  terminated: 'yes',
  truncated: 'yes',
  info: '((f) => ({ a: text(f) }))',
  skills: '((f) => ({ adds: number(f) ** 2 }))',
  transition: 'text',
  stepReward: 'number',
  demonstrate: 'text',
  mistake: 'text',
  render: 'text',
  privileged: 'text',
  tool: 'text',
};

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** Writes one program. */
class Writer {
  readonly #draws: Draws;
  /** Values that may yet be nested, so that a program ends. */
  #left = 60;
  /** Whether what the program does on the way is caught, and what comes of it made sound. */
  readonly #careful: boolean;
  /** Whether it keeps something between calls on purpose. */
  readonly #keeps: boolean;

  constructor(draws: Draws) {
    this.#draws = draws;
    this.#careful = draws.chance(0.55);
    this.#keeps = draws.chance(0.2);
  }

  #some(most: number, write: () => string, between = ', '): string {
    return Array.from({ length: this.#draws.below(most + 1) }, write).join(between);
  }

  value(): string {
    const { pick, below } = this.#draws;
    this.#left -= 1;
    if (this.#left < 0) return pick(['null', '1', "'s'", 'state']);
    const kinds: readonly (() => string)[] = [
      () => pick(NUMBERS),
      () => pick(STRINGS),
      () => pick(['null', 'undefined', 'true', 'false', 'state', 'messages', 'random', 'seed', 'split', 'kept', 'grown.length']),
      () => `[${this.#some(4, () => this.value())}]`,
      () => `{ ${this.#some(4, () => this.#property())} }`,
      () => `{ get ${pick(['n', 'a', 'toJSON', 'reward'])}() { ${this.#statements(1)} return ${this.value()}; } }`,
      () => `new Proxy(${pick(['{}', '[]', '() => 1', '{ n: 1 }'])}, { ${this.#trap()}, ${this.#trap()} })`,
      () => `{ toJSON() { return ${this.value()}; }, [Symbol.toPrimitive]: () => (${this.value()}) }`,
      () =>
        `(function* () { yield ${this.value()}; ${this.#statements(1)} yield* ${pick(['[1, 2]', "'ab'", 'this'])}; })()${pick(['', '.next().value', '.return(1)', '.throw(1)'])}`,
      () =>
        pick([
          'Promise.resolve(1)',
          `new Promise((done) => done(${this.value()}))`,
          '(async () => 1)()',
          `(async () => { await ${this.value()}; for (;;); })()`,
          `{ then(done) { done(${this.value()}); } }`,
          '(async function* () { yield 1; })()',
        ]),
      () => pick(REGEXES),
      () => pick(SIZES),
      () => pick(OUTSIDE),
      () => pick(HELPERS),
      () => pick(ABSENT),
      () =>
        `new ${pick(['Map', 'Set', 'WeakMap', 'Error', 'Uint8Array', '(class Board { x = 1; })', 'String', 'Number', 'Symbol'])}(${this.#some(1, () => pick(NUMBERS))})`,
      () => `((n) => { ${this.#statements(2)} return ${this.value()}; })(${pick(NUMBERS)})`,
      () =>
        `Object.${pick(['freeze', 'keys', 'assign', 'fromEntries', 'getOwnPropertyDescriptors', 'create', 'entries'])}(${this.value()})`,
      () => nested(1 + below(80), '[', ']'),
      () => `JSON.parse('${pick(['[', '{"a":']).repeat(1 + below(90))}1')`,
      () => 'JSON.parse(\'{"__proto__":{"polluted":1}}\')',
    ];
    return this.#draws.chance(0.35) ? (kinds[below(5)] ?? this.value)() : `(${pick(kinds)()})`;
  }

  #property(): string {
    const key = this.#draws.pick(KEYS);
    return this.#draws.pick([
      `${key}: ${this.value()}`,
      `['${key}']: ${this.value()}`,
      `get ${key}() { return ${this.value()}; }`,
      `...${this.value()}`,
    ]);
  }

  #trap(): string {
    const { pick } = this.#draws;
    const name = pick(['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'set', 'apply', 'defineProperty']);
    return `${name}: () => ${pick(['1', '[]', "['a', 'b']", 'null', '({ value: 1, configurable: true, enumerable: true })', 'true'])}`;
  }

  #statement(): string {
    const { pick } = this.#draws;
    return pick<() => string>([
      () => `console.${pick(['log', 'warn', 'error'])}(${this.#some(3, () => this.value())});`,
      () =>
        `for (let i = 0; i < ${pick(LOOPS)}; i += 1) { ${pick(['', 'kept += i;', 'void random();', 'console.log(i);', 'grown.push(i);'])} }`,
      () =>
        `try { ${this.#statements(1)} void ${this.value()}; } catch (e) { ${pick(['', 'throw e;', 'console.log(e.message, e.stack);', `throw new e.constructor(${pick(STRINGS)});`])} } finally { ${pick(['', 'kept = 1;'])} }`,
      () =>
        `throw ${pick(["new Error('E_ENV_TICKS')", 'null', 'undefined', `{ message: ${this.value()} }`, `Object.assign(new Error('x'), { code: 'E_ENV_MEMORY', stack: ${pick(STRINGS)} })`, 'new Proxy({}, {})', "'text'", '1n'])};`,
      () =>
        `${pick(['Object.prototype', 'Array.prototype', 'globalThis', 'JSON', 'Function.prototype', 'random', 'messages', 'state', 'Promise.prototype', 'this', 'console'])}${pick(['.n', "['toString']", '.then', '[Symbol.iterator]', '.call'])} = ${this.value()};`,
      () => `kept = ${this.value()};`,
      () => `(function again(n) { return n > 0 ? 1 + again(n - 1) : 0; })(${pick(['5', '900', '1e5'])});`,
      () =>
        `label: while (${pick(['true', 'random() < 0.9', 'kept--  > 0'])}) { ${pick(['break label;', 'continue label;', "grown.push('x'.repeat(1000));", 'if (random() < 0.2) break;'])} }`,
      () => `void ${this.value()};`,
      () => `delete ${pick(['state?.n', 'globalThis.JSON', 'Array.prototype.push', 'messages?.[0]'])};`,
    ])();
  }

  #statements(most: number): string {
    if (this.#left < 0) return '';
    this.#left -= 1;
    return this.#some(most, () => this.#statement(), ' ');
  }

  /** A value that is none of those that are refused where the program is careful. */
  #field(name: string): string {
    const value = this.#keeps && this.#draws.chance(0.5) ? this.#draws.pick(KEEPERS) : this.value();
    return this.#careful ? `${SOUND[name] ?? 'plain'}(() => (${value}))` : value;
  }

  /** A result of a hook: as often as not a sound one, with some of its fields replaced. */
  #result(fields: Readonly<Record<string, string>>): string {
    const { chance } = this.#draws;
    if (!this.#careful && chance(0.04)) return this.value();
    const written = Object.entries(fields).flatMap(([name, sound]) =>
      !this.#careful && chance(0.03) ? [] : [`${name}: ${chance(this.#careful ? 0.3 : 0.1) ? this.#field(name) : sound}`],
    );
    if (!this.#careful && chance(0.1)) written.push(this.#property());
    return `{ ${written.join(', ')} }`;
  }

  #hook(name: string, given: string, body: string): string {
    const sync = this.#draws.chance(this.#careful ? 1 : 0.98) ? '' : this.#draws.pick(['async ', '*']);
    const before = this.#draws.chance(0.3) ? this.#statements(2) : '';
    return `${sync}${name}(${given}) { ${this.#careful && before !== '' ? `try { ${before} } catch {}` : before} return ${body}; }`;
  }

  program(): string {
    const { chance, pick } = this.#draws;
    const top = `let kept = 0; const grown = []; ${this.#keeps ? KEPT : ''} ${this.#careful ? CAREFUL : ''} ${chance(this.#careful ? 0.03 : 0.15) ? `const split = 'train', seed = 1, index = 0, messages = [], state = null, random = () => 0.5; ${this.#statements(2)}` : ''}`;
    const text = "'go'";
    const hooks = [
      this.#hook('reset', '{ seed, split, index, random, state, messages }', this.#result({ state: '{ n: 1 }', observation: text })),
      this.#hook(
        'step',
        '{ state, messages, random, seed, split, index }',
        this.#result({
          state: 'state',
          observation: text,
          reward: '1',
          terminated: 'true',
          truncated: 'false',
          ...(chance(0.3) && { info: '{ a: 1 }' }),
          ...(chance(0.2) && { skills: '{ adds: 1 }' }),
        }),
      ),
    ];
    const optional: Readonly<Record<string, string>> = {
      transition: text,
      stepReward: '0.5',
      demonstrate: text,
      mistake: text,
      render: text,
      privileged: text,
      tool: text,
      dependencies: '{ edges: [] }',
    };
    for (const [name, sound] of Object.entries(optional)) {
      if (chance(0.25))
        hooks.push(
          this.#hook(
            name,
            '{ state, messages, random, seed, split, index, role, call, position, teamReward }',
            chance(0.7) ? sound : name === 'dependencies' ? this.value() : this.#field(name),
          ),
        );
    }
    const stray = this.#careful ? 0 : 1;
    const fields = [`name: ${chance(0.02 * stray) ? this.value() : "'T'"}`, `description: ${chance(0.02 * stray) ? this.value() : "'d'"}`];
    if (chance(0.3)) fields.push(`splits: ${chance(0.15 * stray) ? this.value() : '{ train: 5, test: 3 }'}`);
    if (chance(0.3) || this.#careful) fields.push(`skills: ${chance(0.15 * stray) ? this.value() : "['adds']"}`);
    const helpers =
      "import { lastInteger, sameNumber, normalizeText, integer, pick, shuffle, hash, seededRandom, gradeMath, extractAnswer } from 'marft/env';";
    const whole = `${helpers}\n${top}\n${pick(['export default', 'export default', 'const made =', 'export default Object.freeze('])} {\n${[...fields, ...hooks].join(',\n')}\n}`;
    if (whole.includes('const made =')) return `${whole};\nexport default ${pick(['made', 'new Proxy(made, {})', '(() => made)()'])};\n`;
    return whole.includes('Object.freeze(') && whole.includes('export default Object.freeze( {') ? `${whole});\n` : `${whole};\n`;
  }
}

export const guestProgram = (draws: Draws): string => new Writer(draws).program();
