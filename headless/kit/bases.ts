/**
 * Which folder the name of a base stands for in the terminal. A project may come from anywhere, so what it names is a base that
 * ships with the workbench or a folder that lies beside the project; any other folder is read only if the person passes it
 * (`--base NAME=DIR`). Of a folder only a model's own files are read.
 */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FaultError } from '../../src/core/faults.ts';
import { baseFolders } from '../../src/core/formats/models/baseFolders.ts';
import type { Files } from '../../src/core/formats/files.ts';
import { takenOfModel } from '../../src/core/formats/models/hf.ts';
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
        .find((path) => isModel(path) && isIn(path, home));
      if (beside !== undefined) return readModel(beside, home);
    }
    throw new FaultError({
      code: 'E_BASE_FOLDER',
      message: `The base “${name}” is none that ships with the workbench${home === null ? '' : `, and no model's folder in ${home}`}.`,
      hint: `Say which folder it is, if you trust what the project does with it: --base "${name}=DIR". No other folder is read because a project names it.`,
      place: { subject: name },
    });
  };
}

/** The files of a base that ships with the workbench, or that `make-base` put beside these. */
export const shippedFiles = (name: string): Files => readModel(baseFolder(name));

const isShipped = (name: string): boolean => /^\w[\w.-]*$/.test(name) && existsSync(baseFolder(name));

function passedFolder(flag: string): [name: string, folder: string] {
  const [, name = '', folder = ''] = /^(.*?)=(.+)$/s.exec(flag) ?? [];
  const refuse = (message: string, hint: string) => new FaultError({ code: 'E_FLAG', message, hint });
  if (name === '') throw refuse(`--base takes NAME=DIR, not “${flag}”.`, 'For example: --base my-llama=models/my-llama.');
  if (isShipped(name))
    throw refuse(
      `A base called “${name}” ships with the workbench, and other projects stand on it.`,
      'Give yours another name in the project.',
    );
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw refuse(`--base ${flag}: there is no folder ${folder}.`, 'Check the path; it is taken relative to where the command runs.');
  return [name, folder];
}

/** The files of a model's folder; `within` is where everything must lie, links followed. */
function readModel(folder: string, within?: string): Files {
  const files: Record<string, Uint8Array> = {};
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const taken = takenOfModel(name);
    const path = join(folder, name);
    if (taken === null || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    if (within !== undefined && !isIn(path, within)) throw tooMuch(path, `leads out of ${within}`);
    const { size } = statSync(path);
    const most = name.endsWith('.safetensors') ? MOST_BYTES.weights : MOST_BYTES.other;
    bytes += taken === 'contents' ? size : 0;
    if (taken === 'contents' && size > most) throw tooMuch(path, `has ${mebibytes(size)} MiB; at most ${mebibytes(most)} MiB are read`);
    if (bytes > MOST_IN_ALL) throw tooMuch(folder, `holds more than the ${mebibytes(MOST_IN_ALL)} MiB that are read of a model`);
    files[name] = taken === 'contents' ? new Uint8Array(readFileSync(path)) : new Uint8Array();
  }
  return files;
}

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

const isModel = (folder: string): boolean => statSync(join(folder, 'config.json'), { throwIfNoEntry: false })?.isFile() ?? false;

/** Whether `path`, links followed, lies in `folder`. */
function isIn(path: string, folder: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep);
}

function tooMuch(subject: string, why: string): FaultError {
  return new FaultError({
    code: 'E_BASE_FOLDER',
    message: `${subject} ${why}.`,
    hint: 'Choose a smaller model, or pass the folder itself: --base NAME=DIR.',
    place: { subject },
  });
}
