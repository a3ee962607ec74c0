/** Cached decoding against the full forward, mixed adapters against each row alone, sampling rules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFor } from '../../src/core/random/streams.ts';
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import type { TfjsBackend } from '../../src/engine/executors/tfjs/runtime.ts';
import type { Executor } from '../../src/engine/executors/executor.ts';
import { type GenerationJob, Generator } from '../../src/engine/generate/generator.ts';
import { drawToken } from '../../src/engine/generate/sampler.ts';
import { scoreSequences } from '../../src/engine/train/score.ts';
import { expectClose } from './support/compare.ts';
import { loadGolden } from './support/golden.node.ts';

const NO_END = -1; // never sampled, so every message has its full length

describe.each<TfjsBackend>(['tfjs-cpu', 'tfjs-wasm'])('generation on %s', (backend) => {
  const golden = loadGolden('llama-tied');
  const adapters = [...golden.adapters.values()];
  const slots = adapters.map((adapter) => adapter.slot);
  let executor: Executor;
  let generator: Generator;

  beforeAll(async () => {
    executor = await createTfjsExecutor(backend);
    executor.setParameters([...golden.weights, ...adapters.flatMap((adapter) => [...adapter.parameters])]);
    generator = new Generator(executor, golden.config, slots, NO_END);
  });
  afterAll(() => executor.dispose());

  const job = (index: number, slot: number, promptLength: number, rule = { temperature: 0.8, topK: 0, topP: 1 }): GenerationJob => ({
    promptIds: Array.from({ length: promptLength }, (_, t) => (index * 5 + t * 3) % golden.config.vocabularySize),
    slot,
    rule,
    maxNewTokens: 9,
    key: keyFor(7, 1, index),
  });
  const jobs = [job(0, 0, 5), job(1, 1, 11), job(2, -1, 3), job(3, 0, 33), job(4, 1, 32), job(5, -1, 1)];

  it('decoding with a cache gives the log-probs and entropies of the full forward', async () => {
    const messages = await generator.generate(jobs);
    const sequences = jobs.map(({ promptIds, slot }, i) => ({ ids: [...promptIds, ...(messages[i]?.responseIds ?? [])], first: promptIds.length, slot, temperature: 0.8 }));
    const scores = await scoreSequences(executor, golden.config, slots, sequences);
    expectClose(messages.flatMap((message) => message.logprobs), scores.logprobs, 1e-5, 'logprobs');
    expectClose(messages.flatMap((message) => message.entropies), scores.entropies, 1e-5, 'entropies');
  });

  it('with top-k and top-p the kept sets give the same numbers in both', async () => {
    const rule = { temperature: 1.3, topK: 7, topP: 0.8 };
    const truncated = jobs.map((_, index) => job(index, index % 2, 6 + index, rule));
    const messages = await generator.generate(truncated);
    expect(messages.every((message) => message.kept?.every((ids) => ids.length <= 7))).toBe(true);
    const sequences = truncated.map(({ promptIds, slot }, i) => ({ ids: [...promptIds, ...(messages[i]?.responseIds ?? [])], first: promptIds.length, slot, temperature: rule.temperature, kept: messages[i]?.kept }));
    const scores = await scoreSequences(executor, golden.config, slots, sequences);
    expectClose(messages.flatMap((message) => message.logprobs), scores.logprobs, 1e-5, 'logprobs');
    expectClose(messages.flatMap((message) => message.entropies), scores.entropies, 1e-5, 'entropies');
  });

  it('a mixed batch equals each row alone, bit for bit', async () => {
    const together = await generator.generate(jobs);
    for (const [index, one] of jobs.entries()) expect((await generator.generate([one]))[0]).toEqual(together[index]);
    const reversed = await generator.generate([...jobs].reverse());
    expect(reversed.reverse()).toEqual(together);
  });

  it('scores of a mixed batch equal each row alone, bit for bit', async () => {
    const sequences = jobs.map(({ promptIds, slot }) => ({ ids: [...promptIds, 1, 2, 3], first: promptIds.length, slot, temperature: 1 }));
    const together = await scoreSequences(executor, golden.config, slots, sequences);
    for (const [index, sequence] of sequences.entries()) {
      const alone = await scoreSequences(executor, golden.config, slots, [sequence]);
      expect([...alone.logprobs]).toEqual([...together.logprobs.subarray(index * 3, index * 3 + 3)]);
    }
  });
});

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
