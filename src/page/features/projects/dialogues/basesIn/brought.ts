/** Which of the bases that came with a project are to be kept here, and under which names: no other base is ever replaced. */
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import type { Files, GivenFiles } from '../../../../../core/formats/files.ts';
import { takenOfModel, WEIGHTS_FILE } from '../../../../../core/formats/models/modelFiles.ts';
import { withBaseCalled } from '../../../../../core/share/bases.ts';
import { type CarriedProject, checkCarried, freeBaseName } from '../../../../../core/share/carried.ts';
import { sameFiles } from '../../../../state/lab/sameFiles.ts';

export interface BroughtBase {
  /** What it will be called here. */
  readonly name: string;
  /** What another base here is called, and this one was. */
  readonly was: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly files: GivenFiles;
}

export interface BroughtProject {
  /** With the bases called as they will be. */
  readonly document: ProjectDocument;
  /** As it came, for whoever wants none of its bases. */
  readonly asItCame: ProjectDocument;
  /** Those that are not here. */
  readonly bases: readonly BroughtBase[];
}

export interface BaseHosts {
  /** The bases that are here, of those that the project names. */
  readonly here: Readonly<Record<string, GivenFiles>>;
  /** Whether a base, here or in the project, has that name. */
  isTaken(name: string): boolean;
  fingerprint(name: string, files: GivenFiles): Promise<string>;
  /** The files with what their prompts need; null where it was called off. Throws as loading them would. */
  check(name: string, files: GivenFiles): Promise<GivenFiles | null>;
}

/** Null where it was called off. Throws `E_BASE_CARRIED`, and what keeps a base from being loaded. */
export async function broughtProject(
  { document: asItCame, bases: carried }: CarriedProject,
  hosts: BaseHosts,
): Promise<BroughtProject | null> {
  let document = asItCame;
  const bases: BroughtBase[] = [];
  for (const { name, files, bytes } of carried) {
    const given = givenOf(files);
    const sha256 = await hosts.fingerprint(name, given);
    checkCarried(asItCame, name, sha256);
    const own = Object.hasOwn(hosts.here, name) ? hosts.here[name] : undefined;
    if (own && (await sameFiles(modelOf(own), modelOf(files)))) continue;
    const checked = await hosts.check(name, given);
    if (!checked) return null;
    const called = own ? freeBaseName(name, hosts.isTaken) : name;
    document = withBaseCalled(document, name, called);
    bases.push({ name: called, was: own ? name : null, bytes, sha256, files: checked });
  }
  return { document, asItCame, bases };
}

/** What it computes with: texts about it may differ. */
const modelOf = (files: GivenFiles): GivenFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => takenOfModel(path) === 'contents'));

/** Weights as the browser's own, so that they are kept as those of a chosen folder are. */
const givenOf = (files: Files): GivenFiles =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, WEIGHTS_FILE.test(path) ? new Blob([bytes as Uint8Array<ArrayBuffer>]) : bytes]),
  );
