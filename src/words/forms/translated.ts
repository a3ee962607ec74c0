/**
 * What a catalogue is in another language: the same keys, the same values to speak of, other sentences. Exact strings of the
 * English one count as any string, so that a key that is missing or one too many does not compile, and a wording does.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Translated<R>
    : T extends object
      ? { readonly [K in keyof T]: Translated<T[K]> }
      : T;
