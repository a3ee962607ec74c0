/** TensorBoard's event files of a run, beside its rows: the terminal writes them, and who goes on with a run cuts them. */
import { eventsFileName, eventsFileStart, eventsUpTo, restartEvent, scalarEvents } from '../core/formats/tfevents.ts';
import type { FileSystem } from './fileSystem.ts';
import { PARTIAL, writeWhole } from './wholeFile.ts';

type Row = Readonly<Record<string, number>>;

const EVENTS = 'events.out.tfevents.';

export class EventFile {
  private constructor(
    private readonly run: FileSystem,
    private readonly name: string,
  ) {}

  /**
   * A new event file of a run, at `seconds` since 1970. A run that goes on with the row of iteration `from` gets one of its own
   * that says so, because TensorBoard never goes back to the one before.
   */
  static async create(run: FileSystem, seconds: number, from?: number): Promise<EventFile> {
    let start = seconds;
    while ((await run.size(eventsFileName(start))) !== null) start += 1;
    const file = new EventFile(run, eventsFileName(start));
    await run.write(file.name, eventsFileStart(start));
    if (from !== undefined) await run.append(file.name, restartEvent(from, start));
    return file;
  }

  async row(metrics: Row, timing: Row, seconds: number): Promise<void> {
    const { iteration = 0, ...scalars } = { ...metrics, ...timing };
    await this.run.append(this.name, scalarEvents(scalars, iteration, seconds));
  }
}

/** Cuts the event files among `paths` to the rows up to iteration `last`; without any row they go. */
export async function truncateEvents(run: FileSystem, paths: readonly string[], last: number): Promise<void> {
  for (const path of paths.filter((name) => name.startsWith(EVENTS) && !name.endsWith(PARTIAL))) {
    const bytes = last < 0 ? null : await run.read(path);
    if (bytes) await writeWhole(run, path, eventsUpTo(bytes, last));
    else await run.remove(path);
  }
}
