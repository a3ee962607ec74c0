import { expect, it } from 'vitest';
import { readerOf } from '../../../../../src/core/formats/imports/sources/readers.ts';
import { golden, given, headOf } from './read.ts';

it('every file of a service or tracker goes to its own reader, and settings to none', async () => {
  const owners = {
    tfevents: ['tfevents/events.out.tfevents.1764064800.simple', 'tfevents/events.out.tfevents.1764064900.tensors'],
    trackio: ['trackio/team.db', 'trackio/live.db', 'trackio/live.db-wal'],
    opentelemetry: ['opentelemetry/spans.jsonl', 'opentelemetry/logs.jsonl'],
    langsmith: ['langsmith/runs.json', 'langsmith/runs.jsonl'],
    phoenix: ['phoenix/spans.json', 'phoenix/nested.jsonl', 'phoenix/frame.json'],
    langfuse: ['langfuse/trace.json', 'langfuse/observations.jsonl', 'langfuse/scores.jsonl'],
    wandb: ['wandb/run-offline.wandb', 'wandb/history.csv'],
    metrics: ['metrics/metrics.jsonl', 'metrics/trainer_state.json', 'metrics/progress.csv'],
    unknown: ['rows/team.jsonl', 'rows/plain.csv'],
  };
  for (const [source, paths] of Object.entries(owners))
    for (const path of paths) expect(readerOf(await headOf(golden(path)))?.source, path).toBe(source);
  expect(readerOf(await headOf(given('config.json', '{\n  "model": "qwen",\n  "lr": 1e-5\n}\n')))).toBeUndefined();
});
