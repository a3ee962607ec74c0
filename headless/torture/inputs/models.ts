/** Weights, adapters, model folders and tokenizers. */
import { bytesSource } from '../../../src/core/formats/byteSource.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import { openGguf } from '../../../src/core/formats/gguf/file.ts';
import { ggufTensor } from '../../../src/core/formats/gguf/tensors.ts';
import { checkBase } from '../../../src/core/formats/models/chosenBase.ts';
import { loraModules, parseModelConfig, readModelFolder } from '../../../src/core/formats/models/hf.ts';
import { checkStored } from '../../../src/core/formats/safetensors.ts';
import { readSafetensors, safetensorsMetadata } from '../../../src/core/formats/safetensors.ts';
import { readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import type { Draws } from '../draws.ts';
import type { Format } from './format.ts';
import { type Matter, mutated, mutatedFiles } from './mutations.ts';
import { golden, once, textOf } from './samples.ts';

/** A safetensors file with a mutant of its header, whose length is said truly; or any other mutant. */
function safetensorsMutant(bytes: Uint8Array, draws: Draws): Uint8Array {
  if (draws.chance(0.4)) return mutated(bytes, 'bytes', draws);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const header = mutated(bytes.slice(8, 8 + length), 'both', draws);
  const changed = new Uint8Array(Buffer.concat([new Uint8Array(8), header, bytes.subarray(8 + length)]));
  new DataView(changed.buffer).setBigUint64(0, BigInt(header.length), true);
  return changed;
}

const tensorFiles = once(() => [
  golden('peft/one-layer')['adapter_model.safetensors'] ?? new Uint8Array(),
  golden('llama-tied/planner')['adapter_model.safetensors'] ?? new Uint8Array(),
  golden('llama3-rope-f16')['model.safetensors'] ?? new Uint8Array(),
]);

const safetensors: Format = {
  name: 'safetensors',
  read(draws) {
    const bytes = safetensorsMutant(draws.pick(tensorFiles()), draws);
    safetensorsMetadata(bytes);
    return readSafetensors(bytes);
  },
};

const adapters = once(() => ['llama-tied/planner', 'llama-tied/solver', 'peft/regex', 'peft/paths', 'peft/all-linear'].map(golden));
const tiny = once(() => loraModules(parseModelConfig(JSON.parse(textOf(golden('llama-tied')['config.json'] ?? new Uint8Array())))));

const matterOf = (path: string): Matter => (/\.(?:json|jinja)$/.test(path) ? 'text' : 'bytes');

/** Files of which one is a mutant; of weights one in whose header something is, often enough. */
function folderMutant(files: Files, draws: Draws): Record<string, Uint8Array> {
  const weights = Object.keys(files).find((path) => path.endsWith('.safetensors'));
  if (weights === undefined || draws.chance(0.6)) return mutatedFiles(files, matterOf, draws);
  return { ...files, [weights]: safetensorsMutant(files[weights] ?? new Uint8Array(), draws) };
}

const peft: Format = {
  name: 'PEFT adapter',
  read(draws) {
    const files = folderMutant(draws.pick(adapters()), draws);
    return readPeft(files, draws.chance(0.5) ? { modules: tiny() } : {});
  },
};

const folderOf = (name: string): Files =>
  Object.fromEntries(
    Object.entries(golden(name)).filter(([path]) =>
      /^(?:config|tokenizer|tokenizer_config|generation_config)\.json$|^model\.safetensors$/.test(path),
    ),
  );
const models = once(() =>
  ['llama-tied', 'llama3-rope-f16', 'qwen3', 'gemma2', 'phi3'].map((name) => ({ ...golden('tokenizers/qwen2'), ...folderOf(name) })),
);

const modelFolder: Format = {
  name: 'model folder',
  read(draws) {
    const { 'expected.json': _, ...files } = draws.pick(models());
    const changed = folderMutant(files, draws);
    return draws.chance(0.2) ? checkBase(changed, 'given') : readModelFolder(changed);
  },
};

const ggufFiles = once(() => Object.entries(golden('gguf')).filter(([path]) => path.endsWith('.gguf')));

const gguf: Format = {
  name: 'GGUF',
  read(draws) {
    const [name, bytes] = draws.pick(ggufFiles());
    const changed = mutated(bytes, 'bytes', draws, draws.pick(ggufFiles())[1]);
    if (!name.startsWith('types') && draws.chance(0.5)) return readModelFolder({ [name]: changed });
    const file = openGguf(bytesSource(changed));
    for (const [tensor, info] of file.tensors) checkStored(ggufTensor(file, info), tensor);
    return file;
  },
};

const tokenizers = once(() => ['gpt2', 'llama2', 'llama3', 'qwen2'].map((name) => golden(`tokenizers/${name}`)));

const json = (bytes: Uint8Array | undefined): unknown => {
  try {
    return JSON.parse(textOf(bytes ?? new Uint8Array()));
  } catch {
    return null; // that it is no JSON is found by the reader of the folder, above
  }
};

const tokenizer: Format = {
  name: 'tokenizer',
  read(draws) {
    const { 'expected.json': _, ...files } = draws.pick(tokenizers());
    const changed = mutatedFiles(files, matterOf, draws);
    const made = TextTokenizer.fromFiles(json(changed['tokenizer.json']), json(changed['tokenizer_config.json']));
    return made.decode(made.encode("You're 12+30, \u00e9 \u65e5\u672c\n<|im_end|>"));
  },
};

export const MODEL_FORMATS: readonly Format[] = [safetensors, peft, modelFolder, gguf, tokenizer];
