/** What tests of keys and values in 16 bits share: numbers that are hard to round, and messages beside their scores. */
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { floatToHalf, halfToFloat } from '../../../src/core/weights/half.ts';
import type { ModelConfig } from '../../../src/core/formats/models/hf.ts';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import type { AdapterSlot } from '../../../src/engine/contracts/plan.ts';
import { Generator } from '../../../src/engine/generate/generator.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';

const LARGEST = 65504;

/** As `round` of the TensorFlow.js executor. */
export const rounded = (value: number): number => halfToFloat(floatToHalf(Math.max(-LARGEST, Math.min(LARGEST, value))));

const ties = Array.from({ length: 300 }, (_, i) => (1 + (2 * i + 1) * 2 ** -11) * 2 ** ((i % 40) - 26));
const edges = [0, 65504, 65519.996, 65520, 1e6, Infinity, 2 ** -14, 2 ** -14 - 2 ** -26, 2 ** -24, 2 ** -25, 1.5 * 2 ** -25, 1e-30, NaN];
const noise = Array.from(normals(keyFor(3, 1), 997), (x, i) => x * 10 ** ((i % 11) - 6));

/** Ties, steps below 2⁻¹⁴, what is too large, what is no number, and noise, of both signs. */
export const HARD_TO_ROUND = Float32Array.from([...ties, ...edges, ...noise].flatMap((x) => [x, -x]));

/** Messages sampled with `config`, and how far their log-probabilities are from those of a scoring pass; `longer`: tokens more of one prompt. */
export async function sampled(executor: Executor, config: ModelConfig, slots: readonly AdapterSlot[], longer = 0) {
  const generator = new Generator(executor, config, slots, []);
  const messages = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const promptIds = Array.from(
        { length: 9 + 8 * i + (i === 5 ? longer : 0) },
        (_token, t) => (7 * t + (t > 12 ? i : 0)) % config.vocabularySize,
      );
      const slot = (i % (slots.length + 1)) - 1;
      const rule = { temperature: 0.9, topK: 0, topP: 1, greedy: false };
      const { responseIds, logprobs } = await generator.submit({ promptIds, slot, rule, maxNewTokens: 24, key: [9, i] });
      return { ids: [...promptIds, ...responseIds], first: promptIds.length, slot, temperature: 0.9, logprobs };
    }),
  );
  generator.dispose();
  const scores = await scoreSequences(executor, config, slots, messages);
  const said = messages.flatMap(({ logprobs }) => logprobs);
  return { said, gap: Math.max(...said.map((logprob, i) => Math.abs(logprob - (scores.logprobs[i] ?? Number.NaN)))) };
}
