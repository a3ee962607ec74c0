/** Files that a page hands over as the browser has them, read piece by piece; only workers can do so without waiting. */
import { type ByteSource, readAhead } from '../../src/core/formats/byteSource.ts';
import type { GivenFiles, ModelFiles } from '../../src/core/formats/files.ts';
import { FaultError } from '../../src/core/faults.ts';
import { storageFault } from '../../src/core/storageFault.ts';

/** One of a worker's own types, which the page's lack. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Throws `E_STORAGE_*` where a file is not what it was when it was chosen. */
export function blobSource(blob: Blob): ByteSource {
  const reader = new FileReaderSync();
  return readAhead(blob.size, (begin, end) => {
    try {
      return new Uint8Array(reader.readAsArrayBuffer(blob.slice(begin, end)));
    } catch (error) {
      const fault = storageFault(error);
      throw fault ? new FaultError(fault) : error;
    }
  });
}

/** The files of a model that the page handed over. */
export const modelFilesOf = (files: GivenFiles): ModelFiles =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file instanceof Blob ? blobSource(file) : file]));
