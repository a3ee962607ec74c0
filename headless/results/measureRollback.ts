/**
 * `measureRollback.ts PRESET SEED [rate]`: trains a shipped project with rollback on and says, as JSON, when it went back and
 * whether that was right; `rate` ruins it by a learning rate of 1e-2 without any other guard.
 */
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import type { TrainingSession } from '../../src/session/run/session.ts';
import { openSession } from '../kit/host.ts';
import { chooseProject } from '../kit/project.ts';
import { type Back, HELD_OUT, type RollbackRow, RUINED } from './rollback.ts';

const [preset = '', seed = '', how] = process.argv.slice(2);
const chosen = chooseProject({ preset: preset as PresetName, seed: Number(seed) });
const rollback = { ...chosen.training.rollback, enabled: true };
const document = { ...chosen, training: { ...chosen.training, evaluateEvery: 0, ...(how === 'rate' ? RUINED : {}), rollback } };
const { session } = await openSession(document, 'wasm', undefined, { workers: 1 });

const rewards: number[] = [];
const backs: Back[] = [];
let checks = 0;
watch(session);
while (session.iteration < document.training.iterations) {
  const { metrics } = await session.iterate();
  rewards.push(metrics['reward/mean'] ?? Number.NaN);
}
const row: RollbackRow = { seed: Number(seed), iterations: rewards.length, rewards, checks, backs };
process.stdout.write(JSON.stringify(row));
session.dispose();
session.engine.dispose();

/** Around each check: where the team goes back, what it earned on the test split just before, and what the best team earns there. */
function watch({ rollback: guard, policies, engine }: TrainingSession): void {
  const check = guard.check.bind(guard);
  const heldOut = async () =>
    (await session.evaluate({ split: 'test', episodes: HELD_OUT, greedy: false })).episodes.map((episode) => episode.reward);
  guard.check = async (...given) => {
    const fallen = guard.fallen();
    const before = policies.map(({ adapter }) => adapter.parameters);
    const result = await check(...given);
    if (result) checks += 1;
    if (!result?.back) return result;
    const best = await heldOut();
    for (const parameters of before) engine.setParameters(parameters);
    const present = await heldOut();
    for (const { adapter } of policies) engine.setParameters(adapter.parameters);
    backs.push({ iteration: session.iteration + 1, fallen, present, best });
    return result;
  };
}
