/** Files in memory, read in parts. */
import { type ModelFile, readAhead } from '../../../src/core/formats/byteSource.ts';
import type { HubFileSystem } from '../../../src/hub/hubFiles.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';

export class MemoryHubFiles extends MemoryFileSystem implements HubFileSystem {
  async open(path: string): Promise<ModelFile | null> {
    const bytes = this.files.get(path);
    return bytes ? readAhead(bytes.byteLength, (begin, end) => bytes.slice(begin, end), 64) : null;
  }
}
