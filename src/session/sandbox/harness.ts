/**
 * The guest's side of the sandbox. This text runs inside QuickJS, before the person's module: it takes away what would
 * make runs differ, freezes what is shared between calls, and turns each call into JSON in and JSON out. It imports
 * nothing but `marft/env` and its neighbours. What it hands the host is checked there again (`core/environment/validate.ts`): this side
 * only sees what JSON would hide, such as NaN, functions and cycles.
 */
import { seededRandom } from 'marft/env';
import { classOf, environmentOfClass } from './harnessClass.ts';
import { DEPTH_LIMIT, LINE_LIMIT, NAME_LIMIT, STACK_LIMIT } from './harnessLimits.ts';
import { ruleError, ruleOf } from './harnessRule.ts';

interface Host {
  /** A request of the batch begins: its tick budget starts afresh. */
  begin(index: number): void;
  print(line: string): void;
}

type Bag = Record<string, unknown>;
/** `key` is for class-style environments alone, which must replay what was drawn. */
type Hook = (input: unknown, key?: unknown) => unknown;

/** What is read of a default export. */
const EXPORT_FIELDS = [
  'contract',
  'name',
  'description',
  'splits',
  'skills',
  'reset',
  'step',
  'transition',
  'stepReward',
  'demonstrate',
  'mistake',
  'render',
  'privileged',
  'tool',
  'dependencies',
];

const KEPT_GLOBALS = [
  'globalThis',
  'undefined',
  'NaN',
  'Infinity',
  'Object',
  'Function',
  'Array',
  'Number',
  'String',
  'Boolean',
  'Symbol',
  'BigInt',
  'Math',
  'JSON',
  'RegExp',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Proxy',
  'Reflect',
  'Promise',
  'Iterator',
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'InternalError',
  'AggregateError',
  'ArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'unescape',
  'eval',
];

const USE_RANDOM = 'Use the `random` that every call is given: it repeats, so that an episode can be replayed.';
const NO_CLOCK = 'Environments have no clock, so that an episode can be replayed. Count turns in `state` instead.';
const NO_WAIT = 'Environments answer at once: there are no timers and nothing to wait for.';
const NO_OUTSIDE = 'Environments cannot reach the network, the page or files. Put the data into the module.';
const FORBIDDEN: Readonly<Record<string, string>> = {
  Date: NO_CLOCK,
  performance: NO_CLOCK,
  setTimeout: NO_WAIT,
  setInterval: NO_WAIT,
  setImmediate: NO_WAIT,
  queueMicrotask: NO_WAIT,
  requestAnimationFrame: NO_WAIT,
  crypto: USE_RANDOM,
  fetch: NO_OUTSIDE,
  XMLHttpRequest: NO_OUTSIDE,
  WebSocket: NO_OUTSIDE,
  localStorage: NO_OUTSIDE,
  document: NO_OUTSIDE,
  window: NO_OUTSIDE,
  process: NO_OUTSIDE,
  require: NO_OUTSIDE,
};

function forbid(target: object, name: string, shown: string, hint: string): void {
  const get = (): never => {
    throw ruleError('E_ENV_FORBIDDEN', `${shown} does not exist in environment code.`, hint);
  };
  Object.defineProperty(target, name, { get, set: get, configurable: true, enumerable: false });
}

function show(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null) {
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}

function makeConsole(host: Host): Bag {
  const write = (...parts: unknown[]): void => {
    const line = parts.map(show).join(' ');
    host.print(clip(line, LINE_LIMIT));
  };
  return { log: write, info: write, debug: write, warn: write, error: write };
}

function isHolder(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Every object reachable through own properties, and through prototypes when asked. */
function reachable(roots: readonly object[], throughPrototypes: boolean): Set<object> {
  const found = new Set<object>();
  const queue = [...roots];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    for (const key of Reflect.ownKeys(next)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(next, key) ?? {};
      for (const part of [value, get, set]) if (isHolder(part)) queue.push(part);
    }
    const prototype = throughPrototypes ? Reflect.getPrototypeOf(next) : null;
    if (prototype !== null) queue.push(prototype);
  }
  return found;
}

/**
 * Freezes the language itself, so that nothing can be remembered there. Objects whose properties people shadow by
 * assignment (`error.name = …`) are only closed to additions: a frozen prototype would make that assignment throw.
 */
function freezeIntrinsics(): void {
  const hidden = [
    function* () {},
    async () => {},
    async function* () {},
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    'a'.matchAll(/a/g),
  ];
  const assignable: object[] = [
    Object.prototype,
    Error.prototype,
    TypeError.prototype,
    RangeError.prototype,
    SyntaxError.prototype,
    ReferenceError.prototype,
    EvalError.prototype,
    URIError.prototype,
  ];
  for (const object of reachable([globalThis, ...hidden], true)) {
    if (assignable.includes(object)) Object.preventExtensions(object);
    else Object.freeze(object);
  }
}

function preparedGlobals(host: Host): void {
  const kept = new Set(KEPT_GLOBALS);
  for (const name of Reflect.ownKeys(globalThis)) {
    if (typeof name === 'string' && !kept.has(name)) Reflect.deleteProperty(globalThis, name);
  }
  for (const [name, hint] of Object.entries(FORBIDDEN)) forbid(globalThis, name, name, hint);
  forbid(Math, 'random', 'Math.random', USE_RANDOM);
  Object.defineProperty(globalThis, 'console', { value: makeConsole(host), enumerable: false });
  freezeIntrinsics();
}

/** Where a value stands, such as `step().state.board[3]`. */
function showPath(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`), '');
}

/**
 * Refuses what JSON would silently change: NaN, functions, dates, class instances, cycles, holes. `keys` leads to the
 * value and `above` holds what it is in; both are put together once, because results can be large.
 */
function checkPlain(value: unknown, keys: (string | number)[], above: object[]): void {
  const refuse = (what: string, hint: string): never => {
    throw ruleError('E_ENV_RESULT', `${showPath(keys)} ${what}.`, hint);
  };
  if (typeof value === 'number' && !Number.isFinite(value)) {
    refuse(`must be a finite number, got ${value}`, 'Look for a division by zero or a number made from text that is none.');
  }
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    refuse(`must be plain data, got a ${typeof value}`, 'Only what JSON can hold crosses the sandbox.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (above.includes(value)) refuse('contains itself', 'Plain data has no cycles; keep a name or an index instead.');
  if (above.length > DEPTH_LIMIT) refuse(`is nested deeper than ${DEPTH_LIMIT} levels`, 'Flatten it.');
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) {
    const made = (prototype as { constructor?: { name?: unknown } }).constructor?.name;
    const what = typeof made === 'string' && made !== '' ? made : 'special object';
    refuse(`must be plain data, got a ${what}`, 'Use objects and lists only; turn a Map or Set into a list.');
  }
  if (typeof (value as Bag).toJSON === 'function') refuse('must be plain data, got an object with toJSON', 'Return the data itself.');
  const within = (key: string | number, element: unknown): void => {
    keys.push(key);
    if (element === undefined && isList) refuse('is missing', 'Use null for "nothing".');
    checkPlain(element, keys, above);
    keys.pop();
  };
  above.push(value);
  if (isList) for (let index = 0; index < value.length; index += 1) within(index, value[index]);
  else for (const key of Object.keys(value)) within(key, (value as Bag)[key]);
  above.pop();
}

function plainResult(hook: string, result: unknown): unknown {
  if (isHolder(result) && typeof (result as Bag).then === 'function') {
    throw ruleError('E_ENV_ASYNC', `${hook}() returned a promise, but it must answer at once.`, 'Remove `async` and `await`.');
  }
  if (result === undefined) throw ruleError('E_ENV_RESULT', `${hook}() returned nothing.`, 'Add a `return` to every way through it.');
  checkPlain(result, [`${hook}()`], []);
  return result;
}

const clip = (text: string, limit: number): string => (text.length > limit ? `${text.slice(0, limit)}…` : text);

function describeFailure(thrown: unknown): string {
  const rule = ruleOf(thrown);
  const failure = (name: string, message: string, stack: string): string =>
    JSON.stringify({
      failure: {
        name: clip(name, NAME_LIMIT),
        message: clip(message, LINE_LIMIT),
        stack: clip(stack, STACK_LIMIT),
        code: rule?.code,
        hint: rule?.hint,
      },
    });
  try {
    if (rule) return failure('', rule.message, String((thrown as Error).stack));
    if (thrown instanceof Error) return failure(String(thrown.name), String(thrown.message), String(thrown.stack));
    return failure('', show(thrown), '');
  } catch {
    return failure('', 'something that cannot be shown', '');
  }
}

/** Called once by the host, before the person's module is evaluated. */
export function install(begin: Host['begin'], print: Host['print']): Readonly<Record<'adopt' | 'call' | 'describe', unknown>> {
  // Taken before anything foreign runs. `eval`ed code and the module see the frozen originals anyway.
  const { parse, stringify } = JSON;
  let environment: Bag = {};
  let hooks: Record<string, Hook> = {};
  let keyed = false;
  preparedGlobals({ begin, print });

  /** Takes the module's default export; returns its summary, functions given as marks. */
  function adopt(exported: unknown): string {
    try {
      if (!isHolder(exported)) return stringify({ result: exported ?? null });
      const summary: Bag = {};
      const Class = classOf(exported);
      environment = Class ? environmentOfClass(Class, exported as Bag) : (exported as Bag);
      hooks = {};
      keyed = Class !== undefined;
      for (const name of EXPORT_FIELDS) {
        const value = environment[name];
        if (typeof value === 'function') {
          hooks[name] = value as Hook;
          summary[name] = { function: true };
        } else if (value !== undefined) {
          checkPlain(value, [name], []);
          summary[name] = value;
        }
      }
      // A misspelt hook would be silently left out. A class may have whatever it likes.
      const unread = Class ? undefined : Object.keys(exported).find((name) => !EXPORT_FIELDS.includes(name));
      if (unread !== undefined) summary.unread = clip(unread, NAME_LIMIT);
      for (const object of reachable([exported], false)) Object.freeze(object);
      return stringify({ result: summary });
    } catch (thrown) {
      return describeFailure(thrown);
    }
  }

  /** What `reset` or `step` returned, with the graph of the turn that follows where the module chooses it. */
  function withGraph(hook: string, result: unknown): unknown {
    if (!isHolder(result)) return result;
    if ('dependencies' in result)
      throw ruleError(
        'E_ENV_RESULT',
        `${hook}() has a field dependencies.`,
        'Give the environment a hook: dependencies({ state }) returns it.',
      );
    const { state, terminated } = result as Bag;
    if (!hooks.dependencies || terminated === true) return result;
    return { ...result, dependencies: plainResult('dependencies', hooks.dependencies.call(environment, { state })) };
  }

  /** One hook for a whole batch of requests. */
  function call(hook: string, requests: string): string {
    try {
      const run = hooks[hook];
      const batch = parse(requests) as Bag[];
      const results: unknown[] = [];
      for (const [index, { randomKey, ...request }] of batch.entries()) {
        begin(index);
        const key = randomKey as readonly [number, number] | undefined;
        const input = key ? { ...request, random: seededRandom(key[0], key[1]) } : request;
        const result = plainResult(hook, keyed ? run?.call(environment, input, key) : run?.call(environment, input));
        results.push(hook === 'reset' || hook === 'step' ? withGraph(hook, result) : result);
      }
      return stringify({ result: results });
    } catch (thrown) {
      return describeFailure(thrown);
    }
  }

  return { adopt, call, describe: describeFailure };
}
