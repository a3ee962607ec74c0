/**
 * `npm run check-server -- --url http://… [project.json] [--preset NAME] [--model NAME] [--token-file F] [--base NAME=DIR] [--patience S]
 * [--no-measure] [--json]`: what a server of the Tinker protocol can, as it was tried; what a project asks that it cannot; how fast it
 * answers. The exit status is 1 when something is refused or the server cannot be reached.
 */
import { parseArgs } from 'node:util';
import { baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { Capabilities } from '../../src/tinker/capabilities.ts';
import { connect } from '../../src/tinker/client.ts';
import { factsOf } from '../../src/tinker/facts.ts';
import { type Here, refusals, targetGroups } from '../../src/tinker/refusals.ts';
import { commandFaults } from '../../src/words/words.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { BASE_FLAG, basesFrom } from '../kit/bases.ts';
import { main, printFault, printJson, printText } from '../kit/console.ts';
import { heldBase } from '../../src/session/tinker/served.ts';
import { type Measured, measureServer } from '../server/measureServer.ts';
import { chooseProject, projectHome, wholeNumber } from '../kit/project.ts';
import { NODE_OUTSIDE, SERVER_FLAGS, tokenIn } from '../server/tinkerServer.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...SERVER_FLAGS,
      ...BASE_FLAG,
      preset: { type: 'string' },
      measure: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.url === undefined) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'check-server', wrong: 'no url' }));
  const file = await unpackedProject(positionals[0], (message) => void (values.json || printText(`${message}\n`)));
  const document = file === undefined && values.preset === undefined ? null : chooseProject({ file, preset: values.preset });
  const patience = wholeNumber(values.patience, '--patience') ?? 30;
  // Where adapters must all have one rank, the probe's are to have the project's.
  const [{ adapter } = { adapter: { rank: 8, alpha: 16, targets: [] } }] = document?.team.agents ?? [];
  const told = (text: string): void => (values.json ? undefined : printText(`${text}\n`));
  const server = await connect(values.url, NODE_OUTSIDE, {
    token: tokenIn(values['token-file']),
    patience,
    probe: { rank: adapter.rank, alpha: adapter.alpha, onPart: (part) => told(`trying ${part} …`) },
    onProgress: (progress) => {
      if (progress.doing === 'waiting') told(`waiting ${progress.seconds} s for the server …`);
    },
  });
  const can = server.capabilities;
  const names = new Map(document && values.model !== undefined ? [[document.team.base, values.model]] : []);
  const here: Here = { holds: document ? heldHere(document, values.base, file) : new Set(), names, sameTokens: new Map() };
  const refused = document ? refusals(document, can, here) : [];
  const [base] = can.bases;
  let measured: Measured | null = null;
  if (values.measure && base !== undefined && can.reduction !== null) {
    told('measuring …');
    const groups = targetGroups(adapter.targets) ?? { attention: true, mlp: true };
    measured = await measureServer(server, { base, rank: adapter.rank, alpha: adapter.alpha, seed: 1, ...groups });
  }
  server.close();
  if (values.json) printJson({ url: server.url, capabilities: can, project: document?.name ?? null, refused, measured });
  else {
    printText(forPeople(server.url, can, measured), process.stdout);
    for (const each of refused) printFault(each);
    if (document) printText(refused.length === 0 ? `\n“${document.name}” can be trained there.\n` : '\n', process.stdout);
  }
  if (refused.length > 0) process.exitCode = 1;
});

/** Bases of the project whose files are here and fit into the memory of one worker. */
function heldHere(document: ProjectDocument, passed: readonly string[] | undefined, file: string | undefined): ReadonlySet<string> {
  const files = basesFrom(passed, projectHome(file));
  const names = baseNames(document);
  const held = names.filter((name) => {
    try {
      return heldBase(name, files(name, names), document.team.weights) !== null;
    } catch (error) {
      if (error instanceof FaultError) return false;
      throw error;
    }
  });
  return new Set(held);
}

function forPeople(url: string, can: Capabilities, measured: Measured | null): string {
  const rows: readonly (readonly [string, string])[] = [
    ['server', url],
    ...factsOf(can),
    ...(measured
      ? ([
          ['a step’s round trip', `${(measured.roundTrip * 1000).toFixed(0)} ms`],
          ['sampling', `${measured.sampledTokensPerSecond.toFixed(0)} tokens/s`],
          ['scoring', `${measured.scoredTokensPerSecond.toFixed(0)} tokens/s`],
        ] as const)
      : []),
  ];
  return rows.map(([name, value]) => `${name.padEnd(28)}${value}\n`).join('');
}
