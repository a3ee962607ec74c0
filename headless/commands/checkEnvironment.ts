/**
 * `npm run check-environment -- environment.ts [--roles a,b] [--horizon N] [--full R] [--seeds 1,2,3] [--problems N] [--data FILE …] [--cases FILE] [--json]`:
 * whether an environment keeps the contract's promises (docs/environments.md), played by a team of these roles in speaking
 * order. A project (`project.json`, or `--preset NAME`) brings its own environment, team and horizon; beside a file of code a
 * preset brings team and horizon. With `--cases` it also plays test cases: what was said in an episode, and what that is to earn
 * (`core/trial/cases.ts`). Standard output gets one line per promise, or one JSON line each; the exit status is 1 when
 * one is broken.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AttachedData, attachedTo, problemAt } from '../../src/core/dataset/attach.ts';
import type { Split } from '../../src/core/environment/contract.ts';
import { readCases, rewardOfCase } from '../../src/core/trial/cases.ts';
import { checkProperties, type PropertyReport } from '../../src/core/trial/properties.ts';
import { type Speakers, teamSpeakers } from '../../src/core/trial/episodes.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { commandFaults, pathFaults, flagFaults, trialText } from '../../src/words/words.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printJson, printText } from '../kit/console.ts';
import { DATA_FLAGS, type DataFlags, dataFlags, withData } from '../kit/data.ts';
import { chooseProject, wholeNumber } from '../kit/project.ts';

interface Subject {
  readonly source: string;
  readonly speakers: Speakers;
  readonly horizon: number;
  readonly data: AttachedData | null;
}

/** Sums of rewards may differ by rounding. */
const CLOSE = 1e-9;

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
      cases: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const file = await unpackedProject(positionals[0], (message) => printText(`${message}\n`));
  const shipped = subjectOf(file, values.preset, dataFlags(values));
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
  let broken = reports.some(({ ok }) => !ok);
  const cases = values.cases === undefined ? [] : readCases(readText(values.cases, 'cases'), values.cases);
  for (const [index, one] of cases.entries()) {
    const reward = await rewardOfCase(sandbox, one, data?.problem(one.index));
    const ok = Math.abs(reward - one.reward) <= CLOSE;
    broken ||= !ok;
    if (values.json) printJson({ case: index + 1, ok, wanted: one.reward, reward });
    else printText(`${ok ? 'ok    ' : 'broken'}  ${trialText.case(index + 1, one.reward, reward)}\n`, process.stdout);
  }
  if (broken) process.exitCode = 1;
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

function readText(file: string, wanted: 'environment' | 'cases' = 'environment'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path: file, wanted }, { place: { subject: file } }));
  }
}

function forPeople({ property, ok, message, place }: PropertyReport): string {
  const line = place?.line ? ` [line ${place.line}]` : '';
  return `${ok ? 'ok    ' : 'broken'}  ${property.padEnd(14)} ${message}${line}\n`;
}
