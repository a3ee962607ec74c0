/** One run of one shipped project, measured: `tsx headless/results/measureEnvironment.ts ID SEED`; prints JSON. */
import { FaultError } from '../../src/core/faults.ts';
import type { Split } from '../../src/core/environment/contract.ts';
import type { MetricsRow } from '../../src/session/events.ts';
import { main } from '../console.ts';
import { openSession } from '../host.ts';
import { type EnvironmentRow, EVALUATED, idOf, SHOWN, shownDocument } from './environments.ts';

const ENDS = 5;

await main(async () => {
  const [id, seed] = process.argv.slice(2);
  const shown = SHOWN.find((candidate) => idOf(candidate) === id);
  if (!shown)
    throw new FaultError({
      code: 'E_FLAG',
      message: `There is no measured project “${id}”.`,
      hint: 'They are listed in headless/results/environments.ts.',
    });
  const document = shownDocument(shown, Number(seed));
  const { session } = await openSession(document, 'wasm', undefined, { workers: 1 });
  const reward = async (split: Split, greedy: boolean) => (await session.evaluate({ split, episodes: EVALUATED, greedy })).reward;
  const both = async (split: Split) => ({ sampled: await reward(split, false), greedy: await reward(split, true) });
  const evaluate = async () => ({ train: await both('train'), test: await both('test') });

  const before = await evaluate();
  const rows: MetricsRow[] = [];
  const secondsAt: number[] = [];
  while (session.iteration < document.training.iterations) {
    const { metrics, timing } = await session.iterate();
    rows.push(metrics);
    const spent = ['rollout', 'credit', 'update'].reduce((sum, part) => sum + (timing[`timing_s/${part}`] ?? 0), 0);
    secondsAt.push((secondsAt.at(-1) ?? 0) + spent);
  }
  const last = rows.at(-1) ?? {};
  const result: EnvironmentRow = {
    seed: Number(seed),
    before,
    after: await evaluate(),
    curve: rows.map((row) => row['reward/mean'] ?? 0),
    secondsAt,
    skills: { first: skillsOf(rows.slice(0, ENDS)), last: skillsOf(rows.slice(-ENDS)) },
    klRef: Object.fromEntries(session.roles.map((role) => [role, last[`actor/${role}/kl_ref`] ?? 0])),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  session.dispose();
  session.engine.dispose();
});

/** Mean of each skill over the iterations that showed it. */
function skillsOf(rows: readonly MetricsRow[]): Record<string, number> {
  const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => name.startsWith('skill/'))));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = rows.flatMap((row) => row[name] ?? []);
      return [name.slice('skill/'.length), values.reduce((a, b) => a + b, 0) / values.length];
    }),
  );
}
