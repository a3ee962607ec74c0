/** Every adapter folder of an export loads from the export's own folder, and what a run kept is as whole there as it was. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { damageOf } from '../../../../../../src/core/formats/checksums.ts';
import { type Files, filesInto, filesUnder } from '../../../../../../src/core/formats/files.ts';
import { type LoraWeights, readPeft, writePeft } from '../../../../../../src/core/formats/models/adapters/peft.ts';
import { fusedNote } from '../../../../../../src/core/formats/models/storedTensors.ts';
import { checkpointFiles, readCheckpoint, requireBases } from '../../../../../../src/core/formats/runs/rundir.ts';
import { baseFiles, exportedBases } from '../../../../../../src/core/formats/exports/exportedBase.ts';
import { exportFiles } from '../../../../../../src/page/features/runs/export/exportRun.ts';
import { document, mixedDocument, run } from '../../../../core/episode/records.ts';

const shipped = (name: string): Files =>
  Object.fromEntries(
    ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'].map((file) => [
      file,
      new Uint8Array(readFileSync(`public/models/${name}/${file}`)),
    ]),
  );
const [micro, standard] = [shipped('micro'), shipped('standard')];
const one = await exportedBases(new Map([['micro', micro]]));
const two = await exportedBases(
  new Map([
    ['micro', micro],
    ['standard', standard],
  ]),
);

/** An adapter of one number all over. */
const weights = (value: number): LoraWeights => ({
  ...{ rank: 1, alpha: 2, targets: ['q_proj'] as const },
  tensors: new Map([
    ['model.layers.0.self_attn.q_proj.lora_A', { shape: [1, 64], data: new Float32Array(64).fill(value) }],
    ['model.layers.0.self_attn.q_proj.lora_B', { shape: [64, 1], data: new Float32Array(64).fill(value) }],
  ]),
});
const written = (iteration: number, solver = 'micro') =>
  checkpointFiles({
    iteration,
    baseName: 'micro',
    adapters: [
      { role: 'planner', weights: weights(iteration) },
      { role: 'solver', baseName: solver, weights: weights(iteration + 1) },
    ],
    critic: new Map(),
    optimizer: new Map([['planner.m', { shape: [1], data: new Float32Array([iteration]) }]]),
    trainerState: { seed: 1 },
  });
const trained = (files: Files, change = {}) => run({ iteration: 12, checkpoint: { iteration: 10, files }, ...change });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const adapterFoldersIn = (files: Files) =>
  Object.keys(files).flatMap((path) => (path.endsWith('/adapter_config.json') ? path.slice(0, -'/adapter_config.json'.length) : []));

describe('every adapter folder of an export', () => {
  const kept = { ...written(4), ...written(10) };
  const start = {
    ...filesInto('planner', writePeft({ ...weights(0.5), baseName: '/home/me/micro' })),
    ...filesInto('solver', writePeft({ ...weights(0.25), baseName: 'micro' })),
  };
  const best = { iteration: 4, metric: 'reward/greedy', value: 0.5, files: written(4) };
  const files = exportFiles(trained(written(10), { best, startedFrom: start }), one, kept);
  const folders = adapterFoldersIn(files);

  it('is there', () => {
    const above = ['adapters', 'adapters-best', 'adapters-start', 'checkpoints/steps_10', 'checkpoints/steps_4'];
    expect(new Set(folders)).toEqual(new Set(above.flatMap((folder) => [`${folder}/planner`, `${folder}/solver`])));
  });

  it.each(folders)('%s names the base’s folder in the export and has a model card', (folder) => {
    const own = filesUnder(files, folder);
    expect(readPeft(own)).toMatchObject({ baseName: 'base', baseCalled: 'micro', baseFingerprint: one.get('micro')?.sha256 });
    expect(Object.keys(baseFiles(one))).toContain('base/config.json');
    const card = text(own['README.md']);
    expect(card).toMatch(/^---\nbase_model: base\nlibrary_name: peft\npipeline_tag: text-generation\n/);
    expect(card).toContain(`AutoPeftModelForCausalLM.from_pretrained("${folder}")`);
    if (folder.startsWith('adapters-start')) expect(card).toContain('as it was before multi-agent');
    else expect(card).toMatch(/after (10|4) iterations of multi-agent/);
  });

  it('has the weights it had', () => {
    const number = (folder: string) => readPeft(filesUnder(files, folder)).tensors.get('model.layers.0.self_attn.q_proj.lora_A')?.data[0];
    expect(number('checkpoints/steps_4/planner')).toBe(4);
    expect(number('checkpoints/steps_10/solver')).toBe(11);
    expect(number('adapters-start/planner')).toBe(0.5);
  });

  it('agrees with the checksums, and its run goes on on the base of its project alone', () => {
    for (const [iteration, before] of [
      [4, written(4)],
      [10, written(10)],
    ] as const) {
      const folder = `checkpoints/steps_${iteration}`;
      expect(damageOf(filesUnder(files, folder))).toEqual([]);
      expect(text(files[`${folder}/SHA256SUMS`])).toContain('  planner/README.md\n');
      const read = readCheckpoint(filesInto(folder, filesUnder(files, folder)));
      expect(read).toEqual(readCheckpoint(before));
      requireBases(read, new Map([['planner', 'micro']]));
      expect(() => requireBases(read, new Map([['planner', 'standard']]))).toThrow('was trained on the base “micro”');
    }
  });

  it('comes out the same when the export was taken in and is exported again', () => {
    const again = exportFiles(trained(filesInto('checkpoints/steps_10', filesUnder(files, 'checkpoints/steps_10'))), one, files);
    for (const path of Object.keys(files).filter((name) => name.startsWith('checkpoints/'))) expect(again[path], path).toEqual(files[path]);
  });
});

it('each checkpoint of a team on several bases names those of its agents', () => {
  const files = exportFiles({ ...trained(written(10, 'standard')), document: mixedDocument }, two, written(10, 'standard'));
  const named = (role: string) => readPeft(filesUnder(files, `checkpoints/steps_10/${role}`));
  expect(named('planner')).toMatchObject({ baseName: 'bases/micro', baseCalled: 'micro' });
  expect(named('solver')).toMatchObject({ baseName: 'bases/standard', baseCalled: 'standard' });
});

describe('a kept checkpoint', () => {
  const folder = 'checkpoints/steps_4';
  const exportOf = (own: Files) => filesUnder(exportFiles(trained(written(10)), one, { ...own, ...written(10) }), folder);

  it('whose adapter is damaged stays as it is, so that it is told elsewhere', () => {
    const path = 'planner/adapter_model.safetensors';
    const own = written(4);
    const flipped = { ...own, [`${folder}/${path}`]: own[`${folder}/${path}`]!.with(-1, 7) };
    expect(exportOf(flipped)).toEqual(filesUnder(flipped, folder));
    expect(damageOf(exportOf(flipped))).toEqual([`${path} is not what was written`]);
  });

  it('with damage elsewhere keeps the checksum by which that shows', () => {
    const path = 'optimizer.safetensors';
    const own = written(4);
    const flipped = { ...own, [`${folder}/${path}`]: own[`${folder}/${path}`]!.with(-1, 7) };
    expect(damageOf(exportOf(flipped))).toEqual([`${path} is not what was written`]);
    expect(Object.keys(exportOf(flipped))).toContain('planner/README.md');
  });

  it('of an earlier version, without checksums, gets none, and one that cannot be read stays', () => {
    const { [`${folder}/SHA256SUMS`]: _, ...old } = written(4);
    expect(damageOf(exportOf(old))).toBeNull();
    expect(readPeft(filesUnder(exportOf(old), 'planner')).baseName).toBe('base');
    const broken = { ...old, [`${folder}/planner/adapter_config.json`]: new Uint8Array([5]) };
    expect(exportOf(broken)).toEqual(filesUnder(broken, folder));
  });
});

it('what a run started from is given as it came where it is no adapter of the team', () => {
  const startedFrom = { 'planner/adapter_config.json': new Uint8Array([5]) };
  expect(filesUnder(exportFiles(trained(written(10), { startedFrom, document }), one), 'adapters-start')).toEqual(startedFrom);
});

describe('adapters of a base whose projections transformers keeps fused', () => {
  it('the card and the README say that PEFT cannot load them there, and where they do load', () => {
    const fused = fusedNote({ modelType: 'phi3' })!;
    const bases = new Map([...one].map(([name, base]) => [name, { ...base, fused }]));
    const files = exportFiles(trained(written(10)), bases);
    for (const path of ['README.md', 'adapters/planner/README.md']) expect(text(files[path])).toContain(fused);
    expect(text(files['adapters/planner/README.md'])).not.toContain('AutoPeftModelForCausalLM');
    expect(fusedNote({ modelType: 'mistral' })).toBeNull();
  });
});
