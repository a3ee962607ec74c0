/**
 * Hugging Face model folders: reading any folder of a supported architecture, with a GGUF file in place of weights and config
 * where it has one, and writing ours so that `transformers` loads it unmodified. A folder is a table of files; where they come
 * from (disk, network, a drop) is not known here.
 */
import type { TokenizerFiles } from '../../tokenizer/files.ts';
import { z } from 'zod';
import { faultAt } from '../../faultAt.ts';
import { ggufFaults, modelFaults, tokenizerFaults } from '../../../words/words.ts';
import { byteTokenizer } from '../../tokenizer/train.ts';
import { decodeJson, encodeJson, filesUnder, type ModelFiles } from '../files.ts';
import { type ModelFile, sourceOf, wholeOf } from '../byteSource.ts';
import { type GgufModel, openGgufModel } from './gguf.ts';
import { templateIn } from '../../tokenizer/templateFile.ts';
import { type ModelConfig, modelConfigJson, modelTensorShapes, parseModelConfig } from './model-config.ts';
import { joinParts, openParts, storedForms } from './storedTensors.ts';
import {
  CONFIG,
  GENERATION_CONFIG,
  TEMPLATE,
  TEMPLATE_JSON,
  GGUF_FILE,
  MARK,
  PICKLED_FILE,
  takenOfModel,
  TOKENIZER,
  TOKENIZER_CONFIG,
  WEIGHTS,
  WEIGHTS_INDEX,
} from './modelFiles.ts';
import type { PackedMatrix, WeightForm } from '../../weights/packed.ts';
import {
  type HalfDtype,
  type HostTensor,
  openSafetensors,
  readFinite,
  readIn,
  type StoredTensor,
  writeSafetensors,
} from '../safetensors.ts';

export {
  ARCHITECTURES,
  loraModules,
  modelTensorShapes,
  parseModelConfig,
  type ModelConfig,
  type ModelType,
  type RopeScaling,
} from './model-config.ts';
export { MODEL_FILES, PROMPT_FILES, promptFilesOf, takenOfModel, tellsModel } from './modelFiles.ts';

export interface ModelFolder {
  readonly config: ModelConfig;
  /** Exactly the tensors of `modelTensorShapes(config)`; matrices in the form that was asked for. */
  readonly tensors: ReadonlyMap<string, HostTensor | PackedMatrix>;
  /** Null when the folder has no `tokenizer.json` and does not say that it needs none. */
  readonly tokenizer: TokenizerFiles | null;
}

/**
 * The paths of a folder's files whose contents are taken: a GGUF file only where there are no safetensors. Throws
 * `E_GGUF_SEVERAL` before anything is read.
 */
export function contentsOfModel(paths: readonly string[], folder: string): readonly string[] {
  const taken = paths.filter((path) => takenOfModel(path) === 'contents');
  if (taken.some((path) => path.endsWith('.safetensors'))) return taken.filter((path) => !GGUF_FILE.test(path));
  onlyGguf(taken, folder);
  return taken;
}

/** The one GGUF file among these, if there is any. */
function onlyGguf(paths: readonly string[], subject: string): string | undefined {
  const found = paths.filter((path) => GGUF_FILE.test(path));
  if (found.length > 1) throw faultAt(ggufFaults, 'E_GGUF_SEVERAL', { subject, files: found.slice(0, 8) });
  return found[0];
}

/** The files of a base, with those of a prompt beside a GGUF file, so that they can be had without its weights. */
export function withPromptFiles(files: ModelFiles, folder: string): ModelFiles {
  if (onlyGguf(Object.keys(files), folder) === undefined) return files;
  const { config, tokenizer } = readPromptFiles(files, folder);
  return {
    ...files,
    [CONFIG]: encodeJson(modelConfigJson(config)),
    ...(tokenizer && { [TOKENIZER]: encodeJson(tokenizer.tokenizerJson), [TOKENIZER_CONFIG]: encodeJson(tokenizer.tokenizerConfig) }),
  };
}

/** A model folder whose weights are read one by one, when they are asked for. */
export interface OpenModelFolder extends Omit<ModelFolder, 'tensors'> {
  readonly stored: ReadonlyMap<string, StoredTensor>;
}

/** Opens a model folder, or one that holds it as its only sub-folder. Throws `E_MODEL_*`, `E_SAFETENSORS_*`, `E_GGUF_*`. */
export function openModelFolder(given: ModelFiles, folder = 'the model folder'): OpenModelFolder {
  const files = modelRoot(given);
  const gguf = openGgufIn(files, folder);
  const found = readPrompt(files, gguf, folder);
  return { ...found, stored: checkTensors(gguf?.tensors ?? openWeights(files, folder), found.config, folder) };
}

/** Reads all of a model folder in single precision; throws as {@link openModelFolder} does, and where a weight is no number. */
export function readModelFolder(
  given: ModelFiles,
  folder?: string,
): Omit<ModelFolder, 'tensors'> & { readonly tensors: ReadonlyMap<string, HostTensor> } {
  const { stored, ...found } = openModelFolder(given, folder);
  return { ...found, tensors: new Map([...stored].map(([name, tensor]) => [name, readFinite(tensor, name)])) };
}

/** The same with its matrices in `form`; norms and biases are always f32. */
export function readModelFolderAs(form: WeightForm, { stored, ...found }: OpenModelFolder): ModelFolder {
  return { ...found, tensors: new Map([...stored].map(([name, tensor]) => [name, readIn(form, tensor, name)])) };
}

function openWeights(files: ModelFiles, folder: string): ReadonlyMap<string, StoredTensor> {
  return files[WEIGHTS_INDEX] && !files[WEIGHTS]
    ? openShards(files, folder)
    : openSafetensors(requireFile(files, WEIGHTS, folder), `${folder}/${WEIGHTS}`);
}

/** A model folder without its weights, which may be missing, unless they are what says all else. */
export function readPromptFiles(given: ModelFiles, folder = 'the model folder'): Omit<ModelFolder, 'tensors'> {
  const files = modelRoot(given);
  return readPrompt(files, openGgufIn(files, folder), folder);
}

function readPrompt(files: ModelFiles, gguf: GgufModel | null, folder: string): Omit<ModelFolder, 'tensors'> {
  const configName = `${folder}/${CONFIG}`;
  const config =
    gguf?.config ??
    parseModelConfig(decodeJson(wholeOf(requireFile(files, CONFIG, folder)), configName, modelFaults, 'E_MODEL_CONFIG'), configName);
  const tokenizer = readTokenizer(files, gguf, folder);
  return { config, tokenizer: tokenizer && { ...tokenizer, ...conversationFiles(files, config, folder) } };
}

/** The tokenizer's own files before what a GGUF file says of it. */
function readTokenizer(files: ModelFiles, gguf: GgufModel | null, folder: string): TokenizerFiles | null {
  const json = files[TOKENIZER];
  const settings = files[TOKENIZER_CONFIG];
  const given = settings && decodeJson(wholeOf(settings), `${folder}/${TOKENIZER_CONFIG}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED');
  if (json) {
    const tokenizerJson = decodeJson(wholeOf(json), `${folder}/${TOKENIZER}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED');
    return { tokenizerJson, tokenizerConfig: given ?? gguf?.tokenizerConfig() ?? {} };
  }
  if (saysBytes.safeParse(given).success) return byteTokenizer();
  return gguf?.tokenizer() ?? null;
}

/** What other files of the folder say of conversations; a template there comes before the one of `tokenizer_config.json`. */
function conversationFiles(files: ModelFiles, config: ModelConfig, folder: string): Pick<TokenizerFiles, 'chatTemplate' | 'ends'> {
  const read = (name: string): unknown =>
    files[name] ? decodeJson(wholeOf(files[name]), `${folder}/${name}`, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED') : undefined;
  const { data } = z.looseObject({ eos_token_id: z.union([z.int(), z.array(z.int())]).nullish() }).safeParse(read(GENERATION_CONFIG));
  const json = z.looseObject({ chat_template: z.unknown() }).safeParse(read(TEMPLATE_JSON)).data?.chat_template;
  return {
    chatTemplate: files[TEMPLATE] ? new TextDecoder().decode(wholeOf(files[TEMPLATE])) : templateIn(json),
    ends: [data?.eos_token_id ?? config.eosTokenIds].flat(),
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
  /** The kind of number that the file holds, F32 where left out; the nearest one is written. Computed in is float32 either way. */
  readonly writeAs?: HalfDtype | undefined;
}

/** The files of a model folder as `transformers` expects them; equal contents give equal bytes. */
export function writeModelFolder({ config, tensors, tokenizer, card, writeAs }: ModelFolderContents): Record<string, Uint8Array> {
  const named = [...storedForms(config)].map(([name, form]) => {
    const parts = form.parts.map((part) => {
      const tensor = tensors.get(part);
      if (!tensor) throw new Error(`writeModelFolder: the tensor ${part} is missing`);
      return tensor;
    });
    return [name, { ...joinParts(form, parts), writeAs }] as const;
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
function modelRoot(files: ModelFiles): ModelFiles {
  const marked = Object.keys(files).filter((path) => MARK.test(path));
  const [root, another] = new Set(marked.map((path) => MARK.exec(path)?.[1] ?? ''));
  return root && another === undefined ? filesUnder(files, root) : files;
}

/**
 * The GGUF file of a folder that has no safetensors. Its own metadata say what the model is, whatever config.json lies beside it;
 * a tokenizer.json there takes the place of its tokenizer.
 */
function openGgufIn(files: ModelFiles, folder: string): GgufModel | null {
  if (files[WEIGHTS] || files[WEIGHTS_INDEX]) return null;
  const file = onlyGguf(Object.keys(files), folder);
  return file === undefined ? null : openGgufModel(sourceOf(files[file] ?? new Uint8Array()), `${folder}/${file}`);
}

/** Opens the shards that `model.safetensors.index.json` names, each tensor from the shard it is said to be in. */
function openShards(files: ModelFiles, folder: string): Map<string, StoredTensor> {
  const indexName = `${folder}/${WEIGHTS_INDEX}`;
  const index = z
    .looseObject({ weight_map: z.record(z.string(), z.string()) })
    .safeParse(decodeJson(wholeOf(requireFile(files, WEIGHTS_INDEX, folder)), indexName, modelFaults, 'E_MODEL_CONFIG'));
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

function requireFile(files: ModelFiles, name: string, folder: string): ModelFile {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file) return file;
  const pickled = name.endsWith('.safetensors') && Object.keys(files).some((path) => PICKLED_FILE.test(path));
  const holds = { config: CONFIG, weights: WEIGHTS, tokenizer: TOKENIZER };
  throw faultAt(modelFaults, 'E_MODEL_FILE_MISSING', { subject: folder, file: name.slice(0, 120), pickled, holds });
}
