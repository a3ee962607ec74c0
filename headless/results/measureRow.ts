/** One run of one experiment, measured: `tsx headless/results/measureRow.ts ID SEED`; prints JSON. */
import { FaultError } from '../../src/core/faults.ts';
import { main } from '../console.ts';
import { EXPERIMENTS, experimentDocument } from './experiments.ts';
import { measureRun } from './measureRun.ts';
import type { RowResult } from './rows.ts';

await main(async () => {
  const [id, seed] = process.argv.slice(2);
  const experiment = EXPERIMENTS.find((candidate) => candidate.id === id);
  if (!experiment)
    throw new FaultError({
      code: 'E_FLAG',
      message: `There is no experiment “${id}”.`,
      hint: 'They are listed in headless/results/experiments.ts.',
    });
  const { before, after, rows, secondsAt, notices, roles, backend } = await measureRun(experimentDocument(experiment, Number(seed)), [
    'train',
  ]);
  const last = rows.at(-1) ?? {};
  const result: RowResult = {
    id: experiment.id,
    seed: Number(seed),
    before: before.train ?? { sampled: Number.NaN, greedy: Number.NaN },
    after: after.train ?? { sampled: Number.NaN, greedy: Number.NaN },
    curve: rows.map((row) => row['reward/mean'] ?? 0),
    seconds: secondsAt.at(-1) ?? 0,
    klRef: Object.fromEntries(roles.map((role) => [role, last[`actor/${role}/kl_ref`] ?? 0])),
    skills: Object.fromEntries(
      Object.entries(last).flatMap(([name, value]) => (name.startsWith('skill/') ? [[name.slice(6), value]] : [])),
    ),
    notices,
    backend,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});
