/** Cached decoding against the full forward, and mixed adapters against each row alone; run by one test file per backend. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFor } from '../../../src/core/random/streams.ts';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { Generator } from '../../../src/engine/generate/generator.ts';
import { nextTask } from '../../../src/engine/generate/nextTask.ts';
import type { GeneratedTokens, GenerationJob } from '../../../src/engine/generate/jobs.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { expectClose } from './compare.ts';
import type { LoadedCase } from './golden.ts';

const NO_END = [-1]; // never sampled, so every message has its full length

/**
 * `tolerance`: relative error allowed between host and device arithmetic of the same distribution. `decoding` alone is what depends on
 * a model's blocks; the rest is the generator's, whatever the model.
 */
export function describeGeneration(
  backend: string,
  create: () => Promise<Executor>,
  tolerance: number,
  golden: LoadedCase,
  which: 'all' | 'decoding' = 'all',
): void {
  describe(`generation on ${backend}`, () => {
    const adapters = [...golden.adapters.values()];
    const slots = adapters.map((adapter) => adapter.slot);
    let executor: Executor;
    let generator: Generator;

    beforeAll(async () => {
      executor = await create();
      executor.setParameters([...golden.weights, ...adapters.flatMap((adapter) => [...adapter.parameters])]);
      generator = new Generator(executor, golden.config, slots, NO_END);
    });
    afterAll(() => {
      generator.dispose();
      executor.dispose();
    });

    const job = (index: number, slot: number, promptLength: number, rule = { temperature: 0.8, topK: 0, topP: 1 }): GenerationJob => ({
      promptIds: Array.from({ length: promptLength }, (_, t) => (index * 5 + t * 3) % golden.config.vocabularySize),
      slot,
      rule,
      maxNewTokens: 9,
      key: keyFor(7, 1, index),
    });
    const generate = (asked: readonly GenerationJob[], by = generator): Promise<GeneratedTokens[]> =>
      Promise.all(asked.map((one) => by.submit(one)));
    const other = slots.length - 1;
    const jobs = [job(0, 0, 5), job(1, other, 11), job(2, -1, 3), job(3, 0, 33), job(4, other, 32), job(5, -1, 1)];

    it('a message ends with the first token of those that end one', async () => {
      const [whole] = await generate(jobs.slice(0, 1));
      const ids = whole?.responseIds ?? [];
      const ends = [ids.at(5) ?? 0, ids.at(2) ?? 0];
      const ending = new Generator(executor, golden.config, slots, ends);
      const [message] = await generate(jobs.slice(0, 1), ending);
      expect(message?.responseIds).toEqual(ids.slice(0, 1 + ids.findIndex((id) => ends.includes(id))));
      expect(message?.finishReason).toBe('stop');
      ending.dispose();
    });

    it('decoding with a cache gives the log-probs and entropies of the full forward', async () => {
      const messages = await generate(jobs);
      const sequences = jobs.map(({ promptIds, slot }, i) => ({
        ids: [...promptIds, ...(messages[i]?.responseIds ?? [])],
        first: promptIds.length,
        slot,
        temperature: 0.8,
      }));
      const scores = await scoreSequences(executor, golden.config, slots, sequences);
      expectClose(
        messages.flatMap((message) => message.logprobs),
        scores.logprobs,
        tolerance,
        'logprobs',
      );
      expectClose(
        messages.flatMap((message) => message.entropies),
        scores.entropies,
        tolerance,
        'entropies',
      );
    });
    if (which === 'decoding') return;

    it('with top-k and top-p the kept sets give the same numbers in both', async () => {
      const rule = { temperature: 1.3, topK: 7, topP: 0.8 };
      const truncated = jobs.map((_, index) => job(index, index % slots.length, 6 + index, rule));
      const messages = await generate(truncated);
      expect(messages.every((message) => message.kept?.every((ids) => ids.length <= 7))).toBe(true);
      const sequences = truncated.map(({ promptIds, slot }, i) => ({
        ids: [...promptIds, ...(messages[i]?.responseIds ?? [])],
        first: promptIds.length,
        slot,
        temperature: rule.temperature,
        kept: messages[i]?.kept,
      }));
      const scores = await scoreSequences(executor, golden.config, slots, sequences);
      expectClose(
        messages.flatMap((message) => message.logprobs),
        scores.logprobs,
        tolerance,
        'logprobs',
      );
      expectClose(
        messages.flatMap((message) => message.entropies),
        scores.entropies,
        tolerance,
        'entropies',
      );
    });

    it('a mixed batch equals each row alone, bit for bit', async () => {
      const together = await generate(jobs);
      for (const [index, one] of jobs.entries()) expect((await generate([one]))[0]).toEqual(together[index]);
      const reversed = await generate([...jobs].reverse());
      expect(reversed.reverse()).toEqual(together);
    });

    it('jobs that come while others are under way take their places, and get the same numbers', async () => {
      const together = await generate(jobs);
      const fresh = new Generator(executor, golden.config, slots, NO_END);

      const first = generate(jobs.slice(0, 3), fresh);
      while ((await fresh.use()).sampled === 0) await nextTask();
      const later = generate(jobs.slice(3), fresh);
      expect([...(await first), ...(await later)]).toEqual(together);
      const { rows, steps } = await fresh.use();
      expect(rows / steps).toBeGreaterThan(1);
      fresh.dispose();
    });

    it('a prompt that begins like one held takes its keys and values: fewer tokens computed, the same numbers', async () => {
      const prompts = [job(3, 0, 33), { ...job(3, 0, 33), promptIds: [...job(3, 0, 33).promptIds.slice(0, 21), 2, 7, 1] }];
      const fresh = new Generator(executor, golden.config, slots, NO_END);
      const [first] = await generate(prompts.slice(0, 1), fresh);
      const [second] = await generate(prompts.slice(1), fresh);
      expect(await fresh.use()).toMatchObject({ reused: 21, prefilled: 33 + 3 });
      fresh.forget();
      expect(await generate([...prompts].reverse(), fresh)).toEqual([second, first]);
      expect((await fresh.use()).reused).toBe(21);
      fresh.dispose();
    });

    it('greedy rows take the likeliest token', async () => {
      const greedy = jobs.map((one) => ({ ...one, rule: { ...one.rule, greedy: true } }));
      const messages = await generate(greedy);
      // The host's sampler on the logits of the full forward is the twin.
      const truncated = greedy.map((one) => ({ ...one, rule: { ...one.rule, topK: golden.config.vocabularySize - 1 } }));
      const twins = await generate(truncated);
      expect(messages.map(({ responseIds }) => responseIds)).toEqual(twins.map(({ responseIds }) => responseIds));
    });

    it('scores of a mixed batch equal each row alone, bit for bit', async () => {
      const sequences = jobs.map(({ promptIds, slot }) => ({
        ids: [...promptIds, 1, 2, 3],
        first: promptIds.length,
        slot,
        temperature: 1,
      }));
      const together = await scoreSequences(executor, golden.config, slots, sequences);
      for (const [index, sequence] of sequences.entries()) {
        const alone = await scoreSequences(executor, golden.config, slots, [sequence]);
        expect([...alone.logprobs]).toEqual([...together.logprobs.subarray(index * 3, index * 3 + 3)]);
      }
    });
  });
}
