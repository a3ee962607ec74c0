/** All steps counted one after the other, in windows; stopped, and with a step that cannot be read. */
import { expect, it } from 'vitest';
import { trainerReport } from '../../../../../src/core/credit/trainerReport.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { countSteps, type StepsCounted } from '../../../../../src/page/features/trainerReport/allSteps.ts';
import { reportCsv, stepsCsv } from '../../../../../src/page/features/trainerReport/csv.ts';
import { episode } from '../../../core/episode/records.ts';

const steps: Readonly<Record<number, readonly EpisodeRecord[]>> = Object.fromEntries(
  [1, 2, 4].map((step) => [step, Array.from({ length: 6 }, (_, at) => episode(step, at, { group: at % 2, reward: (at * step) % 3 }))]),
);
const window = { window: 0, windows: 1, first: 0, count: 0, of: 0 };

async function* windowsOf(step: number, failing?: number) {
  const records = steps[step]!;
  yield { episodes: records.slice(0, 4), window };
  if (step === failing) throw new Error('the disk went away');
  yield { episodes: records.slice(4), window };
}

async function counted(failing?: number, stopAfter = Infinity): Promise<StepsCounted[]> {
  const told: StepsCounted[] = [];
  const aborting = new AbortController();
  await countSteps({
    steps: [1, 2, 4],
    read: (step) => windowsOf(step, failing),
    clip: 0.2,
    tell: (state) => {
      told.push(state);
      if (told.length === stopAfter) aborting.abort();
    },
    signal: aborting.signal,
  });
  return told;
}

it('tells after every window how far it is, and in the end has what each step is counted to whole', async () => {
  const told = await counted();
  expect(told.map(({ episodes, left }) => [episodes, left])).toEqual([
    [0, 3],
    [4, 3],
    [6, 3],
    [6, 2],
    [10, 2],
    [12, 2],
    [12, 1],
    [16, 1],
    [18, 1],
    [18, 0],
  ]);
  expect(told.at(-1)?.reports).toEqual([1, 2, 4].map((step) => ({ step, report: trainerReport(steps[step]!, 0.2) })));
});

it('leaves a step out that cannot be read to its end, and says so', async () => {
  const { reports, failed, left, episodes } = (await counted(2)).at(-1)!;
  expect([reports.map(({ step }) => step), failed, left, episodes]).toEqual([[1, 4], 1, 0, 12]);
});

it('stops where it is stopped, with the steps that were counted', async () => {
  const told = await counted(undefined, 5);
  expect(told.length).toBe(5);
  expect(told.at(-1)?.reports.map(({ step }) => step)).toEqual([1]);
});

it('is written with all steps first, then each; what is unknown is empty', async () => {
  const { reports } = (await counted()).at(-1)!;
  const rows = stepsCsv(reports)
    .trim()
    .split('\n')
    .map((row) => row.trim().split(','));
  const of = (figure: string) => rows.filter(([, name]) => name === figure).map(([step, , count, all]) => [step, count, all]);
  expect(rows[0]).toEqual(['step', 'figure', 'count', 'of']);
  expect(of('withoutSpread').map(([step]) => step)).toEqual(['all', '1', '2', '4']);
  expect(Number(of('unpushed')[0]?.[2])).toBe(3 * Number(of('unpushed')[1]?.[2]));
  expect(of('masked')[0]).toEqual(['all', '', '']);
  expect(reportCsv(2, reports[1]!.report, null)).toContain('2,gae_mean_difference,,');
});
