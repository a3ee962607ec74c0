/** Part of the guest's side of the sandbox (`harness.ts`): a broken rule; the host turns it into a fault with this code. */
export class RuleError extends Error {
  readonly code: string;
  readonly hint: string;
  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
