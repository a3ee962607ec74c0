/** Reads a chosen Hugging Face folder into memory, and refuses it at once where no run could use it. */
import { bytesOf } from '../../../core/askStorage.ts';
import { SHIPPED_BASES } from '../../../core/document/bases.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import type { Files } from '../../../../workers/trainer/protocol.ts';
import { takenOfModel, tellsModel } from '../../../core/formats/models/modelFiles.ts';
import { chosenFaults } from '../../../words/words.ts';

/** More than any model a browser tab can train. */
const MAX_BYTES = 2 * 2 ** 30;

/** The name of a chosen folder as a base's; a shipped base keeps its own, since a chosen one stays in this browser for good. */
export function folderBaseName(folder: string): string {
  if (!SHIPPED_BASES.some((shipped) => shipped === folder)) return folder;
  throw new FaultError(fault(chosenFaults, 'E_MODEL_NAME', { name: folder }));
}

/**
 * Name and files of the folder, paths relative to it, or of a GGUF file alone, which is called as it is without its ending. Throws
 * as loading it as a base would.
 */
export async function readModelFolder(chosen: readonly File[]): Promise<{ readonly name: string; readonly files: Files }> {
  if (!tellsModel(chosen.map(relativePath))) throw new FaultError(fault(chosenFaults, 'E_MODEL_FOLDER', {}));
  const [first] = chosen;
  const name = folderBaseName(first?.webkitRelativePath.split('/')[0] || first?.name.replace(/\.gguf$/i, '') || 'model');
  // Fetched with the first folder that somebody chooses: a tokenizer is not needed to open the page.
  const { checkBase, contentsOfModel, withPromptFiles } = await import('../../../core/formats/models/chosenBase.ts');
  const taken = contentsOfModel(chosen.map(relativePath), name);
  const wanted = chosen.filter((file) => taken.includes(relativePath(file)));
  const bytes = wanted.reduce((sum, file) => sum + file.size, 0);
  if (bytes > MAX_BYTES) throw new FaultError(fault(chosenFaults, 'E_MODEL_SIZE', { bytes, most: MAX_BYTES }));
  const files: Record<string, Uint8Array> = {};
  for (const file of wanted) files[relativePath(file)] = await bytesOf(file);
  const named = chosen.map(relativePath).filter((path) => takenOfModel(path) === 'name');
  checkBase({ ...Object.fromEntries(named.map((path) => [path, new Uint8Array()])), ...files }, name);
  return { name, files: withPromptFiles(files, name) };
}

/** `folder/config.json` → `config.json`. */
function relativePath({ name, webkitRelativePath }: File): string {
  return webkitRelativePath === '' ? name : webkitRelativePath.split('/').slice(1).join('/');
}
