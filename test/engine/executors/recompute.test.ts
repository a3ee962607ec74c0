/** Activations computed anew give the very gradients that kept ones give, and take less memory. */
import { beforeEach, describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { peakBytes, savedBytes } from '../../../src/engine/model/cost.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import { recomputing } from '../../../src/engine/model/recompute.ts';
import { gradientOf, isForwardOp, type Plan } from '../../../src/engine/contracts/plan.ts';
import type { HostInputs } from '../../../src/engine/contracts/executor.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { ALWAYS, GOLDEN_CASES } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';

const TOKENS = 21;

describe.each(GOLDEN_CASES)('%s', (name) => {
  if (!ALWAYS.has(name)) beforeEach(long);
  const golden = loadGolden(name);
  const slots = [...golden.adapters.values()].map(({ slot }) => slot);
  const { config } = golden;
  const plan = scoringPlan(config, { tokens: TOKENS, sequences: 2 }, slots, { scored: 9, backward: true });
  const ends = Array.from({ length: config.layers }, (_, layer) => `${layer}.out`);
  const anew = recomputing(plan, [config.gemma ? 'x.scaled' : 'x', ...ends]);
  const inputs: HostInputs = {
    ids: Int32Array.from({ length: TOKENS }, (_, t) => (37 * t + 5) % config.vocabularySize),
    positions: Int32Array.from({ length: TOKENS }, (_, t) => (t < 12 ? t : t - 12)),
    offsets: Int32Array.from([0, 12, TOKENS]),
    adapter_rows: Int32Array.from([0, -1]),
    scored: Int32Array.from([3, 4, 5, 8, 11, 14, 15, 19, 20]),
    targets: Int32Array.from({ length: 9 }, (_, i) => (11 * i + 2) % config.vocabularySize),
    temperature: new Float32Array(9).fill(0.8),
  };
  const seeds = { [gradientOf('logprobs')]: normals(keyFor(7, 1), 9), [gradientOf('entropies')]: normals(keyFor(7, 2), 9) };

  it.each(['wasm', 'tfjs-cpu'] as const)('same bits on %s', async (backend) => {
    const executor = await createExecutor(backend);
    executor.setParameters(golden.weights);
    for (const { parameters } of golden.adapters.values()) executor.setParameters(parameters);
    const gradients = async (which: Plan) => {
      const execution = executor.start(which, inputs);
      const forward = await execution.run('forward');
      const backward = await execution.run('backward', seeds);
      execution.dispose();
      return { ...forward, ...backward };
    };
    const [kept, computed] = [await gradients(plan), await gradients(anew)];
    expect(Object.keys(computed)).toEqual(Object.keys(kept));
    expect(Object.values(kept).filter((numbers) => numbers.some((value) => value !== 0)).length).toBeGreaterThan(4);
    for (const [output, numbers] of Object.entries(kept)) {
      expect(computed[output], output).toEqual(numbers);
    }
    executor.dispose();
  });

  it('keeps what goes into layers only', () => {
    expect(savedBytes(anew)).toBeLessThan(0.5 * savedBytes(plan));
    expect(peakBytes(anew)).toBeLessThan(peakBytes(plan));
    const written = anew.ops.backward.filter(isForwardOp);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(plan.ops.forward.length);
  });
});
