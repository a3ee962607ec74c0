/** Which files are adapters: one PEFT folder per role. */
import type { Files } from '../../files.ts';

const PEFT_FILE = /^([^/]+)\/adapter_(?:config\.json|model\.safetensors)$/;

/** Roles that have a PEFT folder among `files`. */
export const rolesIn = (files: Files): ReadonlySet<string> =>
  new Set(Object.keys(files).flatMap((path) => PEFT_FILE.exec(path)?.[1] ?? []));

/** The PEFT folders among `files`, such as a checkpoint's own folder, without what lies beside them. */
export function adapterFilesOf(files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => PEFT_FILE.test(path)));
}
