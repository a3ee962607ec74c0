/** Cost and memory computed from plans, against counts made another way and against what was measured. */
import { describe, expect, it } from 'vitest';
import { spawnLane } from '../../headless/lane/spawn.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { modelTensorShapes } from '../../src/core/formats/model-config.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { peakBytes, planCost } from '../../src/engine/model/cost.ts';
import { scoringPlan } from '../../src/engine/model/llama.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../src/engine/pool/engine.ts';
import { layoutOf } from '../../src/engine/executors/wasm/layout.ts';
import { estimateIteration } from '../../src/session/estimate.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { createExecutor } from './support/executors.ts';
import { loadGolden } from './support/golden.node.ts';
import { micro, microProject, openTeamOn } from './support/team.ts';

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
  it.each(cases)('%s: predicted within a fifth of the measured peak', async (_, lanes, training) => {
    const document = microProject(training);
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const predicted = await estimateIteration(document, [micro], sandbox, { workers: Math.max(1, lanes) });
    const engine = lanes ? await openPool(spawnLane, KERNEL_FILES, { lanes }) : new LocalEngine(await createExecutor('wasm'));
    const session = await openTeamOn(document, engine);
    await session.iterate();
    const { peakBytes: measured } = engine.memory();
    session.dispose();
    engine.dispose();
    expect(predicted.memory.total / measured).toBeGreaterThan(0.8);
    expect(predicted.memory.total / measured).toBeLessThan(1.2);
    const adapters = session.policies.flatMap(({ adapter }) => [...adapter.parameters.values()]);
    const numbers = [...adapters, ...(session.groups[0]?.critic?.parameters.values() ?? [])].reduce(
      (sum, { data }) => sum + data.length,
      0,
    );
    expect(predicted.trainable).toBe(numbers);
  });
});
