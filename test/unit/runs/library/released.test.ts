/** Runs that released versions kept are listed, read and gone on with. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION } from '../../../../src/core/document/schema.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import { leftBy, RELEASES } from '../../../support/released.ts';
import { checkpointFiles, ITERATIONS, libraryOn, play, said } from './support.ts';

describe.each(RELEASES)('what version %s kept', (release) => {
  const kept = () => {
    const fs = new MemoryFileSystem();
    for (const [path, bytes] of Object.entries(leftBy(release).runs)) fs.files.set(path, bytes);
    return libraryOn(fs).library;
  };

  it('is listed with what a person wrote, and as far as it went', async () => {
    const { cards, broken } = await kept().list();
    expect(broken).toEqual([]);
    const [finished, interrupted] = ['finished', 'interrupted'].map((id) => cards.find((card) => card.id === id));
    expect(finished).toMatchObject({
      name: 'Mine',
      tags: ['old'],
      notes: 'Kept by an older version.',
      phase: 'finished',
      iteration: ITERATIONS,
    });
    expect(finished).toMatchObject({ checkpoints: [3, 6], first: { iteration: 0, 'reward/greedy': 0.1 }, last: { 'reward/mean': 0.6 } });
    expect(interrupted).toMatchObject({ phase: 'running', iteration: 4, iterations: ITERATIONS, checkpoints: [3, 4] });
  });

  it('is read with its project, in this format, all rows, its episodes and its checkpoints', async () => {
    const library = kept();
    const run = await library.read('finished');
    expect(run.document.version).toBe(DOCUMENT_VERSION);
    expect(run.metrics.map((row) => row['iteration'])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(run.best).toMatchObject({ iteration: 3 });
    for (const iteration of run.rollouts) {
      const { episodes } = await library.episodes('finished', iteration);
      expect(episodes).toHaveLength(2);
      expect(episodes[0]?.iteration).toBe(iteration);
    }
    expect(await library.checkpoint('finished', null)).toEqual(checkpointFiles(6));
  });

  it('is gone on with to its end', async () => {
    const library = kept();
    expect(await library.checkpoint('interrupted', null)).toEqual(checkpointFiles(4));
    await library.resume('interrupted', 4);
    await play(library, said(4, ITERATIONS, 'interrupted'));
    const { cards, broken } = await library.list();
    expect(broken).toEqual([]);
    expect(cards.find(({ id }) => id === 'interrupted')).toMatchObject({ phase: 'finished', iteration: ITERATIONS, checkpoints: [3, 6] });
    const { metrics } = await library.read('interrupted');
    expect(metrics).toEqual((await library.read('finished')).metrics);
  });
});
