/** What differs between files that should be alike. */

/** A clause for each of the first differences; empty where there is none. `but` may be missing. */
export function differences(
  found: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
  but: (path: string) => boolean = () => false,
): string[] {
  const all = new Set([...found.keys(), ...wanted.keys()]);
  return [...all].flatMap((path) => {
    const [is, was] = [found.get(path), wanted.get(path)];
    if (is === was || (is === undefined && but(path))) return [];
    if (is === undefined) return [`${path} is missing`];
    return [was === undefined ? `${path} is left over` : `${path} differs (${is.length} bytes for ${was.length})`];
  });
}

/** Of a run's files those that are by neither the clock nor the way to its end. */
export const comparable = (files: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...files].filter(([path]) => /^(project\.json|metrics\.jsonl|checksums\.jsonl|checkpoints\/steps_.*|rollouts\/.*)$/.test(path)));

export const codesOf = (values: Iterable<unknown>): string => [...values].join(', ') || 'none';
