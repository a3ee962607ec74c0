/** The made-up run as the page keeps it: by its library, in the browser's private files, begun or gone on with visit by visit. */
import { mock } from 'node:test';
import type { StoredCard } from '../../../src/core/formats/runs/card.ts';
import { CARD, NO_LABELS, parseCard } from '../../../src/core/formats/runs/card.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { createLibrary, type Library } from '../../../src/runs/library/library.ts';
import { RETRY_INTERVAL } from '../../../src/runs/runWriter.ts';
import type { LibraryEvent, Listing, RunEvent } from '../../../src/runs/types.ts';
import { isWhole, PARTIAL } from '../../../src/runs/wholeFile.ts';
import { ownLocks } from '../../../workers/library/locks.ts';
import { opfsFileSystem } from '../../../workers/opfs/opfs.ts';
import { opfsHandle } from '../disk/opfsHandles.ts';
import { filesOf, SimulatedDisk } from '../disk/simulated.ts';
import { BEST, checkpointAt, DOCUMENT, episodesAt, EVERY, INFO, ITERATIONS, metricsAt, timingAt } from '../runs/madeUp.ts';

/** The run that is trained, and the newest of each of it that the library said is kept. */
export class Kept {
  #runs = 1;
  row = -1;
  checkpoint = -1;

  get run(): string {
    return `run-${this.#runs}`;
  }

  /** Nothing is promised of it any more. */
  forget(): void {
    [this.row, this.checkpoint] = [-1, -1];
  }

  /** Another run is trained in its place. */
  another(): void {
    this.forget();
    this.#runs += 1;
  }
}

/** A page that has this disk, until it ends. */
export interface Visit {
  readonly library: Library;
  /** Why the run is not kept at this moment; null where it is. */
  readonly refused: () => string | null;
}

export function visit(disk: SimulatedDisk, shorten?: (call: string, length: number) => number): Visit {
  let refused: string | null = null;
  const tell = (event: LibraryEvent): void => {
    if (event.type === 'keeping') refused = event.fault?.code ?? null;
  };
  const fs = opfsFileSystem(opfsHandle(disk, disk.root, shorten));
  return { library: createLibrary({ fs, locks: ownLocks(), now: () => 1_000_000, tell }), refused: () => refused };
}

/**
 * Does `work` under a clock that stands still: what waits for a while, such as a second attempt, comes by `tick` alone. Timers that are left
 * at the end never ring, as those of a page that is gone.
 */
export async function withoutClock<T>(work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    return await work();
  } finally {
    mock.timers.reset();
  }
}

/** Lets so much time pass that what could not be written is tried again, and that attempt end. */
export async function tick(disk: SimulatedDisk, { library }: Visit): Promise<void> {
  mock.timers.tick(RETRY_INTERVAL);
  await quiet(disk);
  await library.settled();
}

/** Resolves when nothing is asked of the disk any more. */
async function quiet(disk: SimulatedDisk): Promise<void> {
  for (let still = 0, calls = -1; still < 4; still = calls === disk.calls ? still + 1 : 0) {
    calls = disk.calls;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** What the trainer says behind `from`, in order; null: of a run that begins. */
function said(run: string, from: number | null): RunEvent[] {
  const at = (iteration: number) => ({ runId: run, iteration });
  const first = from ?? 0;
  const events: RunEvent[] = [{ ...at(first), type: 'info', info: INFO }];
  if (from === null) events.push({ ...at(0), type: 'metrics', metrics: metricsAt(0), timing: timingAt(0) });
  if (first >= BEST.iteration) events.push({ ...at(first), type: 'best', best: BEST });
  for (let iteration = first + 1; iteration <= ITERATIONS; iteration += 1) {
    if (iteration === 3) events.push({ ...at(iteration), type: 'notice', level: 'info', code: 'kl_gate', message: 'Skipped a step.' });
    events.push({ ...at(iteration), type: 'metrics', metrics: metricsAt(iteration), timing: timingAt(iteration) });
    events.push({ ...at(iteration), type: 'episodes', episodes: episodesAt(iteration) });
    const due = iteration % EVERY === 0;
    const best = iteration === BEST.iteration && { best: { metric: BEST.metric, value: BEST.value } };
    events.push({ ...at(iteration), type: due ? 'checkpoint' : 'safety', files: checkpointAt(iteration), ...(due && best) });
  }
  events.push({ ...at(ITERATIONS), type: 'phase', phase: 'finished' });
  return events;
}

/** Something of the run is not as it was promised. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** Lists the runs; throws `Broken` where the one there is cannot be listed, or lacks what was kept. Null where there is none. */
export async function found({ library }: Visit, kept: Kept): Promise<Listing['cards'][number] | null> {
  const { cards, broken } = await library.list();
  if (broken[0]) throw new Broken(`it is listed as ${broken[0].fault.code}`);
  const card = cards.find(({ id }) => id === kept.run);
  if (!card && kept.row >= 0) throw new Broken(`row ${kept.row} was kept, and the run is gone`);
  if (!card) return null;
  const { metrics } = await library.read(kept.run);
  const rows = metrics.map((row) => row['iteration'] ?? -1);
  if (rows.some((row, index) => row !== index)) throw new Broken(`its rows are ${rows.join(' ')}`);
  if (rows.length <= kept.row) throw new Broken(`row ${kept.row} was kept, and there are ${rows.length}`);
  if (Math.max(-1, ...card.checkpoints) < kept.checkpoint) throw new Broken(`checkpoint ${kept.checkpoint} was kept, and is gone`);
  return card;
}

/** Begins the run, or goes on with it as a person does who comes back and says what the trainer will say; nothing where it is over. */
export async function open(here: Visit, kept: Kept): Promise<readonly RunEvent[]> {
  const { library } = here;
  const card = await found(here, kept);
  if (card?.phase === 'finished' && card.checkpoints.includes(ITERATIONS)) return [];
  if (card && card.checkpoints.length > 0) {
    const files = await library.checkpoint(kept.run, null);
    const iteration = Math.max(...card.checkpoints.filter((held) => files[RUN_PATHS.trainerState(held)] !== undefined));
    if (iteration < kept.checkpoint)
      throw new Broken(`checkpoint ${kept.checkpoint} was kept, and ${iteration} is the newest that is whole`);
    if (!sameFiles(files, checkpointAt(iteration))) throw new Broken(`checkpoint ${iteration} is another one`);
    // What comes after it is taken away and trained again.
    kept.row = Math.min(kept.row, iteration);
    await library.resume(kept.run, iteration, DOCUMENT);
    return said(kept.run, iteration);
  }
  if (card) {
    const { run } = kept;
    kept.another();
    await library.remove([run]);
    await library.purge([run]);
  }
  await library.begin({ id: kept.run, document: DOCUMENT, labels: NO_LABELS, began: 5 });
  return said(kept.run, null);
}

const sameFiles = (found: Readonly<Record<string, Uint8Array>>, wanted: Readonly<Record<string, Uint8Array>>): boolean =>
  Object.keys(found).length === Object.keys(wanted).length &&
  Object.entries(wanted).every(([path, bytes]) => found[path] !== undefined && Buffer.from(found[path]).equals(bytes));

/** Says events before any of them is on the disk, and notes in `kept` what of them the library says is there in the end. */
export async function say({ library }: Visit, events: readonly RunEvent[], kept: Kept): Promise<void> {
  for (const event of events)
    library.receive(event, (written) => {
      if (!written) return;
      if (event.type === 'metrics') kept.row = Math.max(kept.row, event.iteration);
      if (event.type === 'checkpoint') kept.checkpoint = Math.max(kept.checkpoint, event.iteration);
    });
  await library.settled();
}

/** Events one by one, as a quick disk takes them. */
export const oneByOne = (events: readonly RunEvent[]): RunEvent[][] => events.map((event) => [event]);

/** All of an iteration at once, as where the disk is slow: its checkpoint is written before its episodes. */
export const byIteration = (events: readonly RunEvent[]): RunEvent[][] =>
  [...new Set(events.map(({ iteration }) => iteration))].map((one) => events.filter(({ iteration }) => iteration === one));

/** The bytes of the run's files; of its card and its notices what the run itself said, of its checkpoints those that its card names. */
export function contentsOf(disk: SimulatedDisk, { run }: Pick<Kept, 'run'>): Map<string, string> {
  const own = `runs/${run}/`;
  const files = new Map(
    [...filesOf(disk.root)].flatMap(([path, bytes]) => (path.startsWith(own) ? [[path.slice(own.length), bytes]] : [])),
  );
  const card = parseCard(wholeCard(files));
  const contents = new Map<string, string>();
  for (const [path, bytes] of files) {
    const checkpoint = /^checkpoints\/steps_(\d+)\//.exec(path)?.[1];
    const text = new TextDecoder('latin1').decode(bytes);
    if (path === CARD) contents.set(path, shownOf(card));
    else if (path === RUN_PATHS.notices) contents.set(path, text.replaceAll(OF_DAMAGE, ''));
    // What is aside is of no use where the file itself is whole; of a passing checkpoint that was removed power may bring something back.
    else if (path.endsWith(PARTIAL) || path === RUN_PATHS.passing) continue;
    else if (checkpoint === undefined || card.checkpoints.includes(Number(checkpoint))) contents.set(path, text);
  }
  return contents;
}

/** Lines by which a run says what was mended of it. */
const OF_DAMAGE = /^.*"code":"(?:card_made_anew|checkpoints_gone|run_damaged)".*\n/gm;

function wholeCard(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const found = [CARD, CARD + PARTIAL].flatMap((path) => files.get(path) ?? []).find(isWhole);
  if (!found) throw new Broken('its card is cut off');
  return found;
}

const shownOf = ({ phase, iteration, last, first, checkpoints }: StoredCard): string =>
  JSON.stringify({ phase, iteration, last, first, checkpoints });

interface Unharmed {
  readonly contents: ReadonlyMap<string, string>;
  readonly calls: number;
}
let whole: Promise<Unharmed> | undefined;

/** The run as it is when nothing happens to it, and how many calls of the disk it takes. */
export const unharmed = (): Promise<Unharmed> =>
  (whole ??= withoutClock(async () => {
    const disk = new SimulatedDisk();
    const [here, kept] = [visit(disk), new Kept()];
    for (const event of await open(here, kept)) await say(here, [event], kept);
    return { contents: contentsOf(disk, kept), calls: disk.calls };
  }));

/** What decides how the page keeps a run, for a row's `codeUnderTest`. */
export const KEPT_BY: readonly string[] = [
  'src/runs/fileSystem.ts',
  'src/runs/library',
  'src/runs/owed.ts',
  'src/runs/runFolder.ts',
  'src/runs/runWriter.ts',
  'src/runs/soundCheckpoint.ts',
  'src/runs/storedRun.ts',
  'src/runs/wholeFile.ts',
  'src/core/formats/checksums.ts',
  'workers/opfs/opfs.ts',
  'headless/torture/disk',
  'headless/torture/page/pageRun.ts',
  'headless/torture/runs/madeUp.ts',
];
