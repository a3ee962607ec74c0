/** One run of one experiment, measured: `tsx headless/results/measureRow.ts ID SEED`; prints JSON. */
import { FaultError } from '../../src/core/faults.ts';
import { main } from '../console.ts';
import { openSession } from '../host.ts';
import { EXPERIMENTS, experimentDocument } from './experiments.ts';
import type { RowResult } from './rows.ts';

/** Episodes of one evaluation. */
const EPISODES = 256;

await main(async () => {
  const [id, seed] = process.argv.slice(2);
  const experiment = EXPERIMENTS.find((candidate) => candidate.id === id);
  if (!experiment)
    throw new FaultError({
      code: 'E_FLAG',
      message: `There is no experiment “${id}”.`,
      hint: 'They are listed in headless/results/experiments.ts.',
    });
  const document = experimentDocument(experiment, Number(seed));
  const notices = new Map<string, number>();
  const { session, report } = await openSession(
    document,
    'wasm',
    (event) => {
      if (event.type === 'notice') notices.set(event.code, (notices.get(event.code) ?? 0) + 1);
    },
    { workers: 1 },
  );
  const evaluate = async (greedy: boolean) => (await session.evaluate({ split: 'train', episodes: EPISODES, greedy })).reward;
  const before = { sampled: await evaluate(false), greedy: await evaluate(true) };
  const curve: number[] = [];
  let seconds = 0;
  let last: Readonly<Record<string, number>> = {};
  while (session.iteration < document.training.iterations) {
    const { metrics, timing } = await session.iterate();
    curve.push(metrics['reward/mean'] ?? 0);
    for (const part of ['rollout', 'credit', 'update']) seconds += timing[`timing_s/${part}`] ?? 0;
    last = metrics;
  }
  const result: RowResult = {
    id: experiment.id,
    seed: Number(seed),
    before,
    after: { sampled: await evaluate(false), greedy: await evaluate(true) },
    curve,
    seconds,
    klRef: Object.fromEntries(session.roles.map((role) => [role, last[`actor/${role}/kl_ref`] ?? 0])),
    skills: Object.fromEntries(
      Object.entries(last).flatMap(([name, value]) => (name.startsWith('skill/') ? [[name.slice(6), value]] : [])),
    ),
    notices: Object.fromEntries(notices),
    backend: report.backend,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  session.dispose();
  session.engine.dispose();
});
