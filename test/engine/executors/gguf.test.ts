/** Models out of GGUF files on WASM: the log-probs of their Hugging Face folders, and of matrices in fewer bits those of their numbers. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../../src/core/formats/byteSource.ts';
import { readIn } from '../../../src/core/formats/safetensors.ts';
import { openGgufModel } from '../../../src/core/formats/models/gguf.ts';
import type { ModelConfig } from '../../../src/core/formats/models/hf.ts';
import { isPacked, unpackMatrix } from '../../../src/core/weights/packed.ts';
import type { Executor, Parameter } from '../../../src/engine/contracts/executor.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { expectClose } from '../support/compare.ts';
import { createExecutor } from '../support/executors.ts';
import { loadGolden } from '../support/golden.node.ts';

const open = (name: string) => openGgufModel(bytesSource(readFileSync(new URL(`../../golden/gguf/${name}.gguf`, import.meta.url))), name);
const bitsOf = (numbers: Float32Array) => [...new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)];

describe('a model out of GGUF on wasm', () => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await createExecutor('wasm');
  });
  afterAll(() => executor.dispose());

  async function logprobs(config: ModelConfig, weights: ReadonlyMap<string, Parameter>, sequences: readonly number[][]) {
    executor.setParameters(weights);
    const scored = sequences.map((ids) => ({ ids, first: 1, slot: -1, temperature: 1 }));
    const found = await scoreSequences(executor, config, [], scored);
    executor.removeParameters(weights.keys());
    return found.logprobs;
  }

  it.each(['llama-tied', 'llama3-rope-f16', 'llama-untied-bf16', 'qwen2', 'qwen3'] as const)(
    '%s: the log-probs of its folder bit for bit, which are PyTorch’s; matrices of 16 bits kept as they are',
    async (name) => {
      const golden = loadGolden(name);
      const { config, tensors } = open(name);
      const lengths = golden.expected.attention_mask.map((mask) => mask.reduce((a, b) => a + b, 0));
      const sequences = golden.expected.ids.map((ids, row) => ids.slice(0, lengths[row]));
      const folder = await logprobs(golden.config, golden.weights, sequences);
      const weights = new Map([...tensors].map(([tensor, stored]) => [tensor, readIn(stored.form, stored, tensor)]));
      expect([...weights.values()].some(isPacked)).toBe(name.endsWith('16'));
      const own = await logprobs(config, weights, sequences);
      expect(bitsOf(own)).toEqual(bitsOf(folder));
      const rows = golden.expected.base.logprobs.flatMap((row, index) => row.slice(0, lengths[index]! - 1));
      expectClose(own, rows, 2e-5, 'logprobs');
    },
  );

  it('in q8, q4, f16 and bf16 as its file has it: the log-probs of the same numbers in single precision', async () => {
    const { config, tensors } = open('mixed');
    const held = new Map([...tensors].map(([name, tensor]) => [name, readIn(tensor.form, tensor, name)]));
    const plain = new Map(
      [...held].map(([name, tensor]) => [name, isPacked(tensor) ? { shape: [...tensor.shape], data: unpackMatrix(tensor) } : tensor]),
    );
    const sequences = [1, 2, 3].map((seed) =>
      Array.from({ length: 5 + 9 * seed }, (_, at) => (37 * at * seed + 11) % config.vocabularySize),
    );
    const found = await logprobs(config, held, sequences);
    expect(bitsOf(found)).toEqual(bitsOf(await logprobs(config, plain, sequences)));
    // Two matrices go through their numbers (Q4_1, Q5_1): nearly the model that the file holds.
    const exact = new Map([...tensors].map(([name, tensor]) => [name, readIn('f32', tensor, name)]));
    expectClose(found, [...(await logprobs(config, exact, sequences))], 0.02, 'logprobs');
  });
});
