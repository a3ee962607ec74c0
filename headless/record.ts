/**
 * `npm run record [-- --preset NAME] [--seed S] [--backend …]`: trains a shipped project and keeps, under
 * `public/recorded/`, what a page can show of it before anybody has pressed Train: its metrics, a few rollouts, the adapters
 * and critic of its last checkpoint and the vocabulary. The page opens with the default project's.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PresetName, PRESETS } from '../src/core/document/presets.ts';
import { encodeJson, type Files } from '../src/core/formats/files.ts';
import { latestCheckpoint, RUN_PATHS } from '../src/core/formats/rundir.ts';
import { loadBase } from '../src/session/base.ts';
import { main } from './console.ts';
import { baseFolder, projectRoot, readFolder, writeFolderWhole } from './folders.ts';
import { chooseProject } from './project.ts';

/** Iterations on the way whose rollouts are kept beside those of the first and the last, in the order of preference. */
const ON_THE_WAY = [10, 5, 20, 40];
/** As many as fit; a page loads them all before its first picture. */
const ROLLOUT_BYTES = 300_000;
/** Moments of the optimiser: most of a checkpoint's bytes, and needed by nobody who looks at a run or takes its adapters. */
const LEFT_OUT = 'optimizer.safetensors';

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      backend: { type: 'string', default: 'auto' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { base } = chooseProject({ preset: values.preset }).team;
  const run = join(projectRoot, '.results', `recorded-${values.preset}`);
  rmSync(run, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [
      '--import',
      'tsx',
      join(import.meta.dirname, 'train.ts'),
      '--preset',
      values.preset,
      '--seed',
      values.seed,
      '--backend',
      values.backend,
      '--out',
      run,
    ],
    { stdio: 'inherit', cwd: projectRoot },
  );

  const files = readFolder(run);
  const last = latestCheckpoint(Object.keys(files)) ?? 0;
  const rollouts = keptRollouts(files, last);
  const checkpoint = Object.keys(files).filter((path) => path.startsWith(`${RUN_PATHS.checkpoint(last)}/`) && !path.endsWith(LEFT_OUT));
  const keep = [RUN_PATHS.project, RUN_PATHS.run, RUN_PATHS.metrics, RUN_PATHS.timing, ...rollouts.map(RUN_PATHS.rollout), ...checkpoint];
  const kept: Files = Object.fromEntries(keep.flatMap((path) => (files[path] ? [[path, files[path]]] : [])));
  const { tokenizer } = loadBase(base, readFolder(baseFolder(base)));
  writeFolderWhole(join(projectRoot, 'public', PRESETS[values.preset as PresetName].recorded), {
    ...kept,
    'index.json': encodeJson({ rollouts, checkpoint: checkpoint.map((path) => path.slice('checkpoints/'.length)) }),
    'vocabulary.json': encodeJson(tokenizer.vocabulary()),
  });
});

/** First and last iteration, and of those on the way as many as there is room for; ascending. */
function keptRollouts(files: Files, last: number): number[] {
  const kept = new Set<number>();
  let bytes = 0;
  for (const iteration of [1, last, ...ON_THE_WAY]) {
    const size = files[RUN_PATHS.rollout(iteration)]?.byteLength;
    if (size === undefined || kept.has(iteration) || (kept.size > 1 && bytes + size > ROLLOUT_BYTES)) continue;
    kept.add(iteration);
    bytes += size;
  }
  return [...kept].toSorted((a, b) => a - b);
}
