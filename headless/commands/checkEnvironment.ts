/**
 * `npm run check-environment -- environment.ts [--roles a,b] [--horizon N] [--full R] [--seeds 1,2,3] [--problems N] [--data FILE …] [--json]`:
 * whether an environment keeps the contract's promises (docs/environments.md), played by a team of these roles in speaking
 * order. A project (`project.json`, or `--preset NAME`) brings its own environment, team and horizon; beside a file of code a
 * preset brings team and horizon. Standard output gets one line per promise, or one JSON line each; the exit status is 1 when
 * one is broken.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AttachedData, attachedTo, problemAt } from '../../src/core/dataset/attach.ts';
import type { Split } from '../../src/core/environment/contract.ts';
import { checkProperties, type PropertyReport } from '../../src/core/trial/properties.ts';
import { type Speakers, teamSpeakers } from '../../src/core/trial/episodes.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { commandFaults, pathFaults, flagFaults } from '../../src/words/words.ts';
import { main, printJson, printText } from '../kit/console.ts';
import { DATA_FLAGS, type DataFlags, dataFlags, withData } from '../kit/data.ts';
import { chooseProject, wholeNumber } from '../kit/project.ts';

interface Subject {
  readonly source: string;
  readonly speakers: Speakers;
  readonly horizon: number;
  readonly data: AttachedData | null;
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      preset: { type: 'string' },
      roles: { type: 'string' },
      horizon: { type: 'string' },
      full: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1,2,3' },
      problems: { type: 'string', default: '3' },
      ...DATA_FLAGS,
      json: { type: 'boolean', default: false },
    },
  });
  const shipped = subjectOf(positionals[0], values.preset, dataFlags(values));
  const roles = values.roles
    ?.split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '');
  if (roles?.length === 0) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'check-environment', wrong: 'no roles' }));
  const speakers = roles ?? shipped.speakers;
  const horizon = wholeNumber(values.horizon, '--horizon', 1) ?? shipped.horizon;
  const fullReward = Number(values.full);
  if (!Number.isFinite(fullReward))
    throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'number', flag: '--full', given: values.full }));
  const seeds = values.seeds.split(',').map((seed) => wholeNumber(seed.trim() || 'nothing', '--seeds') ?? 0);
  const problems = wholeNumber(values.problems, '--problems', 1) ?? 3;

  const { data } = shipped;
  const problemOf = data ? (split: Split, index: number) => problemAt(data, split, index)?.problem : undefined;

  const sandbox = createSandbox();
  const info = await sandbox.load(shipped.source);
  const reports = await checkProperties(sandbox, info, speakers, horizon, { fullReward, seeds, problems, problemOf });
  for (const report of reports) {
    if (values.json) printJson(report);
    else printText(forPeople(report), process.stdout);
  }
  if (reports.some(({ ok }) => !ok)) process.exitCode = 1;
});

function subjectOf(file: string | undefined, preset: string | undefined, flags: DataFlags): Subject {
  if (file === undefined && preset === undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'check-environment', wrong: 'nothing' }));
  const isCode = file !== undefined && !file.endsWith('.json');
  const project = chooseProject({ file: isCode ? undefined : file, preset });
  const source = isCode ? readText(file) : project.environment.source;
  const environment = isCode ? { ...project.environment, source, dataset: null } : project.environment;
  const { document, rows } = withData({ ...project, environment }, flags);
  return {
    source,
    // Of code alone nobody says who speaks.
    ...(isCode && preset === undefined
      ? { speakers: ['planner', 'solver'], horizon: 1 }
      : { speakers: teamSpeakers(document.team), horizon: document.training.horizon }),
    data: attachedTo(document, rows),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path: file, wanted: 'environment' }, { place: { subject: file } }));
  }
}

function forPeople({ property, ok, message, place }: PropertyReport): string {
  const line = place?.line ? ` [line ${place.line}]` : '';
  return `${ok ? 'ok    ' : 'broken'}  ${property.padEnd(14)} ${message}${line}\n`;
}
