/** Whose adapter is which, of a folder that somebody trained elsewhere: PEFT folders, called as it pleased their trainer. */
import { ADAPTER_CONFIG, ADAPTER_MODEL } from '../../models/adapters/peft.ts';
import type { Files } from '../../files.ts';

/** Paths of the PEFT folders among `files`, '' for the top, in the order of their names. */
export function adapterFolders(files: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(files)
    .filter((path) => path === ADAPTER_CONFIG || path.endsWith(`/${ADAPTER_CONFIG}`))
    .map((path) => path.slice(0, -ADAPTER_CONFIG.length).replace(/\/$/, ''))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** The folder of each role as far as names tell: the one that is called so, or the only one there is; null for none. */
export function usualFolders(folders: readonly string[], roles: readonly string[]): Record<string, string | null> {
  const only = folders.length === 1 ? (folders[0] ?? null) : null;
  const called = (role: string): string | undefined => folders.find((folder) => folder.split('/').includes(role));
  return Object.fromEntries(roles.map((role) => [role, called(role) ?? only]));
}

/** One PEFT folder per role that has one. */
export function adaptersOf(files: Files, whose: Readonly<Record<string, string | null>>): Files {
  return Object.fromEntries(
    Object.entries(whose).flatMap(([role, folder]) =>
      folder === null
        ? []
        : [ADAPTER_CONFIG, ADAPTER_MODEL].flatMap((name) => {
            const bytes = files[folder === '' ? name : `${folder}/${name}`];
            return bytes ? [[`${role}/${name}`, bytes] as const] : [];
          }),
    ),
  );
}
