/** A sentence that names no value, as a catalogue of faults holds it. */
export const always =
  (message: string, hint?: string) =>
  (_: object): { readonly message: string; readonly hint?: string } => ({ message, hint });
