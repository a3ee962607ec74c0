/** Iterations in which somebody says nothing, learns nothing or is not needed: numbers stay finite, and nobody is invented. */
import { afterEach, describe, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { spawnLane } from '../../../../headless/lane/spawn.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { documentSchema, type ProjectDocument, type TrainingSettings } from '../../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { KERNEL_FILES } from '../../../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../../../src/engine/pool/engine.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { checkpointOf, restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import { estimateIteration } from '../../../../src/session/room/estimate.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { long } from '../../../support/long.ts';
import { createExecutor } from '../../support/executors.ts';
import { bytesOf } from '../../support/sessions.ts';
import { micro, microProject } from '../../support/team.ts';

const standard = loadBase('standard', readFolder(baseFolder('standard')));
const opened: TrainingSession[] = [];
afterEach(() => {
  for (const session of opened.splice(0)) {
    session.dispose();
    session.engine.dispose();
  }
});

async function open(document: ProjectDocument, lanes = 0): Promise<TrainingSession> {
  expect(documentFaults(document)).toEqual([]);
  const engine = lanes ? await openPool(spawnLane, KERNEL_FILES, { lanes }) : new LocalEngine(await createExecutor('wasm'));
  const session = await TrainingSession.create({ document, bases: [micro, standard], engine, environment: createSandbox() });
  opened.push(session);
  return session;
}

type Team = ProjectDocument['team'];
function project(training: Partial<TrainingSettings>, team: (team: Team) => unknown = (same) => same): ProjectDocument {
  const base = microProject({ episodes: 4, seed: 3, klGate: 0, ...training });
  // Whoever speaks last is paid for its words, so that there is something to learn whatever is said.
  const source = base.environment.source
    .replace('terminated: true', 'terminated: false')
    .replace('said === state.answer ? 1 : 0', '(messages.at(-1)?.text.length ?? 0) / 10');
  return documentSchema.parse({ ...base, environment: { ...base.environment, source }, team: team(base.team) });
}

/** An orchestrator without training calls nobody, so the others are never heard; one of them stands alone on its base. */
const orchestrated = (training: Partial<TrainingSettings> = {}) =>
  project({ horizon: 2, ...training }, (team) => ({
    ...team,
    agents: [
      ...team.agents.map((agent, index) => ({ ...agent, base: index === 1 ? 'standard' : '' })),
      { ...team.agents[0], role: 'boss', label: '', prompt: '' },
    ],
    edges: [{ from: 'boss', to: 'planner' }],
    orchestration: 'dynamic',
    orchestrator: { role: 'boss', maxSteps: 2 },
  }));

/** How many numbers a session trains. */
async function numbersOf(document: ProjectDocument): Promise<{ trainable: number }> {
  const { groups } = await open(document);
  const parameters = groups.flatMap(({ adapters, critic }) => [...adapters, ...(critic ? [critic] : [])].map((set) => set.parameters));
  return { trainable: parameters.flatMap((set) => [...set.values()]).reduce((sum, { data }) => sum + data.length, 0) };
}

describe('an agent that never speaks', () => {
  it.for<[string, Partial<TrainingSettings>]>([
    ['TPPO with a critic per base', {}],
    ['APPO with a LoRA critic', { algorithm: 'appo', critic: { ...microProject().training.critic, kind: 'lora' } }],
    ['TPPO with heads', { critic: { ...microProject().training.critic, kind: 'multi_head' } }],
    ['GRPO', { algorithm: 'grpo', groupSize: 2 }],
    ['decoupled, a lag behind', { lag: 1, decoupled: { enabled: true, weightCap: 5 } }],
    ['everybody in turn', { rotation: { interval: 1, order: 'in_order' } }],
    ['every guard', { adaptiveLearningRate: { enabled: true, targetKl: 3e-3 }, klGate: 1e-9, klGateAction: 'undo', earlyStopKl: 1e-9 }],
  ])('%s: two iterations with finite numbers, none of them its own', async ([, training], context) => {
    long(context);
    const session = await open(orchestrated(training));
    for (let i = 0; i < 2; i += 1) {
      const { metrics, episodes } = await session.iterate();
      const heard = new Set(episodes.flatMap(({ messages }) => messages.map(({ role }) => role)));
      expect(heard.has('boss')).toBe(true);
      expect(heard.has('solver')).toBe(false);
      expect(Object.values(metrics).every(Number.isFinite)).toBe(true);
      expect(Object.keys(metrics).filter((name) => name.includes('/solver/') && !name.startsWith('reward/'))).toEqual([]);
      expect(metrics['actor/boss/ratio_mean']).toBeGreaterThan(0);
    }
    expect(session.policies[1]?.adapter.version).toBe(0);
  });

  it.each([
    ['because nobody calls it', orchestrated()],
    [
      'in the first turn',
      project({ horizon: 2 }, (team) => ({
        ...team,
        agents: team.agents.map((agent, index) => (index === 1 ? { ...agent, base: 'standard', speaks: { from: 1, every: 1 } } : agent)),
      })),
    ],
  ])('%s is in the estimate all the same, with its base and its adapter', async (_, document) => {
    const { trainable } = await numbersOf(document);
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const estimate = await estimateIteration(document, [micro, standard], sandbox, { workers: 1 });
    for (const value of [estimate.tokens, estimate.bytes, ...Object.values(estimate.flops), ...Object.values(estimate.memory)]) {
      expect(Number.isFinite(value)).toBe(true);
      expect(value).toBeGreaterThan(0);
    }
    expect(estimate.trainable).toBe(trainable);
  });
});

describe('nobody learns', () => {
  it('when every step is gated', async () => {
    const { adaptiveLearningRate } = microProject().training;
    const session = await open(
      project({ klGate: 1e-12, klGateAction: 'undo', adaptiveLearningRate: { ...adaptiveLearningRate, enabled: false } }),
    );
    const before = session.policies.map(({ adapter }) => adapter.parameters);
    for (let i = 0; i < 2; i += 1) expect(Object.values((await session.iterate()).metrics).every(Number.isFinite)).toBe(true);
    expect(session.policies.map(({ adapter }) => adapter.parameters)).toEqual(before);
  });

  it('when the one whose turn it is did not speak', async () => {
    // Only the agent that learns first is silent in the one turn there is.
    const session = await open(orchestrated({ rotation: { interval: 1, order: 'reverse' } }));
    for (let i = 0; i < 3; i += 1) expect(Object.values((await session.iterate()).metrics).every(Number.isFinite)).toBe(true);
  });

  it('in an adapter that is frozen and shared, beside one that is not', async () => {
    const session = await open(
      project({}, (team) => ({
        ...team,
        agents: [
          ...team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, group: 'old', frozen: true } })),
          { ...team.agents[1], role: 'checker', label: '' },
        ],
        edges: [...team.edges, { from: 'solver', to: 'checker' }],
      })),
    );
    for (let i = 0; i < 2; i += 1) expect(Object.values((await session.iterate()).metrics).every(Number.isFinite)).toBe(true);
    expect(session.groups[0]?.adapters.map(({ version }) => version > 0)).toEqual([false, true]);
  });
});

describe('the next turn of a truncated episode', () => {
  it('is not read where there is no critic, so it may be as long as it likes', async () => {
    const { environment, ...rest } = microProject({ algorithm: 'grpo', groupSize: 2, episodes: 2, klGate: 0 });
    const source = `export default { name: 'n', description: '', reset: () => ({ state: 0, observation: '2 + 3' }), step: () => ({ state: 0, observation: 'ж'.repeat(600), reward: 0, terminated: false, truncated: false }) };`;
    const session = await open({ ...rest, environment: { ...environment, source } });
    expect((await session.iterate()).episodes.every(({ truncated, bootstrap }) => truncated && bootstrap === 0)).toBe(true);
  });
});

describe('a mixed team over several turns', () => {
  const mixed = (training: Partial<TrainingSettings>) =>
    project({ horizon: 2, iterations: 4, ...training }, (team) => ({
      ...team,
      agents: team.agents.map((agent, index) => ({ ...agent, base: index === 1 ? 'standard' : '' })),
    }));

  it.for<[string, Partial<TrainingSettings>]>([
    ['TPPO', {}],
    ['APPO with LoRA critics', { algorithm: 'appo', critic: { ...microProject().training.critic, kind: 'lora' } }],
    ['with a lag', { lag: 1, decoupled: { enabled: true, weightCap: 5 } }],
  ])('%s: values from each base’s critic, and the bytes of a run that never stopped', async ([, training], context) => {
    long(context);
    const document = mixed(training);
    const straight = await open(document);
    // Critics begin at 0, so that only the second iteration shows whose value it is.
    await straight.iterate();
    const { episodes } = await straight.iterate();
    for (const { messages, bootstrap, truncated } of episodes) {
      expect(messages.map(({ role, turn }) => `${role} ${turn}`)).toEqual(['planner 0', 'solver 0', 'planner 1', 'solver 1']);
      expect(truncated).toBe(true);
      expect(bootstrap).not.toBe(0);
      for (const { values, response_ids } of messages)
        expect(values).toHaveLength(document.training.algorithm === 'appo' ? 1 : response_ids.length);
    }
    const files = await checkpointOf(straight);
    const expected = await bytesOf(straight, 2);
    const resumed = await open(document);
    await restoreCheckpoint(resumed, files);
    expect(await bytesOf(resumed, 2)).toBe(expected);
    expect(await checkpointOf(resumed)).toEqual(await checkpointOf(straight));
  });

  it('gives the same bytes with none, one, two and three workers', async () => {
    const document = mixed({ lag: 1, decoupled: { enabled: true, weightCap: 5 }, accumulation: 2 });
    const alone = await bytesOf(await open(document), 2);
    for (const lanes of [1, 2, 3]) expect(await bytesOf(await open(document, lanes), 2)).toBe(alone);
  });
});
