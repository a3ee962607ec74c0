/** A training session end to end, in Node: determinism, re-rolling, resuming, leaks, teams of other shapes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importProfiles } from '../../../../src/core/editing/profiles.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { sequenceOf } from '../../../../src/session/play/batch.ts';
import { checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import type { SessionEvent } from '../../../../src/session/events.ts';
import { long } from '../../../support/long.ts';
import type { CpuBackend } from '../../support/executors.ts';
import { bytesOf, keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const open = async (document: ProjectDocument, backend?: CpuBackend, onEvent?: (event: SessionEvent) => void) => {
  return kept(await openTeam(document, backend, onEvent));
};
describe.each<CpuBackend>(['tfjs-cpu', 'tfjs-wasm', 'wasm'])('determinism on %s', (backend) => {
  // The plain JavaScript backend is slow; two episodes show what five do.
  const episodeCount = backend === 'tfjs-cpu' ? 2 : 5;
  beforeEach((context) => {
    if (backend !== 'wasm') long(context);
  });
  const project = microProject({ episodes: episodeCount, seed: 11, evaluateEvery: 2, evaluateEpisodes: 2 });

  it('the same seed gives the same bytes of metrics and rollouts, another seed others', async () => {
    const first = await bytesOf(await open(project, backend), 2);
    expect(await bytesOf(await open(project, backend), 2)).toBe(first);
    expect(await bytesOf(await open(microProject({ ...project.training, seed: 12 }), backend), 2)).not.toBe(first);
  });

  it('one episode re-rolled alone equals its recording', async () => {
    const { episodes } = await (await open(project, backend)).iterate();
    const fresh = await open(project, backend);
    for (const recorded of episodes) {
      const [again] = await fresh.reroll(1, [recorded.episode]);
      expect(again?.messages.map(({ response_ids, logprobs, entropies }) => ({ response_ids, logprobs, entropies }))).toEqual(
        recorded.messages.map(({ response_ids, logprobs, entropies }) => ({ response_ids, logprobs, entropies })),
      );
      expect(again?.reward).toBe(recorded.reward);
    }
  });

  it('on the first pass after a rollout the ratio is 1 and the KL 0 within rounding', async () => {
    const session = await open(project, backend);
    const records = await session.reroll(
      1,
      Array.from({ length: episodeCount }, (_, episode) => episode),
    );
    const messages = records.flatMap((record) => record.messages);
    const slots = session.policies.map((policy) => policy.adapter.slot);
    const scores = await scoreSequences(
      session.engine,
      session.base.config,
      slots,
      messages.map((message) => sequenceOf(message, message.role === 'planner' ? 0 : 1)),
    );
    messages
      .flatMap((message) => message.logprobs)
      .forEach((old, t) => {
        expect(Math.abs((scores.logprobs[t] ?? Number.NaN) - old)).toBeLessThan(2e-5);
      });
  });
});

describe('resume', () => {
  it('after a checkpoint the bytes are those of the run that never stopped', async () => {
    const project = microProject({ episodes: 6, seed: 3 });
    const straight = await open(project);
    await bytesOf(straight, 2);
    const files = await checkpointOf(straight);
    const expected = await bytesOf(straight, 2);
    const resumed = await open(project);
    await restoreCheckpoint(resumed, files);
    expect(resumed.iteration).toBe(2);
    expect(await bytesOf(resumed, 2)).toBe(expected);
  });

  it('goes on with the running means of the roles', async () => {
    const project = microProject({ episodes: 4, seed: 3, algorithm: 'reinforce', baseline: 'role', epochs: 1 });
    const straight = await open(project);
    await bytesOf(straight, 2);
    const means = straight.runningMeans;
    expect(Object.keys(means).sort()).toEqual(['planner', 'solver']);
    const files = await checkpointOf(straight);
    const expected = await bytesOf(straight, 2);
    expect(straight.runningMeans).not.toEqual(means);
    const resumed = await open(project);
    await restoreCheckpoint(resumed, files);
    expect(resumed.runningMeans).toEqual(means);
    expect(await bytesOf(resumed, 2)).toBe(expected);
  });

  it('says what does not fit when the project has changed', async () => {
    const project = microProject({ episodes: 2 });
    const session = await open(project);
    await session.iterate();
    const files = await checkpointOf(session);
    const renamed = {
      ...project,
      team: {
        ...project.team,
        agents: project.team.agents.map((agent) => ({ ...agent, role: `${agent.role}2` })),
        edges: [{ from: 'planner2', to: 'solver2' }],
      },
    };
    const other = await open(renamed);
    await expect(restoreCheckpoint(other, files)).rejects.toThrow('it holds no adapter for “planner2”');
    const thinner = {
      ...project,
      team: {
        ...project.team,
        agents: project.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, targets: ['q_proj' as const] } })),
      },
    };
    const less = await open(thinner);
    await expect(restoreCheckpoint(less, files)).rejects.toThrow(
      'acts on down_proj, gate_proj, k_proj, o_proj, q_proj, up_proj, v_proj, but the project says q_proj',
    );
  });
});

describe.each<CpuBackend>(['tfjs-wasm', 'wasm'])('no leak on %s', (backend) => {
  beforeEach((context) => {
    if (backend !== 'wasm') long(context);
  });
  it('tensors and bytes are flat over 50 iterations', async () => {
    const session = await open(microProject({ episodes: 2, epochs: 1, seed: 5 }), backend);
    await session.iterate();
    const after = session.engine.memory();
    for (let i = 1; i < 50; i += 1) await session.iterate();
    const { tensors, bytes } = session.engine.memory();
    expect(tensors).toBe(after.tensors);
    expect(bytes).toBe(after.bytes);
    session.dispose();
    expect(session.engine.memory().tensors).toBe(0);
  });
});

describe('teams', () => {
  const withAgents = (
    change: (team: ProjectDocument['team']) => ProjectDocument['team'],
    training: Partial<ProjectDocument['training']> = {},
  ) => {
    const project = microProject({ episodes: 8, ...training });
    return { ...project, team: change(project.team) };
  };

  it('a three-agent chain trains, each agent seeing those before it', async () => {
    const session = await open(
      withAgents((team) => ({
        ...team,
        agents: [
          ...team.agents,
          { ...(team.agents[1] as (typeof team.agents)[number]), role: 'verifier', label: '', prompt: 'Check the answer.' },
        ],
        edges: [...team.edges, { from: 'solver', to: 'verifier' }],
      })),
    );
    const before = session.policies.map(({ adapter }) => [...adapter.parameters.values()].map(({ data }) => data));
    const { episodes, metrics } = await session.iterate();
    for (const { messages } of episodes) {
      expect(messages.map((message) => message.role)).toEqual(['planner', 'solver', 'verifier']);
      expect(messages.map((message) => message.sees)).toEqual([[], [0], [0, 1]]);
    }
    expect(metrics['actor/verifier/grad_norm']).toBeGreaterThan(0);
    session.policies.forEach((policy, index) => {
      expect([...policy.adapter.parameters.values()].map(({ data }) => data)).not.toEqual(before[index]);
    });
  });

  it('a frozen agent takes part and stays as it is', async () => {
    const session = await open(
      withAgents((team) => ({
        ...team,
        agents: team.agents.map((agent, index) => ({ ...agent, adapter: { ...agent.adapter, frozen: index === 0 } })),
      })),
    );
    const before = structuredClone(session.policies[0]?.adapter.parameters);
    await session.iterate();
    await session.iterate();
    expect(session.policies[0]?.adapter.parameters).toEqual(before);
    expect(session.policies[0]?.adapter.version).toBe(0);
    expect(session.policies[1]?.adapter.version).toBeGreaterThan(0);
  });

  it('a profile file of the original MARFT encodes, runs and trains', async () => {
    const profiles = readFileSync(join(import.meta.dirname, '../../../golden/profiles/math_dual.json'), 'utf8');
    const { document } = importProfiles(profiles, microProject({ episodes: 16 }));
    const session = await open(document);
    const { episodes, metrics } = await session.iterate();
    expect(episodes[0]?.messages.map((message) => message.role)).toEqual(['reasoner', 'actor']);
    expect(session.base.tokenizer.decode(episodes[0]?.messages[0]?.prompt_ids ?? [])).toContain('You are the **Reasoner**');
    expect(metrics['actor/reasoner/grad_norm']).toBeGreaterThan(0);
  });

  it('the KL gate skips an update and says so', async () => {
    const notices: SessionEvent[] = [];
    const session = await open(microProject({ episodes: 8, learningRate: 0.05, klGate: 1e-6, epochs: 2 }), 'tfjs-wasm', (event) =>
      notices.push(event),
    );
    const { metrics } = await session.iterate();
    expect(metrics['actor/solver/skipped']).toBe(1);
    expect(notices.some((event) => event.type === 'notice' && event.code === 'kl_gate')).toBe(true);
  });

  it('the adaptive learning rate falls when the KL is too large and never exceeds the configured one', async () => {
    const fast = await open(microProject({ episodes: 8, learningRate: 0.03, klGate: 0 }));
    // The row says what the iteration stepped with; what it measured acts on the next one.
    expect((await fast.iterate()).metrics['actor/solver/lr']).toBe(0.03);
    expect(fast.policies[1]?.adapter.learningRate(1)).toBeCloseTo(0.02, 10);
    const slow = await open(microProject({ episodes: 8, learningRate: 1e-5 }));
    await slow.iterate();
    expect(slow.policies[1]?.adapter.learningRate(1)).toBe(1e-5);
  });
});

describe('faults', () => {
  it('a prompt longer than the context names the agent and the numbers', async () => {
    const project = microProject({ episodes: 2 });
    const long = {
      ...project,
      team: { ...project.team, agents: project.team.agents.map((agent) => ({ ...agent, prompt: 'ж'.repeat(2000) })) },
    };
    const session = await open(long);
    await expect(session.iterate()).rejects.toThrow(/The prompt of “planner” has \d+ tokens/);
  });

  it('the turn a truncated episode would have gone on with must fit the context too', async () => {
    const project = microProject({ episodes: 2, horizon: 1 });
    const source = `export default { name: 'n', description: '', reset: () => ({ state: 0, observation: '2 + 3' }), step: () => ({ state: 0, observation: 'ж'.repeat(600), reward: 0, terminated: false, truncated: false }) };`;
    const session = await open({ ...project, environment: { ...project.environment, file: 'long.ts', source } });
    await expect(session.iterate()).rejects.toThrow(/The prompt of “planner” has \d+ tokens; the base “micro” reads at most 1024/);
  });

  it('an overflowing gradient ends the run with the reason and leaves the adapters as they were', async () => {
    const session = await open(microProject({ episodes: 2, klGate: 0, entropyCoef: 1e300 }));
    const before = structuredClone(session.policies.map(({ adapter }) => adapter.parameters));
    await expect(session.iterate()).rejects.toThrow(/Training diverged: the metric actor\/planner\/grad_norm is not a finite number/);
    expect(session.policies.map(({ adapter }) => adapter.parameters)).toEqual(before);
  });

  it('a cyclic team is refused before anything starts', async () => {
    const project = microProject();
    const cyclic = { ...project, team: { ...project.team, edges: [...project.team.edges, { from: 'solver', to: 'planner' }] } };
    await expect(openTeam(cyclic)).rejects.toThrow(/planner.*solver.*planner/);
  });
});
