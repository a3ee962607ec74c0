/**
 * One QuickJS-WASM instance with its limits, from boot to disposal. It knows text in, text out; what the text means is
 * the sandbox's business. After an abort, an exhausted memory or an overflown stack the instance is unusable and is
 * thrown away whole, memory included; the sandbox boots another.
 */
import { look, orElse } from '../../core/at.ts';
import { type QuickJSContext, type QuickJSHandle, type QuickJSRuntime, Scope } from 'quickjs-emscripten-core';
import { relativeModule } from './guestModules.ts';
import { checkFailure, type GuestFailure } from './guestFailure.ts';
import type { SandboxLimits } from '../../core/environment/limits.ts';
import type { QuickJsInstance, QuickJsProgram } from './program.ts';
import { TickCounter, TICKS_PER_POLL } from './tickCounter.ts';

export type AbortReason = 'ticks' | 'work' | 'time' | 'memory' | 'stack' | 'pending' | 'broken';

/** The guest was stopped from outside; the instance it ran in is gone. */
export class GuestAbort extends Error {
  readonly reason: AbortReason;
  /** Where the guest was, as far as it is known. */
  readonly guestStack: string;
  constructor(reason: AbortReason, guestStack = '') {
    super(`guest aborted: ${reason}`);
    this.reason = reason;
    this.guestStack = guestStack;
  }
}

/** The guest's code threw. */
export class GuestError extends Error {
  readonly failure: GuestFailure;
  constructor(failure: GuestFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Our own JavaScript inside, by module name (`guestModules.ts`); people's code may import `marft/env` of it and nothing else. */
export type GuestModules = ReadonlyMap<string, string>;

type Answer = { readonly result: unknown } | { readonly failure: unknown };

export class Interpreter {
  readonly #instance: QuickJsInstance;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #scope = new Scope();
  readonly #limits: SandboxLimits;
  #harness: Readonly<Record<'adopt' | 'call' | 'describe', QuickJSHandle>> | undefined;
  readonly #counter: TickCounter;
  #started = 0;
  #exhausted: 'ticks' | 'time' | undefined;
  #usable = true;
  /** Index of the request under way. */
  request = 0;
  /** Ticks that each request of the last call took, by index, the checks of its result in it; those after a failed one are not there. */
  ticks: number[] = [];
  /** The last import that was refused. */
  refusedImport: string | undefined;

  private constructor(instance: QuickJsInstance, limits: SandboxLimits) {
    const runtime = instance.quickjs.newRuntime();
    const memory = instance.quickjs.getWasmMemory();
    this.#instance = instance;
    this.#runtime = runtime;
    this.#limits = limits;
    runtime.setMemoryLimit(limits.memoryBytes);
    runtime.setMaxStackSize(limits.stackBytes);
    this.#context = runtime.newContext();
    // A loop of two ticks a round, just long enough for the handler to be asked once.
    let counter: TickCounter | undefined;
    runtime.setInterruptHandler(() => {
      counter ??= new TickCounter(memory, this.#context);
      return false;
    });
    this.#context.unwrapResult(this.#context.evalCode(`for (let i = 0; i < ${TICKS_PER_POLL / 2}; i += 1);`)).dispose();
    if (!counter) throw new Error('the interpreter did not ask its interrupt handler');
    this.#counter = counter;
    runtime.setInterruptHandler(() => {
      this.#counter.polled();
      // The harness is our own: a busy machine may take its time to install it.
      return this.#harness !== undefined && this.#isOverBudget();
    });
  }

  /** Starts a fresh instance with the harness installed; `print` receives console lines. */
  static async boot(
    program: QuickJsProgram,
    modules: GuestModules,
    limits: SandboxLimits,
    print: (line: string) => void,
  ): Promise<Interpreter> {
    const interpreter = new Interpreter(await program.boot(limits.memoryBytes), limits);
    interpreter.#install(modules, print);
    return interpreter;
  }

  get usable(): boolean {
    return this.#usable;
  }

  /** Bytes the guest's heap holds now. */
  memoryBytes(): number {
    this.#refuel();
    const usage = this.#runtime.computeMemoryUsage();
    const { memory_used_size: bytes } = this.#context.dump(usage) as { memory_used_size: number };
    usage.dispose();
    return bytes;
  }

  /** Evaluates a person's module and adopts its default export; returns the export's summary. */
  load(code: string, file: string): unknown {
    return this.#guarded('load', () => {
      this.ticks = [];
      this.#begin(0);
      const evaluated = this.#context.evalCode(code, file, { type: 'module' });
      if (evaluated.error) throw this.#failureOf(evaluated.error);
      return evaluated.value.consume((namespace) => {
        const waits = this.#context.getPromiseState(namespace);
        if (!(waits.type === 'fulfilled' && waits.notAPromise)) throw new GuestAbort('pending');
        return this.#context.getProp(namespace, 'default').consume((exported) => this.#ask('adopt', [exported]));
      });
    });
  }

  /** Runs one hook over a batch of requests. */
  call(hook: string, requests: readonly unknown[]): unknown {
    return this.#guarded('call', () => {
      this.ticks = [];
      this.#begin(0);
      return Scope.withScope((scope) => {
        const name = scope.manage(this.#context.newString(hook));
        const batch = scope.manage(this.#context.newString(JSON.stringify(requests)));
        return this.#ask('call', [name, batch]);
      });
    });
  }

  dispose(): void {
    // A broken instance cannot be taken apart (QuickJS asserts, also after a failed import); it is dropped whole, and
    // the collector frees its memory.
    if (!this.#usable) return;
    this.#usable = false;
    this.#refuel();
    this.#scope.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
  }

  #install(modules: GuestModules, print: (line: string) => void): void {
    const context = this.#context;
    this.#runtime.setModuleLoader(
      (name) => orElse(modules.get(name), { error: new Error(`there is no module '${name}'`) }),
      (importer, name) => {
        const found = name === 'marft/env' ? name : relativeModule(importer, name);
        if (found !== undefined && modules.has(found)) return found;
        this.refusedImport = name;
        return { error: new Error(`cannot import '${name}'`) };
      },
    );
    this.#begin(0);
    const manage = <T extends QuickJSHandle>(handle: T): T => this.#scope.manage(handle);
    const evaluated = context.evalCode(look(modules, 'harness', 'module'), 'harness', { type: 'module' });
    if (evaluated.error) throw new Error(`the sandbox's own code does not run: ${JSON.stringify(context.dump(evaluated.error))}`);
    const namespace = manage(evaluated.value);
    const install = manage(context.getProp(namespace, 'install'));
    const begin = manage(context.newFunction('begin', (index) => this.#begin(context.getNumber(index))));
    const write = manage(context.newFunction('print', (line) => print(context.getString(line))));
    const tools = manage(context.unwrapResult(context.callFunction(install, context.undefined, begin, write)));
    const tool = (name: string): QuickJSHandle => manage(context.getProp(tools, name));
    this.#harness = { adopt: tool('adopt'), call: tool('call'), describe: tool('describe') };
  }

  #begin(index: number): void {
    if (index > 0) this.#note();
    this.request = index;
    this.#counter.restart();
    this.#started = performance.now();
    this.#refuel();
  }

  #refuel(): void {
    this.#instance.fuel.value = BigInt(this.#limits.work);
  }

  #note(): void {
    this.ticks[this.request] = this.#counter.ticks;
  }

  #isOverBudget(): boolean {
    if (this.#counter.ticks > this.#limits.ticks) this.#exhausted = 'ticks';
    else if (performance.now() - this.#started > this.#limits.milliseconds) this.#exhausted = 'time';
    return this.#exhausted !== undefined;
  }

  #ask(tool: 'adopt' | 'call' | 'describe', inputs: QuickJSHandle[]): unknown {
    if (!this.#harness) throw new Error('the harness is not installed');
    const answered = this.#context.callFunction(this.#harness[tool], this.#context.undefined, ...inputs);
    if (answered.error) throw this.#failureOf(answered.error);
    const answer = JSON.parse(answered.value.consume((text) => this.#context.getString(text))) as Answer;
    if ('failure' in answer) throw this.#errorFrom(checkFailure(answer.failure));
    return answer.result;
  }

  /** An uncaught exception of the guest as a host error. */
  #failureOf(thrown: QuickJSHandle): Error {
    return thrown.consume((handle) => {
      if (this.#exhausted) return new GuestAbort(this.#exhausted, this.#text(handle, 'stack'));
      try {
        this.#ask('describe', [handle]);
      } catch (error) {
        if (error instanceof Error) return error;
      }
      return new GuestAbort('broken');
    });
  }

  #errorFrom(failure: GuestFailure): Error {
    // With no memory left even for an error object, QuickJS throws null; a module may do so at any time.
    const outOfMemory =
      failure.name === ''
        ? failure.message === 'null' && this.#instance.memory.buffer.byteLength > 0.75 * this.#limits.memoryBytes
        : failure.name === 'InternalError' && /out of memory|string too long/.test(failure.message);
    if (outOfMemory) return new GuestAbort('memory', failure.stack);
    if (failure.message === 'stack overflow' || failure.message === 'Maximum call stack size exceeded')
      return new GuestAbort('stack', failure.stack);
    return new GuestError(failure);
  }

  #text(object: QuickJSHandle, property: string): string {
    return this.#context
      .getProp(object, property)
      .consume((handle) => (this.#context.typeof(handle) === 'string' ? this.#context.getString(handle) : ''));
  }

  /** Runs `work`; unless it returns, or a call ends with the guest's own error, the instance is unusable from then on. */
  #guarded<T>(kind: 'load' | 'call', work: () => T): T {
    if (!this.#usable) throw new GuestAbort('broken');
    let finished = false;
    try {
      const result = work();
      if (this.#runtime.hasPendingJob()) throw new GuestAbort('pending');
      finished = true;
      return result;
    } catch (error) {
      finished = kind === 'call' && error instanceof GuestError && !this.#runtime.hasPendingJob();
      if (error instanceof GuestError || error instanceof GuestAbort) throw error;
      if (this.#instance.fuel.value < 0n) throw new GuestAbort('work');
      // The engine's own stack overflowed (a RangeError of V8), or the WASM instance trapped.
      throw new GuestAbort(error instanceof RangeError ? 'stack' : 'broken', String(error));
    } finally {
      this.#note();
      if (!finished) this.#usable = false;
    }
  }
}
