/** A chosen Hugging Face folder or GGUF file as a base: what is taken of it, its weights left where they lie. */
import { bytesOf } from '../../../core/askStorage.ts';
import { SHIPPED_BASES } from '../../../core/document/bases.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { MOST_IN_PAGE } from '../../../core/formats/models/hub/keptHub.ts';
import type { GivenFiles } from '../../../../workers/trainer/protocol.ts';
import { takenOfModel, tellsModel, WEIGHTS_FILE } from '../../../core/formats/models/modelFiles.ts';
import { chosenFaults } from '../../../words/words.ts';

/** Largest file beside the weights, which is read at once; bytes. */
const SMALL = 2 ** 26;

/** The name of a chosen folder as a base's; a shipped base keeps its own, since a chosen one stays in this browser for good. */
export function folderBaseName(folder: string): string {
  if (!SHIPPED_BASES.some((shipped) => shipped === folder)) return folder;
  throw new FaultError(fault(chosenFaults, 'E_MODEL_NAME', { name: folder }));
}

/**
 * Name and files of the folder, paths relative to it, or of a GGUF file alone, which is called as it is without its ending; `check`
 * refuses what no run could use and adds what prompts need. Null where it was called off.
 */
export async function readModelFolder(
  chosen: readonly File[],
  check: (name: string, files: GivenFiles) => Promise<GivenFiles | null>,
): Promise<{ readonly name: string; readonly files: GivenFiles } | null> {
  if (!tellsModel(chosen.map(relativePath))) throw new FaultError(fault(chosenFaults, 'E_MODEL_FOLDER', {}));
  const [first] = chosen;
  const name = folderBaseName(first?.webkitRelativePath.split('/')[0] || first?.name.replace(/\.gguf$/i, '') || 'model');
  // Fetched with the first folder that somebody chooses.
  const { contentsOfModel } = await import('../../../core/formats/models/chosenBase.ts');
  const taken = contentsOfModel(chosen.map(relativePath), name);
  const wanted = chosen.filter((file) => taken.includes(relativePath(file)));
  const bytes = wanted.reduce((sum, file) => sum + file.size, 0);
  const small = wanted.find((file) => !WEIGHTS_FILE.test(file.name) && file.size > SMALL);
  const most = small ? SMALL : MOST_IN_PAGE.all;
  if (bytes > most) throw new FaultError(fault(chosenFaults, 'E_MODEL_SIZE', { bytes, most }));
  const files: Record<string, Uint8Array | Blob> = {};
  for (const file of wanted) files[relativePath(file)] = WEIGHTS_FILE.test(file.name) ? file : await bytesOf(file);
  // Pickled weights are never read, but a complaint can say what to do about them.
  const named = chosen.map(relativePath).filter((path) => takenOfModel(path) === 'name');
  const checked = await check(name, { ...Object.fromEntries(named.map((path) => [path, new Uint8Array()])), ...files });
  if (!checked) return null;
  return { name, files: Object.fromEntries(Object.entries(checked).filter(([path]) => !named.includes(path))) };
}

/** `folder/config.json` → `config.json`. */
function relativePath({ name, webkitRelativePath }: File): string {
  return webkitRelativePath === '' ? name : webkitRelativePath.split('/').slice(1).join('/');
}
