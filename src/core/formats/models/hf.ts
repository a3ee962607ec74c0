/**
 * Hugging Face model folders: reading any folder of a supported architecture, writing ours so that `transformers`
 * loads it unmodified. A folder is a table of files; where they come from (disk, network, a drop) is not known here.
 */
import type { TokenizerFiles } from '../../tokenizer/files.ts';
import { z } from 'zod';
import { faultAt } from '../../faultAt.ts';
import { modelFaults, tokenizerFaults } from '../../../words/words.ts';
import { byteTokenizer } from '../../tokenizer/train.ts';
import { decodeJson, encodeJson, type Files, filesUnder } from '../files.ts';
import { type ModelConfig, modelConfigJson, modelTensorShapes, parseModelConfig } from './model-config.ts';
import { joinParts, openParts, storedForms } from './storedTensors.ts';
import { isPacked, type PackedMatrix, unpackMatrix, type WeightForm } from '../../weights/packed.ts';
import { type HostTensor, openSafetensors, readFinite, readPacked, type StoredTensor, writeSafetensors } from '../safetensors.ts';

export {
  ARCHITECTURES,
  loraModules,
  modelTensorShapes,
  parseModelConfig,
  type ModelConfig,
  type ModelType,
  type RopeScaling,
} from './model-config.ts';

export interface ModelFolder {
  readonly config: ModelConfig;
  /** Exactly the tensors of `modelTensorShapes(config)`; matrices in the form that was asked for. */
  readonly tensors: ReadonlyMap<string, HostTensor | PackedMatrix>;
  /** Null when the folder has no `tokenizer.json` and does not say that it needs none. */
  readonly tokenizer: TokenizerFiles | null;
}

const CONFIG = 'config.json';
const WEIGHTS = 'model.safetensors';
const WEIGHTS_INDEX = 'model.safetensors.index.json';
const TOKENIZER = 'tokenizer.json';
const TOKENIZER_CONFIG = 'tokenizer_config.json';

/** The files of a model folder worth fetching or reading; a sharded model adds the names in its index. */
export const MODEL_FILES = [CONFIG, WEIGHTS, WEIGHTS_INDEX, TOKENIZER, TOKENIZER_CONFIG] as const;

/** Those of them that a prompt needs: all but the weights. */
export const PROMPT_FILES: readonly string[] = [CONFIG, TOKENIZER, TOKENIZER_CONFIG];

/** The files of a folder that {@link readPromptFiles} reads, wherever the folder's own name stands before them. */
export const promptFilesOf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => PROMPT_FILES.includes(path.split('/').at(-1) ?? '')));

const READ_FILE =
  /^(?:(?:config|generation_config|special_tokens_map|added_tokens|tokenizer[\w.-]*)\.json|chat_template\.(?:json|jinja)|model[\w.-]*\.safetensors(?:\.index\.json)?)$/;
const PICKLED_FILE = /^[^/]+\.(?:bin|pth|pt|ckpt)$/;

/**
 * What is taken of a file of a model folder, by its path in it: its contents, its name alone (pickled weights are never read, but
 * a complaint can say what to do about them), or nothing, as with other trees that lie below.
 */
export function takenOfModel(path: string): 'contents' | 'name' | null {
  return READ_FILE.test(path) ? 'contents' : PICKLED_FILE.test(path) ? 'name' : null;
}

/** A model folder whose weights are read one by one, when they are asked for. */
export interface OpenModelFolder extends Omit<ModelFolder, 'tensors'> {
  readonly stored: ReadonlyMap<string, StoredTensor>;
}

/** Opens a model folder, or one that holds it as its only sub-folder. Throws `E_MODEL_*`, `E_SAFETENSORS_*`. */
export function openModelFolder(given: Files, folder = 'the model folder'): OpenModelFolder {
  const files = modelRoot(given);
  const found = readPromptFiles(files, folder);
  return { ...found, stored: openWeights(files, found.config, folder) };
}

/** Reads all of a model folder in single precision; throws as {@link openModelFolder} does, and where a weight is no number. */
export function readModelFolder(
  given: Files,
  folder?: string,
): Omit<ModelFolder, 'tensors'> & { readonly tensors: ReadonlyMap<string, HostTensor> } {
  const { stored, ...found } = openModelFolder(given, folder);
  return { ...found, tensors: new Map([...stored].map(([name, tensor]) => [name, readFinite(tensor, name)])) };
}

/** The same with its matrices in `form`; norms and biases are always f32. */
export function readModelFolderAs(form: WeightForm, { stored, ...found }: OpenModelFolder): ModelFolder {
  const read = (tensor: StoredTensor, name: string) =>
    form === 'f32' || tensor.shape.length !== 2 ? readFinite(tensor, name) : readPacked(tensor, name, form);
  return { ...found, tensors: new Map([...stored].map(([name, tensor]) => [name, read(tensor, name)])) };
}

/** In single precision, row-major: the numbers that a packed matrix stands for. */
export const asFloats = (tensor: HostTensor | PackedMatrix): HostTensor =>
  isPacked(tensor) ? { shape: [...tensor.shape], data: unpackMatrix(tensor) } : tensor;

/** Throws what {@link readModelFolder} would, one tensor in memory at a time; gives what else there is to be checked. */
export function checkModelFolder(given: Files, folder: string): Omit<ModelFolder, 'tensors'> {
  const { stored, ...found } = openModelFolder(given, folder);
  for (const [name, tensor] of stored) readFinite(tensor, name);
  return found;
}

function openWeights(files: Files, config: ModelConfig, folder: string): Map<string, StoredTensor> {
  const found =
    files[WEIGHTS_INDEX] && !files[WEIGHTS]
      ? openShards(files, folder)
      : openSafetensors(requireFile(files, WEIGHTS, folder), `${folder}/${WEIGHTS}`);
  return checkTensors(found, config, folder);
}

/** The same without its weights, which may be missing. */
export function readPromptFiles(given: Files, folder = 'the model folder'): Omit<ModelFolder, 'tensors'> {
  const files = modelRoot(given);
  const json = files[TOKENIZER];
  const settings = files[TOKENIZER_CONFIG];
  const tokenizerConfig = settings ? decodeJson(settings, `${folder}/${TOKENIZER_CONFIG}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED') : {};
  return {
    config: parseModelConfig(
      decodeJson(requireFile(files, CONFIG, folder), `${folder}/${CONFIG}`, modelFaults, 'E_MODEL_CONFIG'),
      `${folder}/${CONFIG}`,
    ),
    tokenizer: json
      ? { tokenizerJson: decodeJson(json, `${folder}/${TOKENIZER}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED'), tokenizerConfig }
      : saysBytes.safeParse(tokenizerConfig).success
        ? byteTokenizer()
        : null,
  };
}

/** How a folder without `tokenizer.json` says that its model reads single bytes, as {@link byteTokenizer} numbers them. */
const saysBytes = z.looseObject({ marft_tokenizer: z.literal('bytes') });

export interface ModelFolderContents {
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, HostTensor>;
  readonly tokenizer: (TokenizerFiles & { readonly specialTokensMap: unknown }) | null;
  /** Markdown of the model card. */
  readonly card: string;
}

/** The files of a model folder as `transformers` expects them; equal contents give equal bytes. */
export function writeModelFolder({ config, tensors, tokenizer, card }: ModelFolderContents): Record<string, Uint8Array> {
  const named = [...storedForms(config)].map(([name, form]) => {
    const parts = form.parts.map((part) => {
      const tensor = tensors.get(part);
      if (!tensor) throw new Error(`writeModelFolder: the tensor ${part} is missing`);
      return tensor;
    });
    return [name, joinParts(form, parts)] as const;
  });
  const json = modelConfigJson(config);
  return {
    [CONFIG]: encodeJson(json),
    'generation_config.json': encodeJson({
      bos_token_id: json['bos_token_id'],
      do_sample: true,
      eos_token_id: json['eos_token_id'],
      pad_token_id: json['pad_token_id'],
      // All of the vocabulary, as agents sample by default; transformers takes the 50 most probable where nothing is said.
      top_k: 0,
    }),
    [WEIGHTS]: writeSafetensors(named),
    ...(tokenizer && {
      [TOKENIZER]: encodeJson(tokenizer.tokenizerJson),
      [TOKENIZER_CONFIG]: encodeJson(tokenizer.tokenizerConfig),
      'special_tokens_map.json': encodeJson(tokenizer.specialTokensMap),
    }),
    'README.md': new TextEncoder().encode(card),
  };
}

/** A dropped folder often arrives with its own name in front of every path. */
function modelRoot(files: Files): Files {
  if (files[CONFIG]) return files;
  const roots = Object.keys(files).filter((path) => path.endsWith(`/${CONFIG}`));
  const [root] = roots;
  return root !== undefined && roots.length === 1 ? filesUnder(files, root.slice(0, -CONFIG.length)) : files;
}

/** Opens the shards that `model.safetensors.index.json` names, each tensor from the shard it is said to be in. */
function openShards(files: Files, folder: string): Map<string, StoredTensor> {
  const indexName = `${folder}/${WEIGHTS_INDEX}`;
  const index = z
    .looseObject({ weight_map: z.record(z.string(), z.string()) })
    .safeParse(decodeJson(requireFile(files, WEIGHTS_INDEX, folder), indexName, modelFaults, 'E_MODEL_CONFIG'));
  if (!index.success) throw faultAt(modelFaults, 'E_MODEL_CONFIG', { found: 'weight_map', subject: indexName });
  const fileOf = new Map(Object.entries(index.data.weight_map));
  const tensors = new Map<string, StoredTensor>();
  for (const shard of new Set(fileOf.values())) {
    for (const [name, tensor] of openSafetensors(requireFile(files, shard, folder), `${folder}/${shard}`)) {
      if (fileOf.get(name) === shard) tensors.set(name, tensor);
    }
  }
  return tensors;
}

/** The model's tensors as the engine names them, from those `found` in its files. */
function checkTensors(found: ReadonlyMap<string, StoredTensor>, config: ModelConfig, subject: string): Map<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>();
  const shapes = modelTensorShapes(config);
  const expected = storedForms(config);
  for (const [name, form] of expected) {
    const { shape } = form;
    const tensor = found.get(name);
    if (!tensor) throw faultAt(modelFaults, 'E_MODEL_TENSOR_MISSING', { subject, tensor: name });
    if (tensor.shape.join() !== shape.join()) {
      throw faultAt(modelFaults, 'E_MODEL_TENSOR_SHAPE', { subject, tensor: name, shape: tensor.shape, expected: shape });
    }
    for (const [part, opened] of openParts(form, tensor, shapes)) tensors.set(part, opened);
  }
  const unknown = [...found.keys()].find((name) => !expected.has(name) && !isRedundant(name, config));
  if (unknown !== undefined) {
    throw faultAt(modelFaults, 'E_MODEL_TENSOR_UNKNOWN', { subject, tensor: unknown.slice(0, 120) });
  }
  return tensors;
}

/** Tensors some exporters add although they follow from the rest. */
function isRedundant(name: string, config: ModelConfig): boolean {
  return name.endsWith('.rotary_emb.inv_freq') || (name === 'lm_head.weight' && config.tieWordEmbeddings);
}

function requireFile(files: Files, name: string, folder: string): Uint8Array {
  const bytes = Object.hasOwn(files, name) ? files[name] : undefined;
  if (bytes) return bytes;
  const pickled = name.endsWith('.safetensors') && Object.keys(files).some((path) => PICKLED_FILE.test(path));
  const holds = { config: CONFIG, weights: WEIGHTS, tokenizer: TOKENIZER };
  throw faultAt(modelFaults, 'E_MODEL_FILE_MISSING', { subject: folder, file: name.slice(0, 120), pickled, holds });
}
