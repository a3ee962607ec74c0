/** The fixtures of services, trackers and anybody's rows as run folders of ours, from the files to what the library reads again. */
import { expect, it } from 'vitest';
import { claimsOf, joined } from '../../../src/core/formats/imports/sources/claims.ts';
import { surveyRun } from '../../../src/runs/importRun.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { golden, readAll } from '../core/formats/imports/read.ts';
import { libraryOn } from './library/support.ts';

const ASKED = { mapping: null, names: {}, edges: null };

const RUNS = [
  ['opentelemetry/spans.jsonl', 'opentelemetry/logs.jsonl'],
  ['langsmith/runs.json'],
  ['langfuse/observations.jsonl', 'langfuse/scores.jsonl'],
  ['phoenix/spans.json'],
  ['tfevents/events.out.tfevents.1764064800.simple'],
  ['wandb/run-offline.wandb'],
  ['trackio/live.db', 'trackio/live.db-wal'],
  ['metrics/metrics.jsonl'],
  ['rows/team.jsonl'],
  ['rows/plain.csv'],
];

it.each(RUNS)('%s becomes a run with all that it holds', async (...paths) => {
  const files = paths.map(golden);
  const [first, ...others] = await claimsOf(files);
  if (!first) throw new Error('nobody reads it');
  const { reader, files: own } = joined([first, ...others]);
  const mapping = (await reader.columns?.(own))?.mapping ?? null;
  const { episodes, metrics } = await readAll(reader, own, mapping);
  const survey = await surveyRun(reader, { ...ASKED, files: own });
  expect(survey.whole).toBe(true);
  expect(survey.known.episodes).toBe(episodes.length);
  const { library } = libraryOn(new MemoryFileSystem());
  await library.importRun('run', reader, { ...ASKED, name: 'theirs', files: own });
  const run = await library.read('run');
  const rows = new Map(run.metrics.map((row) => [row['iteration'], row]));
  for (const { step, values } of metrics) expect(rows.get(step)).toMatchObject(values);
  const agents = new Set(episodes.flatMap(({ messages }) => messages.flatMap(({ agent }) => agent ?? [])));
  for (const agent of agents) expect(run.document.team.agents.map(({ role }) => role)).toContain(agent);
});

it('the graph of a team is found in what its agents quote of each other', async () => {
  const [claim] = await claimsOf([golden('langsmith/runs.json')]);
  if (!claim) throw new Error('nobody reads it');
  const { edges } = await surveyRun(claim.reader, { ...ASKED, files: claim.files });
  expect(edges).toMatchObject([{ from: 'planner', to: 'solver' }]);
});
