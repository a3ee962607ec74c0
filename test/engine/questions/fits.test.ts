/** What does not fit is refused with the numbers and the smallest change that helps; what is predicted is what WASM allocates. */
import { describe, expect, it } from 'vitest';
import { SMOLLM_135M, repeatedNoise, shapedWeights } from '../../../bench/shapes.ts';
import { type ModelConfig, modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import { type KvCacheForm, packFloats, type WeightForm } from '../../../src/core/weights/packed.ts';
import { loraA, loraB } from '../../../src/engine/contracts/plan.ts';
import { Generator } from '../../../src/engine/generate/generator.ts';
import { adapterSlot } from '../../../src/engine/model/adapters.ts';
import { scoreForTraining } from '../../../src/engine/train/score.ts';
import { fitFault, roomFor, WASM_MEMORY } from '../../../src/session/run/fits.ts';
import { costOf } from '../../../src/session/run/estimate.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { type BaseOutline, cachedIn } from '../../../src/session/team/base.ts';
import { createExecutor } from '../support/executors.ts';
import { micro, microProject } from '../support/team.ts';

const LLAMA_1B: ModelConfig = {
  ...SMOLLM_135M,
  vocabularySize: 128_256,
  hiddenSize: 2048,
  intermediateSize: 8192,
  layers: 16,
  heads: 32,
  kvHeads: 8,
};

const outline = (config: ModelConfig, form: WeightForm = 'f32'): BaseOutline => ({ ...micro, config, form });

describe('what does not fit', () => {
  const refusal = async (config: ModelConfig, room: Parameters<typeof fitFault>[3]) => {
    const document = microProject({ algorithm: 'grpo', groupSize: 2, episodes: 8 });
    const environment = createSandbox();
    await environment.load(document.environment.source);
    return fitFault(document, [outline(config)], environment, room);
  };

  it('in one worker is refused with what it needs, and what would fit', async () => {
    const found = await refusal(LLAMA_1B, { workers: 1, worker: WASM_MEMORY });
    expect(found?.code).toBe('E_MEMORY_PLAN');
    expect(found?.message).toMatch(
      /^This needs about 9\.\d\d GiB in one WebAssembly memory, which can have 4\.00 GiB: 9\.\d\d GiB are parameters, /,
    );
    expect(found?.hint).toMatch(/^It fits in 2\.\d\d GiB with base weights in bf16\.$/);
  });

  it('on the device is refused by what all workers need together', async () => {
    const found = await refusal(SMOLLM_135M, { workers: 2, worker: WASM_MEMORY, device: 2 ** 30 });
    expect(found?.message).toMatch(/^This needs about 1\.\d\d GiB of memory, and this device has 1\.00 GiB/);
    expect(found?.hint).toMatch(/ with base weights in (bf16|q8)\.$/);
    const none = await refusal(LLAMA_1B, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 });
    expect(none?.hint).toMatch(/^No setting makes it fit/);
  });

  it('is nothing that has room, and nothing small', async () => {
    expect(await refusal(SMOLLM_135M, roomFor(1))).toBeNull();
    expect(await refusal(micro.config, { workers: 4, worker: 1 })).toBeNull();
  });
});

describe('predicted memory', () => {
  /** Two narrow layers under the vocabulary of SmolLM2; 16 messages of 128 tokens, half of them scored. */
  const shape: ModelConfig = { ...SMOLLM_135M, layers: 2, hiddenSize: 64, intermediateSize: 256, heads: 1, kvHeads: 1 };
  const document = microProject({ algorithm: 'grpo', groupSize: 2, episodes: 8 });
  const messages = Array.from({ length: 16 }, (_, i) => ({
    agent: i % 2,
    episode: i >> 1,
    ids: Array.from({ length: 128 }, (_token, t) => (311 * t + 17 * i) % shape.vocabularySize),
    first: 64,
    prompt: 64,
    temperature: 1,
  }));

  it.each<[WeightForm, KvCacheForm]>([
    ['f32', 'f32'],
    ['q4', 'f16'],
  ])('of weights in %s and a cache in %s is within a seventh of what is allocated', async (form, kvCache) => {
    const team = { ...document.team, weights: form, kvCache };
    const predicted = costOf({ ...document, team }, [outline(shape, form)], { messages, open: [] }, { workers: 1 }).memory;

    const config = cachedIn(shape, kvCache);
    const executor = await createExecutor('wasm');
    for (const [name, tensor] of shapedWeights(config))
      executor.setParameters([[name, form === 'f32' || tensor.shape.length === 1 ? tensor : packFloats(form, tensor)]]);
    const slots = team.agents.map(({ role, adapter }) => adapterSlot(config, role, adapter));
    for (const { name, rank, modules } of slots) {
      for (const module of modules) {
        const [outputs = 0, inputs = 0] = modelTensorShapes(config).get(`${module}.weight`) ?? [];
        executor.setParameters([
          [loraA(name, module), repeatedNoise([rank, inputs], 0.02)],
          [loraB(name, module), repeatedNoise([outputs, rank], 0.02)],
        ]);
      }
    }
    const generator = new Generator(executor, config, slots, []);
    const rule = { temperature: 1, topK: 0, topP: 1, greedy: false };
    // As long at their end, but mostly prompt: a test need not write much.
    await Promise.all(
      messages.map(({ ids, agent }, i) =>
        generator.submit({ promptIds: ids.slice(0, 124), slot: agent, rule, maxNewTokens: 5, key: [1, i] }),
      ),
    );
    const written = executor.memory().bytes;
    generator.forget();
    const cache = written - executor.memory().bytes;
    expect(predicted.cache / cache).toBeGreaterThan(0.87);
    expect(predicted.cache / cache).toBeLessThan(1.14);
    const pass = await scoreForTraining(
      executor,
      config,
      slots,
      messages.map(({ agent, ...message }) => ({ ...message, slot: agent })),
    );
    await pass.gradients(pass.logprobs, pass.entropies);
    const { peakBytes } = executor.memory();
    expect(predicted.total / peakBytes).toBeGreaterThan(0.87);
    expect(predicted.total / peakBytes).toBeLessThan(1.14);
    generator.dispose();
    executor.dispose();
  });
});
