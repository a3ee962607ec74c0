/** What fetching asks of a file system beside what runs do: a model is too large to be read whole. */
import type { FileSystem } from '../runs/fileSystem.ts';

export interface HubFileSystem extends FileSystem {
  /** Up to `bytes` bytes of a file from byte `from`; fewer at its end. */
  readPart(path: string, from: number, bytes: number): Promise<Uint8Array>;
}

/** Bytes that are held in memory at once while a file is fetched or checked. */
export const PIECE = 2 ** 20;
