/** A base with an adapter in it: every number is the plain sum, and everything else is the base's. */
import { describe, expect, it } from 'vitest';
import { wholeOf } from '../../../../../src/core/formats/byteSource.ts';
import { loraModules, readModelFolder } from '../../../../../src/core/formats/models/hf.ts';
import { merged } from '../../../../../src/core/formats/models/merged.ts';
import { readPeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import { openSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { goldenFolder } from '../helpers.ts';

/** Bases tied and untied, of 16 bits, with fused projections and with lowered norms; the roles whose adapters lie beside them. */
const CASES = [
  ['llama-tied', 'planner'],
  ['llama-tied', 'solver'],
  ['llama-untied-bf16', 'planner'],
  ['phi3', 'planner'],
  ['gemma3', 'planner'],
] as const;

describe.each(CASES)('%s with the adapter of %s', (name, role) => {
  const given = goldenFolder(name);
  const base = readModelFolder(given, name);
  const adapter = readPeft(goldenFolder(`${name}/${role}`), { modules: loraModules(base.config) });
  const files = merged(given, adapter, name);
  const { tensors } = readModelFolder(files, name);

  it('holds W + scale · B · A where the adapter acts, and W elsewhere', () => {
    const scale = adapter.alpha / adapter.rank;
    let changed = 0;
    for (const [tensor, { shape, data }] of base.tensors) {
      const found = tensors.get(tensor)!;
      const [a, b] = ['A', 'B'].map((half) => adapter.tensors.get(`${tensor.replace(/\.weight$/, '')}.lora_${half}`));
      expect(found.shape).toEqual(shape);
      if (!a || !b) {
        expect(Buffer.from(found.data.buffer).equals(Buffer.from(data.slice().buffer)), tensor).toBe(true);
        continue;
      }
      changed += 1;
      const [rows, columns] = shape as [number, number];
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          let product = 0;
          for (let k = 0; k < adapter.rank; k += 1) product += b.data[row * adapter.rank + k]! * a.data[k * columns + column]!;
          const sum = data[row * columns + column]! + scale * product;
          expect(Math.abs(found.data[row * columns + column]! - sum)).toBeLessThanOrEqual(2e-7 * Math.max(1e-2, Math.abs(sum)));
        }
    }
    expect(2 * changed).toBe(adapter.tensors.size);
  });

  it('is written as F32, and the config asks for computing in it', () => {
    const dtypes = [...openSafetensors(files['model.safetensors']!).values()].map(({ dtype }) => dtype);
    expect(new Set(dtypes)).toEqual(new Set(['F32']));
    expect(JSON.parse(new TextDecoder().decode(wholeOf(files['config.json']!)))).toMatchObject({ torch_dtype: 'float32' });
    for (const [path, bytes] of Object.entries(given))
      if (!/^config\.json$|\.safetensors$/.test(path)) expect(files[path], path).toEqual(bytes);
  });
});
