import { describe, expect, it } from 'vitest';
import { exportFiles, exportName, exportObstacle, readBase } from '../../../src/app/runs/exportRun.ts';
import { unzipFiles, zipFiles } from '../../../src/core/formats/archive.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { parseEpisodes, parseRows } from '../../../src/stores/runs/rolloutFile.ts';
import { checkpointFiles, document, episode, run } from './records.ts';

const base = { 'config.json': new Uint8Array([7]), 'model.safetensors': new Uint8Array([8, 9]) };
const trained = run({
  iteration: 12,
  metrics: [
    { iteration: 0, 'reward/mean': 0.25 },
    { iteration: 12, 'reward/mean': 0.75 },
  ],
  timing: [{ iteration: 12, 'perf/tokens_per_s': 900 }],
  episodes: { 1: [episode(1, 0)], 12: [episode(12, 0), episode(12, 1)] },
  checkpoint: { iteration: 10, files: checkpointFiles(10) },
  backend: { backend: 'tfjs-wasm', reason: 'no GPU', device: 'SIMD', workers: 1 },
});
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('exportFiles', () => {
  it('survives the zip and reads back as what it was', () => {
    const files = unzipFiles(zipFiles(exportFiles(trained, base)));
    expect(Object.keys(files).sort()).toEqual([
      'README.md',
      'adapters/planner/adapter_config.json',
      'adapters/planner/adapter_model.safetensors',
      'adapters/solver/adapter_config.json',
      'adapters/solver/adapter_model.safetensors',
      'base/config.json',
      'base/model.safetensors',
      'metrics.jsonl',
      'project.json',
      'rollouts/12.jsonl',
      'run.json',
      'timing.jsonl',
    ]);
    expect(files['base/model.safetensors']).toEqual(base['model.safetensors']);
    expect(files['adapters/solver/adapter_model.safetensors']).toEqual(new Uint8Array([3]));
    expect(parseDocument(text(files['project.json']))).toEqual(document);
    expect(parseRows(text(files['metrics.jsonl']), 'metrics.jsonl')).toEqual(trained.metrics);
    expect(parseEpisodes(text(files['rollouts/12.jsonl']), 'rollouts/12.jsonl')).toEqual(trained.episodes[12]);
    expect(JSON.parse(text(files['run.json']))).toMatchObject({
      seed: 1,
      iterations: 12,
      checkpoint: 10,
      backend: 'tfjs-wasm',
      device: 'SIMD',
      workers: 1,
    });
  });

  it('tells in its README how to load every agent, and names only files it holds', () => {
    const files = exportFiles(trained, base);
    const readme = text(files['README.md']);
    expect(readme).toContain('PeftModel.from_pretrained(base, "adapters/planner", adapter_name="planner")');
    expect(readme).toContain('model.load_adapter("adapters/solver", adapter_name="solver")');
    for (const [, path] of readme.matchAll(/["`]((?:adapters|rollouts)\/[\w./]+)["`]/g)) {
      expect(Object.keys(files).some((held) => held.startsWith(path!))).toBe(true);
    }
  });

  it('keeps a recorded run’s own run.json', () => {
    const recorded = { ...trained, origin: 'recorded' as const, info: { seed: 5, build: 'abc' } };
    expect(JSON.parse(text(exportFiles(recorded, base)['run.json']))).toEqual({ seed: 5, build: 'abc' });
  });

  it('does without rollouts when none are held', () => {
    const files = exportFiles({ ...trained, episodes: {} }, base);
    expect(Object.keys(files).filter((path) => path.startsWith('rollouts/'))).toEqual([]);
    expect(text(files['README.md'])).not.toContain('rollouts/');
  });

  it('says what to do when there is nothing to export yet', () => {
    expect(exportObstacle(trained)).toBeNull();
    expect(exportObstacle(run())?.fault).toMatchObject({ code: 'E_EXPORT_NOTHING', hint: expect.stringContaining('checkpoint') });
    expect(exportObstacle(run({ origin: 'recorded' }))?.fault.hint).toContain('without its weights');
    expect(() => exportFiles(run(), base)).toThrow('no trained adapters');
  });
});

describe('readBase', () => {
  it('takes what is there and does without optional files', async () => {
    const shipped: Record<string, Uint8Array> = {
      'config.json': new Uint8Array([1]),
      'model.safetensors': new Uint8Array([2]),
      'tokenizer.json': new Uint8Array([3]),
    };
    expect(await readBase('micro', async (path) => shipped[path] ?? null)).toEqual(shipped);
  });

  it('names the file a broken base lacks', async () => {
    await expect(readBase('micro', async (path) => (path === 'model.safetensors' ? null : new Uint8Array()))).rejects.toMatchObject({
      fault: { code: 'E_EXPORT_BASE', message: expect.stringContaining('model.safetensors') },
    });
  });
});

describe('exportName', () => {
  it('is a plain file name whatever the project is called', () => {
    expect(exportName(document)).toBe('planner-solver-run.zip');
    expect(exportName({ ...document, name: '計画' })).toBe('project-run.zip');
  });
});
