/** Everything reachable by name from the host's global object, two levels deep, as identities. */
export function hostGraph(): Map<string, unknown> {
  const graph = new Map<string, unknown>();
  const note = (path: string, object: object, depth: number): void => {
    for (const key of Reflect.ownKeys(object)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
      const name = `${path}.${String(key)}`;
      if (typeof value !== 'number' && typeof value !== 'string') graph.set(name, value ?? get ?? set);
      const holds = (typeof value === 'object' && value !== null) || typeof value === 'function';
      if (holds && depth > 0 && /^[A-Z]|^prototype$/.test(String(key))) note(name, value as object, depth - 1);
    }
  };
  note('globalThis', globalThis, 2);
  return graph;
}
