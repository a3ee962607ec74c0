/**
 * `npm run study-analysis -- FILES… [--json]`: the analysis of a study, from the files that its participants handed in (docs/study.md).
 * `--simulate DIR [--link LINK] [--participants N] [--effect ITEMS] [--predict-effect ITEMS] [--seed S]` writes files of a study that was
 * never held, with effects that are known; `--power [--link LINK] [--participants N] [--simulations N] [--seed S]` says what N participants can tell.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { studyText } from '../../src/core/study/file.ts';
import { parseStudyLink } from '../../src/core/study/link.ts';
import { commandFaults, flagFaults, pathFaults, studyReportText as words } from '../../src/words/words.ts';
import { main, printJson, printText } from '../kit/console.ts';
import { writeFolderWhole } from '../kit/folders.ts';
import { wholeNumber } from '../kit/project.ts';
import { analysed } from '../study/analysis.ts';
import { readStudies } from '../study/files.ts';
import { powerRows } from '../study/power.ts';
import { powerReport, studyReport } from '../study/report.ts';
import { shiftsOf, simulatedStudy } from '../study/simulate.ts';
import { simulatedRecord } from '../study/simulatedRecord.ts';

/** The protocol’s number of participants. */
const PARTICIPANTS = 90;
/** Of the table of power, items. */
const EFFECTS = [0, 0.5, 1, 1.5, 2, 2.5];

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      simulate: { type: 'string' },
      power: { type: 'boolean', default: false },
      link: { type: 'string', default: 'lazy-team.simulated.1' },
      participants: { type: 'string' },
      simulations: { type: 'string' },
      effect: { type: 'string', default: '0' },
      'predict-effect': { type: 'string', default: '0' },
      seed: { type: 'string' },
    },
  });
  const link = parseStudyLink(values.link);
  const participants = wholeNumber(values.participants, '--participants', 12) ?? PARTICIPANTS;
  const seed = wholeNumber(values.seed, '--seed', 0) ?? 1;
  if (values.simulate !== undefined) {
    const out = values.simulate;
    if (existsSync(out) && readdirSync(out).length > 0)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'study-analysis', wrong: 'not free', folder: out }));
    const planted = { lesson: size('--effect', values.effect), predictFirst: size('--predict-effect', values['predict-effect']) };
    const files = simulatedStudy(link, participants, shiftsOf(planted), seed).map((one) => [
      `${one.code}.jsonl`,
      new TextEncoder().encode(studyText(simulatedRecord(link, one))),
    ]);
    await writeFolderWhole(out, Object.fromEntries(files));
    return printText(`${words.wrote(files.length, out)}\n`, process.stdout);
  }
  if (values.power) {
    const simulations = wholeNumber(values.simulations, '--simulations', 1) ?? 1000;
    const rows = powerRows(link, participants, EFFECTS, simulations, seed);
    if (values.json) return printJson({ participants, simulations, seed, rows });
    return printText(`${powerReport(participants, simulations, seed, rows)}\n`, process.stdout);
  }
  const read = readStudies(positionals.map((path) => ({ name: basename(path), text: readGiven(path) })));
  if (!read) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'study-analysis', wrong: 'no files' }));
  const analysis = analysed(read.link, read.records);
  if (values.json) printJson(analysis);
  else printText(`${studyReport(analysis)}\n`, process.stdout);
});

function readGiven(path: string): string {
  if (!existsSync(path)) throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path, wanted: 'study' }));
  return readFileSync(path, 'utf8');
}

/** A size in items, a third of the test at most: beyond, the simulated test has no room. */
function size(flag: string, given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !(Math.abs(value) <= 4)) throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'number', flag, given }));
  return value;
}
