/** What a guard says and counts is what it changed: a guard that left everything as it would have been has not acted. */
import { afterAll, describe, expect, it } from 'vitest';
import type { TrainingSettings } from '../../../../src/core/document/schema.ts';
import type { HostTensor } from '../../../../src/core/formats/safetensors.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { createExecutor } from '../../support/executors.ts';
import { microProject, openTeamOn } from '../../support/team.ts';

const engine = new LocalEngine(await createExecutor('wasm'));
afterAll(() => engine.dispose());

type Changes = Partial<TrainingSettings>;
const unguarded: Changes = { adaptiveLearningRate: { enabled: false, targetKl: 3e-3 }, klGate: 0 };
/** Long steps, of which the second is beyond every threshold here. */
const wild: Changes = { ...unguarded, episodes: 4, seed: 9003, learningRate: 1e-2 };
/**
 * All returns are equal, so no step moves anything; and R3's proximal log-probabilities are wrong in the first token of a
 * message, so that the KL old→new is beyond every threshold all the same.
 */
const idle: Changes = {
  ...unguarded,
  episodes: 4,
  seed: 3,
  algorithm: 'grpo',
  groupSize: 2,
  reward: { scale: 0, bias: 0, clip: 0, mean: 'none', std: 'none' },
  decoupled: { enabled: true, weightCap: 0 },
  compat: ['r3_unstitched_first_tokens'],
};
const rollback = { enabled: true, drop: 1e-6, window: 1, maxKl: 0, learningRateFactor: 0.5 };

/** After some iterations: the last one's metrics, all that guards said, and where the numbers are. */
async function trained(changes: Changes, iterations = 1) {
  const said: string[] = [];
  const session = await openTeamOn(microProject(changes), engine, (event) => {
    if (event.type === 'notice') said.push(`${event.code}: ${event.message}`);
  });
  const rows: Readonly<Record<string, number>>[] = [];
  for (let i = 0; i < iterations; i += 1) rows.push((await session.iterate()).metrics);
  const ended = { rows, metrics: rows.at(-1) ?? {}, said, ...numbersOf(session), rateFactor: session.rollback.state.rateFactor };
  session.dispose();
  return ended;
}

function numbersOf({ groups }: TrainingSession) {
  const plain = (parameters: ReadonlyMap<string, HostTensor>) => [...parameters].map(([name, { data }]) => [name, Array.from(data)]);
  return {
    adapters: groups.flatMap((group) => group.adapters.map(({ parameters }) => plain(parameters))),
    critics: groups.flatMap(({ critic }) => (critic ? [plain(critic.parameters)] : [])),
    versions: groups.flatMap((group) => group.adapters.map(({ version }) => version)),
  };
}

describe('the early stop', () => {
  it('stops before the step: of two epochs the second is left out, and the critic learns on', async () => {
    const stopped = await trained({ ...wild, epochs: 2, earlyStopKl: 1e-3 });
    const once = await trained({ ...wild, epochs: 1 });
    const twice = await trained({ ...wild, epochs: 2 });
    expect(stopped.metrics['guard/early_stop']).toBe(1);
    expect(stopped.said).toEqual([expect.stringMatching(/^early_stop: Iteration 1: .* in epoch 2, before a step; .* the stop 0\.001\.$/)]);
    expect(stopped.versions).toEqual([1, 1]);
    expect(stopped.adapters).toEqual(once.adapters);
    expect(stopped.adapters).not.toEqual(twice.adapters);
    // Spinning Up stops the policy alone.
    expect(stopped.critics).toEqual(twice.critics);
    expect(stopped.critics).not.toEqual(once.critics);
  });

  it('decides for all adapters together, before any steps, and leaves out all later minibatches', async () => {
    const { metrics, versions } = await trained({ ...wild, epochs: 3, minibatches: 2, earlyStopKl: 1e-3 });
    expect(versions).toEqual([1, 1]);
    expect(metrics['guard/early_stop']).toBe(1);
    expect(metrics['actor/solver/steps']).toBe(1);
  });

  it('does not act, and does not say so, where the gate has refused every step', async () => {
    const { metrics, said } = await trained({ ...wild, epochs: 2, klGate: 1e-4, earlyStopKl: 1e-3 });
    expect(metrics['guard/kl_gate']).toBe(2);
    expect(metrics['guard/early_stop']).toBe(0);
    expect(said.map((one) => one.split(':')[0])).toEqual(['kl_gate', 'kl_gate']);
    // Two lines beside the run's controls.
    for (const one of said) expect(one.length, one).toBeLessThan(120);
  });
});

describe('a guard that would have changed nothing neither counts nor says so:', () => {
  const off: Changes = { klGate: 0 };
  it.each<[string, string, Changes]>([
    ['a gate that refuses a step without a gradient', 'kl_gate', { klGate: 0.01, klGateAction: 'skip' }],
    ['an early stop before steps without a gradient', 'early_stop', { ...off, earlyStopKl: 0.01 }],
    ['an undo of equal parameters', 'kl_gate', { klGate: 0.01, klGateAction: 'undo' }],
  ])('%s', async (_, guard, changes) => {
    const idled = await trained({ ...idle, ...changes, epochs: 1 });
    // The guard had its reason.
    expect(idled.metrics['actor/solver/ppo_kl']).toBeGreaterThan(0.01);
    expect(idled.metrics[`guard/${guard}`]).toBe(0);
    expect(idled.metrics['actor/solver/skipped']).toBe(0);
    expect(idled.said).toEqual([]);
    // With a reward there is something to guard.
    const { metrics, said } = await trained({ ...idle, ...changes, epochs: 1, algorithm: 'tppo', reward: { ...reward, scale: 1 } });
    expect(metrics[`guard/${guard}`]).toBeGreaterThan(0);
    expect(said.every((one) => one.startsWith(guard))).toBe(true);
  });

  it('a gate that refuses a step at rate 0', async () => {
    const faded = { ...idle, reward: { ...reward, scale: 1 }, algorithm: 'tppo' as const, klGate: 0.01, iterations: 2 };
    const { rows } = await trained({ ...faded, schedule: { kind: 'linear', warmup: 0, final: 0 } }, 2);
    expect(rows[0]?.['guard/kl_gate']).toBeGreaterThan(0);
    expect(rows[1]?.['guard/kl_gate']).toBe(0);
  });

  it('a rollback to the team that is there', async () => {
    const { rows, said, rateFactor } = await trained({ ...idle, rollback }, 4);
    const rewards = rows.map((row) => row['reward/mean'] ?? Number.NaN);
    // The reward fell, by luck alone.
    expect(Math.min(...rewards)).toBeLessThan(rewards[0] ?? Number.NaN);
    expect(rows.map((row) => row['guard/rollback'])).toEqual([0, 0, 0, 0]);
    expect(said).toEqual([]);
    expect(rateFactor).toBe(1);
  });
});

const reward: TrainingSettings['reward'] = { scale: 1, bias: 0, clip: 0, mean: 'none', std: 'none' };
