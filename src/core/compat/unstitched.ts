/**
 * R3 stitches what was computed adapter by adapter together with agent ids that sit one position late (marft-spec §12.4), so
 * the first decision of every message gets nothing: 0 for a proximal log-probability, a value, or a value's slope.
 * `r3_unstitched_first_tokens`.
 */
import type { Compat } from '../document/trainingSchema.ts';

/** `values`, flat over the decisions of messages of these `lengths`, as R3 stitches them; the very array with the switch off. */
export function stitched(values: Float32Array, lengths: readonly number[], compat: readonly Compat[]): Float32Array {
  if (!compat.includes('r3_unstitched_first_tokens')) return values;
  const late = values.slice();
  let at = 0;
  for (const length of lengths) {
    if (length > 0) late[at] = 0;
    at += length;
  }
  return late;
}
