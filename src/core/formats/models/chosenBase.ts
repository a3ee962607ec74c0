/** What would stop a folder from being a base, found when it is chosen and not when its run begins. */
import { tokenizerFor } from '../../tokenizer/tokenizer.ts';
import type { Files } from '../files.ts';
import { checkModelFolder } from './hf.ts';

export { contentsOfModel, withPromptFiles } from './hf.ts';

/** Throws as loading it would: `E_MODEL_*`, `E_SAFETENSORS_*`, `E_GGUF_*` or `E_TOKENIZER_*`, naming the file and what to do. */
export function checkBase(files: Files, folder: string): void {
  const { config, tokenizer } = checkModelFolder(files, folder);
  tokenizerFor(tokenizer, config.vocabularySize, folder);
}
