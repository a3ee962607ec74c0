/** One run of one shipped project, measured: `tsx headless/results/measureEnvironment.ts ID SEED`; prints JSON. */
import { fault, FaultError } from '../../src/core/faults.ts';
import type { MetricsRow } from '../../src/session/events.ts';
import { commandFaults } from '../../src/words/words.ts';
import { main } from '../kit/console.ts';
import { type EnvironmentRow, idOf, SHOWN, shownDocument } from './environments.ts';
import { type MeasuredRun, measureRun } from './measureRun.ts';

const ENDS = 5;

await main(async () => {
  const [id, seed] = process.argv.slice(2);
  const shown = SHOWN.find((candidate) => idOf(candidate) === id);
  if (!shown) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'project', given: String(id) }));
  const { before, after, rows, secondsAt, roles } = await measureRun(shownDocument(shown, Number(seed)), ['train', 'test']);
  const last = rows.at(-1) ?? {};
  const result: EnvironmentRow = {
    seed: Number(seed),
    before: both(before),
    after: both(after),
    curve: rows.map((row) => row['reward/mean'] ?? 0),
    secondsAt,
    skills: { first: skillsOf(rows.slice(0, ENDS)), last: skillsOf(rows.slice(-ENDS)) },
    klRef: Object.fromEntries(roles.map((role) => [role, last[`actor/${role}/kl_ref`] ?? 0])),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
});

function both({ train, test }: MeasuredRun['before']): EnvironmentRow['before'] {
  if (!train || !test) throw new Error('both splits are measured');
  return { train, test };
}

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
