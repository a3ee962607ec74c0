/**
 * Which folder the name of a base stands for in the terminal. A project may come from anywhere, so what it names is a base that
 * ships with the workbench or a folder that lies beside the project; any other folder is read only if the person passes it
 * (`--base NAME=DIR`). Of a folder only a model's own files are read. A model of the Hub is fetched only if the person passes it
 * too (hubBases.ts).
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { BaseFacts } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { baseFolders } from '../../src/core/formats/models/baseFolders.ts';
import type { ModelFile } from '../../src/core/formats/byteSource.ts';
import type { ModelFiles } from '../../src/core/formats/files.ts';
import { contentsOfModel } from '../../src/core/formats/models/hf.ts';
import { type HubName, parseHubName } from '../../src/core/formats/models/hub/hubName.ts';
import { takenOfModel, tellsModel } from '../../src/core/formats/models/modelFiles.ts';
import { flagFaults, hubFaults, terminalBaseFaults } from '../../src/words/words.ts';
import { fileSource } from './fileSource.ts';
import { baseFolder } from './folders.ts';

export const BASE_FLAG = { base: { type: 'string', multiple: true } } as const;

/**
 * The files of a base by name; `names` are all the project's, among which an export numbers its folders, `told` what whoever shared the
 * project said of this one.
 */
export type BaseFiles = (name: string, names: readonly string[], told?: BaseFacts | null) => ModelFiles;

/** Largest file of a model that is read: weights, which are read piece by piece, and everything else. */
export const MOST_BYTES = { weights: 2 ** 34, other: 2 ** 26 } as const;
/** Most bytes of all files of one model. */
export const MOST_IN_ALL = 2 ** 34;

/** Finds bases by what `--base` passes, among those that ship, and beside the project in the folder `home`. */
export function basesFrom(passed: readonly string[] = [], home: string | null = null): BaseFiles {
  const folders = new Map(passed.map(passedFolder));
  return (name, names, told = null) => {
    const given = folders.get(name);
    if (given !== undefined) return readModel(given);
    if (isShipped(name)) return shippedFiles(name);
    if (home !== null) {
      const beside = besideFolder(name, names, home);
      if (beside !== undefined) return readModel(beside, home);
    }
    const nothing = { found: 'nothing' as const, name, home, hub: parseHubName(name) !== null, told };
    throw new FaultError(fault(terminalBaseFaults, 'E_BASE_FOLDER', nothing, { place: { subject: name } }));
  };
}

/** The folder in `home` that a base stands for; undefined where there is none. */
export const besideFolder = (name: string, names: readonly string[], home: string): string | undefined =>
  [name, baseFolders(names).get(name) ?? name]
    .map((path) => join(home, path))
    .find((path) => isFolder(path) && isIn(path, home) && isModel(path));

/** The files of a base that ships with the workbench, or that `make-base` put beside these. */
export const shippedFiles = (name: string): ModelFiles => readModel(baseFolder(name));

/** Whether this copy of the workbench has it; the packed terminal has none. */
export const isShipped = (name: string): boolean => /^\w[\w.-]*$/.test(name) && existsSync(baseFolder(name));

/** What a `--base` passes under a name: a folder, or a model of the Hub, for which the name may be left out. */
export type PassedBase = { readonly name: string; readonly folder: string } | { readonly name: string | null; readonly hub: HubName };

/** Reads `NAME=DIR`, `NAME=org/name[@revision]` and `[NAME=]hf:org/name[@revision]`. Throws `E_FLAG`, `E_HUB_NAME`. */
export function passedBase(flag: string): PassedBase {
  if (flag.startsWith('hf:') && !flag.includes('=')) return { name: null, hub: hubName(flag) };
  const [, name = '', given = ''] = /^(.*?)=(.+)$/s.exec(flag) ?? [];
  if (name === '') throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base', given: flag }));
  if (isShipped(name)) throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base shipped', name }));
  if (given.startsWith('hf:')) return { name, hub: hubName(given) };
  if (isFolder(given)) return { name, folder: given };
  const hub = parseHubName(given);
  if (hub && !existsSync(given)) return { name, hub };
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base folder', given: flag, folder: given }));
}

function hubName(given: string): HubName {
  const name = parseHubName(given);
  if (name) return name;
  throw new FaultError(fault(hubFaults, 'E_HUB_NAME', { given: given.replace(/^hf:/, '') }));
}

function passedFolder(flag: string): [name: string, folder: string] {
  const passed = passedBase(flag);
  if ('folder' in passed) return [passed.name, passed.folder];
  throw new Error(`${flag} was not fetched`);
}

/** The files of a model's folder; `within` is where everything must lie, links followed. */
export function readModel(folder: string, within?: string): ModelFiles {
  const files: Record<string, ModelFile> = {};
  let bytes = 0;
  const names = readdirSync(folder);
  const read = contentsOfModel(names, folder);
  for (const name of names) {
    const taken = read.includes(name) ? 'contents' : takenOfModel(name) === 'name' ? 'name' : null;
    const path = join(folder, name);
    if (taken === null || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    if (within !== undefined && !isIn(path, within)) throw tooMuch({ found: 'link', path, within });
    const { size } = statSync(path);
    const isWeights = /\.(?:safetensors|gguf)$/.test(name);
    const most = isWeights ? MOST_BYTES.weights : MOST_BYTES.other;
    bytes += taken === 'contents' ? size : 0;
    if (taken === 'contents' && size > most) throw tooMuch({ found: 'large file', path, bytes: size, most });
    if (bytes > MOST_IN_ALL) throw tooMuch({ found: 'large model', path: folder, bytes, most: MOST_IN_ALL });
    if (taken === 'name') files[name] = new Uint8Array();
    else files[name] = isWeights ? fileSource(path) : new Uint8Array(readFileSync(path));
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
