/**
 * A measured run that was ended in the middle: what was measured so far and a checkpoint, in a folder, so that the same measurement
 * goes on from there. What it goes on to is what it would have been, since all randomness is counted and not stored.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { encodeJson, filesInto, filesUnder, type Files } from '../../src/core/formats/files.ts';
import { readFolder, writeFolderWhole } from '../kit/folders.ts';
import type { MeasuredRun } from './measureRun.ts';

const SO_FAR = 'measured.json';
const CHECKPOINT = 'checkpoint';

/** All that a measurement has before its run is over. */
export type SoFar = Pick<MeasuredRun, 'before' | 'rows' | 'secondsAt' | 'notices'>;

export class BegunRun {
  private written: number;

  /** `every`: least milliseconds between two states. */
  constructor(
    private readonly folder: string,
    private readonly every = 120_000,
  ) {
    this.written = performance.now();
  }

  /** Null where nothing was kept. */
  read(): { readonly soFar: SoFar; readonly checkpoint: Files } | null {
    if (!existsSync(join(this.folder, SO_FAR))) return null;
    const soFar = JSON.parse(readFileSync(join(this.folder, SO_FAR), 'utf8')) as SoFar;
    return { soFar, checkpoint: filesUnder(readFolder(this.folder), CHECKPOINT) };
  }

  /** Keeps the state if the last one is old enough. */
  async keep(soFar: SoFar, checkpoint: () => Promise<Files>): Promise<void> {
    if (performance.now() - this.written < this.every) return;
    await writeFolderWhole(this.folder, { [SO_FAR]: encodeJson(soFar), ...filesInto(CHECKPOINT, await checkpoint()) });
    this.written = performance.now();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
