/**
 * Everything that bounds environment code, in one place; docs/safety.md shows it as a table. What a module prints and throws
 * is clipped inside the sandbox already, where only `session/sandbox/harnessLimits.ts` can be read.
 */
import { TICK_BUDGET } from './contract.ts';

export interface SandboxLimits {
  /** Interpreter ticks (loop rounds and calls) for evaluating the module and for each request. */
  readonly ticks: number;
  /**
   * Rounds of the loops inside the interpreter, its calls and its copies of 32 bytes, for the same: ends what ticks cannot
   * see, a built-in function that never comes back (`metering.ts`).
   */
  readonly work: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** Wall clock for what both miss, far above any honest call; it only ever aborts. */
  readonly milliseconds: number;
}

/**
 * Ten million ticks are 0.05 to 0.5 s, a billion units of work 2 to 10 s (measured). The stack stays at 256 KB: with 512 KB
 * and more V8's own stack overflows before QuickJS notices (measured, Node 20), which costs the instance; with 256 KB a
 * function can call itself 1,300 times.
 */
export const DEFAULT_LIMITS: SandboxLimits = {
  ticks: TICK_BUDGET,
  work: 1_000_000_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  milliseconds: 10_000,
};

/** Bytes beside the guest's heap: the interpreter's own data and stack, and what its allocator wastes. */
export const MEMORY_OVERHEAD = 32 * 1024 * 1024;

/** Largest texts and values an environment may hand back, in UTF-16 units (of the JSON text, for values). */
export const RESULT_LIMITS = {
  observation: 64 * 1024,
  state: 256 * 1024,
  info: 16 * 1024,
  text: 64 * 1024,
  answer: 2_000,
  roles: 64,
  skills: 32,
  depth: 64,
} as const;

/** Console lines kept until somebody takes them. */
export const CONSOLE_LINES = 200;

/** Requests whose cost is kept until somebody asks. */
export const COSTS_KEPT = 1_000;

/** Frames told of a stack; a recursion has thousands that say the same. */
export const STACK_FRAMES = 20;

/** How long the page waits for the environment worker before it ends it: for any call, and for each request of its batch. */
export const WATCHDOG = { milliseconds: 20_000, perRequest: 1_000 } as const;
