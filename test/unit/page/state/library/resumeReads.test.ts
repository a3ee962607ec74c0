/** A run that is taken up again is read as far as that needs it: not its rollouts, nor the checkpoints between. */
import { expect, it } from 'vitest';
import { RUN_PATHS } from '../../../../../src/core/formats/runPaths.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { MemoryFileSystem } from '../../../../../src/runs/memoryFileSystem.ts';
import { document, episode } from '../../../core/episode/records.ts';
import { libraryOn, newRun, play } from '../../../runs/library/support.ts';
import { setUp } from './support.ts';

/** Remembers which files were read, and how much of them. */
class CountingFileSystem extends MemoryFileSystem {
  readonly reads: { readonly path: string; readonly bytes: number }[] = [];

  override async read(path: string): Promise<Uint8Array | null> {
    const bytes = await super.read(path);
    if (bytes) this.reads.push({ path, bytes: bytes.byteLength });
    return bytes;
  }
}

const WEIGHTS = 20_000;
const EVERY = 3;
const BEST = 6;

/** An earlier visit, interrupted behind iteration `iterations`, a multiple of {@link EVERY}; every iteration left rollouts and adapters. */
async function earlier(fs: MemoryFileSystem, id: string, iterations: number): Promise<void> {
  const { library } = libraryOn(fs);
  const run = newRun(id);
  await library.begin({ ...run, document: { ...document, training: { ...document.training, iterations: 2 * iterations } } });
  for (let iteration = 1; iteration <= iterations; iteration += 1) {
    const about = { runId: id, iteration };
    const checkpoint = RUN_PATHS.checkpoint(iteration);
    const files = {
      [`${checkpoint}/planner/adapter_model.safetensors`]: new Uint8Array(WEIGHTS).fill(iteration),
      [`${checkpoint}/trainer_state.json`]: new TextEncoder().encode(`{"iteration":${iteration}}\n`),
    };
    const best = iteration === BEST ? { best: { metric: 'reward/mean', value: 1 } as const } : {};
    await play(library, [
      { ...about, type: 'metrics', metrics: { iteration, 'reward/mean': 0.5 }, timing: { 'timing_s/rollout': 1 } },
      { ...about, type: 'episodes', episodes: Array.from({ length: 8 }, (_, index) => episode(iteration, index)) },
      iteration % EVERY === 0
        ? { ...about, type: 'checkpoint', files, ...best }
        : { ...about, type: 'adapters', files: { 'planner/adapter_model.safetensors': new Uint8Array(WEIGHTS) } },
    ]);
  }
}

/** What is read while the page takes a run up again, as its button does, by path in the run's folder; and the folder's bytes. */
async function readToGoOn(id: string, iterations: number) {
  const fs = new CountingFileSystem();
  await earlier(fs, id, iterations);
  const folder = [...fs.files].filter(([path]) => path.startsWith(`runs/${id}/`)).reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
  const { store, forEngine } = setUp(fs);
  await store.getState().refresh();
  fs.reads.length = 0;
  await store.getState().open(id);
  expect((await forEngine.newest(id))?.iteration).toBe(iterations);
  await forEngine.resume(id, iterations);
  expect(runsStore.getState().runs[id]).toMatchObject({ checkpoint: { iteration: iterations }, best: { iteration: BEST } });
  const reads = fs.reads.map(({ path, bytes }) => ({ path: path.replace(`runs/${id}/`, ''), bytes }));
  return { reads, paths: new Set(reads.map(({ path }) => path)), bytes: reads.reduce((sum, { bytes }) => sum + bytes, 0), folder };
}

it('reads of the weights the newest and the best checkpoint, and of the rollouts those that are shown first', async () => {
  const { paths, bytes, folder } = await readToGoOn('reads1', 60);
  const kinds = (pattern: RegExp) => [...paths].filter((path) => pattern.test(path)).toSorted();
  expect(kinds(/^rollouts\//)).toEqual(['rollouts/60.jsonl']);
  expect(kinds(/^adapters\//)).toEqual([]);
  expect(kinds(/safetensors$/)).toEqual([
    'checkpoints/steps_6/planner/adapter_model.safetensors',
    'checkpoints/steps_60/planner/adapter_model.safetensors',
  ]);
  expect(bytes).toBeLessThan(folder / 4);
});

it('reads no more of a longer run than its rows, and that its checkpoints are whole', async () => {
  const [short, long] = [await readToGoOn('reads2', 30), await readToGoOn('reads3', 90)];
  const grows = /^(?:metrics|checksums|timing)\.jsonl$|\/trainer_state\.json$/;
  const rest = ({ reads }: typeof short) => reads.filter(({ path }) => !grows.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);
  expect(long.folder).toBeGreaterThan(2.5 * short.folder);
  // The card, read a few times, lists more checkpoints; longer numbers in the project and the rollouts of one iteration.
  expect(rest(long)).toBeLessThan(rest(short) + 1500);
  expect(long.bytes - rest(long)).toBeLessThan(3.5 * (short.bytes - rest(short)));
});
