/** Folders on disk as the in-memory `Files` the rest of the project speaks. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { fault, FaultError } from '../../src/core/faults.ts';
import { decodeJson, type Files, type ModelFiles } from '../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { writeFolderWhole as wholeFolder, writeWhole } from '../../src/runs/wholeFile.ts';
import { pathFaults } from '../../src/words/words.ts';
import { nodeFileSystem } from './nodeFileSystem.ts';
import { runFileFaults } from '../../src/words/words.ts';

/** The folder of this repository, or of the package that its commands were bundled for. */
export const projectRoot = packageAbove(import.meta.dirname);

function packageAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : packageAbove(dirname(folder));
}

/** Every file below `folder`, by its path with forward slashes. */
export function readFolder(folder: string): Record<string, Uint8Array> {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new FaultError(fault(pathFaults, 'E_FOLDER_MISSING', { folder }));
  const files: Record<string, Uint8Array> = {};
  for (const path of filePaths(folder)) files[path] = new Uint8Array(readFileSync(join(folder, path)));
  return files;
}

/** The paths of all files below `folder`, with forward slashes; links are not followed. */
export const filePaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')] : [],
  );

/** These files of `folder`, which are there. */
export function readFiles(folder: string, names: readonly string[]): Record<string, Uint8Array> {
  return Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

/** Writes files below `folder`, making folders as needed. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Writes a folder so that it is complete or absent, whatever happens in between. */
export const writeFolderWhole = (folder: string, files: ModelFiles): Promise<void> => wholeFolder(nodeFileSystem, folder, files);

/** The same for one file: readers find the old contents or the new, never a part. */
export const writeFileWhole = (path: string, contents: Uint8Array | string): Promise<void> =>
  writeWhole(nodeFileSystem, path, typeof contents === 'string' ? new TextEncoder().encode(contents) : contents);

/** What the page serves beside its code: of the repository the sources, of a package the built page. */
const served = join(projectRoot, existsSync(join(projectRoot, 'public')) ? 'public' : 'dist');

/** The folder of a base that ships with the workbench. */
export const baseFolder = (name: string): string => join(served, 'models', name);

const exportedSchema = z.object({ bases: z.record(z.string(), z.object({ sha256: z.string() })) });

/** What `run.json` of an export says of the bases it brings, by name; nothing where it brings none. */
export function exportedBases(run: string): Readonly<Record<string, { readonly sha256: string }>> {
  const path = join(run, RUN_PATHS.run);
  if (!existsSync(path)) return {};
  return exportedSchema.safeParse(decodeJson(readFileSync(path), path, runFileFaults, 'E_RUN_INFO')).data?.bases ?? {};
}
