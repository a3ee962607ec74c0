/** The bases that a project is shared with: what is known of them here, and which of them only this browser has. */
import { toldBase } from '../../../core/document/bases.ts';
import type { BaseFacts, ProjectDocument } from '../../../core/document/schema.ts';
import type { GivenFiles } from '../../../core/formats/files.ts';
import { type NamedBase, namedBases, namingBases } from '../../../core/share/bases.ts';
import { spawnHub } from '../../../../workers/hub/client.ts';
import { sizeOf } from '../../state/bases/baseDatabase.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { ownBases } from './basesToTake.ts';

export interface SharedBase extends NamedBase {
  /** Its files, where this browser has them. */
  readonly files: GivenFiles | null;
}

/** The bases of `document` that do not ship, without fingerprints: those take as long as reading all weights. */
export async function sharedBases(document: ProjectDocument): Promise<readonly SharedBase[]> {
  await engineStore.getState().listKept();
  // A browser that keeps nothing has none of them.
  const here = await ownBases(document).catch((): Readonly<Record<string, GivenFiles>> => ({}));
  return namedBases(document)
    .filter(({ from }) => from !== 'shipped')
    .map((base) => {
      const files = here[base.name] ?? null;
      return files ? { ...base, bytes: sizeOf(files), files } : { ...base, ...toldBase(document, base.name), files };
    });
}

/** The same with the fingerprints of those that only this browser has. One whose weights cannot be read stays without. */
export async function withFingerprints(bases: readonly SharedBase[]): Promise<readonly SharedBase[]> {
  const own = bases.filter(({ from, files }) => from === 'own' && files !== null);
  const found = await fingerprints(Object.fromEntries(own.map(({ name, files }) => [name, files ?? {}]))).catch(() => ({}));
  return bases.map((base) => ({ ...base, sha256: (found as Record<string, string>)[base.name] ?? base.sha256 }));
}

/** Of each base, computed in a worker that ends with it. Throws what keeps one from being loaded. */
export async function fingerprints(bases: Readonly<Record<string, GivenFiles>>): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  if (Object.keys(bases).length === 0) return found;
  const hub = spawnHub(() => undefined);
  try {
    for (const [name, files] of Object.entries(bases)) found[name] = await hub.fingerprint(name, files);
  } finally {
    hub.close();
  }
  return found;
}

/** `document` with what is known of them. */
export const namedWith = (document: ProjectDocument, bases: readonly SharedBase[]): ProjectDocument =>
  namingBases(document, (name): BaseFacts | null => {
    const base = bases.find((candidate) => candidate.name === name);
    return base?.files ? { name, bytes: base.bytes, sha256: base.sha256 } : null;
  });
