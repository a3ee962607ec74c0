/**
 * `npm run record [-- --preset NAME] [--settings NAME] [--name FOLDER] [--seed S] [--backend …]`: trains a shipped project and keeps, under
 * `public/recorded/`, what a page can show of it before anybody has pressed Train: its metrics, a few rollouts and the
 * vocabulary, the adapters with which these rollouts can be played on, and of the two projects that are met first the last
 * checkpoint too. The page opens with the default project's. `--name` keeps the run beside those of the projects, for a lesson
 * that shows it: `lesson-lazy-team` is preset trio with the settings lazy_team, `lesson-grpo` micro with grpo.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { look } from '../../../src/core/at.ts';
import { spokeAfter } from '../../../src/core/counterfactual/branches.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { SIDE_PROJECTS } from '../../../src/core/document/presets/sideProjects.ts';
import { encodeJson } from '../../../src/core/formats/files.ts';
import { latestCheckpoint, RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { main } from '../../kit/console.ts';
import { shippedFiles } from '../../kit/bases.ts';
import { packRollouts } from '../../kit/run/recorded.ts';
import { projectRoot, readFolder, writeFolderWhole } from '../../kit/folders.ts';
import { chooseProject } from '../../kit/project.ts';

/** Iterations whose rollouts are kept: untrained, on the way, trained. */
const KEPT_ROLLOUTS = [1, 5, 10, 20, 40, 50];
/** Iterations kept of a lesson's run, besides its last: the reader follows what becomes of the team. */
const LESSON_ROLLOUTS = [1, 10, 25];
/** Projects that a person may train further at once: they keep their last checkpoint and every episode. */
const WHOLE: readonly string[] = ['micro', 'standard'];
/** Most bytes of each kept rollout of the others, in whole episodes. A page loads little of what it may never show. */
const ROLLOUT_BYTES = 140_000;
/** The same of a lesson's run, which keeps one rollout more. */
const LESSON_ROLLOUT_BYTES = 100_000;
/** Iterations whose teams a lesson has speak again, besides the last: what they would have said is theirs alone to say. */
const PLAYED_ON: Readonly<Record<string, readonly number[]>> = { relay: [10] };
const NEWLINE = 10;
/** Below `public/`, by preset. */
const RECORDED = new Map(Object.entries({ ...PRESETS, ...SIDE_PROJECTS }).map(([name, { recorded }]) => [name, recorded]));

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      settings: { type: 'string' },
      name: { type: 'string' },
      backend: { type: 'string', default: 'auto' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { team, training } = chooseProject({ preset: values.preset, settings: values.settings });
  const { base } = team;
  const whole = values.name === undefined && WHOLE.includes(values.preset);
  const few = values.name === undefined ? [1, 10] : LESSON_ROLLOUTS;
  const rollouts = (whole ? KEPT_ROLLOUTS : [...few, training.iterations]).filter((iteration) => iteration <= training.iterations);
  // Of those that spoke: the first ones are the base alone, and of the smaller recordings the last must do, and those of lessons.
  const spoke = (whole ? rollouts : [...(PLAYED_ON[values.name ?? values.preset] ?? []), ...rollouts.slice(-1)])
    .map((iteration) => spokeAfter(iteration, training.lag))
    .filter((after) => after > 0);
  const run = join(projectRoot, '.results', `recorded-${values.name ?? values.preset}`);
  rmSync(run, { recursive: true, force: true });
  execFileSync(
    process.execPath,
    [
      '--import',
      'tsx',
      join(import.meta.dirname, '..', 'train.ts'),
      '--preset',
      values.preset,
      ...(values.settings === undefined ? [] : ['--settings', values.settings]),
      '--seed',
      values.seed,
      '--backend',
      values.backend,
      '--keep-adapters',
      spoke.join(','),
      '--out',
      run,
    ],
    { stdio: 'inherit', cwd: projectRoot },
  );

  const files = readFolder(run);
  const last = latestCheckpoint(Object.keys(files)) ?? 0;
  const checkpoint = whole ? Object.keys(files).filter((path) => path.startsWith(`${RUN_PATHS.checkpoint(last)}/`)) : [];
  const keep = [
    RUN_PATHS.project,
    RUN_PATHS.run,
    RUN_PATHS.metrics,
    RUN_PATHS.timing,
    ...rollouts.map(RUN_PATHS.rollout),
    ...spoke.map(RUN_PATHS.adapters),
    ...checkpoint,
  ];
  const kept: Record<string, Uint8Array> = Object.fromEntries(keep.flatMap((path) => (files[path] ? [[path, files[path]]] : [])));
  const most = values.name === undefined ? ROLLOUT_BYTES : LESSON_ROLLOUT_BYTES;
  if (!whole) for (const iteration of rollouts) shorten(kept, RUN_PATHS.rollout(iteration), most);
  const { tokenizer } = loadBase(base, shippedFiles(base));
  await writeFolderWhole(
    join(projectRoot, 'public', values.name === undefined ? look(RECORDED, values.preset, 'recording of') : `recorded/${values.name}`),
    {
      ...packRollouts(kept),
      'index.json': encodeJson({
        rollouts,
        adapters: spoke,
        ...(whole && { checkpoint: checkpoint.map((path) => path.slice('checkpoints/'.length)) }),
      }),
      'vocabulary.json': encodeJson(tokenizer.vocabulary()),
    },
  );
});

/** Keeps the first lines of `path`, at most so many bytes of them. */
function shorten(files: Record<string, Uint8Array>, path: string, most: number): void {
  const bytes = files[path];
  if (!bytes || bytes.length <= most) return;
  files[path] = bytes.slice(0, bytes.lastIndexOf(NEWLINE, most - 1) + 1);
}
