/**
 * `npm run export-rollouts -- --run DIR --format prime-rl|verl|trl|orchestration [--iterations N,N,…] --out DIR`: a run's episodes in a format of
 * others, one file per iteration (docs/exports.md).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { readPromptFiles } from '../../src/core/formats/models/hf.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
import type { DecodeIds } from '../../src/core/formats/exports/verlRollouts.ts';
import { importInfoOf } from '../../src/core/formats/imports/run/info.ts';
import { decoderOf, rolloutPath, rolloutText, toldTexts } from '../../src/core/formats/exports/rolloutExports.ts';
import { ROLLOUT_FORMATS, type RolloutFormat } from '../../src/core/formats/exports/rolloutFormats.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { tokenizerFor } from '../../src/core/tokenizer/tokenizer.ts';
import { readText } from '../../src/runs/fileSystem.ts';
import { commandFaults, flagFaults } from '../../src/words/words.ts';
import { BASE_FLAG, basesFrom } from '../kit/bases.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { main, printText, ProgressLine } from '../kit/console.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { curvesOf } from '../kit/run/curvesOf.ts';
import { chosenIterations } from '../kit/run/chosenIterations.ts';
import { readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: { run: { type: 'string' }, format: { type: 'string' }, iterations: { type: 'string' }, out: { type: 'string' }, ...BASE_FLAG },
  });
  if (!values.run) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no run' }));
  if (!values.out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no out' }));
  const format = formatFlag(values.format);
  const run = await readRun(values.run);
  const { document } = run;
  const imported = importInfoOf(run.info);
  const decode = imported ? toldTexts : await decoderFor(document, values.run, values.base);
  const { timing } = await curvesOf(run);
  const secondsOf = (iteration: number) => timing.find((row) => row['iteration'] === iteration)?.['timing_s/rollout'];
  for (const iteration of chosenIterations(values.iterations, run)) {
    const path = RUN_PATHS.rollout(iteration);
    const episodes = parseEpisodes((await readText(run.files, path)) ?? '', path);
    const out = join(values.out, rolloutPath(format, iteration));
    await writeFileWhole(out, rolloutText(format, document, episodes, decode, secondsOf(iteration), imported));
    printText(`Wrote ${out}\n`, process.stdout);
  }
});

async function decoderFor(document: ProjectDocument, folder: string, base: string[] | undefined): Promise<DecodeIds> {
  const hub = hubListener(new ProgressLine(), (_code, message) => printText(`${message}\n`));
  const filesOf = basesFrom((await withHubBases(document, base, false, hub)).base, folder);
  const names = baseNames(document);
  const tokenizers = new Map(
    names.map((name) => {
      const { config, tokenizer } = readPromptFiles(filesOf(name, names), name);
      return [name, tokenizerFor(tokenizer, config.vocabularySize)] as const;
    }),
  );
  return decoderOf(document, tokenizers);
}

function formatFlag(text: string | undefined): RolloutFormat {
  const format = ROLLOUT_FORMATS.find((name) => name === text);
  if (format) return format;
  if (text === undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no format', formats: ROLLOUT_FORMATS }));
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'unknown', kind: 'format', given: text, options: ROLLOUT_FORMATS }));
}
