/**
 * `npm run sweep -- [project.json] [--preset NAME] [--settings NAME] [--profiles FILE] [--iterations N] --grid PATH=VALUE,… [--grid …]
 * [--seeds N | S,S,…] [--seed FIRST] [--metric NAME] [--summary final|best|area] [--window N] [--better higher|lower]
 * [--backend …] [--workers N] [--reproducible] [--adapters DIR] [--data FILE …] [--engine tinker --url URL …] --out DIR`: trains every cell of the grid with
 * every seed, one run after the other, and writes a table. Given again it skips runs that are whole, goes on with those that
 * were broken off, and trains what a larger grid has more.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { teachersFor } from '../kit/run/teachers.ts';
import type { BackendChoice } from '../../src/core/backend.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { encodeJson } from '../../src/core/formats/files.ts';
import { parseJsonLines, wholeLines } from '../../src/core/formats/jsonl.ts';
import { RUN_PATHS } from '../../src/core/formats/runs/rundir.ts';
import { tableCsv, tableJson, tableMarkdown } from '../../src/core/sweep/exports.ts';
import { cellName, type PlannedRun, planSweep, type SweepPlan } from '../../src/core/sweep/grid.ts';
import { resultTable } from '../../src/core/sweep/table.ts';
import type { Rows } from '../../src/core/sweep/measure.ts';
import { commandFaults } from '../../src/words/words.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printFault, printText, ProgressLine } from '../kit/console.ts';
import { DATA_FLAGS, dataFlags, withData } from '../kit/data.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { terminalFault } from '../kit/ioFaults.ts';
import { withLock } from '../kit/run/lock.ts';
import { PROJECT_FLAGS, projectFile, projectFlags, projectHome } from '../kit/project.ts';
import { ENGINE_CHOICE, serverChoice, serverFault } from '../kit/run/served.ts';
import { exitCode, Stop } from '../kit/run/stop.ts';
import { resumePoint } from '../kit/run/storedRun.ts';
import { clearBrokenOff, stateOf, sweepFolder } from '../sweep/folder.ts';
import { axisFlag, measureFlags, seedsFlag } from '../sweep/flags.ts';
import { trainRun } from '../kit/run/trainRun.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...PROJECT_FLAGS,
      grid: { type: 'string', multiple: true },
      seeds: { type: 'string' },
      metric: { type: 'string' },
      summary: { type: 'string' },
      window: { type: 'string' },
      better: { type: 'string' },
      ...ENGINE_FLAGS,
      ...DATA_FLAGS,
      ...ENGINE_CHOICE,
      out: { type: 'string' },
      adapters: { type: 'string' },
    },
  });
  const { out } = values;
  const server = serverChoice(values, 'sweep');
  if (server && values.adapters !== undefined) throw serverFault('sweep', 'adapters');
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'sweep', wrong: 'no out' }));
  const line = new ProgressLine();
  const hub = hubListener(line, (_code, message) => line.print(message));
  const file = await unpackedProject(projectFile(values, positionals), (message) => line.print(message));
  const bases = await withHubBases(projectFlags(values, file), values.base, true, hub);
  const { document, rows } = withData(bases.document, dataFlags(values));
  const measure = measureFlags(values);
  const plan = planSweep(document, (values.grid ?? []).map(axisFlag), seedsFlag(values.seeds, document.training.seed));
  const folders = plan.runs.map((run) => ({ run, folder: join(out, 'runs', ...sweepFolder(run)) }));
  // Before anything is trained: a folder of another sweep is not written into.
  for (const { run, folder } of folders) await stateOf(folder, run.document);
  if (file !== undefined) line.print(`${file} brings environment code (${document.environment.file}); it runs in the sandbox.`);
  for (const { values: cell, faults } of plan.impossible)
    line.print(`left out, cannot be trained: ${cellName(cell)}. ${faults[0]?.message ?? ''} ${faults[0]?.hint ?? ''}`);
  if (plan.runs.length === 0) throw new FaultError(fault(commandFaults, 'E_SWEEP_EMPTY', {}));
  const table = async (): Promise<void> => {
    const rowsOf = plan.cells.map((cell, at) => ({
      name: cellName(cell),
      runs: folders
        .filter(({ run }) => run.cell === at)
        .map(({ run, folder }) => ({ id: folder, seed: run.seed, rows: metricsIn(folder) })),
    }));
    const results = resultTable(rowsOf, measure);
    await writeFileWhole(join(out, 'table.csv'), tableCsv(results));
    await writeFileWhole(join(out, 'table.json'), tableJson(results, measure));
    await writeFileWhole(join(out, 'table.md'), tableMarkdown(results, measure));
  };

  let backend: BackendChoice = backendFlag(values.backend);
  let failed = 0;
  const stop = new Stop((signal) => line.print(`${signal}: the sweep ends behind this iteration; the same command goes on with it.`));
  const train = async (run: PlannedRun, folder: string, title: string): Promise<void> => {
    const notice = (_code: string, message: string) => line.print(`${title}: ${message}`);
    const state = await stateOf(folder, run.document);
    if (state.kind === 'whole') return line.print(`${title}: whole already`);
    if (state.kind === 'broken off') clearBrokenOff(folder);
    const report = await trainRun(
      {
        document: run.document,
        rows,
        backend,
        engine: engineOptions({ ...values, base: bases.base }, projectHome(file)),
        server,
        adapters: values.adapters,
        teachers: await teachersFor(run.document, notice),
        out: folder,
        resumed: state.kind === 'begun' ? { run: state.run, from: await resumePoint(state.run, 'latest', notice) } : null,
        stop,
      },
      {
        notice,
        opened: () => undefined,
        resumed: (iteration) => line.print(`${title}: resumed after iteration ${iteration}`),
        row: ({ iteration = 0, 'reward/mean': reward }) =>
          line.show(iteration, run.document.training.iterations, `${title}  reward ${(reward ?? 0).toFixed(2)}`),
      },
    );
    // What was measured for the first run holds for the others.
    backend = report.backend;
    line.print(`${title}: ${stop.signal ? 'stopped' : 'done'}`);
  };
  const say = (_code: string, message: string) => line.print(message);
  await withLock(out, say, async () => {
    await writeFileWhole(join(out, 'sweep.json'), encodeJson(describeSweep(plan, document.name)));
    for (const [at, { run, folder }] of folders.entries()) {
      if (stop.signal) break;
      const title = `${at + 1}/${folders.length} ${nameOf(run)}`;
      try {
        await withLock(folder, say, () => train(run, folder, title));
      } catch (error) {
        failed += 1;
        line.print(`${title}: failed; the others go on`);
        printFault(terminalFault(error));
      }
      await table();
    }
    line.end();
    await table();
  });
  printText(readFileSync(join(out, 'table.md'), 'utf8'), process.stdout);
  line.print(`Wrote ${out}`);
  if (stop.signal) process.exitCode = exitCode(stop.signal);
  if (failed > 0) throw new FaultError(fault(commandFaults, 'E_SWEEP_FAILED', { failed, runs: plan.runs.length }));
});

function nameOf({ values, seed }: PlannedRun): string {
  return [cellName(values), `seed ${seed}`].filter(Boolean).join(', ');
}

function metricsIn(folder: string): Rows {
  const path = join(folder, RUN_PATHS.metrics);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  // Without a last line that was cut off, where a run broke off.
  return parseJsonLines(wholeLines(text), path) as Rows;
}

/** What the sweep was, and which folder is which run. */
function describeSweep({ axes, seeds, impossible, runs }: SweepPlan, project: string) {
  return {
    project,
    axes,
    seeds,
    impossible: impossible.map(({ values, faults }) => ({ values, reason: faults[0]?.message ?? '' })),
    runs: runs.map((run) => ({ folder: ['runs', ...sweepFolder(run)].join('/'), values: run.values, seed: run.seed })),
  };
}
