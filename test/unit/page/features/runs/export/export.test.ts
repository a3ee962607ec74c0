import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DamagedExport } from '../../../../../../src/page/features/runs/export/damagedExport.ts';
import { wholeOf } from '../../../../../../src/core/formats/byteSource.ts';
import { baseFiles, type ExportedBase, exportedBases } from '../../../../../../src/core/formats/exports/exportedBase.ts';
import { exportFiles, exportName, exportObstacle, readBases } from '../../../../../../src/page/features/runs/export/exportRun.ts';
import { type ImportInfo, KnownCount } from '../../../../../../src/core/formats/imports/run/info.ts';
import { exportTold } from '../../../../../../src/page/features/runs/export/exportTold.ts';
import { readBase } from '../../../../../../src/page/kit/projects/basesToTake.ts';
import { baseFolders } from '../../../../../../src/core/formats/models/baseFolders.ts';
import { checkRows, rowSums, sumsOf } from '../../../../../../src/core/formats/checksums.ts';
import { type Files, filesInto, filesUnder } from '../../../../../../src/core/formats/files.ts';
import { readPeft, writePeft } from '../../../../../../src/core/formats/models/adapters/peft.ts';
import { unzipFiles, zipFiles } from '../../../../../../src/core/formats/archive.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import { checkpointsIn } from '../../../../../../src/core/formats/runPaths.ts';
import { parseEpisodes, parseRows } from '../../../../../../src/core/formats/runs/rolloutFile.ts';
import { applyEvent } from '../../../../../../src/page/state/runs/reduce.ts';
import { document, episode, mixedDocument, run } from '../../../../core/episode/records.ts';

const shipped = (name: string) => {
  const names = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
  return Object.fromEntries(names.map((file) => [file, new Uint8Array(readFileSync(`public/models/${name}/${file}`))]));
};
const base = shipped('micro');
const bases = await exportedBases(new Map([['micro', base]]));

/** A checkpoint of both agents with adapters of one number all over. */
function checkpointFiles(steps: number, number = 1): Record<string, Uint8Array> {
  const adapter = (value: number) => ({
    ...{ rank: 1, alpha: 2, targets: ['q_proj'] as const, baseName: 'micro' },
    tensors: new Map(
      ['lora_A', 'lora_B'].map((half) => {
        const shape: [number, number] = half === 'lora_A' ? [1, 64] : [64, 1];
        return [`model.layers.0.self_attn.q_proj.${half}`, { shape, data: new Float32Array(64).fill(value) }] as const;
      }),
    ),
  });
  return {
    ...filesInto(`checkpoints/steps_${steps}/planner`, writePeft(adapter(number))),
    ...filesInto(`checkpoints/steps_${steps}/solver`, writePeft(adapter(number + 2))),
    [`checkpoints/steps_${steps}/critic/head.safetensors`]: new Uint8Array([5]),
  };
}

/** Compared as such: to look at half a million numbers one by one takes seconds. */
const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined) =>
  a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;

/** The number that an adapter of the export consists of. */
const numberIn = (files: Readonly<Record<string, Uint8Array>>, folder: string) =>
  readPeft(filesUnder(files, folder)).tensors.get('model.layers.0.self_attn.q_proj.lora_A')?.data[0];

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

/** The export with the files of its bases, as the library's worker puts them together. */
function wholeExport(run: Parameters<typeof exportFiles>[0], told: ReadonlyMap<string, ExportedBase>): Files {
  const files = Object.entries(baseFiles(told)).map(([path, file]) => [path, wholeOf(file)] as const);
  return { ...Object.fromEntries(files), ...exportFiles(run, told) };
}

describe('an export of a run on a base in fewer bits', () => {
  it.each([false, true])('says so in README, cards and run.json, dequantised: %s', async (dequantise) => {
    const quantised = { ...trained, document: { ...document, team: { ...document.team, weights: 'q8' as const } } };
    const files = wholeExport(quantised, await exportedBases(new Map([['micro', base]]), { form: 'q8', dequantise }));
    const { bases: told } = JSON.parse(text(files['run.json'])) as { bases: { micro: Record<string, unknown> } };
    const { bases: plain } = JSON.parse(text(exportFiles(trained, bases)['run.json'])) as typeof told & { bases: typeof told };
    const original = plain.micro['sha256'];
    expect(plain.micro).toEqual({ folder: 'base', sha256: original });
    expect(told.micro).toEqual(
      dequantise
        ? { folder: 'base', form: 'q8', sha256: expect.not.stringMatching(String(original)), original_sha256: original, repacks: true }
        : { folder: 'base', form: 'q8', sha256: original },
    );
    for (const path of ['README.md', 'adapters/planner/README.md']) {
      expect(text(files[path]), path).toContain('held in q8');
      expect(text(files[path])).toContain(String(original));
      expect(text(files[path])).toContain(dequantise ? 'the very numbers' : 'is the original');
    }
    expect(sameBytes(files['base/model.safetensors'], base['model.safetensors'])).toBe(!dequantise);
    expect(readPeft(filesUnder(files, 'adapters/planner'))).toMatchObject({ baseForm: 'q8', baseFingerprint: told.micro['sha256'] });
  });
});

describe('exportFiles', () => {
  it('survives the zip and reads back as what it was', () => {
    const files = unzipFiles(zipFiles(wholeExport(trained, bases)));
    expect(Object.keys(files).sort()).toEqual([
      'README.md',
      'adapters/planner/README.md',
      'adapters/planner/adapter_config.json',
      'adapters/planner/adapter_model.safetensors',
      'adapters/solver/README.md',
      'adapters/solver/adapter_config.json',
      'adapters/solver/adapter_model.safetensors',
      'base/config.json',
      'base/model.safetensors',
      'base/tokenizer.json',
      'base/tokenizer_config.json',
      'checksums.jsonl',
      'metrics.jsonl',
      'project.json',
      'rollouts/12.jsonl',
      'run.json',
      'timing.jsonl',
    ]);
    expect(sameBytes(files['base/model.safetensors'], base['model.safetensors'])).toBe(true);
    expect(numberIn(files, 'adapters/solver')).toBe(3);
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
    expect(text(files['README.md'])).toContain('--adapters FOLDER/adapters-start');
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
    expect(JSON.parse(text(exportFiles(recorded, bases)['run.json']))).toMatchObject({ seed: 5, build: 'abc' });
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

describe('what others load', () => {
  const folder = { 'checkpoints/steps_10/trainer_state.json': new Uint8Array([1]) };
  const cardOf = (files: Readonly<Record<string, Uint8Array>>, role: string) => text(files[`adapters/${role}/README.md`]);

  it('names the base as it is seen from the export, and says what it is', () => {
    const files = exportFiles(trained, bases);
    for (const role of ['planner', 'solver']) {
      const adapter = readPeft(filesUnder(files, `adapters/${role}`));
      expect(adapter.baseName).toBe('base');
      expect(adapter.baseFingerprint).toBe(bases.get('micro')?.sha256);
      expect(cardOf(files, role)).toMatch(/^---\nbase_model: base\nlibrary_name: peft\n[\s\S]*?\n---\n# /);
      expect(cardOf(files, role)).toContain(`AutoPeftModelForCausalLM.from_pretrained("adapters/${role}")`);
    }
    expect(JSON.parse(text(files['run.json'])).bases).toEqual({ micro: { folder: 'base', sha256: bases.get('micro')?.sha256 } });
  });

  it('takes the token that ends a message from the tokenizer', async () => {
    expect(text(exportFiles(trained, bases)['README.md'])).toContain('convert_tokens_to_ids("<|im_end|>")');
    const words = text(base['tokenizer.json']).replaceAll('<|im_end|>', '</s>');
    const config = text(base['tokenizer_config.json']).replaceAll('<|im_end|>', '</s>');
    const encode = (said: string) => new TextEncoder().encode(said);
    const own = { ...base, 'tokenizer.json': encode(words), 'tokenizer_config.json': encode(config) };
    const readme = text(exportFiles(trained, await exportedBases(new Map([['micro', own]])))['README.md']);
    expect(readme).toContain('convert_tokens_to_ids("</s>")');
    expect(readme).not.toContain('<|im_end|>');
  });

  it('brings checksums, so that a row left out as damaged is missed elsewhere, and gives no damaged adapter away', () => {
    const sums = (kept: Files = {}) => text(exportFiles(trained, bases, kept)['checksums.jsonl']);
    const rows = text(exportFiles(trained, bases)['metrics.jsonl']);
    expect(checkRows(rows, sums())).toEqual({ unchecked: null, mixed: [], damage: [] });
    const held = rowSums('{"iteration":0,"reward/mean":0.25}\n{"iteration":7,"reward/mean":0.5}\n');
    const { damage } = checkRows(rows, sums({ 'checksums.jsonl': new TextEncoder().encode(held) }));
    expect(damage.map(({ what }) => what)).toEqual(['the row of iteration 7 is missing or cut off']);

    const own = filesUnder(checkpointFiles(10), 'checkpoints/steps_10');
    const sealed = (files: Files) => ({
      ...trained,
      checkpoint: { iteration: 10, files: filesInto('checkpoints/steps_10', { ...files, SHA256SUMS: sumsOf(own) }) },
    });
    expect(() => exportFiles(sealed(own), bases)).not.toThrow();
    const path = 'planner/adapter_model.safetensors';
    const flipped = { ...own, [path]: own[path]!.map((byte, at) => (at === own[path]!.length - 1 ? byte ^ 1 : byte)) };
    expect(() => exportFiles(sealed(flipped), bases)).toThrow(
      `checkpoints/steps_10 is damaged: ${path} is not what was written. None of its checkpoints is intact.`,
    );
  });

  describe('of a run with a damaged checkpoint', () => {
    /** With checksums, and a state that says that it is complete. */
    const sealed = (steps: number, change: (files: Record<string, Uint8Array>) => void = () => {}) => {
      const folder = `checkpoints/steps_${steps}`;
      const own: Record<string, Uint8Array> = {
        ...filesUnder(checkpointFiles(steps, steps), folder),
        'trainer_state.json': new TextEncoder().encode(`{"iteration":${steps}}\n`),
      };
      own['SHA256SUMS'] = sumsOf(own);
      change(own);
      return filesInto(folder, own);
    };
    const PATH = 'planner/adapter_model.safetensors';
    const flip = (files: Record<string, Uint8Array>) => void (files[PATH] = files[PATH]!.with(-1, files[PATH]!.at(-1)! ^ 1));
    const best = (iteration: number) => ({ iteration, metric: 'reward/mean', value: 1 });
    const kept = (newest: Files, bestOf: number): Files => ({
      ...{ ...sealed(3), ...sealed(6), ...newest },
      'checkpoints/best.json': new TextEncoder().encode(JSON.stringify(best(bestOf))),
    });
    const refusal = (run: typeof trained, files: Files): DamagedExport => {
      try {
        exportFiles(run, bases, files);
      } catch (error) {
        if (error instanceof DamagedExport) return error;
      }
      throw new Error('it was not refused');
    };

    it('is refused, says which is the last whole one, and is made with that instead', () => {
      const newest = sealed(10, flip);
      const run = { ...trained, checkpoint: { iteration: 10, files: newest }, best: { ...best(10), files: newest } };
      const { fault, instead } = refusal(run, kept(newest, 10));
      expect(fault).toMatchObject({
        code: 'E_CHECKPOINT_DAMAGED',
        message: `checkpoints/steps_10 is damaged: ${PATH} is not what was written.`,
        hint: 'Checkpoint 6 is the last intact one: export checkpoint 6 instead.',
      });
      const files = exportFiles(instead!.run, bases, instead!.kept);
      expect(numberIn(files, 'adapters/planner')).toBe(6);
      expect(files['adapters-best/planner/adapter_model.safetensors'], 'the best was the damaged one').toBeUndefined();
      expect(checkpointsIn(Object.keys(files))).toEqual([3, 6]);
      expect(Object.keys(files).filter((path) => path.includes('steps_10') || path.endsWith('best.json'))).toEqual([]);
      expect(JSON.parse(text(files['run.json']))).toMatchObject({ checkpoint: 6, best: null });
      expect(text(files['README.md'])).toContain('adapters after iteration 6');
    });

    it('is refused too where the run was opened with the last whole one for its newest', () => {
      const opened = { ...trained, checkpoint: { iteration: 6, files: sealed(6) } };
      const { fault, instead } = refusal(opened, kept(sealed(10, flip), 3));
      expect(fault.message).toBe(`checkpoints/steps_10 is damaged: ${PATH} is not what was written.`);
      expect(checkpointsIn(Object.keys(exportFiles(instead!.run, bases, instead!.kept)))).toEqual([3, 6]);
    });

    it('whose files are gone is told as damaged, not as never trained', () => {
      const newest = sealed(10, (files) => {
        for (const role of ['planner', 'solver']) delete files[`${role}/adapter_model.safetensors`];
      });
      const { fault } = refusal({ ...trained, checkpoint: { iteration: 10, files: newest } }, kept(newest, 3));
      expect(fault.message).toBe(`checkpoints/steps_10 is damaged: ${PATH} is missing.`);
    });

    it('that is its best alone keeps its newest, and one whose best is whole keeps that', () => {
      const damaged = sealed(3, flip);
      const newest = { iteration: 6, files: sealed(6) };
      const worse = refusal({ ...trained, checkpoint: newest, best: { ...best(3), files: damaged } }, { ...kept({}, 3), ...damaged });
      expect(worse.instead).toMatchObject({ iteration: 6, run: { checkpoint: { iteration: 6 }, best: null } });
      expect(checkpointsIn(Object.keys(worse.instead!.kept))).toEqual([6]);

      const last = sealed(10, flip);
      const run = { ...trained, checkpoint: { iteration: 10, files: last }, best: { ...best(3), files: sealed(3) } };
      const { instead } = refusal(run, kept(last, 3));
      expect(instead).toMatchObject({ iteration: 6, run: { best: { iteration: 3 } } });
      const files = exportFiles(instead!.run, bases, instead!.kept);
      expect(numberIn(files, 'adapters-best/planner')).toBe(3);
      expect(Object.keys(files)).toContain('checkpoints/best.json');
    });

    it('none of which is whole says so, and there is nothing instead', () => {
      const all = { ...sealed(3, flip), ...sealed(10, flip) };
      const { fault, instead } = refusal({ ...trained, checkpoint: { iteration: 10, files: sealed(10, flip) } }, all);
      expect(instead).toBeNull();
      expect(fault.hint).toContain('None of its checkpoints is intact. Train it again');
    });
  });

  it('says how it is gone on with, from where that can be run', () => {
    const readme = (of: typeof trained) => text(exportFiles(of, bases, folder)['README.md']);
    expect(readme(trained)).toContain('\nnpm run train -- --out FOLDER --resume\n');
    expect(readme(trained)).not.toContain('--out .');
    const iterations = trained.document.training.iterations;
    expect(readme({ ...trained, iteration: iterations })).toContain(`--resume --iterations ${iterations + 10}\n`);
    expect(text(exportFiles(trained, bases)['README.md'])).not.toContain('--resume');
  });

  it('says in run.json of a live run all that the terminal says, and what the export holds', () => {
    const info = { ...{ seed: 1, backend: 'wasm', device: 'd', reason: 'r', build: '9.9.9', shards: 4096, workers: 2 } };
    const live = applyEvent(trained, {
      type: 'info',
      runId: 'run-1',
      iteration: 0,
      info: { ...info, reproducible: true, versions: { a: '1' } },
    });
    expect(JSON.parse(text(exportFiles(live, bases)['run.json']))).toMatchObject({
      ...info,
      reproducible: true,
      versions: { a: '1' },
      iterations: 12,
      checkpoint: 10,
    });
    // Going on on something else does not change what it was begun on.
    const again = applyEvent(live, {
      type: 'info',
      runId: 'run-1',
      iteration: 5,
      info: { ...info, build: 'x', reproducible: false, versions: {} },
    });
    expect(again.info).toEqual(live.info);
  });

  it('brings the words of the tokens, so that its episodes can be read without the base', () => {
    const files = exportFiles({ ...trained, vocabularies: { micro: ['a', 'b'] } }, bases);
    expect(JSON.parse(text(files['vocabulary.json']))).toEqual({ micro: ['a', 'b'] });
  });
});

describe('a team on several bases', () => {
  const other = shipped('standard');
  const mixed = { ...trained, document: mixedDocument };
  const given = new Map([
    ['micro', base],
    ['standard', other],
  ]);

  it('exports each base in a folder of its own', async () => {
    const both = await exportedBases(given);
    const files = unzipFiles(zipFiles(wholeExport(mixed, both)));
    expect(
      Object.keys(files).filter((path) => /^bases?\/.*(config.json|model.safetensors)$/.test(path) && !path.includes('tokenizer')),
    ).toEqual([
      'bases/micro/config.json',
      'bases/micro/model.safetensors',
      'bases/standard/config.json',
      'bases/standard/model.safetensors',
    ]);
    expect(sameBytes(files['bases/standard/model.safetensors'], other['model.safetensors'])).toBe(true);
  });

  it('says which adapter goes with which base, and how to load them', async () => {
    const both = await exportedBases(given);
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
    expect(Object.keys(found)).toEqual(['micro', 'standard']);
    expect(found['standard']?.['model.safetensors']).toBe(other['model.safetensors']);
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
    expect(numberIn(files, 'adapters-best/planner')).toBe(9);
    expect(numberIn(files, 'adapters/planner')).toBe(1);
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
    expect(exportName({ document })).toBe('planner-solver-run.zip');
    expect(exportName({ document: { ...document, name: '計画' } })).toBe('project-run.zip');
    expect(exportName({ document }, 'Credit: per step')).toBe(`credit-per-step-seed-${document.training.seed}-run.zip`);
    const imported: ImportInfo = { source: 'trl', files: [], known: new KnownCount(), computed: [], agents: [], edges: 'guessed' };
    const info = { imported: JSON.parse(JSON.stringify(imported)) };
    expect(exportName({ document, info }, 'Theirs'), 'a seed that is unknown').toBe('theirs-run.zip');
  });
});

describe('what came of an export', () => {
  it('is the file with its size, or that no place was chosen for it', () => {
    expect(exportTold({ file: 'run.zip', bytes: 1_234_567 })).toBe('Downloaded: run.zip, 1.2 MB');
    expect(exportTold(null)).toBe('No place was chosen for the file, so nothing was written.');
  });
});
