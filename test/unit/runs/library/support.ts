/** A library on a file system that fails on purpose, and a made-up run that says what a trainer would. */
import { NO_LABELS } from '../../../../src/core/formats/runs/card.ts';
import type { Files } from '../../../../src/core/formats/files.ts';
import { createLibrary, type Library } from '../../../../src/runs/library/library.ts';
import type { LibraryHost } from '../../../../src/runs/library/liveRuns.ts';
import type { NewRun } from '../../../../src/runs/types.ts';
import { fullError } from '../../../../src/runs/fileSystem.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import type { WriterEvent } from '../../../../workers/trainer/protocol.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import { document, episode } from '../../core/episode/records.ts';

export class FailingFileSystem extends MemoryFileSystem {
  /** Bytes that fit; a write beyond them leaves what fits and throws. */
  room = Number.POSITIVE_INFINITY;
  /** How many changes are still made before the page is killed in the middle of the next one. */
  changesLeft = Number.POSITIVE_INFINITY;
  /** Changes asked for so far. */
  changes = 0;

  override async write(path: string, bytes: Uint8Array, firstByteLast = false): Promise<void> {
    const part = this.part(bytes, this.files.get(path)?.byteLength ?? 0);
    const left = part.bytes.slice();
    if (firstByteLast && part.killed) left.fill(0, 0, 1);
    await super.write(path, left);
    part.end();
  }

  override async append(path: string, bytes: Uint8Array): Promise<void> {
    const part = this.part(bytes, 0);
    await super.append(path, part.bytes);
    part.end();
  }

  override async truncate(path: string, size: number): Promise<void> {
    const part = this.part(new Uint8Array(), 0);
    part.end();
    await super.truncate(path, size);
  }

  override async remove(path: string): Promise<void> {
    const part = this.part(new Uint8Array(), 0);
    // Of a folder a part goes before the kill.
    if (part.killed) {
      const [first] = [...this.files.keys()].filter((name) => name.startsWith(`${path}/`));
      if (first !== undefined) await super.remove(first);
    }
    part.end();
    await super.remove(path);
  }

  get used(): number {
    return [...this.files.values()].reduce((sum, bytes) => sum + bytes.byteLength, 0);
  }

  protected part(bytes: Uint8Array, freed: number): { readonly bytes: Uint8Array; readonly killed: boolean; end(): void } {
    this.changes += 1;
    if (this.changesLeft < 0) throw new Error('killed');
    this.changesLeft -= 1;
    const killed = this.changesLeft < 0;
    const fits = this.room - this.used + freed;
    const full = bytes.byteLength > fits;
    return {
      bytes: killed ? bytes.slice(0, bytes.byteLength >> 1) : full ? bytes.slice(0, Math.max(0, fits)) : bytes,
      killed,
      end: () => {
        if (killed) throw new Error('killed');
        if (full) throw fullError();
      },
    };
  }
}

/** The same on a file system that renames, as a disk does. */
export class RenamingFileSystem extends FailingFileSystem {
  readonly rename = async (from: string, to: string): Promise<void> => {
    this.part(new Uint8Array(), 0).end();
    const moved = [...this.files].filter(([path]) => path === from || path.startsWith(`${from}/`));
    if (moved.length === 0) throw new Error(`${from} is not there`);
    if ([...this.files.keys()].some((path) => path.startsWith(`${to}/`))) throw new Error(`${to} is a folder`);
    for (const [path, bytes] of moved) {
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), bytes);
    }
  };
}

export function libraryOn(fs: MemoryFileSystem, host: Partial<LibraryHost> = {}) {
  const told: LibraryMessage[] = [];
  const clock = { now: 1_000_000 };
  const library = createLibrary({ fs, locks: ownLocks(), now: () => clock.now, tell: (message) => void told.push(message), ...host });
  return { library, told, clock, fs };
}

export const ITERATIONS = 6;

export const newRun = (id = 'run1'): NewRun => ({
  id,
  document: { ...document, training: { ...document.training, iterations: ITERATIONS, checkpointEvery: 3 } },
  labels: NO_LABELS,
  began: 5,
});

/** The files of a checkpoint, recognisable by iteration. */
export const checkpointFiles = (iteration: number): Files => {
  const folder = `checkpoints/steps_${iteration}`;
  return {
    [`${folder}/planner/adapter_model.safetensors`]: new Uint8Array(40).fill(iteration),
    [`${folder}/optimizer.safetensors`]: new Uint8Array(80).fill(iteration),
    [`${folder}/trainer_state.json`]: new TextEncoder().encode(`{"iteration":${iteration}}\n`),
  };
};

/** What the trainer says of iterations `from` + 1 to `to`: a checkpoint at every third, the best at the third, safety between. */
export function said(from: number, to: number, runId = 'run1'): WriterEvent[] {
  const events: WriterEvent[] = [];
  const best = { iteration: 3, metric: 'reward/mean', value: 0.3 } as const;
  if (from >= best.iteration) events.push({ type: 'best', runId, iteration: from, best });
  if (from === 0) events.push({ type: 'metrics', runId, iteration: 0, metrics: { 'reward/greedy': 0.1 }, timing: {} });
  for (let iteration = from + 1; iteration <= to; iteration += 1) {
    const about = { runId, iteration };
    events.push({ ...about, type: 'metrics', metrics: { iteration, 'reward/mean': iteration / 10 }, timing: { 'timing_s/rollout': 1 } });
    events.push({ ...about, type: 'episodes', episodes: [episode(iteration, 0), episode(iteration, 1)] });
    if (iteration === 2) events.push({ ...about, type: 'notice', level: 'info', code: 'kl_gate', message: 'Skipped a step.' });
    const files = checkpointFiles(iteration);
    if (iteration % 3 !== 0) events.push({ ...about, type: 'safety', files });
    else events.push({ ...about, type: 'checkpoint', files, ...(iteration === 3 ? { best: { metric: 'reward/mean', value: 0.3 } } : {}) });
  }
  if (to === ITERATIONS) events.push({ runId, iteration: to, type: 'phase', phase: 'finished' });
  return events;
}

/** Says it all, each thing once the one before is on disk. */
export async function play(library: Library, events: readonly WriterEvent[]): Promise<void> {
  for (const event of events) {
    library.receive(event);
    await library.settled();
  }
}

/** The bytes of a run's whole folder. */
export async function folderOf(library: Library, id: string): Promise<Files> {
  const files = Object.entries(await library.folder(id));
  return Object.fromEntries(
    await Promise.all(files.map(async ([path, blob]) => [path, new Uint8Array(await blob.arrayBuffer())] as const)),
  );
}

/** A file of the run, as text. */
export const text = (fs: MemoryFileSystem, path: string) => new TextDecoder().decode(fs.files.get(`runs/run1/${path}`));

/** The run, kept to its end. */
export async function keptRun(fs = new MemoryFileSystem()) {
  const set = libraryOn(fs);
  await set.library.begin(newRun());
  await play(set.library, said(0, ITERATIONS));
  return set;
}
