/** Generation on the reference executor's backends, and sampling rules. */
import { describe, expect, it } from 'vitest';
import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { drawToken } from '../../../src/engine/generate/sampler.ts';
import { loadGolden } from '../support/golden.node.ts';
import { describeGeneration } from '../support/generationSuite.ts';

for (const backend of ['tfjs-cpu', 'tfjs-wasm'] as const)
  describeGeneration(backend, () => createTfjsExecutor(backend), 1e-5, loadGolden('llama-tied'));

describe('drawToken', () => {
  const logits = Float32Array.from([0, 1, 2, 3]);
  const plain = { temperature: 1, topK: 0, topP: 1 };

  it('takes each token with its probability', () => {
    const total = [0, 1, 2, 3].reduce((sum, x) => sum + Math.exp(x), 0);
    const counts = [0, 0, 0, 0];
    const draws = 4000;
    for (let i = 0; i < draws; i += 1) {
      const { token, logprob } = drawToken(logits, plain, (i + 0.5) / draws);
      counts[token] = (counts[token] ?? 0) + 1;
      expect(logprob).toBeCloseTo(token - Math.log(total), 12);
    }
    counts.forEach((count, token) => expect(count / draws).toBeCloseTo(Math.exp(token) / total, 3));
  });

  it('greedy takes the likeliest, the lowest id among equals', () => {
    expect(drawToken(Float32Array.from([1, 5, 5, 2]), { ...plain, greedy: true }, 0.999).token).toBe(1);
  });

  it('top-k and top-p keep what their definitions say and renormalise', () => {
    const k = drawToken(logits, { ...plain, topK: 2 }, 0);
    expect(k.kept).toEqual([2, 3]);
    expect(k.token).toBe(2);
    expect(k.logprob).toBeCloseTo(-Math.log(1 + Math.E), 12);
    expect(drawToken(logits, { ...plain, topP: 0.6 }, 0.5).kept).toEqual([3]);
    expect(drawToken(logits, { ...plain, topP: 0.7 }, 0.5).kept).toEqual([2, 3]);
    expect(drawToken(logits, { ...plain, topK: 4 }, 0.5).kept).toBeUndefined();
  });

  it('never takes a token of probability zero, and refuses NaN', () => {
    expect(drawToken(Float32Array.from([Number.NEGATIVE_INFINITY, 0]), plain, 0).token).toBe(1);
    expect(() => drawToken(Float32Array.from([Number.NaN, 0]), plain, 0)).toThrow('a logit of the model is not a finite number');
  });
});
