/** The bytes of a file that was opened, whether it is here or handed over by a terminal. */
import { bytesOf } from '../../../core/askStorage.ts';
import { type HandedFile, readHanded } from '../../../core/handed.ts';

export const givenBytes = (file: Blob | HandedFile): Promise<Uint8Array<ArrayBuffer>> =>
  file instanceof Blob ? bytesOf(file) : readHanded(file, 0, file.size, fetch);
