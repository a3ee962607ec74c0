/**
 * `npm run perturb-settings -- --out FILE [--presets NAME,…] [--settings PATH,…]`: gives every setting of every shipped
 * project another value, in a state in which it can act, trains both for two iterations and writes a line with the verdict;
 * what is said to be read by nothing is trained as well, to see that it is so. Lines that FILE has already are not made again.
 * Ends with the settings that were accepted and changed nothing, and fails if there are any. How many of each verdict a project
 * had, of which all settings were tried, is written into docs/settings-grid.json.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { baseNames } from '../../../src/core/document/bases.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { fault, FaultError, faultFrom } from '../../../src/core/faults.ts';
import { main } from '../../kit/console.ts';
import { startEngine } from '../../../src/session/team/backend.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { baseFolder, readFolder } from '../../kit/folders.ts';
import { BACKEND_FILES } from '../../kit/host.ts';
import { ELSEWHERE, SETTING_PATHS } from '../../perturb/perturbations.ts';
import { judge, type Outcome, outcomeOf, trialOf } from '../../perturb/perturb.ts';
import { isWrong, type Line, summariesOf, type Summaries, SUMMARY_FILE, summaryText } from '../../perturb/summary.ts';
import { chooseProject } from '../../kit/project.ts';

/** As many as make a group of everything, and no more, since it is the difference that counts. */
const SIZE = { iterations: 2, episodes: 8, evaluateEvery: 0, evaluateEpisodes: 4 } as const;

const { engine } = await startEngine('wasm', BACKEND_FILES, { workers: 1 });

await main(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, presets: { type: 'string' }, settings: { type: 'string' } } });
  const { out } = values;
  if (out === undefined) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'perturb', wrong: 'no out' }));
  const presets = values.presets?.split(',') ?? Object.keys(PRESETS);
  const all = SETTING_PATHS.filter((path) => !(path in ELSEWHERE));
  const settings = values.settings?.split(',') ?? all;
  const lines = existsSync(out) ? readLines(out) : [];
  const has = (preset: string, setting: string) => lines.some((line) => line.preset === preset && line.setting === setting);
  for (const preset of presets) {
    const project = chooseProject({ preset });
    const document = {
      ...project,
      training: { ...project.training, ...SIZE, groupSize: Math.min(SIZE.episodes, project.training.groupSize) },
    };
    const known = new Map<string, Promise<Outcome>>();
    const outcome = (one: ProjectDocument): Promise<Outcome> => {
      const key = JSON.stringify(one);
      const run = known.get(key) ?? trained(one);
      known.set(key, run);
      return run;
    };
    for (const setting of settings) {
      if (has(preset, setting)) continue;
      const line = { preset, setting, ...(await verdictOn(document, setting, outcome)) };
      lines.push(line);
      appendFileSync(out, `${JSON.stringify(line)}\n`);
      process.stdout.write(`${preset} ${setting}: ${line.verdict}${line.unchanged === false ? ', though it changes something' : ''}\n`);
    }
  }
  const summaries = summariesOf(lines, all);
  const known = existsSync(SUMMARY_FILE) ? (JSON.parse(readFileSync(SUMMARY_FILE, 'utf8')) as Summaries) : {};
  if (Object.keys(summaries).length > 0) writeFileSync(SUMMARY_FILE, summaryText(summaries, known));
  const wrong = lines.filter(isWrong);
  for (const { preset, setting, verdict, says } of wrong) process.stdout.write(`WRONG ${preset} ${setting}: ${verdict}. ${says ?? ''}\n`);
  process.stdout.write(`${lines.length} judged, ${wrong.length} wrong\n`);
  if (wrong.length > 0) process.exitCode = 1;
});

async function verdictOn(
  document: ProjectDocument,
  setting: string,
  outcome: (document: ProjectDocument) => Promise<Outcome>,
): Promise<Omit<Line, 'preset' | 'setting'>> {
  try {
    return await judge(trialOf(document, setting), outcome, { check: true });
  } catch (error) {
    return { verdict: 'failed', says: faultFrom(error).message };
  }
}

async function trained(document: ProjectDocument): Promise<Outcome> {
  const bases = baseNames(document).map((name) => loadBase(name, readFolder(baseFolder(name)), document.team.weights));
  const session = await TrainingSession.create({ document, bases, engine, environment: createSandbox() });
  try {
    return await outcomeOf(session);
  } finally {
    session.dispose();
  }
}

function readLines(file: string): Line[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line); // written by this command
}
