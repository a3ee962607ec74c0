/** Bases that a person brought: used by what puts a run together and by what takes one in, which are fetched at different times. */
import { baseNames } from '../../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { engineStore } from '../../../state/engine/engine.ts';
import { readHubBase, readOwnBase } from '../../../state/bases/hubBases.ts';
import type { DroppedBases } from '../../../../../workers/trainer/protocol.ts';

/** The bases of a person's own that `document` stands on. */
export async function ownBases(document: ProjectDocument): Promise<DroppedBases> {
  const { bases, kept } = engineStore.getState();
  const found = baseNames(document).map(async (name) => {
    const files =
      bases[name] ?? (kept.some((base) => base.name === name) ? ((await readOwnBase(name)) ?? (await readHubBase(name))) : null);
    return files ? ([[name, files]] as const) : [];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}
