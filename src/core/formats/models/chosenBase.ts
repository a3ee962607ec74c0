/** What would stop a folder from being a base, found when it is chosen and not when its run begins. */
import { tokenizerFor } from '../../tokenizer/tokenizer.ts';
import type { ModelFiles } from '../files.ts';
import { checkStored, type StoredTensor } from '../safetensors.ts';
import { openModelFolder } from './hf.ts';

export { contentsOfModel, withPromptFiles } from './hf.ts';

/**
 * Throws as loading it would, `E_MODEL_*`, `E_SAFETENSORS_*`, `E_GGUF_*` or `E_TOKENIZER_*`, naming the file and what to do: at first
 * for what needs no weights, then at each step for another tensor, of which some rows are in memory at a time. Gives the share of
 * the weights that was looked at.
 */
export function* checkingBase(files: ModelFiles, folder: string): Generator<number, void> {
  const { stored, config, tokenizer } = openModelFolder(files, folder);
  tokenizerFor(tokenizer, config.vocabularySize, folder);
  const sizeOf = ({ shape }: StoredTensor): number => shape.reduce((a, b) => a * b, 1);
  const total = [...stored.values()].reduce((sum, tensor) => sum + sizeOf(tensor), 0);
  let done = 0;
  for (const [name, tensor] of stored) {
    checkStored(tensor, name);
    done += sizeOf(tensor);
    yield done / total;
  }
}

/** The same in one go. */
export function checkBase(files: ModelFiles, folder: string): void {
  for (const _ of checkingBase(files, folder));
}
