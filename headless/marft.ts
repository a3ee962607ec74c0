/**
 * `marft COMMAND …`: the terminal's commands under one name, each with the flags it has in this repository, for whoever has the package (from a
 * checkout `npx marft` runs the sources).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../src/core/faults.ts';
import { nearest } from '../src/core/nearest.ts';
import { type MarftCommand, marftFaults, marftText } from '../src/words/words.ts';
import { printFault, printText, spokenOf } from './kit/console.ts';
import { projectRoot } from './kit/folders.ts';

const COMMANDS: Readonly<Record<MarftCommand, () => Promise<unknown>>> = {
  train: () => import('./commands/train.ts'),
  evaluate: () => import('./commands/evaluate.ts'),
  open: () => import('./commands/open.ts'),
  'check-server': () => import('./commands/checkServer.ts'),
  'check-environment': () => import('./commands/checkEnvironment.ts'),
  'export-run': () => import('./commands/exportRun.ts'),
  'export-rollouts': () => import('./commands/exportRollouts.ts'),
};
const NAMES = Object.keys(COMMANDS) as readonly MarftCommand[]; // keys of the record

const version = (): string => (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { readonly version: string }).version;
const asksHelp = (flag: string): boolean => flag === '--help' || flag === '-h';

const [given, ...flags] = process.argv.slice(2);
const command = NAMES.find((name) => name === given);
if (given === undefined || asksHelp(given)) printText(`${marftText.help(version())}\n`, process.stdout);
else if (given === '--version' || given === '-v') printText(`${version()}\n`, process.stdout);
else if (command && flags.some(asksHelp)) printText(`${marftText.usage(command)}\n`, process.stdout);
else if (command) {
  // Commands read their flags where Node leaves them.
  process.argv.splice(2, 1);
  // What is recommended is typed as this was.
  spokenOf((text) =>
    text
      .replaceAll(/npm run ([\w-]+)( --)?/g, (said, name) => ((NAMES as readonly string[]).includes(name) ? `npx marft ${name}` : said))
      .replaceAll('npm start --', 'npx marft open'),
  );
  await COMMANDS[command]();
} else {
  printFault(fault(marftFaults, 'E_COMMAND', { given, near: nearest(given, NAMES), commands: NAMES }));
  process.exitCode = 1;
}
