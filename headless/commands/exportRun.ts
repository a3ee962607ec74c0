/**
 * `npm run export-run -- --run DIR --out DIR [--checkpoint N|latest|best] [--dequantised] [--base [NAME=]DIR|hf:MODEL …]`: a run's
 * bases and one checkpoint's adapters as transformers and PEFT load them (docs/exports.md). `--dequantised`: each base with the
 * numbers that the team was trained on.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { formNote } from '../../src/core/formats/exports/adapterCard.ts';
import { baseFiles, baseInfo, exportedBases } from '../../src/core/formats/exports/exportedBase.ts';
import { adapterFolders, loadable } from '../../src/core/formats/exports/loadable.ts';
import { decodeJson, encodeJson, filesUnder, type ModelFiles } from '../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { commandFaults, runFileFaults } from '../../src/words/words.ts';
import { BASE_FLAG, basesFrom } from '../kit/bases.ts';
import { main, printText, ProgressLine } from '../kit/console.ts';
import { writeFolderWhole } from '../kit/folders.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { checkpointChoice, evaluationPoint, readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      out: { type: 'string' },
      checkpoint: { type: 'string' },
      dequantised: { type: 'boolean', default: false },
      ...BASE_FLAG,
    },
  });
  const { run: folder, out, dequantised: dequantise } = values;
  if (!folder) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'no run' }));
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'no out' }));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'not free', folder: out }));
  const choice = checkpointChoice(values.checkpoint);
  const say = (_code: string, message: string) => printText(`${message}\n`);
  const run = await readRun(folder);
  const { document } = run;
  const { template, weights: form } = document.team;
  if (dequantise && form === 'f32')
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-models', wrong: 'f32', folder }));
  const { iteration, files } = await evaluationPoint(run, choice, say);
  const hub = hubListener(new ProgressLine(), say);
  const filesOf = basesFrom((await withHubBases(document, values.base, false, hub)).base, folder);
  const names = baseNames(document);
  const bases = await exportedBases(new Map(names.map((name) => [name, filesOf(name, names)])), { template, form, dequantise });
  const info = await run.files.read(RUN_PATHS.run);
  const difference = await run.files.read(RUN_PATHS.weightDifference);
  const written: ModelFiles = {
    // Weights are read piece by piece as they are written.
    ...baseFiles(bases),
    ...loadable({ document }, bases, adapterFolders({ document }, filesUnder(files, RUN_PATHS.checkpoint(iteration))), {
      folder: 'adapters',
      iteration,
    }),
    [RUN_PATHS.project]: encodeJson(document),
    ...(difference && { [RUN_PATHS.weightDifference]: difference }),
    [RUN_PATHS.run]: encodeJson({
      ...(info && (decodeJson(info, RUN_PATHS.run, runFileFaults, 'E_RUN_INFO') as object)),
      checkpoint: iteration,
      bases: Object.fromEntries([...bases].map(([name, base]) => [name, baseInfo(base)])),
    }),
  };
  await writeFolderWhole(out, written);
  for (const base of bases.values()) if (base.form) printText(`${formNote(base).replaceAll('`', '')}\n`);
  printText(`Wrote ${out}: ${document.team.agents.map(({ role }) => role).join(', ')} after iteration ${iteration}.\n`, process.stdout);
});
