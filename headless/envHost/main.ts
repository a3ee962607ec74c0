/**
 * `node env_host.mjs [--folder DIR] [--no-system]`: hosts the episodes of the project that lies beside it (`project.json`,
 * `problems.jsonl`) over standard input and output, by the lines of `protocol.ts`. It ends when its input does and all is answered. The environment runs
 * in the sandbox, with the limits it has everywhere; standard error has what it prints, and nothing else is written anywhere.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseDocument } from '../../src/core/document/parse.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { ProblemLine } from '../../src/core/formats/exports/verifiers/input.ts';
import { createSandbox } from '../../src/session/sandbox/vite.ts';
import { envHostFaults } from '../../src/words/words.ts';
import { Episodes } from './episodes.ts';
import { type Hello, HOST_LIMITS, PROTOCOL } from './protocol.ts';
import { answerLine, faultLine, Lines } from './serve.ts';

const write = (line: string): void => void process.stdout.write(`${line}\n`);
// Whoever read them is gone.
process.stdout.on('error', () => process.exit(0));

function problemsIn(path: string): ProblemLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as ProblemLine);
}

try {
  const { values } = parseArgs({
    options: { folder: { type: 'string' }, system: { type: 'boolean', default: true } },
    allowNegative: true,
  });
  const folder = values.folder ?? dirname(fileURLToPath(import.meta.url));
  const document = parseDocument(readFileSync(join(folder, 'project.json'), 'utf8'));
  const sandbox = createSandbox();
  const { name, splits, skills } = await sandbox.load(document.environment.source);
  const episodes = new Episodes(document, problemsIn(join(folder, 'problems.jsonl')), sandbox, values.system);
  const hello: Hello = {
    project: document.name,
    roles: document.team.agents.map(({ role }) => role),
    environment: { name, splits, skills },
    limits: HOST_LIMITS,
  };
  write(JSON.stringify({ protocol: PROTOCOL, hello }));
  const tooLong = () => write(faultLine(new FaultError(fault(envHostFaults, 'E_HOST_LONG', { most: HOST_LIMITS.lineBytes }))));
  const lines = new Lines((line) => {
    void answerLine(episodes, line).then(async (answer) => {
      write(answer);
      for (const printed of await sandbox.takeConsole()) process.stderr.write(`${printed}\n`);
    });
  }, tooLong);
  process.stdin.on('data', (bytes: Buffer) => lines.push(bytes));
} catch (error) {
  write(faultLine(error));
  process.exitCode = 1;
}
