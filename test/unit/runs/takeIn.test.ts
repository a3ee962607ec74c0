/** Runs from elsewhere, taken in: the recorded run with its checkpoint, as an export or a folder of the terminal holds one. */
import { recordedFiles } from '../../../headless/kit/run/recorded.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import { filesInto, type Files } from '../../../src/core/formats/files.ts';
import { FaultError } from '../../../src/core/faults.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { FailingFileSystem, libraryOn } from './library/support.ts';

let files: Record<string, Uint8Array> = {};
beforeAll(() => {
  files = { ...recordedFiles('planner-solver') };
  // The recorded run is of one base, and names no base beside its words.
  const words = JSON.parse(new TextDecoder().decode(files['vocabulary.json'])) as unknown;
  files['vocabulary.json'] = text(`${JSON.stringify({ micro: words })}\n`);
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof FaultError ? error.fault.code : String(error)),
  );
const text = (said: string) => new TextEncoder().encode(said);

describe('a run from elsewhere', () => {
  it('is kept as one that is over, and can go on from its checkpoint', async () => {
    const { library } = libraryOn(new MemoryFileSystem());
    const taken = await library.takeIn('given', zipFiles(filesInto('my-run', files)));
    expect(taken.document.name).toBe('Planner and solver');
    expect(taken.bases).toEqual({});
    const { cards, broken } = await library.list();
    expect(broken).toEqual([]);
    expect(cards).toMatchObject([{ id: 'given', phase: 'finished', iteration: 40, iterations: 40, checkpoints: [40], began: 1_000_000 }]);
    expect(cards[0]?.last['reward/mean']).toBeGreaterThan(0.5);
    const run = await library.read('given');
    expect(run.metrics).toHaveLength(41);
    expect(run.rollouts).toEqual([1, 5, 10, 20, 40]);
    expect(Object.keys(run.vocabularies)).toEqual(['micro']);
    expect(Object.keys(await library.checkpoint('given', null))).toContain('checkpoints/steps_40/trainer_state.json');
    await library.resume('given', 40);
    expect((await library.list()).cards[0]?.phase).toBe('running');
  });

  it('brings the base of one’s own it was trained on', async () => {
    const { library } = libraryOn(new MemoryFileSystem());
    const project = JSON.parse(new TextDecoder().decode(files['project.json'])) as { team: { base: string } };
    project.team.base = 'mine';
    const own = { 'base/config.json': text('{}'), 'base/model.safetensors': new Uint8Array([1, 2]) };
    const { bases } = await library.takeIn('given', { ...files, 'project.json': text(JSON.stringify(project)), ...own });
    expect(bases).toEqual({ mine: { 'config.json': text('{}'), 'model.safetensors': new Uint8Array([1, 2]) } });
  });

  it('brings what fewer bits were found to change in it', async () => {
    const { library } = libraryOn(new MemoryFileSystem());
    const [compared] = [
      {
        base: 'micro',
        form: 'q4',
        source: 'rollouts/40.jsonl',
        tokens: 9,
        kl_mean: 0.1,
        kl_max: 1,
        max_at: { sequence: 0, token: 1, text: 'a' },
        backend: 'wasm',
      },
    ];
    await library.takeIn('given', { ...files, 'weight_difference.json': text(JSON.stringify([compared])) });
    expect((await library.weights('given')).compared).toEqual([compared]);
  });

  it('brings nothing but the files of a run', async () => {
    const fs = new MemoryFileSystem();
    await libraryOn(fs).library.takeIn('given', {
      ...files,
      'card.json': text('{}'),
      'evil.html': text('x'),
      'base/config.json': text('{}'),
    });
    const paths = [...fs.files.keys()].map((path) => path.slice('runs/given/'.length));
    expect(paths.filter((path) => !(path in files))).toEqual(['card.json']);
    expect(paths).not.toContain('index.json');
  });

  it.each<[string, string, (given: Files) => Files]>([
    ['no project', 'E_RUN_GIVEN', ({ 'project.json': _, ...rest }) => rest],
    ['no rows', 'E_RUN_GIVEN', (given) => ({ ...given, 'metrics.jsonl': text('') })],
    ['rows that are none', 'E_RUN_FILE', (given) => ({ ...given, 'metrics.jsonl': text('{"iteration":"x"}\n') })],
    ['a project that is none', 'E_DOCUMENT_INVALID', (given) => ({ ...given, 'project.json': text('{"version":1}') })],
    ['episodes that are none', 'E_RUN_FILE', (given) => ({ ...given, 'rollouts/1.jsonl': text('{}\n') })],
    ['weights compared with nothing', 'E_RUN_FILE', (given) => ({ ...given, 'weight_difference.json': text('[{}]') })],
    ['half a checkpoint', 'E_CHECKPOINT_FILE_MISSING', ({ 'checkpoints/steps_40/optimizer.safetensors': _, ...rest }) => rest],
  ])('with %s is refused and leaves nothing', async (_, code, change) => {
    const fs = new MemoryFileSystem();
    const { library } = libraryOn(fs);
    expect(await codeOf(library.takeIn('given', change(files)))).toBe(code);
    expect(fs.files.size).toBe(0);
    expect(await library.list()).toMatchObject({ cards: [], broken: [] });
  });

  it('for which there is no room leaves nothing and says so', async () => {
    const fs = new FailingFileSystem();
    fs.room = 300_000;
    const { library } = libraryOn(fs);
    expect(await codeOf(library.takeIn('given', files))).toBe('E_LIBRARY_FULL');
    expect(fs.files.size).toBe(0);
  });
});
