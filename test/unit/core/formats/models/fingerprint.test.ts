import { describe, expect, it } from 'vitest';
import { baseFingerprint } from '../../../../../src/core/formats/models/fingerprint.ts';
import { readModelFolder, writeModelFolder } from '../../../../../src/core/formats/models/hf.ts';
import { goldenFolder } from '../helpers.ts';

const of = async (name: string) => {
  const { config, tensors } = readModelFolder(goldenFolder(name));
  return { config, tensors, print: await baseFingerprint(config, tensors) };
};

describe('what a base is', () => {
  it('does not depend on how it was saved, or under which scope it is held', async () => {
    const { config, tensors, print } = await of('llama-untied-bf16');
    expect(print).toMatch(/^[0-9a-f]{64}$/);
    // Read in bfloat16, written in float32.
    const again = readModelFolder(writeModelFolder({ config, tensors, tokenizer: null, card: '' }));
    expect(await baseFingerprint(again.config, again.tensors)).toBe(print);
    const scoped = new Map([...tensors].map(([name, tensor]) => [`x:${name}`, tensor]));
    expect(await baseFingerprint({ ...config, scope: 'x:', padTokenId: 7 }, scoped)).toBe(print);
  });

  it('is another with one number or one setting changed', async () => {
    const { config, tensors, print } = await of('qwen2');
    expect(await baseFingerprint({ ...config, ropeTheta: config.ropeTheta + 1 }, tensors)).not.toBe(print);
    const [[name, first] = ['', { shape: [0], data: new Float32Array() }]] = tensors;
    const data = first.data.slice();
    data[data.length - 1]! += 1;
    expect(await baseFingerprint(config, new Map([...tensors, [name, { ...first, data }]]))).not.toBe(print);
  });

  it('is the same where the browser has no cryptography of its own', async () => {
    const { config, tensors, print } = await of('qwen3');
    const held = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await baseFingerprint(config, tensors)).toBe(print);
    } finally {
      Object.defineProperty(globalThis, 'crypto', held);
    }
  });
});
