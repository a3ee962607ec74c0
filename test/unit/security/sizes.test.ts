/** Models of a few bytes that ask for a terabyte are refused by what they say, before there is any room for them. */
import { expect, it } from 'vitest';
import { encodeJson } from '../../../src/core/formats/files.ts';
import { openModelFolder, readModelFolder } from '../../../src/core/formats/models/hf.ts';
import { readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import { readSafetensors } from '../../../src/core/formats/safetensors.ts';
import { faultCode, goldenFolder } from '../core/formats/helpers.ts';

const files = goldenFolder('llama-tied');
const config = JSON.parse(new TextDecoder().decode(files['config.json'])) as object;

/** A file of safetensors with this header and no bytes behind it. */
function headed(header: object, body = 0): Uint8Array {
  const text = encodeJson(header);
  const bytes = new Uint8Array(8 + text.length + body);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}

it.each([
  ['a vocabulary', { vocab_size: 2 ** 38 }],
  ['a width', { hidden_size: 2 ** 20, intermediate_size: 2 ** 20, num_attention_heads: 2 ** 16 }],
  ['layers', { num_hidden_layers: 2 ** 30 }],
])('%s of a terabyte', (_, larger) => {
  const asking = { 'config.json': encodeJson({ ...config, ...larger }), 'model.safetensors': files['model.safetensors']! };
  expect(faultCode(() => openModelFolder(asking))).toMatch(/^E_MODEL_/);
  expect(faultCode(() => readModelFolder(asking))).toMatch(/^E_MODEL_/);
});

it.each([
  ['behind its end', { w: { dtype: 'F32', shape: [2 ** 19, 2 ** 19], data_offsets: [0, 2 ** 40] } }],
  ['in no bytes', { w: { dtype: 'F32', shape: [2 ** 19, 2 ** 19], data_offsets: [0, 0] } }],
  ['by dimensions whose product is beyond all numbers', { w: { dtype: 'F32', shape: Array(40).fill(2 ** 40), data_offsets: [0, 8] } }],
])('a tensor of a terabyte, %s', (_, header) => {
  expect(faultCode(() => readSafetensors(headed(header, 8)))).toMatch(/^E_SAFETENSORS_/);
});

it('an adapter of rank 10⁹', () => {
  const adapter = goldenFolder('llama-tied/planner');
  const own = JSON.parse(new TextDecoder().decode(adapter['adapter_config.json'])) as object;
  expect(faultCode(() => readPeft({ ...adapter, 'adapter_config.json': encodeJson({ ...own, r: 1e9 }) }))).toMatch(/^E_PEFT_/);
});
