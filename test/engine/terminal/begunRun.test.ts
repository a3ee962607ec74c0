/** A measurement that was ended in the middle of its run goes on to what it would have been. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { chooseProject } from '../../../headless/kit/project.ts';
import { BegunRun } from '../../../headless/results/begunRun.ts';
import { measureRun } from '../../../headless/results/measureRun.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'begun-')), 'run.begun');
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

it('goes on from what was kept, to the numbers of a run that was never ended', async () => {
  const { training, ...document } = chooseProject({ preset: 'micro', seed: 3 });
  const run = (iterations: number) => ({ ...document, training: { ...training, iterations, episodes: 8, evaluateEvery: 0 } });
  const ended = () => Promise.reject(new Error('the machine went away'));
  await expect(measureRun(run(2), ['train'], ended, new BegunRun(folder, 0))).rejects.toThrow('the machine went away');
  expect(existsSync(folder)).toBe(true);
  expect(new BegunRun(folder).read()?.soFar.rows).toHaveLength(2);

  const begun = new BegunRun(folder, 0);
  const { secondsAt, ...resumed } = await measureRun(run(4), ['train'], undefined, begun);
  const { secondsAt: _, ...whole } = await measureRun(run(4), ['train']);
  expect(resumed).toEqual(whole);
  expect(secondsAt).toHaveLength(4);
  expect(secondsAt).toEqual([...secondsAt].sort((a, b) => a - b));
  begun.remove();
  expect(existsSync(folder)).toBe(false);
});

it('keeps nothing of a run that is short', async () => {
  const kept = new BegunRun(folder);
  await kept.keep({ before: {}, rows: [], secondsAt: [], notices: {} }, () => Promise.reject(new Error('no checkpoint is made')));
  expect(kept.read()).toBeNull();
});
