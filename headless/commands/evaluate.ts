/**
 * `npm run evaluate -- --run DIR [--checkpoint N|latest|best] [--split train|test|both] [--episodes P] [--samples N] [--greedy]
 * [--data FILE] [--k 1,2,4] [--success R] [--out DIR] [--json] [--backend …] [--workers N] [--reproducible]`: accuracy of a run's team on
 * P problems of its own, each played N times; `--checkpoint 0` is the team as it began. Standard output gets one JSON line per
 * split, standard error the same for people unless `--json` is given.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { Split } from '../../src/core/environment/contract.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { rolloutLines, RUN_PATHS } from '../../src/core/formats/runs/rundir.ts';
import { defaultKs, type EvaluationSummary, SUCCESS_REWARD, summarize } from '../../src/session/play/evaluation.ts';
import { commandFaults, flagFaults } from '../../src/words/words.ts';
import { main, printJson, printText, ProgressLine } from '../kit/console.ts';
import { writeFiles } from '../kit/folders.ts';
import { rowsOfRun } from '../kit/data.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions } from '../kit/engineFlags.ts';
import { hubListener, withHubBases } from '../kit/hub/hubBases.ts';
import { wholeNumber } from '../kit/project.ts';
import { ENGINE_CHOICE, serverChoice } from '../kit/run/served.ts';
import { checkpointChoice, evaluationPoint, readRun } from '../kit/run/storedRun.ts';

const SPLITS: Readonly<Record<string, readonly Split[]>> = { train: ['train'], test: ['test'], both: ['train', 'test'] };

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      data: { type: 'string' },
      checkpoint: { type: 'string' },
      split: { type: 'string', default: 'test' },
      episodes: { type: 'string', default: '512' },
      samples: { type: 'string', default: '1' },
      greedy: { type: 'boolean', default: false },
      k: { type: 'string' },
      success: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      ...ENGINE_FLAGS,
      ...ENGINE_CHOICE,
    },
  });
  if (!values.run) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'evaluate', wrong: 'no run' }));
  const splits = SPLITS[values.split];
  if (!splits) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'evaluate', wrong: 'split', given: values.split }));
  const choice = checkpointChoice(values.checkpoint);
  const server = serverChoice(values, 'evaluate');
  const problems = wholeNumber(values.episodes, '--episodes', 1) ?? 512;
  const samples = wholeNumber(values.samples, '--samples', 1) ?? 1;
  const { greedy } = values;
  if (greedy && samples > 1) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'evaluate', wrong: 'greedy samples' }));
  const ks = values.k === undefined ? (samples > 1 ? defaultKs(samples) : []) : kList(values.k, samples);
  const success = values.success === undefined ? SUCCESS_REWARD : finiteNumber(values.success, '--success');
  const run = await readRun(values.run);
  // Older runs have no checkpoint of the team as it began, and a new session is it.
  const began = choice === 0 && !run.paths.includes(RUN_PATHS.trainerState(0));
  const from = began ? null : await evaluationPoint(run, choice, (_code, message) => printText(`${message}\n`));
  const backend = backendFlag(values.backend);
  const hub = hubListener(new ProgressLine(), (_code, message) => printText(`${message}\n`));
  const { base } = await withHubBases(run.document, values.base, false, hub);
  const options = {
    ...engineOptions({ ...values, base }, run.folder),
    rows: rowsOfRun(run.document, values.data),
    run: run.folder,
    server,
  };

  // Only now: what is refused before needs none of it.
  const [{ openSession }, { restoreCheckpoint }] = await Promise.all([
    import('../kit/host.ts'),
    import('../../src/session/run/checkpoint.ts'),
  ]);
  const { session, report, server: opened } = await openSession(untaught(run.document), backend, undefined, options);
  if (from) await restoreCheckpoint(session, from.files, { toSpeak: true });
  for (const split of splits) {
    const { episodes } = await session.evaluate({ split, episodes: problems, greedy, samples });
    const summary = summarize(episodes, { ks, success });
    const line = {
      run: values.run,
      checkpoint: session.iteration,
      split,
      episodes: summary.episodes,
      problems: summary.problems,
      samples,
      greedy,
      accuracy: summary.mean,
      standard_error: summary.standardError,
      interval: summary.interval && [summary.interval.low, summary.interval.high],
      interval_method: summary.intervalMethod,
      ...(ks.length > 0 && {
        success,
        pass_at_k: Object.fromEntries(summary.passAtK.map(({ k, value }) => [k, value])),
        pass_at_k_standard_error: Object.fromEntries(summary.passAtK.map(({ k, standardError }) => [k, standardError])),
      }),
      backend: report.backend,
    };
    printJson(line);
    if (!values.json) printText(forPeople(split, greedy, session.iteration, summary));
    if (values.out) {
      const name = `${split}-${greedy ? 'greedy' : 'sampled'}-${session.iteration}.jsonl`;
      writeFiles(values.out, { [name]: new TextEncoder().encode(rolloutLines(episodes)) });
      if (!values.json) printText(`Wrote ${join(values.out, name)}\n`);
    }
  }
  await opened?.close();
});

function forPeople(split: Split, greedy: boolean, iteration: number, summary: EvaluationSummary): string {
  const { problems, episodes, interval, intervalMethod, passAtK } = summary;
  const method = intervalMethod === 'wilson' ? 'Wilson' : 'Student’s t';
  const sure = interval ? `, 95 % between ${interval.low.toFixed(3)} and ${interval.high.toFixed(3)} (${method})` : '';
  const lines = [
    `${split} split, ${greedy ? 'greedy' : 'sampled'}, after iteration ${iteration}: mean reward ${summary.mean.toFixed(3)}${sure}`,
    `  ${problems} problems, ${episodes} episodes`,
    ...passAtK.map(
      ({ k, value, standardError }) => `  pass@${k} ${value.toFixed(3)}${standardError === null ? '' : ` ± ${standardError.toFixed(3)}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** `1,2,4`: each at most the number of samples, or there is nothing to estimate it from. */
function kList(text: string, samples: number): number[] {
  const ks = text.split(',').map((part) => wholeNumber(part.trim() || 'nothing', '--k', 1) ?? 1);
  const large = ks.find((k) => k > samples);
  if (large === undefined) return [...new Set(ks)].toSorted((a, b) => a - b);
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'evaluate', wrong: 'pass@k', k: large, samples }));
}

function finiteNumber(text: string, flag: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'number', flag, given: text }));
}

/** Who teaches a team says nothing of what it answers, and need not be here. */
function untaught(document: ProjectDocument): ProjectDocument {
  const distillation = { ...document.training.distillation, teachers: [] };
  return { ...document, training: { ...document.training, distillation } };
}
