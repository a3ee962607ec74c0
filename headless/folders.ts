/** Folders on disk as the in-memory `Files` the rest of the project speaks. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { FaultError } from '../src/core/faults.ts';
import { decodeJson, type Files } from '../src/core/formats/files.ts';
import { RUN_PATHS } from '../src/core/formats/rundir.ts';

export const projectRoot = join(import.meta.dirname, '..');

/** Every file below `folder`, by its path with forward slashes. */
export function readFolder(folder: string): Record<string, Uint8Array> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new FaultError({
      code: 'E_FOLDER_MISSING',
      message: `There is no folder ${folder}.`,
      hint: 'Check the path; it is taken relative to where the command runs.',
    });
  }
  const files: Record<string, Uint8Array> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path).split(sep).join('/')] = new Uint8Array(readFileSync(path));
  }
  return files;
}

/** These files of `folder`, which are there. */
export function readFiles(folder: string, names: readonly string[]): Record<string, Uint8Array> {
  return Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

/** Writes files below `folder`, making folders as needed; `flush` waits until they are on the disk. */
export function writeFiles(folder: string, files: Files, flush = false): void {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { flush });
  }
}

/** What is being written and not yet in its place has this at its end. */
export const PARTIAL = '.partial';

/** Writes a folder aside, then renames it into place: it is complete or absent, whatever happens in between. */
export function writeFolderWhole(folder: string, files: Files): void {
  const aside = `${folder}${PARTIAL}`;
  rmSync(aside, { recursive: true, force: true });
  writeFiles(aside, files, true);
  // An older one is taken out of its place whole: half deleted, it would look complete.
  const older = `${folder}.older${PARTIAL}`;
  rmSync(older, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, older);
  renameSync(aside, folder);
  rmSync(older, { recursive: true, force: true });
}

/** The same for one file: readers find the old contents or the new, never a part. */
export function writeFileWhole(path: string, contents: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}${PARTIAL}`, contents, { flush: true });
  renameSync(`${path}${PARTIAL}`, path);
}

/** The folder of a base that ships with the workbench. */
export const baseFolder = (name: string): string => join(projectRoot, 'public', 'models', name);

const exportedSchema = z.object({ bases: z.record(z.string(), z.object({ sha256: z.string() })) });

/** What `run.json` of an export says of the bases it brings, by name; nothing where it brings none. */
export function exportedBases(run: string): Readonly<Record<string, { readonly sha256: string }>> {
  const path = join(run, RUN_PATHS.run);
  if (!existsSync(path)) return {};
  return exportedSchema.safeParse(decodeJson(readFileSync(path), path, 'E_RUN_INFO')).data?.bases ?? {};
}
