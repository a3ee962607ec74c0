/** Entries of one shape by key, where the keys are what the catalogue has: whoever asks for another does not compile. */
export const table =
  <V>() =>
  <K extends string>(entries: Readonly<Record<K, V>>): Readonly<Record<K, V>> =>
    entries;
