/**
 * What the guest says went wrong, as far as the host believes it. The guest's side of the sandbox writes it, but it runs in one
 * interpreter with the person's module: whatever arrives is taken for that module's words, never for the workbench's.
 */
import { guestWords } from '../../core/environment/words.ts';
import type { Fault } from '../../core/faults.ts';
import { LINE_LIMIT, NAME_LIMIT, STACK_LIMIT } from './harnessLimits.ts';

/** The faults that environment code may end with by what it says; every other code is the host's to give. */
const CODES = ['E_ENV_ASYNC', 'E_ENV_FORBIDDEN', 'E_ENV_MODULE', 'E_ENV_RESULT'] as const satisfies readonly Fault['code'][];
type GuestCode = (typeof CODES)[number];

export interface GuestFailure {
  /** Name of the error; empty where something else was thrown. */
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  /** The rule of the sandbox that was broken, and what to do; absent where the code threw by itself. */
  readonly rule?: { readonly code: GuestCode; readonly hint: string };
}

/** A failure that came out of the interpreter as JSON. */
export function checkFailure(value: unknown): GuestFailure {
  const { name, message, stack, code, hint } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const known = CODES.find((one) => one === code);
  return {
    name: guestWords(name, NAME_LIMIT),
    message: guestWords(message, LINE_LIMIT),
    stack: guestWords(stack, STACK_LIMIT),
    ...(known && { rule: { code: known, hint: guestWords(hint, LINE_LIMIT) } }),
  };
}
