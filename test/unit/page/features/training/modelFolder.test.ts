import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { promptFilesOf, readModelFolder as readFiles, readPromptFiles } from '../../../../../src/core/formats/models/hf.ts';
import { checkBase, withPromptFiles } from '../../../../../src/core/formats/models/chosenBase.ts';
import type { Files, GivenFiles } from '../../../../../src/core/formats/files.ts';
import { wholeFiles } from '../../../../../src/page/state/bases/hubBases.ts';
import { folderBaseName, readModelFolder } from '../../../../../src/page/features/training/modelFolder.ts';

it('a chosen folder is a base by its name, unless a shipped base has that name', () => {
  expect(folderBaseName('my-llama')).toBe('my-llama');
  expect(() => folderBaseName('micro')).toThrow('A base called “micro” ships with the workbench');
});

const mixed = readFileSync(new URL('../../../../golden/gguf/mixed.gguf', import.meta.url));
const chosen = (path: string, bytes: Uint8Array<ArrayBuffer> = mixed) =>
  Object.defineProperty(new File([bytes], path.split('/').at(-1)!), 'webkitRelativePath', { value: path.includes('/') ? path : '' });

/** As the worker looks a chosen model through, which reads it piece by piece. */
async function check(name: string, given: GivenFiles): Promise<GivenFiles> {
  const files = await wholeFiles(given);
  checkBase(files, name);
  return { ...withPromptFiles(files, name), ...given } as Files;
}

it('weights stay where they lie, and what was chosen is refused as loading it would be', async () => {
  const { files } = (await readModelFolder([chosen('mine/tiny-Q4.gguf'), chosen('mine/weights.bin')], check))!;
  expect(files['tiny-Q4.gguf']).toBeInstanceOf(File);
  expect(Object.keys(files)).not.toContain('weights.bin');
  const broken = chosen('mine/a.gguf', mixed.subarray(0, mixed.length - 1));
  await expect(readModelFolder([broken], check)).rejects.toThrow(/a\.gguf/);
  expect(await readModelFolder([chosen('mine/a.gguf')], async () => null)).toBeNull();
});

it('a GGUF file, alone or in a folder, is a base whose prompts can be made without its weights', async () => {
  const alone = (await readModelFolder([chosen('tiny-Q4.gguf')], check))!;
  expect(alone.name).toBe('tiny-Q4');
  const found = (await readModelFolder([chosen('mine/tiny-Q4.gguf'), chosen('mine/README.md')], check))!;
  const { name } = found;
  const files = await wholeFiles(found.files);
  expect(name).toBe('mine');
  expect(Object.keys(files)).toEqual(['tiny-Q4.gguf', 'config.json', 'tokenizer.json', 'tokenizer_config.json']);
  expect(await wholeFiles(alone.files)).toEqual(files);
  const own = { 'm.gguf': new Uint8Array(mixed) };
  expect(readPromptFiles(promptFilesOf(files))).toEqual(readPromptFiles(own));
  expect(readFiles(files).tensors).toEqual(readFiles(own).tensors);
});

it('a folder without a model, or with several, is refused before it is read', async () => {
  await expect(readModelFolder([chosen('mine/README.md')], check)).rejects.toThrow(/neither a config\.json nor a \.gguf file/);
  const unread = Object.defineProperty(chosen('mine/b.gguf'), 'size', { value: 2 ** 40 });
  await expect(readModelFolder([chosen('mine/a.gguf'), unread], check)).rejects.toThrow('mine holds several GGUF files: a.gguf, b.gguf');
});
