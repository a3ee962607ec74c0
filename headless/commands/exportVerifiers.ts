/**
 * `npm run export-verifiers -- [project.json] [--preset NAME] [--data FILE …] --out DIR`: a project as a Python package for verifiers and
 * prime-rl (docs/exports.md). From a clone: the host of episodes is bundled from its sources.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { filesUnder } from '../../src/core/formats/files.ts';
import { problemLines } from '../../src/core/formats/exports/verifiers/input.ts';
import { packageFiles, packageFolder } from '../../src/core/formats/exports/verifiers/package.ts';
import { losses } from '../../src/core/formats/exports/verifiers/refusals.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { commandFaults } from '../../src/words/words.ts';
import { verifiersFiles } from '../../scripts/page/verifiersPackage.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printText } from '../kit/console.ts';
import { DATA_FLAGS, dataFlags, withData } from '../kit/data.ts';
import { writeFolderWhole } from '../kit/folders.ts';
import { chooseProject } from '../kit/project.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { preset: { type: 'string' }, out: { type: 'string' }, ...DATA_FLAGS },
  });
  const { out } = values;
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-verifiers', wrong: 'no out' }));
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-verifiers', wrong: 'not free', folder: out }));
  const file = await unpackedProject(positionals[0], (message) => printText(`${message}\n`));
  const { document, rows } = withData(chooseProject({ file, preset: values.preset }), dataFlags(values));
  const sandbox = createSandbox();
  const problems = problemLines(document, await sandbox.load(document.environment.source), rows);
  const common = Object.fromEntries(await verifiersFiles());
  const files = packageFiles({ document, problems, common });
  await writeFolderWhole(out, filesUnder(files, packageFolder(document)));
  for (const { message, hint } of losses(document)) printText(`Left behind: ${message}${hint ? ` ${hint}` : ''}\n`);
  printText(`Wrote ${out}\n`, process.stdout);
});
