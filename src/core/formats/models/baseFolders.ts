/** Where the bases of a run lie in its export, so that whoever opens it finds them. */

/** Folder of each base in an export; `names` as `baseNames` gives them. A dropped folder may be called anything. */
export function baseFolders(names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 1) return new Map(names.map((name) => [name, 'base']));
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const plain = `bases/${name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'base'}`;
      let folder = plain;
      for (let number = 2; taken.has(folder.toLowerCase()); number += 1) folder = `${plain}-${number}`;
      taken.add(folder.toLowerCase());
      return [name, folder];
    }),
  );
}
