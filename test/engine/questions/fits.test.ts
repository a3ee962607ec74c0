/** What does not fit is refused with the numbers and the smallest change that helps; what is predicted is what WASM allocates. */
import { describe, expect, it } from 'vitest';
import { SMOLLM_135M, repeatedNoise, shapedWeights } from '../../../bench/shapes.ts';
import type { ByteSource } from '../../../src/core/formats/byteSource.ts';
import { encodeJson } from '../../../src/core/formats/files.ts';
import { type ModelConfig, modelConfigJson, modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import { type KvCacheForm, packFloats, type WeightForm } from '../../../src/core/weights/packed.ts';
import { loraA, loraB } from '../../../src/engine/contracts/plan.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { SplitExecutor } from '../../../src/engine/executors/split/executor.ts';
import { CACHE_SLOTS, Generator } from '../../../src/engine/generate/generator.ts';
import { adapterSlot } from '../../../src/engine/model/adapters.ts';
import { scoreForTraining } from '../../../src/engine/train/score.ts';
import { placeWork, roomFor, WASM_MEMORY } from '../../../src/session/room/fits.ts';
import { QUESTIONS, TRAINING, warmWork, type Work } from '../../../src/session/room/fitWork.ts';
import { costOf } from '../../../src/session/room/estimate.ts';
import { MOST_MEMORIES, splitOver, type SplitPart } from '../../../src/session/room/split.ts';
import { BaseLearner } from '../../../src/session/update/supervised.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { type BaseOutline, cachedIn } from '../../../src/session/team/base.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { openSession } from '../../../headless/kit/host.ts';
import { long } from '../../support/long.ts';
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

/** A file of weights in 16 bits that says how many bytes behind its header were read. */
function unreadWeights(config: ModelConfig): { source: ByteSource; read: () => number } {
  let end = 0;
  const infos = [...modelTensorShapes(config)].map(([name, shape]) => {
    const begin = end;
    end += 2 * shape.reduce((a, b) => a * b, 1);
    return [name, { dtype: 'F16', shape, data_offsets: [begin, end] }] as const;
  });
  const json = encodeJson(Object.fromEntries(infos));
  const header = new Uint8Array(8 + json.length);
  new DataView(header.buffer).setBigUint64(0, BigInt(json.length), true);
  header.set(json, 8);
  let read = 0;
  const slice = (from: number, to: number): Uint8Array => {
    read += Math.max(0, to - Math.max(from, header.length));
    const bytes = new Uint8Array(to - from);
    bytes.set(header.subarray(from, to));
    return bytes;
  };
  return { source: { size: header.length + end, slice }, read: () => read };
}

describe('what does not fit', () => {
  const placed = async (config: ModelConfig, room: Parameters<typeof placeWork>[3], work?: Work, episodes = 8) => {
    const document = microProject({ algorithm: 'grpo', groupSize: 2, episodes });
    const environment = createSandbox();
    await environment.load(document.environment.source);
    return placeWork(document, [outline(config)], environment, room, undefined, work);
  };
  const refusal = async (...asked: Parameters<typeof placed>) => (await placed(...asked)).refused;

  it('in eight memories is refused with what it needs, and what would fit', async () => {
    const found = await refusal(LLAMA_1B, { workers: 1, worker: 2 ** 30 });
    expect(found?.code).toBe('E_MEMORY_PLAN');
    expect(found?.message).toMatch(
      /^This needs about 9\.\d\d GiB and does not fit layer by layer into eight WebAssembly memories, each of which can have 1\.00 GiB: 9\.\d\d GiB are parameters, /,
    );
    expect(found?.hint).toMatch(/^It fits in 3\.\d\d GiB with base weights in bf16\.$/);
    expect(MOST_MEMORIES).toBe(8);
  });

  it('in one memory lies in as few as hold it, of which none is much fuller than another', async () => {
    const { refused, split } = await placed(LLAMA_1B, { workers: 2, worker: WASM_MEMORY });
    expect(refused).toBeNull();
    expect(split?.count).toBe(4);
    const lying = Array.from({ length: LLAMA_1B.layers }, (_, layer) => split!.together.of(`model.layers.${layer}.mlp.up_proj.weight`)[0]!);
    expect(lying).toEqual(lying.toSorted());
    expect(new Set(lying).size).toBe(4);
    // Several workers where one has room are one worker, in one memory.
    const { bytes } = (await refusal(SMOLLM_135M, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 }))!.params as { bytes: number };
    expect((await placed(SMOLLM_135M, { workers: 4, worker: bytes + 1 })).split?.count).toBe(1);
    // What a device has bounds all of them together.
    const device = await refusal(LLAMA_1B, { workers: 1, worker: WASM_MEMORY, device: 9 * 2 ** 30 });
    expect(device?.message).toMatch(/^This needs about (9|10)\.\d\d GiB of memory, and this device has 9\.00 GiB/);
  });

  it('on the device is refused by what all workers need together', async () => {
    const found = await refusal(SMOLLM_135M, { workers: 2, worker: WASM_MEMORY, device: 2 ** 30 });
    expect(found?.message).toMatch(/^This needs about 1\.\d\d GiB of memory, and this device has 1\.00 GiB/);
    expect(found?.hint).toMatch(/ with base weights in (bf16|q8)\.$/);
    const none = await refusal(LLAMA_1B, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 });
    expect(none?.hint).toMatch(/^No setting makes it fit/);
  });

  it('names fewer workers first where they can be asked for', async () => {
    const alone = await refusal(SMOLLM_135M, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 });
    const { bytes } = alone!.params as { readonly bytes: number };
    const room = { workers: 4, worker: WASM_MEMORY, device: bytes + 1 };
    expect((await refusal(SMOLLM_135M, { ...room, fewerWorkers: true }))?.hint).toMatch(
      /^It fits in 1\.\d\d GiB with one worker \(--workers 1\)\.$/,
    );
    expect((await refusal(SMOLLM_135M, room))?.hint).not.toMatch(/worker/);
  });

  it('are a lab’s questions, which change nothing of their run, where speaking alone is too much', async () => {
    const found = await refusal(LLAMA_1B, { workers: 1, worker: 2 ** 30 }, QUESTIONS);
    expect(found?.message).toMatch(/^Asking this run’s team needs about 9\.\d\d GiB/);
    expect(found?.hint).toMatch(/^Choose the backend “webgpu”/);
    // A question takes all slots of the cache, as an iteration of as many episodes does.
    const training = await refusal(SMOLLM_135M, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 }, TRAINING, CACHE_SLOTS);
    const asking = await refusal(SMOLLM_135M, { workers: 1, worker: WASM_MEMORY, device: 2 ** 28 }, QUESTIONS);
    const bytesOf = (fault: typeof found) => (fault!.params as { readonly bytes: number }).bytes;
    expect(bytesOf(asking)).toBeLessThan(bytesOf(training));
  });

  it('is a warm start by its batches, and by the optimiser where the base itself is trained', async () => {
    const room = { workers: 1, worker: WASM_MEMORY };
    const whole = await refusal(SMOLLM_135M, room, warmWork({ trains: 'base', batch: 32 }));
    expect(whole?.message).toMatch(/^This warm start needs about \d\.\d\d GiB/);
    expect(whole?.hint).toMatch(/train adapters rather than the base/);
    expect(await refusal(SMOLLM_135M, room, warmWork({ trains: 'adapters', batch: 32 }))).toBeNull();
    const large = await refusal(LLAMA_1B, { ...room, worker: 2 ** 30 }, warmWork({ trains: 'adapters', batch: 32 }));
    expect(large?.hint).toMatch(/^It fits in \d\.\d\d GiB with base weights in bf16\.$/);
  });

  it('is refused by the terminal before a weight is read', async () => {
    const { source, read } = unreadWeights(LLAMA_1B);
    const { 'tokenizer.json': tokenizer, 'tokenizer_config.json': settings } = readFolder(baseFolder('micro'));
    const config = encodeJson(modelConfigJson(LLAMA_1B));
    const files = { 'config.json': config, 'tokenizer.json': tokenizer!, 'tokenizer_config.json': settings!, 'model.safetensors': source };
    const document = microProject({ algorithm: 'grpo', groupSize: 2, episodes: 8 });
    const large = { ...document, team: { ...document.team, base: 'large' } };
    const opened = openSession(large, 'wasm', undefined, { workers: 1, bases: () => files, machine: { worker: 2 ** 30 } });
    await expect(opened).rejects.toMatchObject({ fault: { code: 'E_MEMORY_PLAN' } });
    expect(read()).toBe(0);
  });

  it('is nothing that has room, and nothing small', async () => {
    expect(await refusal(SMOLLM_135M, roomFor(1))).toBeNull();
    expect(await refusal(micro.config, { workers: 4, worker: WASM_MEMORY, device: 1 })).toBeNull();
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

  it.for<[WeightForm, KvCacheForm, number]>([
    ['f32', 'f32', 1],
    ['q4', 'f16', 1],
    ['f32', 'f16', 2],
  ])('of weights in %s with a cache in %s over %i is within a seventh of what is allocated', async ([form, kvCache, count], context) => {
    if (form === 'f32' && count === 1) long(context);
    const team = { ...document.team, weights: form, kvCache };
    const bases = [outline(shape, form)];
    const predictedIn = (part?: SplitPart) => costOf({ ...document, team }, bases, { messages, open: [] }, { workers: 1, part }).memory;
    const split = splitOver(count, bases, 0);
    const parts = count > 1 ? Array.from({ length: count }, (_, index) => predictedIn({ split, index })) : [predictedIn()];

    const config = cachedIn(shape, kvCache);
    const executors = await Promise.all(parts.map(() => createExecutor('wasm')));
    const executor = count > 1 ? new SplitExecutor(split.together, executors) : executors[0]!;
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
    const cached = parts.reduce((sum, predicted) => sum + predicted.cache, 0);
    expect(cached / cache).toBeGreaterThan(0.87);
    expect(cached / cache).toBeLessThan(1.14);
    const pass = await scoreForTraining(
      executor,
      config,
      slots,
      messages.map(({ agent, ...message }) => ({ ...message, slot: agent })),
    );
    await pass.gradients(pass.logprobs, pass.entropies);
    executors.forEach((own, index) => {
      const ratio = parts[index]!.total / own.memory().peakBytes;
      expect(ratio).toBeGreaterThan(0.87);
      expect(ratio).toBeLessThan(1.14);
    });
    generator.dispose();
    executor.dispose();
  });

  it('of a base that is trained whole is within a fifth, passes and optimiser together', async () => {
    const team = { ...document.team, base: micro.name };
    const work = warmWork({ trains: 'base', batch: messages.length });
    const bases = [outline(shape)];
    const run = { messages, open: [] };
    const played = work.played({ ...document, team });
    const predicted = work.total(costOf(played, bases, run, { workers: 1 }), played, bases, run, 1);

    const executor = await createExecutor('wasm');
    const engine = new LocalEngine(executor);
    const learner = new BaseLearner(engine, shape, shapedWeights(shape));
    const sequences = messages.map(({ ids, first, temperature }) => ({ ids, first, temperature, slot: -1 }));
    const pass = await scoreForTraining(engine, shape, [], sequences, learner.trainable);
    await learner.step(await pass.gradients(pass.logprobs, pass.entropies), { learningRate: 1e-4 }, 1);
    const { peakBytes } = executor.memory();
    expect(predicted / peakBytes).toBeGreaterThan(0.83);
    expect(predicted / peakBytes).toBeLessThan(1.2);
    engine.dispose();
  });
});
