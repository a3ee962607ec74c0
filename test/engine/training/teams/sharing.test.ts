/** Teams of other kinds on the real engine: shared adapters, several bases, training with a lag, given adapters. */
import { describe, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { spawnLane } from '../../../../headless/lane/spawn.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { openPool } from '../../../../src/engine/pool/engine.ts';
import { KERNEL_FILES } from '../../../../src/engine/executors/wasm/kernels.node.ts';
import { scoreForTraining } from '../../../../src/engine/train/score.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { sequenceOf } from '../../../../src/session/play/batch.ts';
import { weightsOf } from '../../../../src/session/run/checkpoint.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import type { PolicyAdapter } from '../../../../src/session/policy/policyAdapter.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { createExecutor } from '../../support/executors.ts';
import { bytesOf, keepSessions } from '../../support/sessions.ts';
import { micro, microProject, openTeam, openTeamOn } from '../../support/team.ts';

const kept = keepSessions();
function withAgents(
  document: ProjectDocument,
  change: (agent: ProjectDocument['team']['agents'][number], index: number) => object,
): ProjectDocument {
  return {
    ...document,
    team: { ...document.team, agents: document.team.agents.map((agent, index) => ({ ...agent, ...change(agent, index) })) },
  };
}

describe('a shared adapter', () => {
  const shared = withAgents(microProject({ episodes: 6, seed: 4 }), ({ adapter }) => ({ adapter: { ...adapter, group: 'all' } }));

  it('gets the sum of the gradients that adapters of its agents’ own with its numbers would get', async () => {
    const tied = kept(await openTeam(microProject({ episodes: 6, seed: 4 })));
    const one = kept(await openTeam(shared));
    const [first, second] = tied.policies.map(({ adapter }) => adapter);
    const [together] = one.policies.map(({ adapter }) => adapter);
    if (!first || !second || !together) throw new Error('two agents');
    // Away from zero, so that both factors have gradients.
    const numbers = new Map(
      [...first.parameters].map(([name, { shape, data }]) => [name, { shape, data: data.map((value, i) => value + 0.01 * Math.sin(i)) }]),
    );
    const begin = (adapter: PolicyAdapter, parameters: PolicyAdapter['parameters']) =>
      adapter.restore({ parameters, optimizer: adapter.optimizer });
    await begin(first, numbers);
    await begin(
      second,
      new Map(
        [...second.parameters.keys()].map((name) => [
          name,
          numbers.get(name.replace('solver/', 'planner/')) ?? { shape: [], data: new Float32Array() },
        ]),
      ),
    );
    await begin(together, numbers);
    const messages = (await tied.reroll(1, [0, 1, 2])).flatMap((record) => record.messages);
    const gradientsOf = async (session: TrainingSession) => {
      const slots = session.groups[0]?.adapters.map(({ slot }) => slot) ?? [];
      const used = messages.map(({ role }) => session.policies.find((policy) => policy.role === role)?.adapter.slotIndex ?? 0);
      const pass = await scoreForTraining(
        session.engine,
        session.base.config,
        slots,
        messages.map((message, index) => sequenceOf(message, used[index] ?? 0)),
      );
      return pass.gradients(
        pass.logprobs.map((_, t) => Math.cos(t)),
        new Float32Array(pass.logprobs.length),
      );
    };
    const [own, sum] = [await gradientsOf(tied), await gradientsOf(one)];
    for (const [name, values] of sum) {
      const planner = own.get(name);
      const solver = own.get(name.replace('planner/', 'solver/'));
      values.forEach((value, i) => expect(value).toBeCloseTo((planner?.[i] ?? Number.NaN) + (solver?.[i] ?? Number.NaN), 4));
    }
  });

  it('trains as one, and every role exports it', async () => {
    const session = kept(await openTeam(shared));
    const { metrics } = await session.iterate();
    expect(session.groups[0]?.adapters).toHaveLength(1);
    expect(metrics['actor/planner/grad_norm']).toBe(metrics['actor/solver/grad_norm']);
    const [planner, solver] = session.policies.map((policy) => weightsOf(session, policy).tensors);
    expect(planner).toEqual(solver);
  });
});

describe('a team on two bases', () => {
  const standard = loadBase('standard', readFolder(baseFolder('standard')));
  const document = withAgents(microProject({ episodes: 6, seed: 4 }), (_, index) => ({ base: index === 1 ? 'standard' : '' }));
  const openMixed = async () =>
    kept(
      await TrainingSession.create({
        document,
        bases: [micro, standard],
        engine: new LocalEngine(await createExecutor('wasm')),
        environment: createSandbox(),
      }),
    );

  it('speaks in each base’s own tokens, values with a critic per base, and learns on both', async () => {
    const session = await openMixed();
    const { episodes, metrics } = await session.iterate();
    const [planner, solver] = episodes[0]?.messages ?? [];
    if (!planner || !solver) throw new Error('two messages');
    // What the planner said is text for the solver, in the solver's tokens.
    const heard = solver.segments.find(({ source }) => source === 'message');
    const text = standard.tokenizer.decode(solver.prompt_ids.slice(heard?.start, heard?.end));
    expect(text).toContain(planner.text);
    expect(session.groups.map(({ base, critic }) => [base.name, critic !== null])).toEqual([
      ['micro', true],
      ['standard', true],
    ]);
    for (const role of ['planner', 'solver']) expect(metrics[`actor/${role}/grad_norm`]).toBeGreaterThan(0);
    expect(metrics['actor/solver/ratio_mean']).toBeGreaterThan(0);
  });

  it('gives the same bytes again, and each agent speaks as it would with its base alone', async () => {
    const once = await bytesOf(await openMixed(), 2);
    expect(await bytesOf(await openMixed(), 2)).toBe(once);
    const mixed = await openMixed();
    const alone = kept(await openTeam(microProject({ episodes: 6, seed: 4 })));
    const first = (records: Awaited<ReturnType<TrainingSession['reroll']>>) => records.map(({ messages }) => messages[0]?.response_ids);
    expect(first(await mixed.reroll(1, [0, 1]))).toEqual(first(await alone.reroll(1, [0, 1])));
  });
});

describe('training with a lag', () => {
  const lagging = (lag: number) =>
    microProject({ episodes: 6, seed: 4, lag, klGate: 0, ...(lag > 0 ? { decoupled: { enabled: true, weightCap: 5 } } : {}) });

  it('plays with the adapters of k updates ago, and says so', async () => {
    const session = kept(await openTeam(lagging(2)));
    const versions: number[] = [];
    for (let i = 0; i < 5; i += 1) versions.push((await session.iterate()).episodes[0]?.messages[0]?.adapter_version ?? -1);
    // Two epochs: every update is two versions.
    expect(versions).toEqual([0, 0, 0, 2, 4]);
  });

  it('gives the same bytes with none, one and two workers', async () => {
    const alone = await bytesOf(kept(await openTeam(lagging(1))), 3);
    for (const lanes of [1, 2]) {
      const session = kept(await openTeamOn(lagging(1), await openPool(spawnLane, KERNEL_FILES, { lanes })));
      expect(await bytesOf(session, 3)).toBe(alone);
    }
  });

  it('of none is training in step, decoupled or not', async () => {
    const decoupled = microProject({ episodes: 6, seed: 4, decoupled: { enabled: true, weightCap: 0 } });
    const plain = kept(await openTeam(microProject({ episodes: 6, seed: 4 })));
    const other = kept(await openTeam(decoupled));
    for (let i = 0; i < 2; i += 1) {
      const [a, b] = [await plain.iterate(), await other.iterate()];
      // The proximal policy is the one that played, up to the rounding of scoring against generating.
      expect(b.metrics['actor/solver/behave_weight']).toBeCloseTo(1, 3);
      expect(b.metrics['reward/mean']).toBe(a.metrics['reward/mean']);
    }
  });
});

it('a session starts from given adapters', async () => {
  const trained = kept(await openTeam(microProject({ episodes: 6, seed: 4 })));
  await trained.iterate();
  const [planner] = trained.policies;
  if (!planner) throw new Error('a planner');
  const session = kept(
    await TrainingSession.create({
      document: microProject({ episodes: 6, seed: 9 }),
      bases: [micro],
      engine: new LocalEngine(await createExecutor('wasm')),
      environment: createSandbox(),
      adapters: new Map([['planner', weightsOf(trained, planner)]]),
    }),
  );
  expect(session.policies[0]?.adapter.parameters).toEqual(planner.adapter.parameters);
  expect(session.policies[1]?.adapter.parameters).not.toEqual(trained.policies[1]?.adapter.parameters);
});
