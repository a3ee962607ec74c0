/** KL per token between stored and held weights: the chunked figures are those of whole logits, and a form that loses nothing differs by nothing. */
import { describe, expect, it } from 'vitest';
import { repeatedNoise, SMOLLM_135M } from '../../../bench/shapes.ts';
import { type ModelConfig, modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import { packFloats, unpackMatrix, type WeightForm } from '../../../src/core/weights/packed.ts';
import type { Parameter } from '../../../src/engine/contracts/executor.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { chunkRows } from '../../../src/engine/model/chunkedHead.ts';
import { scoringPlan } from '../../../src/engine/model/llama.ts';
import { evaluatePlan } from '../../../src/engine/contracts/executor.ts';
import type { BaseModel } from '../../../src/session/team/base.ts';
import { weightDifference } from '../../../src/session/team/weightDifference.ts';
import { createExecutor } from '../support/executors.ts';
import { loadGolden } from '../support/golden.node.ts';
import { micro } from '../support/team.ts';

type Weights = ReadonlyMap<string, HostTensor>;

const inForm = (weights: Weights, form: WeightForm): Map<string, Parameter> =>
  new Map([...weights].map(([name, tensor]) => [name, form === 'f32' || tensor.shape.length !== 2 ? tensor : packFloats(form, tensor)]));

function compared(config: ModelConfig, weights: Weights, form: WeightForm, stored: WeightForm = 'f32') {
  const opened: WeightForm[] = [];
  let [open, most] = [0, 0];
  return {
    opened,
    /** Engines that were open at the same time. */
    most: () => most,
    open: () => open,
    base: {
      stored,
      form,
      read: (as: WeightForm): BaseModel => ({ ...micro, config, form: as, weights: inForm(weights, as) }),
      open: async (as: WeightForm) => {
        opened.push(as);
        most = Math.max(most, (open += 1));
        const engine = new LocalEngine(await createExecutor('wasm'));
        const dispose = engine.dispose.bind(engine);
        engine.dispose = () => {
          open -= 1;
          dispose();
        };
        return engine;
      },
    },
  };
}

/** By whole logits, in doubles, one token after the other. */
async function byWholeLogits(config: ModelConfig, weights: Weights, form: WeightForm, sequences: readonly (readonly number[])[]) {
  const logitsIn = async (as: WeightForm): Promise<Float32Array[]> => {
    const executor = await createExecutor('wasm');
    executor.setParameters(inForm(weights, as));
    const rows: Float32Array[] = [];
    for (const ids of sequences) {
      const count = ids.length - 1;
      const plan = scoringPlan(config, { tokens: count, sequences: 1 }, [], { scored: count, logits: true });
      const { logits = new Float32Array() } = await evaluatePlan(executor, plan, {
        ids: Int32Array.from(ids.slice(0, count)),
        positions: Int32Array.from({ length: count }, (_, i) => i),
        offsets: Int32Array.of(0, count),
        adapter_rows: Int32Array.of(-1),
        scored: Int32Array.from({ length: count }, (_, i) => i),
        targets: Int32Array.from(ids.slice(1)),
        temperature: new Float32Array(count).fill(1),
      });
      const { vocabularySize: V } = config;
      for (let row = 0; row < count; row += 1) rows.push(logits.slice(row * V, (row + 1) * V));
    }
    executor.dispose();
    return rows;
  };
  const probabilities = (row: Float32Array): number[] => {
    const most = row.reduce((a, b) => Math.max(a, b));
    const powers = Array.from(row, (logit) => Math.exp(logit - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  };
  const [stored, held] = [await logitsIn('f32'), await logitsIn(form)];
  return stored.map((row, token) => {
    const q = probabilities(held[token]!);
    return probabilities(row).reduce((kl, p, id) => kl + (p > 0 ? p * Math.log(p / q[id]!) : 0), 0);
  });
}

const meanOf = (kls: readonly number[]): number => kls.reduce((a, b) => a + b, 0) / kls.length;
const text = (length: number, vocabulary: number, seed: number): number[] =>
  Array.from({ length }, (_, t) => (311 * t * t + 17 * seed + 5) % vocabulary);

describe('the difference that a form makes', () => {
  it.each<WeightForm>(['q8', 'q4'])('of a base in %s is KL by whole logits, with one model on an engine at a time', async (form) => {
    const { config } = micro;
    const weights = micro.weights as Weights;
    const sequences = [text(20, config.vocabularySize, 1), text(2, config.vocabularySize, 2), text(33, config.vocabularySize, 3)];
    const { base, opened, most } = compared(config, weights, form);
    const found = await weightDifference(base, sequences);
    const wanted = await byWholeLogits(config, weights, form, sequences);
    expect(found.tokens).toBe(wanted.length);
    expect(found.mean).toBeCloseTo(meanOf(wanted), 6);
    expect(found.max).toBeCloseTo(Math.max(...wanted), 6);
    expect(found.max).toBeGreaterThan(1e-6);
    const places = sequences.flatMap((ids, sequence) => ids.slice(1).map((_, token) => ({ sequence, token: token + 1 })));
    expect(found.at).toEqual(places[wanted.indexOf(Math.max(...wanted))]);
    expect(opened).toEqual(['f32', form, form]);
    expect(most()).toBe(1);
  });

  it('is smaller with more bits, and nothing at all where none are lost', async () => {
    const { config } = micro;
    const of = async (form: WeightForm) =>
      (await weightDifference(compared(config, micro.weights as Weights, form).base, [text(40, config.vocabularySize, 4)])).mean;
    const [q4, q8, f32] = [await of('q4'), await of('q8'), await of('f32')];
    expect(q8).toBeLessThan(q4 / 4);
    expect(f32).toBe(0);
  });

  it('is the very same where the stored numbers are held in 16 bits that hold them exactly', async () => {
    const { config } = micro;
    // As a folder in bfloat16 would have them.
    const stored: Weights = new Map(
      [...(micro.weights as Weights)].map(([name, tensor]) => [
        name,
        tensor.shape.length === 2 ? { shape: tensor.shape, data: unpackMatrix(packFloats('bf16', tensor)) } : tensor,
      ]),
    );
    const sequences = [text(40, config.vocabularySize, 4), text(7, config.vocabularySize, 5)];
    const wide = await weightDifference(compared(config, stored, 'q4').base, sequences);
    const { base, opened } = compared(config, stored, 'q4', 'bf16');
    expect(await weightDifference(base, sequences)).toEqual(wide);
    expect(opened).toEqual(['bf16', 'q4', 'q4']);
    expect(wide.mean).toBeGreaterThan(0);
  });

  it('tells how far it is, and ends where whoever hears that says so', async () => {
    const { config } = micro;
    const sequences = [text(40, config.vocabularySize, 4), text(30, config.vocabularySize, 5)];
    const told: number[] = [];
    const { base } = compared(config, micro.weights as Weights, 'q4');
    await weightDifference(base, sequences, (done, of) => {
      expect(of).toBe(3 * 68);
      told.push(done);
    });
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(3 * 68);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const ended = compared(config, micro.weights as Weights, 'q4');
    const work = weightDifference(ended.base, sequences, (done) => {
      if (done > 0) throw new Error('enough');
    });
    await expect(work).rejects.toThrow('enough');
    expect(ended.opened).toEqual(['f32']);
    expect(ended.open()).toBe(0);
  });

  it('of a large vocabulary is put together from chunks of its rows', async () => {
    const config: ModelConfig = { ...SMOLLM_135M, layers: 1, hiddenSize: 64, intermediateSize: 64, heads: 1, kvHeads: 1, headDim: 64 };
    const noise = [...modelTensorShapes(config)].map(
      ([name, shape]) => [name, repeatedNoise(shape, shape.length === 1 ? 1 : 0.3)] as const,
    );
    const weights: Weights = new Map(noise);
    const sequences = [text(chunkRows(config.vocabularySize) + 20, config.vocabularySize, 5)];
    const found = await weightDifference(compared(config, weights, 'q4').base, sequences);
    const wanted = await byWholeLogits(config, weights, 'q4', sequences);
    expect(found.tokens).toBeGreaterThan(chunkRows(config.vocabularySize));
    expect(found.mean / meanOf(wanted)).toBeCloseTo(1, 4);
    expect(found.max / Math.max(...wanted)).toBeCloseTo(1, 4);
  });

  it('of a model that caps its logits caps them', async () => {
    const { config, weights, expected } = loadGolden('gemma2');
    const sequences = expected.ids.map((ids) => ids.slice(0, 8));
    const found = await weightDifference(compared(config, weights, 'q4').base, sequences);
    expect(found.mean).toBeCloseTo(meanOf(await byWholeLogits(config, weights, 'q4', sequences)), 6);
  });
});
