/**
 * `npm run evaluate -- --run DIR [--checkpoint N] [--split train|test] [--episodes K] [--greedy] [--out DIR] [--backend …] [--workers N] [--reproducible]`:
 * accuracy of a run's team on problems of its own; `--checkpoint 0` is the untrained team. Prints one JSON line.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FaultError } from '../src/core/faults.ts';
import { rolloutLines } from '../src/core/formats/rundir.ts';
import { restoreCheckpoint } from '../src/session/checkpoint.ts';
import { main } from './console.ts';
import { writeFiles } from './folders.ts';
import { backendFlag, ENGINE_FLAGS, engineOptions, openSession } from './host.ts';
import { wholeNumber } from './project.ts';
import { checkpointFilesOf, readRun } from './runFolder.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      checkpoint: { type: 'string' },
      split: { type: 'string', default: 'test' },
      episodes: { type: 'string', default: '512' },
      greedy: { type: 'boolean', default: false },
      out: { type: 'string' },
      ...ENGINE_FLAGS,
    },
  });
  if (!values.run)
    throw new FaultError({ code: 'E_FLAG', message: '--run is missing.', hint: 'Give the run folder: npm run evaluate -- --run DIR.' });
  const split = values.split === 'train' ? 'train' : values.split === 'test' ? 'test' : null;
  if (!split)
    throw new FaultError({ code: 'E_FLAG', message: `There is no split “${values.split}”.`, hint: 'Use --split train or --split test.' });
  const run = readRun(values.run);
  const asked = wholeNumber(values.checkpoint, '--checkpoint');
  const episodes = wholeNumber(values.episodes, '--episodes', 1) ?? 512;

  const { session, report } = await openSession(run.document, backendFlag(values.backend), undefined, engineOptions(values));
  if (asked !== 0) restoreCheckpoint(session, checkpointFilesOf(run, asked).files);
  const evaluation = await session.evaluate({ split, episodes, greedy: values.greedy });
  // Where every reward is 0 or 1 this is the binomial √(p(1 − p)/n).
  const variance = evaluation.episodes.reduce((sum, { reward }) => sum + (reward - evaluation.reward) ** 2, 0) / episodes;
  const error = Math.sqrt(variance / episodes);
  process.stdout.write(
    `${JSON.stringify({ run: values.run, checkpoint: session.iteration, split, episodes, greedy: values.greedy, accuracy: evaluation.reward, standard_error: error, backend: report.backend })}\n`,
  );
  if (values.out) {
    const name = `${split}-${values.greedy ? 'greedy' : 'sampled'}-${session.iteration}.jsonl`;
    writeFiles(values.out, { [name]: new TextEncoder().encode(rolloutLines(evaluation.episodes)) });
    process.stderr.write(`Wrote ${join(values.out, name)}\n`);
  }
});
