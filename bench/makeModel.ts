/**
 * `tsx bench/makeModel.ts SHAPE DIR [LAYERS]`: a model's folder in the exact shape of a real one with random weights (bfloat16) and
 * the tokenizer of the shipped *standard* base, to try what takes its time and memory: nothing it says makes sense. SHAPE:
 * `smollm2-135m`, `qwen2.5-0.5b`, `qwen3-0.6b`; with LAYERS only so many of its layers.
 */
import { closeSync, copyFileSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { modelConfigJson, type ModelConfig, modelTensorShapes } from '../src/core/formats/models/model-config.ts';
import { floatToBfloat } from '../src/core/weights/half.ts';
import { QWEN3_06B, QWEN_05B, repeatedNoise, SMOLLM_135M } from './shapes.ts';

const SHAPES: Readonly<Record<string, ModelConfig>> = {
  'smollm2-135m': SMOLLM_135M,
  'qwen2.5-0.5b': QWEN_05B,
  'qwen3-0.6b': QWEN3_06B,
};

const [name = '', folder = '', layers = ''] = process.argv.slice(2);
const whole = SHAPES[name];
if (!whole || folder === '') throw new Error(`give a shape (${Object.keys(SHAPES).join(', ')}) and a folder`);
const config = layers === '' ? whole : { ...whole, layers: Number(layers) };

mkdirSync(folder, { recursive: true });
for (const file of ['tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json'])
  copyFileSync(join(import.meta.dirname, '../public/models/standard', file), join(folder, file));
writeFileSync(join(folder, 'config.json'), `${JSON.stringify(modelConfigJson(config), null, 2)}\n`);

const shapes = [...modelTensorShapes(config)];
const sizeOf = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);
let end = 0;
const header = Object.fromEntries(
  shapes.map(([tensor, shape]) => [tensor, { dtype: 'BF16', shape, data_offsets: [end, (end += 2 * sizeOf(shape))] }]),
);
const json = Buffer.from(JSON.stringify(header));
const start = Buffer.alloc(8);
start.writeBigUInt64LE(BigInt(json.length));
const file = openSync(join(folder, 'model.safetensors'), 'w');
writeSync(file, start);
writeSync(file, json);
for (const [tensor, shape] of shapes) {
  const scale = tensor.includes('embed') ? 0.2 : 1 / Math.sqrt(shape[1] ?? 1);
  const data = shape.length === 1 && !tensor.endsWith('bias') ? new Float32Array(sizeOf(shape)).fill(1) : repeatedNoise(shape, scale).data;
  // `from` with a function would first make a list of all numbers.
  const halves = new Uint16Array(data.length);
  data.forEach((value, index) => (halves[index] = floatToBfloat(value)));
  writeSync(file, Buffer.from(halves.buffer));
}
closeSync(file);
