/** What fetching asks of a file system beside what runs do: a model is too large to be read whole. */
import type { ModelFile } from '../core/formats/byteSource.ts';
import type { FileSystem } from '../runs/fileSystem.ts';

export interface HubFileSystem extends FileSystem {
  /** A file as it is now, to be read where it lies; null where there is none. */
  open(path: string): Promise<ModelFile | null>;
}

/** Bytes that are held in memory at once while a file is fetched or checked. */
export const PIECE = 2 ** 20;
