/** A base as it ships: rounded to its form, measured as it is written, and told of in its card, which is read again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { madeFacts, modelCard } from '../../../../headless/pretrain/card.ts';
import { madeBefore } from '../../../../headless/pretrain/madeBefore.ts';
import { MICRO, type Recipe, STORIES } from '../../../../headless/pretrain/recipe.ts';
import { inForm, type MadeBase, shippedFolder } from '../../../../headless/pretrain/ship.ts';
import { writeFiles } from '../../../../headless/kit/folders.ts';
import { readModelFolder } from '../../../../src/core/formats/models/hf.ts';
import { readSafetensors } from '../../../../src/core/formats/safetensors.ts';
import { trainBpe } from '../../../../src/core/tokenizer/train.ts';
import { initialWeights } from '../../../../src/engine/model/initialize.ts';
import { plainLlama } from '../../../../src/engine/model/plainLlama.ts';
import type { Engine } from '../../../../src/engine/engine.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';

const stages = [
  { rows: 123_456, tokens: 12_000_345, steps: 3858 },
  { rows: 1234, tokens: 120_345, steps: 77 },
];
const facts = { seed: 3, stages, loss: 0.2714, backend: 'wasm' };
const tokenizer = trainBpe(['Ann has 6 nuts'], { vocabularySize: 270 });
const config = plainLlama({ vocabularySize: 270, hiddenSize: 32, intermediateSize: 48, layers: 1 });
const made: MadeBase = { config, weights: initialWeights(config, 1, 0.1), tokenizer, facts };
const small: Recipe = { ...STORIES, config, measured: 2 };

/** What the folder holds, and the weights that were measured; playing them is the session's business, and tested there. */
async function shipped(recipe: Recipe, base = made) {
  const measured: ReadonlyMap<string, { data: Float32Array }>[] = [];
  const create = vi.spyOn(TrainingSession, 'create').mockImplementation(async ({ bases: [asked] }) => {
    measured.push(asked?.weights as ReadonlyMap<string, { data: Float32Array }>);
    return { evaluate: async () => ({ reward: 0.25 }) } as unknown as TrainingSession;
  });
  const files = await shippedFolder(recipe, base, {} as Engine);
  create.mockRestore();
  return { files, measured };
}

const bitsOf = (data: Float32Array) => new Uint32Array(data.buffer, data.byteOffset, data.length);

describe('a base that ships in bfloat16', () => {
  it('has the nearest bfloat16 of every weight, in half the bytes, and these are measured', async () => {
    const { files, measured } = await shipped(small);
    const held = readSafetensors(files['model.safetensors'] ?? new Uint8Array());
    const { tensors } = readModelFolder(files);
    for (const [name, { shape, data }] of made.weights) {
      const written = tensors.get(name);
      expect(held.get(name)?.dtype).toBe('BF16');
      expect(written?.shape).toEqual(shape);
      expect(measured[0]?.get(name)?.data).toEqual(written?.data);
      // Eight bits of fraction: half a step of the last one at most.
      for (const [at, value] of data.entries()) {
        expect(bitsOf(written!.data)[at]! & 0xffff).toBe(0);
        expect(Math.abs(written!.data[at]! - value)).toBeLessThanOrEqual(Math.abs(value) * 2 ** -8);
      }
    }
    expect([...tensors.values()].some(({ data }, index) => data.join() !== [...made.weights.values()][index]?.data.join())).toBe(true);
    const json = JSON.parse(new TextDecoder().decode(files['config.json'])) as Record<string, unknown>;
    expect(json['torch_dtype']).toBe('float32');
  });

  it('is as it is once it was rounded', async () => {
    const once = inForm('BF16', made.weights);
    expect(inForm('BF16', once)).toEqual(once);
  });
});

it('a base that ships in float32 keeps every bit', async () => {
  const { files, measured } = await shipped({ ...small, ships: 'F32' });
  expect(MICRO.ships).toBe('F32');
  const { tensors } = readModelFolder(files);
  for (const [name, { data }] of made.weights) expect(tensors.get(name)?.data).toEqual(data);
  expect(measured[0]).toBe(made.weights);
});

describe('the card', () => {
  const card = (loss = facts.loss) =>
    modelCard({
      ...facts,
      loss,
      name: 'stories',
      config,
      ships: 'BF16',
      accuracy: { train: 0.5, test: 0.5, greedy: 0.5, episodes: 2 },
      about: STORIES.about,
    });

  it('says how the base was made, and is read again', () => {
    expect(madeFacts(card())).toEqual(facts);
    expect(madeFacts(card(1 / 3))?.loss).toBe(0.3333);
    expect(card()).toContain('| data | 123,456 + 1,234 synthetic rows, 12,000,345 + 120,345 tokens;');
    expect(card()).toContain('| weights | trained in float32, rounded to bfloat16; to be computed in float32 |');
  });

  it('another text says nothing', () => {
    expect(madeFacts('# stories\n\nA model.\n')).toBeNull();
    expect(madeFacts(card().replace(/\| seed .*/, ''))).toBeNull();
    expect(madeFacts(card().replace('3,858 + 77 steps', '3,858 steps'))).toBeNull();
  });
});

describe('a folder that was written before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'made-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is brought into the form without training: the same as if it had been at once', async () => {
    const { files } = await shipped({ ...small, ships: 'F32' });
    writeFiles(folder, files);
    const again = madeBefore('stories', folder);
    expect(again.facts).toEqual(facts);
    expect((await shipped(small, again)).files).toEqual((await shipped(small)).files);
  });

  it('is refused where its card is another’s', () => {
    expect(() => madeBefore('micro', folder)).toThrow(`${folder} is no base “micro” that was made here: its card does not say how.`);
  });
});
