/** Fetches a shipped base model's folder; what is wrong is told of `subject`, where the document asks for it. */
import { fault, FaultError } from '../../src/core/faults.ts';
import type { Files } from '../../src/core/formats/files.ts';
import { MODEL_FILES } from '../../src/core/formats/models/hf.ts';
import { workersFaults } from '../../src/words/words.ts';

const NAME = /^[\w.-]+$/;

/** `wanted`: which of its files. */
export async function fetchBase(name: string, subject: string, wanted: readonly string[] = MODEL_FILES): Promise<Files> {
  if (!NAME.test(name)) throw missing(name, subject);
  const files: Record<string, Uint8Array> = {};
  for (const file of wanted) {
    const response = await fetch(`${import.meta.env.BASE_URL}models/${name}/${file}`).catch((error: unknown) => {
      throw new FaultError(fault(workersFaults, 'E_BASE_FETCH', { name }, { detail: String(error) }));
    });
    // A server that answers every path with the page itself says so in the content type.
    if (response.ok && !response.headers.get('content-type')?.includes('text/html'))
      files[file] = new Uint8Array(await response.arrayBuffer());
  }
  if (!files['config.json']) throw missing(name, subject);
  return files;
}

const missing = (name: string, subject: string) => new FaultError(fault(workersFaults, 'E_BASE_MISSING', { name }, { place: { subject } }));
