/**
 * Which folder the name of a base stands for in the terminal. A project may come from anywhere, so what it names is a base that
 * ships with the workbench or a folder that lies beside the project; any other folder is read only if the person passes it
 * (`--base NAME=DIR`). Of a folder only a model's own files are read.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fault, FaultError } from '../../src/core/faults.ts';
import { baseFolders } from '../../src/core/formats/models/baseFolders.ts';
import type { Files } from '../../src/core/formats/files.ts';
import { contentsOfModel, takenOfModel, tellsModel } from '../../src/core/formats/models/hf.ts';
import { flagFaults, terminalBaseFaults } from '../../src/words/words.ts';
import { baseFolder } from './folders.ts';

export const BASE_FLAG = { base: { type: 'string', multiple: true } } as const;

/** The files of a base by name; `names` are all the project's, among which an export numbers its folders. */
export type BaseFiles = (name: string, names: readonly string[]) => Files;

/** Largest file of a model that is read: weights (Node reads no larger file), and everything else. */
const MOST_BYTES = { weights: 2 ** 31 - 1, other: 2 ** 26 } as const;
/** Most bytes of all files of one model. */
const MOST_IN_ALL = 2 ** 34;

/** Finds bases by what `--base` passes, among those that ship, and beside the project in the folder `home`. */
export function basesFrom(passed: readonly string[] = [], home: string | null = null): BaseFiles {
  const folders = new Map(passed.map(passedFolder));
  return (name, names) => {
    const given = folders.get(name);
    if (given !== undefined) return readModel(given);
    if (isShipped(name)) return shippedFiles(name);
    if (home !== null) {
      const beside = [name, baseFolders(names).get(name) ?? name]
        .map((path) => join(home, path))
        .find((path) => isFolder(path) && isIn(path, home) && isModel(path));
      if (beside !== undefined) return readModel(beside, home);
    }
    throw new FaultError(fault(terminalBaseFaults, 'E_BASE_FOLDER', { found: 'nothing', name, home }, { place: { subject: name } }));
  };
}

/** The files of a base that ships with the workbench, or that `make-base` put beside these. */
export const shippedFiles = (name: string): Files => readModel(baseFolder(name));

const isShipped = (name: string): boolean => /^\w[\w.-]*$/.test(name) && existsSync(baseFolder(name));

function passedFolder(flag: string): [name: string, folder: string] {
  const [, name = '', folder = ''] = /^(.*?)=(.+)$/s.exec(flag) ?? [];
  if (name === '') throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base', given: flag }));
  if (isShipped(name)) throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base shipped', name }));
  if (!isFolder(folder)) throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base folder', given: flag, folder }));
  return [name, folder];
}

/** The files of a model's folder; `within` is where everything must lie, links followed. */
function readModel(folder: string, within?: string): Files {
  const files: Record<string, Uint8Array> = {};
  let bytes = 0;
  const names = readdirSync(folder);
  const read = contentsOfModel(names, folder);
  for (const name of names) {
    const taken = read.includes(name) ? 'contents' : takenOfModel(name) === 'name' ? 'name' : null;
    const path = join(folder, name);
    if (taken === null || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    if (within !== undefined && !isIn(path, within)) throw tooMuch({ found: 'link', path, within });
    const { size } = statSync(path);
    const most = /\.(?:safetensors|gguf)$/.test(name) ? MOST_BYTES.weights : MOST_BYTES.other;
    bytes += taken === 'contents' ? size : 0;
    if (taken === 'contents' && size > most) throw tooMuch({ found: 'large file', path, bytes: size, most });
    if (bytes > MOST_IN_ALL) throw tooMuch({ found: 'large model', path: folder, bytes, most: MOST_IN_ALL });
    files[name] = taken === 'contents' ? new Uint8Array(readFileSync(path)) : new Uint8Array();
  }
  return files;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isModel = (folder: string): boolean =>
  tellsModel(readdirSync(folder).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile()));

/** Whether `path`, links followed, lies in `folder`. */
function isIn(path: string, folder: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

type Unread = Exclude<Parameters<typeof terminalBaseFaults.E_BASE_FOLDER>[0], { readonly found: 'nothing' }>;

const tooMuch = (found: Unread): FaultError =>
  new FaultError(fault(terminalBaseFaults, 'E_BASE_FOLDER', found, { place: { subject: found.path } }));
