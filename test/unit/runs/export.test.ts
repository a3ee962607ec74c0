import { describe, expect, it } from 'vitest';
import { baseFolders, exportFiles, exportName, exportObstacle, readBase, readBases } from '../../../src/app/runs/exportRun.ts';
import { unzipFiles, zipFiles } from '../../../src/core/formats/archive.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { parseEpisodes, parseRows } from '../../../src/core/formats/rolloutFile.ts';
import { checkpointFiles, document, episode, mixedDocument, run } from './records.ts';

const base = { 'config.json': new Uint8Array([7]), 'model.safetensors': new Uint8Array([8, 9]) };
const bases = new Map([['micro', base]]);
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
    const files = unzipFiles(zipFiles(exportFiles(trained, bases)));
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

  it('holds the adapters the run started from, and says so', () => {
    const given = { 'planner/adapter_config.json': new Uint8Array([5]) };
    const files = exportFiles({ ...trained, startedFrom: given }, bases);
    expect(files['adapters-start/planner/adapter_config.json']).toEqual(new Uint8Array([5]));
    expect(JSON.parse(text(files['run.json']))).toMatchObject({ adapters: 'adapters-start' });
    expect(text(files['README.md'])).toContain('--adapters adapters-start');
  });

  it('tells in its README how to load every agent, and names only files it holds', () => {
    const files = exportFiles(trained, bases);
    const readme = text(files['README.md']);
    expect(readme).toContain('PeftModel.from_pretrained(base, "adapters/planner", adapter_name="planner")');
    expect(readme).toContain('model.load_adapter("adapters/solver", adapter_name="solver")');
    for (const [, path] of readme.matchAll(/["`]((?:adapters|rollouts)\/[\w./]+)["`]/g)) {
      expect(Object.keys(files).some((held) => held.startsWith(path!))).toBe(true);
    }
  });

  it('keeps a recorded run’s own run.json', () => {
    const recorded = { ...trained, origin: 'recorded' as const, info: { seed: 5, build: 'abc' } };
    expect(JSON.parse(text(exportFiles(recorded, bases)['run.json']))).toEqual({ seed: 5, build: 'abc' });
  });

  it('does without rollouts when none are held', () => {
    const files = exportFiles({ ...trained, episodes: {} }, bases);
    expect(Object.keys(files).filter((path) => path.startsWith('rollouts/'))).toEqual([]);
    expect(text(files['README.md'])).not.toContain('rollouts/');
  });

  it('says what to do when there is nothing to export yet', () => {
    expect(exportObstacle(trained)).toBeNull();
    expect(exportObstacle(run())?.fault).toMatchObject({ code: 'E_EXPORT_NOTHING', hint: expect.stringContaining('checkpoint') });
    expect(exportObstacle(run({ origin: 'recorded' }))?.fault.hint).toContain('without its weights');
    expect(() => exportFiles(run(), bases)).toThrow('no trained adapters');
  });
});

describe('a team on several bases', () => {
  const other = { 'config.json': new Uint8Array([5]), 'model.safetensors': new Uint8Array([6]) };
  const mixed = { ...trained, document: mixedDocument };
  const both = new Map([
    ['micro', base],
    ['standard', other],
  ]);

  it('exports each base in a folder of its own', () => {
    const files = unzipFiles(zipFiles(exportFiles(mixed, both)));
    expect(Object.keys(files).filter((path) => /^bases?\//.test(path))).toEqual([
      'bases/micro/config.json',
      'bases/micro/model.safetensors',
      'bases/standard/config.json',
      'bases/standard/model.safetensors',
    ]);
    expect(files['bases/standard/model.safetensors']).toEqual(other['model.safetensors']);
  });

  it('says which adapter goes with which base, and how to load them', () => {
    const readme = text(exportFiles(mixed, both)['README.md']);
    expect(readme).toContain('| planner | `adapters/planner/` | `bases/micro/` |');
    expect(readme).toContain('| solver | `adapters/solver/` | `bases/standard/` |');
    expect(readme).toContain('    "solver": "bases/standard",\n');
    expect(readme).not.toContain('from_pretrained("base")');
    expect(text(exportFiles(trained, bases)['README.md'])).not.toContain('bases/');
  });

  it('fetches every base that was not given', async () => {
    const asked: string[] = [];
    const found = await readBases({ ...mixed, bases: { standard: other } }, (name) => async (path) => {
      asked.push(`${name}/${path}`);
      return new Uint8Array([1]);
    });
    expect([...found.keys()]).toEqual(['micro', 'standard']);
    expect(found.get('standard')).toBe(other);
    expect(new Set(asked.map((path) => path.split('/')[0]))).toEqual(new Set(['micro']));
  });

  it('has plain folder names of their own, whatever the bases are called', () => {
    const names = ['../up', 'My model', 'my-model', '模型', '...'];
    const folders = [...baseFolders(names).values()];
    expect(folders).toEqual(['bases/up', 'bases/My-model', 'bases/my-model-2', 'bases/base', 'bases/base-2']);
    expect([...baseFolders(['anything']).values()]).toEqual(['base']);
  });
});

describe('the best checkpoint', () => {
  const best = { iteration: 4, metric: 'reward/greedy', value: 0.8125, files: checkpointFiles(4, 9) };

  it('is exported beside the newest, and the README says so', () => {
    const files = exportFiles({ ...trained, best }, bases);
    expect(files['adapters-best/planner/adapter_model.safetensors']).toEqual(new Uint8Array([9]));
    expect(files['adapters/planner/adapter_model.safetensors']).toEqual(new Uint8Array([1]));
    const readme = text(files['README.md']);
    expect(readme).toContain('after iteration 4 (`reward/greedy` 0.8125); its adapters are in `adapters-best/`');
    expect(JSON.parse(text(files['run.json']))).toMatchObject({
      checkpoint: 10,
      best: { iteration: 4, metric: 'reward/greedy', value: 0.8125 },
    });
  });

  it('is not exported twice where it is the newest', () => {
    const files = exportFiles({ ...trained, best: { ...best, iteration: 10, files: checkpointFiles(10) } }, bases);
    expect(Object.keys(files).filter((path) => path.startsWith('adapters-best'))).toEqual([]);
    expect(text(files['README.md'])).toContain('Best: after iteration 10 (`reward/greedy` 0.8125); the same adapters');
    expect(text(exportFiles(trained, bases)['README.md'])).not.toMatch(/best/i);
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
    expect(exportName(document, 'Credit: per step')).toBe(`credit-per-step-seed-${document.training.seed}-run.zip`);
  });
});
