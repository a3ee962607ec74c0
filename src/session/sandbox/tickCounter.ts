/**
 * Interpreter ticks, counted one by one. QuickJS counts down from 10,000 and asks its interrupt handler at nothing; most
 * calls of an environment end long before that, so the count itself is read out of the interpreter's memory. Where it
 * stands there is found at boot, not written down: while the handler runs, it is the one word that was just set to 10,000.
 */
import { at } from '../../core/at.ts';
import type { QuickJSContext } from 'quickjs-emscripten-core';

/** QuickJS asks its interrupt handler once per this many ticks (`JS_INTERRUPT_COUNTER_INIT`). */
export const TICKS_PER_POLL = 10_000;

/**
 * Ticks until the handler is asked first. A loop of two ticks a round is stopped at the same one each time; with an odd number
 * that is the test within the round, whose line QuickJS knows, and not the jump back to the top, which it takes for the line above.
 */
const FIRST_POLL = TICKS_PER_POLL - 1;

/** How much of the context is searched; the count is within its first fields. */
const WORDS_SEARCHED = 256;

export class TickCounter {
  readonly #memory: WebAssembly.Memory;
  readonly #address: number;
  #polls = 0;

  /** To be made inside the interrupt handler of a runtime that has only this context. */
  constructor(memory: WebAssembly.Memory, context: QuickJSContext) {
    // The package keeps the pointer to itself, though it hands out the memory.
    const { value: pointer } = (context as unknown as { readonly ctx: { readonly value: number } }).ctx;
    const words = new Int32Array(memory.buffer, pointer, WORDS_SEARCHED);
    const found = [...words.keys()].filter((word) => words[word] === TICKS_PER_POLL);
    const [word] = found;
    if (word === undefined || found.length > 1) throw new Error(`${found.length} words of the interpreter look like its tick count`);
    this.#memory = memory;
    this.#address = pointer + 4 * word;
  }

  /** Ticks since the last {@link restart}: loop rounds (about two each) and calls; work inside built-in functions is one. */
  get ticks(): number {
    return this.#polls * TICKS_PER_POLL + FIRST_POLL - at(this.#word(), 0);
  }

  /** Counts from nothing again, so that a budget does not depend on what ran before. */
  restart(): void {
    this.#polls = 0;
    this.#word()[0] = FIRST_POLL;
  }

  /** The interrupt handler was asked: after each 10,000 ticks, and by long searches of regular expressions. */
  polled(): void {
    this.#polls += 1;
  }

  /** Made anew for each use: the memory's buffer is another one after it has grown. */
  #word(): Int32Array {
    return new Int32Array(this.#memory.buffer, this.#address, 1);
  }
}
