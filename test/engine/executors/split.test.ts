/** Layers over two and three memories give the very bytes that one memory gives: scores, gradients, messages, a training. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyFor, normals } from '../../../src/core/random/streams.ts';
import { packFloats } from '../../../src/core/weights/packed.ts';
import type { Executor, HostInputs, Parameter } from '../../../src/engine/contracts/executor.ts';
import { gradientOf, type Plan } from '../../../src/engine/contracts/plan.ts';
import { SplitExecutor } from '../../../src/engine/executors/split/executor.ts';
import { layerRanges, type Ranges } from '../../../src/engine/executors/split/ranges.ts';
import { Generator } from '../../../src/engine/generate/generator.ts';
import { chunkedHead } from '../../../src/engine/model/chunkedHead.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import { recomputing } from '../../../src/engine/model/recompute.ts';
import { scoreForTraining, scoreSequences } from '../../../src/engine/train/score.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { bytesOf, keepSessions } from '../support/sessions.ts';
import { microProject } from '../support/team.ts';
import { ALWAYS, GOLDEN_CASES, type LoadedCase } from '../support/golden.ts';
import { loadGolden } from '../support/golden.node.ts';
import { openSession } from '../../../headless/kit/host.ts';
import { randomPlan } from '../support/plans/randomPlans.ts';

async function splitOver(ranges: Ranges): Promise<SplitExecutor> {
  return new SplitExecutor(ranges, await Promise.all(Array.from({ length: ranges.count }, () => createExecutor('wasm'))));
}

/** Cut between the layers; embeddings alone first, and what is above the layers alone last. */
const CUTS = [
  [0, 1],
  [0, 0, 2],
] as const;

const rangesOf = ({ config }: LoadedCase, starts: readonly number[]): Ranges =>
  layerRanges(starts.length, [{ scope: '', tied: config.tieWordEmbeddings, starts }]);

const TOKENS = 21;

describe.each(GOLDEN_CASES)('%s', (name) => {
  if (!ALWAYS.has(name)) beforeEach(long);
  const golden = loadGolden(name);
  const { config } = golden;
  const slots = [...golden.adapters.values()].map(({ slot }) => slot);
  let one: Executor;
  let several: readonly SplitExecutor[];
  const put = (parameters: readonly (readonly [string, Parameter])[]): void => {
    for (const executor of [one, ...several]) executor.setParameters(parameters);
  };
  const alike = async (compute: (on: Executor) => Promise<unknown>): Promise<void> => {
    const whole = await compute(one);
    for (const executor of several) expect(await compute(executor)).toEqual(whole);
  };

  beforeAll(async () => {
    one = await createExecutor('wasm');
    several = await Promise.all(CUTS.map((starts) => splitOver(rangesOf(golden, starts))));
    put([...golden.weights, ...[...golden.adapters.values()].flatMap(({ parameters }) => [...parameters])]);
  });
  afterAll(() => {
    for (const executor of [one, ...several]) {
      executor.dispose();
      expect(executor.memory().bytes).toBe(0);
    }
  });

  const sequences = Array.from({ length: 3 }, (_, row) => ({
    ids: Array.from({ length: 7 + row }, (_, t) => (3 * row + 5 * t) % 33),
    first: 3,
    slot: row % 2 === 0 ? 0 : -1,
    temperature: 0.9,
  }));

  it('scores, and gradients of the adapters and of the whole base', async () => {
    await alike((on) => scoreSequences(on, config, slots, sequences, { hidden: true }));
    await alike(async (on) => {
      const pass = await scoreForTraining(on, config, slots, sequences);
      return pass.gradients(pass.logprobs, pass.entropies);
    });
    const plain = sequences.map((sequence) => ({ ...sequence, slot: -1 }));
    await alike(async (on) => {
      const pass = await scoreForTraining(on, config, [], plain, () => true);
      const gradients = await pass.gradients(pass.logprobs, pass.entropies);
      expect(gradients.size).toBe(golden.weights.size);
      return gradients;
    });
  });

  it('activations that are computed again, and a head in chunks', async () => {
    const plan = scoringPlan(config, { tokens: TOKENS + 6, sequences: 2 }, slots, { scored: 9, backward: true });
    const ends = Array.from({ length: config.layers }, (_, layer) => `${layer}.out`);
    const anew = recomputing(chunkedHead(plan, 4), [config.gemma ? 'x.scaled' : 'x', ...ends]);
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
    await alike((on) => bothStages(on, anew, inputs, seeds));
  });

  it('messages, written from a cache whose beginnings are shared', async () => {
    await alike(async (on) => {
      const generator = new Generator(on, config, slots, [-1]);
      const rules = [
        { temperature: 0.8, topK: 0, topP: 1 },
        { temperature: 1, topK: 5, topP: 0.9 },
      ];
      const beginning = Array.from({ length: 40 }, (_, t) => (t * 3) % config.vocabularySize);
      const messages = await Promise.all(
        [0, 1, 2, 3].map((index) =>
          generator.submit({
            promptIds: [...beginning, index],
            slot: index % 2 === 0 ? 0 : -1,
            rule: rules[index >> 1]!,
            maxNewTokens: 6,
            key: keyFor(1, 2, index),
          }),
        ),
      );
      generator.dispose();
      return messages;
    });
  });

  it('matrices in fewer bits, each in its own memory', async () => {
    put([...golden.weights].map(([name, tensor]) => [name, tensor.shape.length === 2 ? packFloats('bf16', tensor) : tensor]));
    await alike(async (on) => {
      const pass = await scoreForTraining(on, config, slots, sequences);
      return pass.gradients(pass.logprobs, pass.entropies);
    });
    const matrices = [...golden.weights].filter(([, { shape }]) => shape.length === 2);
    const bytes = 2 * matrices.reduce((sum, [, { data }]) => sum + data.length, 0);
    const table = config.tieWordEmbeddings ? 2 * config.vocabularySize * config.hiddenSize : 0;
    for (const executor of several) {
      const held = executor.memory().bytes;
      expect(held).toBeGreaterThan(bytes + table);
      expect(held).toBeLessThan(one.memory().bytes + table + 4096 * executor.ranges.count);
    }
    for (const executor of [one, ...several]) executor.removeParameters(golden.weights.keys());
  });
});

async function bothStages(on: Executor, plan: Plan, forward: HostInputs, backward: HostInputs) {
  const execution = on.start(plan, forward);
  try {
    const outputs = await execution.run('forward');
    return [outputs, plan.ops.backward.length > 0 ? await execution.run('backward', backward) : {}];
  } finally {
    execution.dispose();
  }
}

describe('random plans', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed))('%i, cut anywhere', async (seed) => {
    const { plan, parameters, forward, backward } = randomPlan(seed);
    const one = await createExecutor('wasm');
    one.setParameters(parameters);
    const whole = await bothStages(one, plan, forward, backward);
    for (const cuts of [[2 + (seed % 5)], [1 + (seed % 3), 4 + (seed % 7)]]) {
      // A parameter is named after the buffer it makes, and buffers are counted.
      const of = (name: string): [number] => [name === 'table' ? 0 : cuts.filter((cut) => Number(/\d+/.exec(name)) >= cut).length];
      const split = await splitOver({ count: cuts.length + 1, of });
      split.setParameters(parameters);
      expect(await bothStages(split, plan, forward, backward)).toEqual(whole);
      split.dispose();
    }
    one.dispose();
  });
});

describe('a project', () => {
  const kept = keepSessions();

  it('that one memory cannot hold trains over several in the terminal, with the same bytes', async () => {
    const document = microProject({ episodes: 3, seed: 11, evaluateEvery: 2, evaluateEpisodes: 2 });
    const open = (worker: number) => openSession(document, 'wasm', undefined, { workers: 2, machine: { worker } });
    const [whole, split] = [await open(2 ** 32), await open(4 * 2 ** 20)];
    for (const { session } of [whole, split]) kept(session);
    expect(whole.report.device).toMatch(/^2 workers/);
    expect(split.report).toMatchObject({ workers: 1, device: expect.stringMatching(/layers over \d memories$/) as string });
    expect(split.report.reason).toMatch(
      /one worker, the layers over \d WebAssembly memories, since one memory cannot hold what this needs$/,
    );
    expect(await bytesOf(split.session, 2)).toBe(await bytesOf(whole.session, 2));
  });
});
