/** Cost and memory computed from plans, against counts made another way and against what was measured. */
import { describe, expect, it } from 'vitest';
import { spawnLane } from '../../../headless/lane/spawn.ts';
import { documentFaults } from '../../../src/core/document/check/check.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { KvCacheForm } from '../../../src/core/weights/packed.ts';
import { modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { peakBytes, planCost } from '../../../src/engine/model/cost.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../../src/engine/pool/engine.ts';
import { layoutOf } from '../../../src/engine/executors/wasm/layout.ts';
import { dryRun, playedRun } from '../../../src/session/play/dryRun.ts';
import { costOf, estimateIteration } from '../../../src/session/room/estimate.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { counting } from '../support/counting.ts';
import { createExecutor } from '../support/executors.ts';
import { loadGolden } from '../support/golden.node.ts';
import { micro, microProject, openTeamOn } from '../support/team.ts';

describe('cost of a plan', () => {
  const { config, adapters } = loadGolden('llama-tied');
  const slots = [...adapters.values()].map((adapter) => adapter.slot);
  const bucket = { tokens: 96, sequences: 4 };

  it('counts two operations per weight and token, and attention by what a token sees', () => {
    const plan = scoringPlan(config, bucket, [], { scored: 32 });
    // Above the last attention only scored tokens go on.
    const last = new RegExp(`layers\\.${config.layers - 1}\\.(mlp|self_attn\\.o_proj)`);
    let products = 0;
    for (const [name, [rows = 0, columns = 0, ...more]] of modelTensorShapes(config))
      if (name.startsWith('model.layers') && columns > 0 && more.length === 0) products += 2 * (last.test(name) ? 32 : 96) * rows * columns;
    const attention = 4 * 96 * config.heads * config.headDim * 12.5 * config.layers;
    const head = 2 * 32 * config.vocabularySize * config.hiddenSize;
    expect(planCost(plan, 'forward', { context: 12.5 }).flops).toBe(products + head + attention);
    expect(planCost(plan, 'forward', { context: 12.5, fill: 0.5 }).flops).toBe((products + head + attention) / 2);
  });

  it('the backward stage of adapters costs about as much as the forward one: no weight is differentiated', () => {
    const plan = scoringPlan(config, bucket, slots, { scored: 32, backward: true });
    const forward = planCost(plan, 'forward', { context: 12 }).flops;
    const backward = planCost(plan, 'backward', { context: 12 }).flops;
    expect(backward / forward).toBeGreaterThan(0.8);
    expect(backward / forward).toBeLessThan(1.6);
  });

  it('memory by lifetimes is what the executor lays out, within a tenth', () => {
    const plan = scoringPlan(config, bucket, slots, { scored: 32, backward: true });
    expect(peakBytes(plan) / layoutOf(plan).bytes).toBeGreaterThan(0.9);
    expect(peakBytes(plan) / layoutOf(plan).bytes).toBeLessThan(1.1);
  });
});

describe('memory of a run', () => {
  const { critic } = microProject().training;
  const cases: [string, number, Partial<ProjectDocument['training']>][] = [
    ['the default team in this thread', 0, {}],
    ['the default team on two workers', 2, {}],
    ['twice the episodes', 0, { episodes: 64 }],
    ['one value head per agent', 0, { critic: { ...critic, kind: 'multi_head' } }],
    ['a critic with adapters', 0, { critic: { ...critic, kind: 'lora', rank: 16 } }],
    ['a critic with adapters on two workers', 2, { critic: { ...critic, kind: 'lora', head: 'linear', targets: ['q_proj', 'v_proj'] } }],
  ];
  it.each([...cases, ['keys and values in 16 bits', 0, { episodes: 64 }, 'f16'] as const])(
    '%s: predicted within a fifth of the measured peak',
    async (_, lanes, training, kvCache: KvCacheForm = 'f32') => {
      const plain = microProject(training);
      const document = { ...plain, team: { ...plain.team, kvCache } };
      const sandbox = createSandbox();
      await sandbox.load(document.environment.source);
      const workers = Math.max(1, lanes);
      const before = await estimateIteration(document, [micro], sandbox, { workers });
      const engine = lanes ? await openPool(spawnLane, KERNEL_FILES, { lanes }) : new LocalEngine(await createExecutor('wasm'));
      const session = await openTeamOn(document, engine);
      const { episodes } = await session.iterate();
      const { peakBytes: measured } = engine.memory();
      // With the messages that were written: how long they get is a guess before.
      const predicted = costOf(document, [micro], playedRun(document, episodes), { workers });
      expect(before.memory.total / measured).toBeGreaterThan(0.8);
      session.dispose();
      engine.dispose();
      expect(predicted.memory.total / measured).toBeGreaterThan(0.8);
      expect(predicted.memory.total / measured).toBeLessThan(1.2);
      const adapters = session.policies.flatMap(({ adapter }) => [...adapter.parameters.values()]);
      const numbers = [...adapters, ...(session.groups[0]?.critic?.parameters.values() ?? [])].reduce(
        (sum, { data }) => sum + data.length,
        0,
      );
      expect(before.trainable).toBe(numbers);
      expect(predicted.cacheBytes.f16).toBe(predicted.cacheBytes.f32 / 2);
    },
  );
});

/**
 * At a temperature of 1000 every token is about equally likely, so that nearly every message has all the tokens it may have:
 * what an iteration costs at most is then what it costs.
 */
describe('work of a run', () => {
  /** The default team with long messages, and an environment that goes on and says something between turns. */
  const endless = (training: Partial<ProjectDocument['training']>, team: Partial<ProjectDocument['team']> = {}): ProjectDocument => {
    const base = microProject({ episodes: 8, seed: 3, klGate: 0, ...training });
    const source = base.environment.source
      .replace('terminated: true', 'terminated: false')
      .replace(/\n\s*step\(/, "\n  transition() {\n    return 'once more';\n  },\n  step(");
    const agents = base.team.agents.map((agent) => ({
      ...agent,
      sampling: { ...agent.sampling, temperature: 1000, topK: 0, topP: 1, maxNewTokens: 24 },
    }));
    // Hotter than a document may be.
    return { ...base, environment: { ...base.environment, source }, team: { ...base.team, agents, ...team } };
  };
  const APART: Partial<ProjectDocument['team']> = { edges: [], history: 'own' };
  const cases: [string, Partial<ProjectDocument['training']>, Partial<ProjectDocument['team']>][] = [
    ['one turn', {}, {}],
    ['one turn of APPO, decoupled', { algorithm: 'appo', decoupled: { enabled: true, weightCap: 5 } }, {}],
    ['one turn of GRPO in rotation', { algorithm: 'grpo', groupSize: 2, rotation: { interval: 1, order: 'in_order' } }, {}],
    ['one turn of VinePPO', { algorithm: 'vineppo', continuations: 2 }, {}],
    ['one turn of C3', { algorithm: 'c3', alternatives: 2, continuations: 2 }, {}],
    ['one turn of COMA', { algorithm: 'coma', alternatives: 2 }, {}],
    ['three turns that show everything', { horizon: 3 }, { history: 'all' }],
    ['three turns that show an agent its own messages', { horizon: 3 }, { history: 'own' }],
    ['a critic that reads the joint transcript', { horizon: 3, critic: { ...microProject().training.critic, reads: 'state' } }, APART],
    [
      'one with adapters, by messages',
      { algorithm: 'appo', horizon: 3, critic: { ...microProject().training.critic, kind: 'lora', reads: 'transcript' } },
      APART,
    ],
    ['siblings trained in one transcript', { compat: ['r3_linear_training'] }, { edges: [] }],
  ];
  it.each(cases)('%s: predicted within a fifth of what is counted', async (_name, training, team) => {
    const document = endless(training, team);
    expect(documentFaults(document)).toEqual([]);
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const run = await dryRun(document, [micro], sandbox, 'most');
    const predicted = costOf(document, [micro], run, { workers: 1 });
    const counted = counting(await createExecutor('wasm'));
    const engine = new LocalEngine(counted.executor);
    const session = await openTeamOn(document, engine);
    const { episodes } = await session.iterate();
    const { flops } = counted;
    // In rotation it is the other agent's turn next, whose prompts are longer.
    if (training.rotation) await session.iterate();
    const { peakBytes: measured } = engine.memory();
    session.dispose();
    engine.dispose();
    const messages = episodes.flatMap((episode) => episode.messages);
    expect(run.messages).toHaveLength(messages.length);
    const { rollout, credit, update } = predicted.flops;
    const played = costOf(document, [micro], playedRun(document, episodes), { workers: 1 }).flops;
    expect((played.rollout + played.credit + played.update) / flops).toBeGreaterThan(0.8);
    expect((played.rollout + played.credit + played.update) / flops).toBeLessThan(1.2);
    expect((rollout + credit + update) / flops).toBeGreaterThan(0.8);
    expect((rollout + credit + update) / flops).toBeLessThan(1.2);
    expect(predicted.memory.total / measured).toBeGreaterThan(0.8);
    expect(predicted.memory.total / measured).toBeLessThan(1.2);
  });

  it.each([4, 1])('an orchestrator with %d messages calls everybody once, or at most until they are used up', async (maxSteps) => {
    const base = microProject({ episodes: 2, horizon: 2 });
    const team = { ...base.team, orchestration: 'dynamic' as const, orchestrator: { role: 'planner', maxSteps }, edges: [] };
    const document = { ...base, team };
    expect(documentFaults(document)).toEqual([]);
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const spoken = async (length: 'typical' | 'most') => {
      const { messages } = await dryRun(document, [micro], sandbox, length);
      return [0, 1].map((agent) => messages.filter((message) => message.episode === 0 && message.agent === agent).length);
    };
    // In each of two turns; the last word is the called agent's where the messages are used up.
    expect(await spoken('typical')).toEqual(maxSteps === 1 ? [2, 2] : [4, 2]);
    expect(await spoken('most')).toEqual([2 * maxSteps, 2 * maxSteps]);
    const { atMost, ...typical } = await estimateIteration(document, [micro], sandbox, { workers: 1 });
    expect(atMost?.tokens).toBeGreaterThan(typical.tokens);
    expect(atMost?.flops.update).toBeGreaterThan(typical.flops.update);
    expect(atMost?.memory.total).toBeGreaterThanOrEqual(typical.memory.total);
    const known = await estimateIteration(microProject(), [micro], sandbox, { workers: 1 });
    expect(known.atMost).toBeNull();
  });

  it('a router opens all', async () => {
    const base = microProject({ episodes: 2 });
    const agents = [...base.team.agents, { ...base.team.agents[0]!, role: 'router' }];
    const team = { ...base.team, agents, orchestration: 'routed' as const, orchestrator: { role: 'router', maxSteps: 10 } };
    const sandbox = createSandbox();
    await sandbox.load(base.environment.source);
    const { messages } = await dryRun({ ...base, team }, [micro], sandbox, 'typical');
    expect(messages.filter(({ episode }) => episode === 0).map(({ agent }) => agent)).toEqual([2, 0, 1]);
  });

  it('plays the horizon out where the environment ends after one turn, and values no prompt behind an end', async () => {
    const sandbox = createSandbox();
    const document = microProject({ episodes: 2, horizon: 3 });
    await sandbox.load(document.environment.source);
    const { messages, open } = await dryRun(document, [micro], sandbox, 'most');
    expect(messages).toHaveLength(2 * 3 * 2);
    expect(open).toEqual([]);
    const lengths = messages.filter(({ episode, agent }) => episode === 0 && agent === 0).map(({ prompt }) => prompt);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(new Set(lengths).size).toBe(3);
  });
});
