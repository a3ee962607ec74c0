/**
 * `npm run train -- [[--project] project.json] [--preset NAME] [--settings NAME] [--profiles FILE] [--iterations N] [--seed S] [--backend …] [--workers N]
 * [--reproducible] [--base [NAME=]DIR|hf:MODEL …] [--adapters DIR] [--teacher RUN[@N]|BASE] [--data FILE [--map FIELD=COLUMN,…] [--test-share S | --split-column NAME] [--sample N]
 * [--data-seed S]] [--engine tinker --url URL [--model NAME] [--token-file F] [--patience S] [--in-flight N]] [--out DIR [--keep-adapters N,N,…]] [--resume [--checkpoint N|latest|best]] [--json]`: the same session and
 * engine as the page, with a progress bar or one JSON line per iteration.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { latestCheckpoint, RUN_PATHS } from '../../src/core/formats/runs/rundir.ts';
import { commandFaults, pathFaults, serverText, text } from '../../src/words/words.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printJson, ProgressLine } from '../kit/console.ts';
import { DATA_FLAGS, dataFlags, rowsOfRun, withData } from '../kit/data.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { mistakesOf, newWarnings } from '../kit/health.ts';
import { withLock } from '../kit/run/lock.ts';
import { ENGINE_CHOICE, requireSameEngine, serverChoice, serverFault } from '../kit/run/served.ts';
import { PROJECT_FLAGS, projectFile, projectFlags, projectHome, wholeNumber } from '../kit/project.ts';
import { exitCode, Stop } from '../kit/run/stop.ts';
import { goingOn } from '../kit/run/goingOn.ts';
import { checkpointChoice, type Notice, readRun, resumePoint } from '../kit/run/storedRun.ts';
import { teachersFor, withTeacher } from '../kit/run/teachers.ts';
import { isFree } from '../kit/run/writtenRun.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...PROJECT_FLAGS,
      ...ENGINE_FLAGS,
      ...DATA_FLAGS,
      ...ENGINE_CHOICE,
      out: { type: 'string' },
      adapters: { type: 'string' },
      teacher: { type: 'string' },
      'keep-adapters': { type: 'string' },
      resume: { type: 'boolean', default: false },
      checkpoint: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const named = projectFile(values, positionals);
  const iterations = wholeNumber(values.iterations, '--iterations', 1);
  if (values.resume)
    refuseWithResume({
      file: named,
      preset: values.preset,
      settings: values.settings,
      profiles: values.profiles,
      seed: values.seed,
      adapters: values.adapters,
      map: values.map,
      'test-share': values['test-share'],
      'split-column': values['split-column'],
      sample: values.sample,
      'data-seed': values['data-seed'],
    });
  else if (values.checkpoint !== undefined)
    throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'train', wrong: 'checkpoint without resume' }));
  const choice = checkpointChoice(values.checkpoint);
  const server = serverChoice(values, 'train');
  if (server && values.adapters !== undefined) throw serverFault('train', 'adapters');
  const line = new ProgressLine();
  const notice: Notice = (code, message) => {
    if (values.json) printJson({ notice: code, message });
    else line.print(message);
  };

  const file = await unpackedProject(named, (message) => notice('unpacked', message));

  const train = async (): Promise<void> => {
    const run = values.resume ? await readRun(requireOut(values.out)) : null;
    if (!run && values.out && !isFree(values.out)) throw await takenFault(values.out);
    if (run) requireSameEngine(run, server);
    const resumed = run && { run, from: await resumePoint(run, choice, notice) };
    const asked = run ? run.document : projectFlags(values, file);
    const taught = run || values.teacher === undefined ? asked : await withTeacher(asked, values.teacher, notice);
    const bases = await withHubBases(taught, values.base, run === null, hubListener(line, notice));
    const chosen = bases.document;
    const given = run ? { document: chosen, rows: rowsOfRun(chosen, values.data) } : withData(chosen, dataFlags(values));
    const document = run && iterations ? { ...chosen, training: { ...chosen.training, iterations } } : given.document;
    if (file !== undefined)
      notice('environment_code', `${file} brings environment code (${document.environment.file}); it runs in the sandbox.`);
    const home = run?.folder ?? projectHome(file);
    let recent: number[] = [];
    let [over, told, reward] = [0, 0, ''];
    const { iterations: all } = document.training;
    const warn = newWarnings(document, () => mistakesOf(document, given.rows));
    const stop = new Stop((signal) =>
      notice(
        'stopping',
        `${signal}: the run ends behind this iteration${values.out ? ', with a checkpoint' : ''}. A second ${signal} ends it at once${values.out ? '; what came after its last checkpoint is then computed again' : ''}.`,
      ),
    );
    // Only now: what is refused before needs none of it.
    const { trainRun } = await import('../kit/run/trainRun.ts');
    const { costText, durationText } = await import('../kit/cost.ts');
    await trainRun(
      {
        document,
        rows: given.rows,
        backend: backendFlag(values.backend ?? run?.backend),
        engine: engineOptions({ ...values, base: bases.base }, home, run?.reproducible),
        server,
        adapters: values.adapters,
        teachers: await teachersFor(document, notice, values.teacher),
        out: values.out,
        keepAdapters: values['keep-adapters']?.split(',').map((after) => wholeNumber(after, '--keep-adapters', 1) ?? 1),
        resumed,
        stop,
      },
      {
        notice,
        opened: (report) => {
          if (!values.json)
            line.print(
              `${document.name}: ${document.team.agents.map(({ role }) => role).join(' → ')} on ${server ? `the server at ${server.url}; references and critics on ` : ''}${report.backend} (${report.device}); ${report.reason}.`,
            );
        },
        ...(values.json ? {} : { cost: (cost) => line.print(costText(cost)) }),
        resumed: (iteration) => {
          if (!values.json) line.print(`Resumed after iteration ${iteration}.`);
        },
        progress: (progress) => {
          // Beyond what an eye can follow it would only cost time.
          if (values.json || performance.now() - told < 100) return;
          told = performance.now();
          const left = progress.secondsLeft;
          line.show(over, all, `${reward}${text.status.within(progress, left === null ? null : durationText(left))}`, progress.share);
        },
        server: (progress) => {
          if (values.json || performance.now() - told < 100) return;
          told = performance.now();
          line.show(over, all, `${reward}${serverText.doing(progress)}`);
        },
        row: (metrics, timing) => {
          if (values.json) printJson({ ...metrics, ...timing });
          const { iteration = 0 } = metrics;
          for (const { code, role, sentence, remedies } of warn(metrics)) {
            if (values.json) printJson({ warning: code, role, message: sentence, iteration });
            else line.print(`warning, iteration ${iteration}: ${sentence}\n  Try: ${remedies.map(({ text }) => text).join(' ')}`);
          }
          if (values.json || iteration === 0) return;
          recent = [...recent.slice(-4), metrics['reward/mean'] ?? 0];
          const mean = recent.reduce((a, b) => a + b, 0) / recent.length;
          const greedy = metrics['reward/greedy'];
          over = iteration;
          reward = `reward ${mean.toFixed(2)} (last ${recent.length})`;
          line.show(iteration, all, reward);
          reward += '; ';
          if (greedy !== undefined)
            line.print(
              `iteration ${iteration}: reward ${mean.toFixed(2)} sampled (mean of last ${recent.length}), ${greedy.toFixed(2)} greedy`,
            );
        },
      },
    );
    line.end();
    if (stop.signal) process.exitCode = exitCode(stop.signal);
    if (values.out && !values.json)
      line.print(
        stop.signal ? `Stopped. Go on with it: ${goingOn(document, { ...values, out: values.out }, home)}` : `Wrote ${values.out}`,
      );
  };
  // A folder that is not there is not made for a run to go on with.
  if (values.resume) await readRun(requireOut(values.out));
  if (values.out) await withLock(values.out, notice, train);
  else await train();
});

/** Why a new run cannot begin in `out`, and how the one that is there goes on. */
async function takenFault(out: string): Promise<FaultError> {
  if (!existsSync(join(out, RUN_PATHS.project))) return new FaultError(fault(pathFaults, 'E_OUT_EXISTS', { out, run: null }));
  const { document, paths } = await readRun(out);
  const run = { checkpoint: latestCheckpoint(paths), iterations: document.training.iterations };
  return new FaultError(fault(pathFaults, 'E_OUT_EXISTS', { out, run }));
}

/** A resumed run has its project and seed already; what would contradict them is refused, not ignored. */
function refuseWithResume(given: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined)
      throw new FaultError(
        fault(commandFaults, 'E_FLAG', { command: 'train', wrong: 'resume', given: name === 'file' ? name : `--${name}` }),
      );
}

function requireOut(out: string | undefined): string {
  if (out) return out;
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'train', wrong: 'resume without out' }));
}
