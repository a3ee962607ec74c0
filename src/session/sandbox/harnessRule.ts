/**
 * Part of the guest's side of the sandbox (`harness.ts`): broken rules. A rule is known by the very error that was made for it
 * here and by nothing that the error carries, so that a module that catches one can neither make another nor reword it.
 */

/** What the host is told of a broken rule. */
export interface Rule {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

const RULES = new WeakMap<object, Rule>();

/** An error to be thrown for a broken rule; to the module that catches it, it is any error. */
export function ruleError(code: string, message: string, hint: string): Error {
  const error = new Error(message);
  RULES.set(error, { code, message, hint });
  return error;
}

/** The rule that a thrown thing was made for here; undefined for whatever else is thrown. */
export function ruleOf(thrown: unknown): Rule | undefined {
  return RULES.get(thrown as object);
}
