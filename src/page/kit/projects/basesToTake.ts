/** The files of bases that are taken away with a run or a project: those a person brought, and those that ship. */
import { baseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { readHubBase, readOwnBase } from '../../state/bases/hubBases.ts';
import type { ReadFile } from '../../state/runs/recorded.ts';
import type { DroppedBases } from '../../../../workers/trainer/protocol.ts';
import { exportFaults } from '../../../words/words.ts';

/** Files of a shipped base model; those not required may be missing. */
const BASE_FILES: readonly { readonly path: string; readonly required: boolean }[] = [
  { path: 'config.json', required: true },
  { path: 'generation_config.json', required: false },
  { path: 'model.safetensors', required: true },
  { path: 'tokenizer.json', required: true },
  { path: 'tokenizer_config.json', required: false },
  { path: 'special_tokens_map.json', required: false },
  { path: 'README.md', required: false },
];

/** The files of a base model, read from where the page serves it. */
export async function readBase(name: string, read: ReadFile): Promise<Files> {
  const found = await Promise.all(BASE_FILES.map(async ({ path, required }) => ({ path, required, bytes: await read(path) })));
  const missing = found.find(({ required, bytes }) => required && !bytes);
  if (missing) throw new FaultError(fault(exportFaults, 'E_EXPORT_BASE', { name, file: missing.path }, { place: { subject: name } }));
  return Object.fromEntries(found.flatMap(({ path, bytes }) => (bytes ? [[path, bytes] as const] : [])));
}

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
