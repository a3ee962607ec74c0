/** A run folder as the terminal writes it: with TensorBoard's event file, by the clock of this process. */
import { existsSync, readdirSync } from 'node:fs';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { RunInfo } from '../../../src/core/formats/runs/rundir.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { EventFile } from '../../../src/runs/eventFile.ts';
import { below, type FileSystem } from '../../../src/runs/fileSystem.ts';
import { rowLines, RunFolder } from '../../../src/runs/runFolder.ts';
import { PARTIAL } from '../../../src/runs/wholeFile.ts';
import type { MetricsRow } from '../../../src/session/events.ts';
import { LOCK } from './lock.ts';
import { nodeFileSystem } from '../nodeFileSystem.ts';

/** What lies in a folder in which a run was only about to begin, beside its lock: nothing is lost with it. */
const BEGINNING: readonly string[] = [RUN_PATHS.run, RUN_PATHS.run + PARTIAL, RUN_PATHS.project + PARTIAL];

/** Whether a folder with these names in it holds nothing that would be lost with a new run. */
export const holdsNothing = (names: readonly string[]): boolean => names.every((name) => name.startsWith(LOCK) || BEGINNING.includes(name));

/** Whether a run may begin in `folder`, which may hold a lock. */
export const isFree = (folder: string): boolean => !existsSync(folder) || holdsNothing(readdirSync(folder));

const seconds = (): number => Date.now() / 1000;

export class WrittenRun {
  private constructor(
    readonly folder: RunFolder,
    private readonly events: EventFile,
  ) {}

  /** A new run in `folder`; the caller has made sure that nothing in it is lost. */
  static async begin(folder: string, document: ProjectDocument, info: RunInfo, disk: FileSystem = nodeFileSystem): Promise<WrittenRun> {
    const files = below(disk, folder);
    const made = await RunFolder.create(files, document, { info });
    return new WrittenRun(made, await EventFile.create(files, seconds()));
  }

  /** The run in `folder` without what came after `iteration`; at iteration 0 it says its first row anew. */
  static async goOn(folder: string, iteration: number, disk: FileSystem = nodeFileSystem): Promise<WrittenRun> {
    const files = below(disk, folder);
    const opened = await RunFolder.open(files);
    const lastRow = lastRowAt(iteration);
    await opened.truncate(iteration, lastRow);
    return new WrittenRun(opened, await EventFile.create(files, seconds(), lastRow + 1));
  }

  async row(metrics: MetricsRow, timing: MetricsRow): Promise<void> {
    await this.folder.lines(rowLines(metrics['iteration'] ?? 0, metrics, timing));
    await this.events.row(metrics, timing, seconds());
  }
}

/** Removes what came after `iteration`, so that a resumed run continues the files as if it had never gone on. */
export async function truncateRun(folder: string, iteration: number, disk: FileSystem = nodeFileSystem): Promise<void> {
  await (await RunFolder.open(below(disk, folder))).truncate(iteration, lastRowAt(iteration));
}

/** The newest row that stays: a session at iteration 0 begins with its row 0. */
const lastRowAt = (iteration: number): number => (iteration === 0 ? -1 : iteration);
