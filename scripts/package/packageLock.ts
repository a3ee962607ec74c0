/** A part of `package-lock.json`: the same versions and hashes, of only some packages and what those need. */

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

export interface PackageLock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * The lock of a package described by `manifest`, whose dependencies are all in `lock`. Throws where one is not, since `npm ci` would refuse the
 * result.
 */
export function lockOf(
  lock: PackageLock,
  manifest: { readonly name: string; readonly version: string; readonly dependencies: Readonly<Record<string, string>> },
) {
  const needed = new Map<string, LockedPackage>();
  const take = (name: string, from: string, mayLack: boolean): void => {
    const path = resolved(lock, name, from);
    if (path === null) {
      if (mayLack) return;
      throw new Error(`package-lock.json has no ${name}, which ${from || manifest.name} needs`);
    }
    if (needed.has(path)) return;
    // Installed for development there, for its own sake here.
    const { dev: _, devOptional, ...entry } = lock.packages[path] ?? {};
    needed.set(path, devOptional ? { ...entry, optional: true } : entry);
    for (const inner of Object.keys(entry.dependencies ?? {})) take(inner, path, false);
    for (const inner of Object.keys(entry.optionalDependencies ?? {})) take(inner, path, true);
    for (const inner of Object.keys(entry.peerDependencies ?? {}))
      take(inner, path, entry.peerDependenciesMeta?.[inner]?.optional ?? false);
  };
  for (const name of Object.keys(manifest.dependencies)) take(name, '', false);
  const { name, version } = manifest;
  const packages = Object.fromEntries([['', manifest], ...[...needed].sort(([a], [b]) => (a < b ? -1 : 1))]);
  return { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages };
}

/** Where Node finds `name` from the package at `from`: beside it, or in a folder above. */
function resolved({ packages }: PackageLock, name: string, from: string): string | null {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
    const above = folder.lastIndexOf('node_modules/');
    folder = above <= 0 ? '' : folder.slice(0, above - 1);
  }
}
