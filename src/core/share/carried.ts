/**
 * A project as a zip that carries the bases which nobody else can fetch: `project.json` and a folder of each, where a terminal looks for
 * them too. What is opened is as hostile as any file: paths and sizes are held before anything is unpacked, of a folder only a model's own
 * files are taken, and a base that is not the one that its project tells of is refused.
 */
import { baseNames, toldBase } from '../document/bases.ts';
import { parseDocument } from '../document/parse.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { fault, FaultError } from '../faults.ts';
import { DEFAULT_ARCHIVE_LIMITS, unzipFiles } from '../formats/archive.ts';
import { encodeJson, type Files, filesInto, filesUnder, type GivenFiles } from '../formats/files.ts';
import { baseFolders } from '../formats/models/baseFolders.ts';
import { takenOfModel, tellsModel } from '../formats/models/modelFiles.ts';
import { RUN_PATHS } from '../formats/runPaths.ts';
import { openedFaults } from '../../words/words.ts';
import { baseSource } from './bases.ts';

/** Largest such file that the page and the terminal open, and what it may unpack to; bytes. */
export const MOST_CARRIED = { zip: 2 ** 29, unpacked: DEFAULT_ARCHIVE_LIMITS.bytes } as const;

export interface CarriedBase {
  readonly name: string;
  /** Its folder in the zip. */
  readonly folder: string;
  readonly files: Files;
  readonly bytes: number;
}

export interface CarriedProject {
  readonly document: ProjectDocument;
  /** Those that are neither shipped nor of the Hub. */
  readonly bases: readonly CarriedBase[];
}

/** What goes into the zip of `document` (`namingBases`) with its `bases` by name. */
export function carriedFiles(document: ProjectDocument, bases: Readonly<Record<string, GivenFiles>>): GivenFiles {
  const folders = baseFolders(baseNames(document));
  const given = Object.entries(bases).map(([name, files]) => filesInto(folders.get(name) ?? 'base', files));
  return Object.assign({ [RUN_PATHS.project]: encodeJson(document) }, ...given) as GivenFiles;
}

/** Files that lie beside a model's own: what it is, and what others may do with it. */
const ABOUT = /^(?:README|LICEN[CS]E|NOTICE)(?:\.\w{1,8})?$/i;

/** Whether a file of a carried base is taken, by its path in the folder. */
const isTaken = (path: string): boolean => takenOfModel(path) === 'contents' || ABOUT.test(path);

/** Reads such a zip, or that of a run; `subject` names it. Throws `E_ARCHIVE_*` and `E_DOCUMENT_*`. */
export function readCarried(zip: Uint8Array, subject: string): CarriedProject {
  const all = unzipFiles(zip, DEFAULT_ARCHIVE_LIMITS, subject);
  const [project = RUN_PATHS.project] = Object.keys(all)
    .filter((path) => path === RUN_PATHS.project || path.endsWith(`/${RUN_PATHS.project}`))
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  const root = project.slice(0, -RUN_PATHS.project.length);
  const files = root === '' ? all : filesUnder(all, root);
  const document = parseDocument(new TextDecoder().decode(all[project]));
  const names = baseNames(document);
  const folders = baseFolders(names);
  const bases = names.flatMap((name): CarriedBase[] => {
    if (baseSource(name) !== 'own') return [];
    const folder = folders.get(name) ?? 'base';
    const taken = Object.fromEntries(Object.entries(filesUnder(files, folder)).filter(([path]) => isTaken(path)));
    if (!tellsModel(Object.keys(taken))) return [];
    return [{ name, folder, files: taken, bytes: Object.values(taken).reduce((sum, { byteLength }) => sum + byteLength, 0) }];
  });
  return { document, bases };
}

/** Throws `E_BASE_CARRIED` where the base that came along, of this fingerprint, is not the one that the project tells of. */
export function checkCarried(document: ProjectDocument, name: string, sha256: string): void {
  const told = toldBase(document, name)?.sha256 ?? null;
  if (told === null || told === sha256) return;
  throw new FaultError(fault(openedFaults, 'E_BASE_CARRIED', { name, found: sha256, told }, { place: { subject: name } }));
}

/** A name like `name` that no base in `taken` has. */
export function freeBaseName(name: string, taken: (name: string) => boolean): string {
  let number = 2;
  while (taken(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}
