/** One base against its own in fewer bits, as the terminal and the lab measure it: the form its folder is read in, and a machine too small. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { BACKEND_FILES } from '../../../headless/kit/host.ts';
import type { ModelFiles } from '../../../src/core/formats/files.ts';
import { openModelFolder, readModelFolder, readModelFolderAs } from '../../../src/core/formats/models/hf.ts';
import { isPacked, unpackMatrix } from '../../../src/core/weights/packed.ts';
import { compareBase, storedForm } from '../../../src/session/run/compareBase.ts';

const GOLDEN = join(import.meta.dirname, '../../golden');
const golden = (name: string): ModelFiles => readFolder(join(GOLDEN, name));

/** Of GGUF files made by the golden script, which have none. */
const { 'tokenizer.json': words, 'tokenizer_config.json': about } = readFolder(baseFolder('micro'));
const bytes = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);

describe('the smallest form that holds what a folder stores', () => {
  it.each([
    ['micro', 'f32', readFolder(baseFolder('micro'))],
    ['stories', 'bf16', readFolder(baseFolder('stories'))],
    ['bfloat16', 'bf16', golden('llama-untied-bf16')],
    ['binary16', 'f16', golden('llama3-rope-f16')],
    [
      'binary16 in GGUF',
      'f16',
      { 'model.gguf': readFileSync(join(GOLDEN, 'gguf/llama3-rope-f16.gguf')), 'tokenizer.json': words!, 'tokenizer_config.json': about! },
    ],
    ['fused projections', 'f32', golden('phi3')],
  ] as const)('of %s is %s, and holds the very same numbers', (name, form, files) => {
    expect(storedForm(name, files)).toBe(form);
    const wide = readModelFolder(files).tensors;
    for (const [tensor, held] of readModelFolderAs(form, openModelFolder(files)).tensors)
      expect(bytes(isPacked(held) ? unpackMatrix(held) : held.data).equals(bytes(wide.get(tensor)!.data)), tensor).toBe(true);
  });
});

describe('a base that is compared', () => {
  afterEach(() => vi.unstubAllGlobals());
  const given = {
    name: 'stories',
    files: readFolder(baseFolder('stories')),
    form: 'q4',
    source: 'rollouts/1.jsonl',
    backend: 'auto',
    backendFiles: BACKEND_FILES,
    options: { workers: 1 },
  } as const;
  const sequences = [Array.from({ length: 60 }, (_, t) => 40 + ((7 * t) % 300))];

  it('is told with the token of its largest difference, the form and what computed it', async () => {
    const found = await compareBase(given, sequences);
    expect(found).toMatchObject({ base: 'stories', form: 'q4', source: 'rollouts/1.jsonl', tokens: 59, backend: 'wasm' });
    expect(found.kl_max).toBeGreaterThan(found.kl_mean);
    expect(found.max_at.text).not.toBe('');
  });

  it('and does not fit this machine is refused with the numbers, before its weights are read', async () => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 2, deviceMemory: 1 / 256 });
    const heard = vi.fn();
    await expect(compareBase(given, sequences, heard)).rejects.toMatchObject({
      fault: {
        code: 'E_MEMORY_PLAN',
        params: { work: 'comparison', room: 2 ** 22 },
        message: expect.stringMatching(/^Comparing this base’s weights needs/) as string,
      },
    });
    expect(heard.mock.calls).toEqual([[0, 3 * 59]]);
  });
});
