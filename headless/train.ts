/**
 * `npm run train -- [project.json] [--preset NAME] [--settings NAME] [--iterations N] [--seed S] [--backend …] [--workers N]
 * [--reproducible] [--adapters DIR] [--data FILE [--map FIELD=COLUMN,…] [--test-share S | --split-column NAME] [--sample N]
 * [--data-seed S]] [--out DIR] [--resume] [--json]`: the same session and engine as the page, with a
 * progress bar or one JSON line per iteration.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FaultError } from '../src/core/faults.ts';
import { checkpointOf, restoreCheckpoint } from '../src/session/checkpoint.ts';
import type { MetricsRow } from '../src/session/events.ts';
import { main, ProgressLine } from './console.ts';
import { DATA_FLAGS, dataFlags, rowsOfRun, withData } from './data.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions, givenAdapters, openSession, runInfo } from './host.ts';
import { chooseProject, wholeNumber } from './project.ts';
import { newWarnings } from './health.ts';
import { checkpointFilesOf, readRun, RunFolder, truncateRun } from './runFolder.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      preset: { type: 'string' },
      settings: { type: 'string' },
      iterations: { type: 'string' },
      seed: { type: 'string' },
      ...ENGINE_FLAGS,
      ...DATA_FLAGS,
      out: { type: 'string' },
      adapters: { type: 'string' },
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
  const chosen = resumed
    ? resumed.document
    : chooseProject({
        file: positionals[0],
        preset: values.preset,
        settings: values.settings,
        seed: wholeNumber(values.seed, '--seed'),
        iterations,
      });
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
  const { session, report } = await openSession(
    document,
    backendFlag(values.backend ?? resumed?.backend),
    (event) => {
      if (event.type === 'notice') notice(event.code, event.message);
    },
    {
      ...engineOptions(values, resumed?.reproducible),
      rows: given.rows,
      ...(values.adapters ? { adapters: givenAdapters(document, values.adapters) } : {}),
    },
  );
  if (!values.json)
    line.print(
      `${document.name}: ${document.team.agents.map(({ role }) => role).join(' → ')} on ${report.backend} (${report.device}); ${report.reason}.`,
    );

  const checkpoint = resumed ? checkpointFilesOf(resumed) : null;
  const out = values.out ? new RunFolder(values.out, checkpoint?.iteration) : null;
  const warn = newWarnings(document);
  const tell = (metrics: MetricsRow, timing: MetricsRow) => {
    out?.row(metrics, timing);
    if (values.json) process.stdout.write(`${JSON.stringify({ ...metrics, ...timing })}\n`);
    for (const { code, role, sentence, remedies } of warn(metrics)) {
      if (values.json)
        process.stdout.write(`${JSON.stringify({ warning: code, role, message: sentence, iteration: metrics['iteration'] })}\n`);
      else line.print(`warning, iteration ${metrics['iteration']}: ${sentence}\n  Try: ${remedies.map(({ text }) => text).join(' ')}`);
    }
  };
  if (resumed && checkpoint) {
    const { iteration, files } = checkpoint;
    restoreCheckpoint(session, files);
    truncateRun(resumed, iteration);
    if (session.best.best) out?.best(session.best.best);
    out?.project(document);
    if (resumed.backend !== report.backend)
      notice(
        'backend_changed',
        `This run was made on ${resumed.backend ?? 'an unknown backend'} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`,
      );
    if (!values.json) line.print(`Resumed after iteration ${iteration}.`);
  } else {
    out?.begin(document, runInfo(session, report, values.adapters));
    const before = await session.before();
    tell(before.metrics, before.timing);
  }

  const { training } = document;
  let recent: number[] = [];
  while (session.iteration < training.iterations) {
    const { iteration, metrics, timing, episodes, checkpoint: due } = await session.iterate();
    tell(metrics, timing);
    out?.rollout(iteration, episodes);
    if (due) out?.checkpoint(iteration, await checkpointOf(session));
    if (session.best.best?.iteration === iteration) out?.best(session.best.best);
    recent = [...recent.slice(-4), metrics['reward/mean'] ?? 0];
    if (!values.json) {
      const mean = recent.reduce((a, b) => a + b, 0) / recent.length;
      const greedy = metrics['reward/greedy'];
      line.show(iteration, training.iterations, `reward ${mean.toFixed(2)} (last ${recent.length})`);
      if (greedy !== undefined)
        line.print(
          `iteration ${iteration}: reward ${mean.toFixed(2)} sampled (mean of last ${recent.length}), ${greedy.toFixed(2)} greedy`,
        );
    }
  }
  line.end();
  session.dispose();
  session.engine.dispose();
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
