/**
 * A project that came as a zip with its bases (`core/share/carried.ts`): unpacked into a folder beside it, where bases are looked for and a
 * run that goes on finds them again. Nothing that is there is replaced.
 */
import { existsSync, mkdirSync, openSync, readFileSync, readSync, closeSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fault, FaultError } from '../../src/core/faults.ts';
import { encodeJson, type Files, filesInto } from '../../src/core/formats/files.ts';
import { baseFingerprint } from '../../src/core/formats/models/fingerprint.ts';
import { openModelFolder } from '../../src/core/formats/models/hf.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { checkCarried, MOST_CARRIED, readCarried } from '../../src/core/share/carried.ts';
import { formatBytes } from '../../src/core/formatBytes.ts';
import { pathFaults } from '../../src/words/words.ts';

/** The project file that `file` stands for: of a zip the one that was unpacked of it, which `tell` hears; any other is itself. */
export async function unpackedProject(file: string, tell: (message: string) => void): Promise<string>;
export async function unpackedProject(file: string | undefined, tell: (message: string) => void): Promise<string | undefined>;
export async function unpackedProject(file: string | undefined, tell: (message: string) => void): Promise<string | undefined> {
  if (file === undefined || !isZip(file)) return file;
  const { size } = statSync(file);
  if (size > MOST_CARRIED.zip)
    throw new FaultError(fault(pathFaults, 'E_CARRIED', { found: 'large', path: file, bytes: size, most: MOST_CARRIED.zip }));
  const { document, bases } = readCarried(new Uint8Array(readFileSync(file)), file);
  for (const { name, files } of bases) {
    const { config, stored } = openModelFolder(files, name);
    checkCarried(document, name, await baseFingerprint(config, stored));
  }
  const folder = join(dirname(file), basename(file).replace(/\.zip$/i, '') || 'project');
  const home = folder === file ? `${file}-unpacked` : folder;
  const unpacked = Object.assign(
    { [RUN_PATHS.project]: encodeJson(document) },
    ...bases.map((base) => filesInto(base.folder, base.files)),
  ) as Files;
  const other = Object.keys(unpacked).find((path) => !isFree(join(home, path), unpacked[path]));
  if (other !== undefined) throw new FaultError(fault(pathFaults, 'E_CARRIED', { found: 'other', path: file, home, file: other }));
  for (const [path, bytes] of Object.entries(unpacked)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    if (!existsSync(join(home, path))) writeFileSync(join(home, path), bytes);
  }
  const brought = bases.map(({ name, bytes }) => `the base “${name}” (${formatBytes(bytes)})`);
  tell(`${file} is unpacked into ${home}: ${[RUN_PATHS.project, ...brought].join(', ')}.`);
  return join(home, RUN_PATHS.project);
}

function isZip(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const start = new Uint8Array(2);
  const opened = openSync(file, 'r');
  readSync(opened, start);
  closeSync(opened);
  return start[0] === 0x50 && start[1] === 0x4b;
}

/** Whether nothing lies there, or the very same. */
const isFree = (path: string, bytes: Uint8Array = new Uint8Array()): boolean =>
  !existsSync(path) || (statSync(path).isFile() && Buffer.compare(readFileSync(path), bytes) === 0);
