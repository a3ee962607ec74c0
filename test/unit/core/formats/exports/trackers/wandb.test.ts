/** An offline run for W&B: the very bytes that wandb's own reader took apart (test/golden/trackers), with what the run holds in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { wandbFiles } from '../../../../../../src/core/formats/exports/trackers/wandb.ts';
import { configOf, stepsOf, trackedId, type TrackedRun } from '../../../../../../src/core/formats/exports/trackers/tracked.ts';
import { sha256 } from '../../../../../../src/core/sha256.ts';
import { episode } from '../../../episode/records.ts';

const golden = JSON.parse(readFileSync(fileURLToPath(new URL('../../../../../golden/trackers/wandb.json', import.meta.url)), 'utf8')) as {
  readonly sha256: string;
  readonly records: readonly Record<string, unknown>[];
};

/** Rows enough for two ends of blocks, and one that is longer than a block. */
const metrics = Array.from({ length: 40 }, (_, iteration) => ({
  iteration,
  ...Object.fromEntries(
    Array.from({ length: iteration === 7 ? 900 : 12 }, (_, at) => [`actor/agent_${at}/métrique`, (iteration + 1) / (at + 3)]),
  ),
}));
const run: TrackedRun = {
  // Of the settings some: the golden file does not change with every new one.
  document: {
    name: 'Team of two',
    team: { base: 'micro' },
    training: { seed: 1 },
    environment: { file: 'a.env.ts' },
  } as unknown as TrackedRun['document'],
  name: 'first',
  metrics,
  timing: [{ iteration: 3, 'timing_s/rollout': 0.25 }],
  began: 1_700_000_000.5,
  episodes: new Map([[3, [episode(3, 0), episode(3, 1)]]]),
};
const files = wandbFiles(run);
const id = trackedId(run);
const folder = `offline-run-20231114_221320-${id}`;
const log = files[`${folder}/run-${id}.wandb`]!;

it('writes a log that wandb reads as what the run holds', () => {
  const out = process.env['MARFT_WANDB_OUT'];
  if (out) writeFileSync(out, log);
  expect(log.length).toBeGreaterThan(3 * 32_768);
  expect(sha256(log)).toBe(golden.sha256);
  const [header, first, media, ...rest] = golden.records;
  expect(header).toEqual({ num: 1, kind: 'header' });
  expect(first).toEqual({
    num: 2,
    kind: 'run',
    id,
    project: 'Team-of-two',
    name: 'first seed 1',
    start: 1_700_000_000,
    config: configOf(run),
  });
  const [path = ''] = Object.keys(files).filter((name) => name.endsWith('.table.json'));
  const table = files[path]!;
  const told = { _type: 'table-file', path: path.slice(`${folder}/files/`.length), sha256: sha256(table), size: table.length };
  expect(media).toEqual({ num: 3, kind: 'files', files: [[told.path, 2]] });
  const rows = stepsOf(run).map(({ step, values }) => ({
    kind: 'history',
    step,
    row: { ...values, ...(step === 3 && { episodes: expect.objectContaining(told) }), _step: step },
  }));
  expect(rest.slice(0, -2).map(({ num: _, ...record }) => record)).toEqual(rows);
  const { iteration: _, ...last } = metrics.at(-1)!;
  expect(rest.at(-2)).toMatchObject({ kind: 'summary', row: { ...last, _step: 39, 'timing_s/rollout': 0.25 } });
  expect(rest.at(-1)).toEqual({ num: golden.records.length, kind: 'exit', code: 0 });
});

it('brings the episodes as a table of messages', () => {
  const table = Object.entries(files).find(([path]) => path.endsWith('.table.json'))![1];
  const { columns, data } = JSON.parse(new TextDecoder().decode(table)) as { columns: string[]; data: unknown[][] };
  const messages = run.episodes.get(3)!.flatMap((record) => record.messages.map((message) => ({ record, message })));
  expect(data).toHaveLength(messages.length);
  messages.forEach(({ record, message }, index) => {
    const row = Object.fromEntries(columns.map((column, at) => [column, data[index]![at]]));
    expect(row).toMatchObject({ episode: record.episode, role: message.role, text: message.text, 'team reward': record.reward });
    expect(row['tokens']).toBe(message.response_ids.length);
  });
});

it('leaves out when it began where that is not known', () => {
  const names = Object.keys(wandbFiles({ ...run, began: undefined }));
  expect(names.every((name) => name.startsWith('offline-run-19700101_000000-'))).toBe(true);
});
