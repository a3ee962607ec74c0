/**
 * `npm run export-tracker -- --run DIR --format wandb|trackio --out DIR [--iterations N,N,…]`: a run's curves, settings and kept episodes as a
 * tracker of experiments takes them, without a network (docs/exports.md).
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { trackerFiles } from '../../src/core/formats/exports/trackers/trackerFiles.ts';
import { TRACKERS } from '../../src/core/formats/exports/trackers/trackers.ts';
import { iterationsIn, RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
import { readText } from '../../src/runs/fileSystem.ts';
import { commandFaults, flagFaults } from '../../src/words/words.ts';
import { main, printText } from '../kit/console.ts';
import { writeFolderWhole } from '../kit/folders.ts';
import { chosenIterations } from '../kit/run/chosenIterations.ts';
import { curvesOf } from '../kit/run/curvesOf.ts';
import { readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: { run: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' }, iterations: { type: 'string' } },
  });
  const { run: folder, out, format } = values;
  if (!folder) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no run' }));
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no out' }));
  if (format === undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no format', formats: TRACKERS }));
  const tracker = TRACKERS.find((name) => name === format);
  if (!tracker) throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'unknown', kind: 'format', given: format, options: TRACKERS }));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'not free', folder: out }));
  const run = await readRun(folder);
  const kept = iterationsIn(run.paths, 'rollout');
  const episodes = new Map<number, readonly EpisodeRecord[]>();
  for (const iteration of kept.length === 0 ? [] : chosenIterations(values.iterations, run)) {
    const path = RUN_PATHS.rollout(iteration);
    episodes.set(iteration, parseEpisodes((await readText(run.files, path)) ?? '', path));
  }
  const began = run.paths.map((path) => /^events\.out\.tfevents\.(\d+)\./.exec(path)?.[1]).find((seconds) => seconds !== undefined);
  const files = trackerFiles(tracker, {
    ...(await curvesOf(run)),
    document: run.document,
    info: run.info,
    name: basename(resolve(folder)),
    began: began === undefined ? undefined : Number(began),
    episodes,
  });
  await writeFolderWhole(out, files);
  printText(`Wrote ${out}: ${Object.keys(files).length} files for ${tracker}.\n`, process.stdout);
});
