/**
 * `npm run train -- [project.json] [--preset NAME] [--settings NAME] [--iterations N] [--seed S] [--backend …] [--workers N]
 * [--reproducible] [--adapters DIR] [--data FILE [--map FIELD=COLUMN,…] [--test-share S | --split-column NAME] [--sample N]
 * [--data-seed S]] [--out DIR [--keep-adapters N,N,…]] [--resume] [--json]`: the same session and engine as the page, with a
 * progress bar or one JSON line per iteration.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FaultError } from '../src/core/faults.ts';
import { main, ProgressLine } from './console.ts';
import { DATA_FLAGS, dataFlags, rowsOfRun, withData } from './data.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from './host.ts';
import { newWarnings } from './health.ts';
import { PROJECT_FLAGS, projectFlags, wholeNumber } from './project.ts';
import { readRun } from './runFolder.ts';
import { trainRun } from './trainRun.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...PROJECT_FLAGS,
      ...ENGINE_FLAGS,
      ...DATA_FLAGS,
      out: { type: 'string' },
      adapters: { type: 'string' },
      'keep-adapters': { type: 'string' },
      resume: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const iterations = wholeNumber(values.iterations, '--iterations', 1);
  if (values.resume)
    refuseWithResume({
      'a project file': positionals[0],
      '--preset': values.preset,
      '--settings': values.settings,
      '--seed': values.seed,
      '--adapters': values.adapters,
      '--map': values.map,
      '--test-share': values['test-share'],
      '--split-column': values['split-column'],
      '--sample': values.sample,
      '--data-seed': values['data-seed'],
    });
  const resumed = values.resume ? readRun(requireOut(values.out)) : null;
  const chosen = resumed ? resumed.document : projectFlags(values, positionals[0]);
  const given = resumed ? { document: chosen, rows: rowsOfRun(chosen, values.data) } : withData(chosen, dataFlags(values));
  const document = resumed && iterations ? { ...chosen, training: { ...chosen.training, iterations } } : given.document;
  if (!resumed && values.out && existsSync(values.out) && readdirSync(values.out).length > 0) {
    throw new FaultError({
      code: 'E_OUT_EXISTS',
      message: `${values.out} is not empty.`,
      hint: 'Choose another folder for --out, or add --resume to continue the run in it.',
    });
  }

  const line = new ProgressLine();
  const notice = (code: string, message: string) => {
    if (values.json) process.stdout.write(`${JSON.stringify({ notice: code, message })}\n`);
    else line.print(message);
  };
  if (positionals[0] !== undefined)
    notice('environment_code', `${positionals[0]} brings environment code (${document.environment.file}); it runs in the sandbox.`);
  let recent: number[] = [];
  const { iterations: all } = document.training;
  const warn = newWarnings(document);
  await trainRun(
    {
      document,
      rows: given.rows,
      backend: backendFlag(values.backend ?? resumed?.backend),
      engine: engineOptions(values, resumed?.reproducible),
      adapters: values.adapters,
      out: values.out,
      keepAdapters: values['keep-adapters']?.split(',').map((after) => wholeNumber(after, '--keep-adapters', 1) ?? 1),
      resumed,
    },
    {
      notice,
      opened: (report) => {
        if (!values.json)
          line.print(
            `${document.name}: ${document.team.agents.map(({ role }) => role).join(' → ')} on ${report.backend} (${report.device}); ${report.reason}.`,
          );
      },
      resumed: (iteration) => {
        if (!values.json) line.print(`Resumed after iteration ${iteration}.`);
      },
      row: (metrics, timing) => {
        if (values.json) process.stdout.write(`${JSON.stringify({ ...metrics, ...timing })}\n`);
        const { iteration = 0 } = metrics;
        for (const { code, role, sentence, remedies } of warn(metrics)) {
          if (values.json) process.stdout.write(`${JSON.stringify({ warning: code, role, message: sentence, iteration })}\n`);
          else line.print(`warning, iteration ${iteration}: ${sentence}\n  Try: ${remedies.map(({ text }) => text).join(' ')}`);
        }
        if (values.json || iteration === 0) return;
        recent = [...recent.slice(-4), metrics['reward/mean'] ?? 0];
        const mean = recent.reduce((a, b) => a + b, 0) / recent.length;
        const greedy = metrics['reward/greedy'];
        line.show(iteration, all, `reward ${mean.toFixed(2)} (last ${recent.length})`);
        if (greedy !== undefined)
          line.print(
            `iteration ${iteration}: reward ${mean.toFixed(2)} sampled (mean of last ${recent.length}), ${greedy.toFixed(2)} greedy`,
          );
      },
    },
  );
  line.end();
  if (values.out && !values.json) line.print(`Wrote ${values.out}`);
});

/** A resumed run has its project and seed already; what would contradict them is refused, not ignored. */
function refuseWithResume(given: Record<string, string | undefined>): void {
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (name)
    throw new FaultError({
      code: 'E_FLAG',
      message: `--resume goes on with the project of the run, so ${name} cannot be given as well.`,
      hint: 'Leave it out, or start a new run in another folder.',
    });
}

function requireOut(out: string | undefined): string {
  if (out) return out;
  throw new FaultError({
    code: 'E_FLAG',
    message: '--resume needs the run to go on with.',
    hint: 'Add --out DIR, the folder of that run.',
  });
}
