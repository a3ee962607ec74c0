/** Where a session or an engine of the library finds base models. */
import { fault, FaultError } from '../../core/faults.ts';
import type { ModelFiles } from '../../core/formats/files.ts';
import { MODEL_FILES, WEIGHTS, WEIGHTS_INDEX } from '../../core/formats/models/modelFiles.ts';
import { libraryFaults } from '../../words/words.ts';

/**
 * The address of a folder that holds a folder of Hugging Face files for each base, or a function from a base's name to its files
 * (`config.json`, `model.safetensors`, `tokenizer.json`, …).
 */
export type BaseSource = string | URL | ((name: string) => ModelFiles | Promise<ModelFiles>);

/** The files of a model's folder at `address`, which ends in `/`; those that are not there are left out. */
export async function fetchModelFolder(address: string, wanted: readonly string[] = MODEL_FILES): Promise<ModelFiles> {
  const files: Record<string, Uint8Array> = {};
  for (const file of wanted) {
    // Only weights in several files have one; a host would complain of the question.
    if (file === WEIGHTS_INDEX && files[WEIGHTS]) continue;
    const response = await fetch(address + file);
    // A server that answers every path with a page says so in the content type.
    if (response.ok && !response.headers.get('content-type')?.includes('text/html'))
      files[file] = new Uint8Array(await response.arrayBuffer());
  }
  return files;
}

/** Fetches bases from an address. Throws `E_LIBRARY_BASE` where there is none. */
export async function fetchBaseFrom(source: string | URL | undefined, name: string): Promise<ModelFiles> {
  if (source === undefined) throw new FaultError(fault(libraryFaults, 'E_LIBRARY_BASE', { found: 'nowhere', name }));
  const address = `${String(source).replace(/\/*$/, '/')}${encodeURIComponent(name)}/`;
  const files = await fetchModelFolder(address);
  if (files['config.json']) return files;
  throw new FaultError(fault(libraryFaults, 'E_LIBRARY_BASE', { found: 'missing', name, address }));
}
