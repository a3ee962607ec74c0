/** A project's zip that may bring bases: looked through whole before anybody is asked, so that a bad file changes nothing. */
import { baseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Files, GivenFiles } from '../../../core/formats/files.ts';
import { takenOfModel, WEIGHTS_FILE } from '../../../core/formats/models/modelFiles.ts';
import { withBaseCalled } from '../../../core/share/bases.ts';
import { checkCarried, freeBaseName, readCarried } from '../../../core/share/carried.ts';
import { type BroughtBase, basesInStore } from '../../features/projects/dialogues/basesIn/basesIn.ts';
import { showDialogue } from '../../features/projects/dialogues/dialogues.ts';
import { ownBases } from '../../kit/projects/basesToTake.ts';
import { fingerprints } from '../../kit/projects/sharedBases.ts';
import { choosingStore } from '../../state/bases/choosing.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { sameFiles } from '../../state/lab/sameFiles.ts';

/** Whether a person is asked about it now; false where it brings nothing that is not here, and opens as any project. */
export async function takeCarried(zip: Uint8Array, name: string): Promise<boolean> {
  const carried = readCarried(zip, name);
  if (carried.bases.length === 0) return false;
  await engineStore.getState().listKept();
  const here = await ownBases(carried.document);
  let document: ProjectDocument = carried.document;
  const bases: BroughtBase[] = [];
  for (const { name: base, files, bytes } of carried.bases) {
    const sha256 = (await fingerprints({ [base]: files }))[base] ?? '';
    checkCarried(carried.document, base, sha256);
    const own = here[base];
    if (own && (await sameFiles(modelOf(own), modelOf(files)))) continue;
    const checked = await choosingStore.getState().check(base, givenOf(files));
    if (!checked) return true; // called off
    const called = own ? freeBaseName(base, isTaken(carried.document)) : base;
    if (own) document = withBaseCalled(document, base, called);
    bases.push({ name: called, was: own ? base : null, bytes, sha256, files: checked });
  }
  if (bases.length === 0) return false;
  basesInStore.setState({ brought: { document, asItCame: carried.document, file: name, bases } });
  pageFaultsStore.getState().report('project', []);
  showDialogue('basesIn');
  return true;
}

/** Whether a base of that name is here, or the project means another by it. */
const isTaken = (document: ProjectDocument) => {
  const { bases, kept } = engineStore.getState();
  const names = new Set([...Object.keys(bases), ...kept.map(({ name }) => name), ...baseNames(document)]);
  return (name: string): boolean => names.has(name);
};

/** What it computes with: texts about it may differ. */
const modelOf = (files: GivenFiles): GivenFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => takenOfModel(path) === 'contents'));

/** Weights as the browser's own, so that they are kept as those of a chosen folder are. */
const givenOf = (files: Files): GivenFiles =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, WEIGHTS_FILE.test(path) ? new Blob([bytes as Uint8Array<ArrayBuffer>]) : bytes]),
  );
