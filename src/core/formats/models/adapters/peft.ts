/**
 * PEFT adapter folders: `adapter_config.json` + `adapter_model.safetensors`, loadable by `PeftModel.from_pretrained`.
 * Only the configuration keys that every PEFT since 0.5 knows are written: an older PEFT refuses keys it does not know.
 */
import { z } from 'zod';
import { LORA_TARGETS, type LoraTarget } from '../../../document/schema.ts';
import { faultAt } from '../../../faultAt.ts';
import { adapterFaults } from '../../../../words/words.ts';
import { decodeJson, encodeJson, type Files } from '../../files.ts';
import { ADAPTER_CONFIG } from '../../runPaths.ts';
import {
  checkFinite,
  type FileTensor,
  type HostTensor,
  readSafetensors,
  safetensorsMetadata,
  writeSafetensors,
} from '../../safetensors.ts';

/** A matrix in memory, row-major. */
export interface HostMatrix extends HostTensor {
  readonly shape: [rows: number, columns: number];
}

/**
 * One agent's adapter: ΔW = (alpha / rank) · B · A. Tensors are named `<module path>.lora_A` [rank, in] and
 * `<module path>.lora_B` [out, rank], for example `model.layers.0.self_attn.q_proj.lora_A`.
 */
export interface LoraWeights {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: readonly LoraTarget[];
  readonly tensors: ReadonlyMap<string, HostMatrix>;
}

/** An adapter with the name of the model it belongs to. */
export interface PeftAdapter extends LoraWeights {
  /** PEFT writes whatever path the base was loaded from. */
  readonly baseName: string;
  /** What that base is (`baseFingerprint`), where the adapter comes from an export of this workbench. */
  readonly baseFingerprint?: string;
  /** What the project calls that base, where `baseName` is its folder in such an export. */
  readonly baseCalled?: string;
  /** How the base's matrices were held in training, where that is not f32. */
  readonly baseForm?: string;
  /** What the base was before it was held so, where `baseFingerprint` is that of its dequantised numbers. */
  readonly baseOriginal?: string;
}

/** The linear modules an adapter may change, with the shape [out, in] of their weights. */
export type ModuleShapes = ReadonlyMap<string, readonly [out: number, inputs: number]>;

export { ADAPTER_CONFIG };
export const ADAPTER_MODEL = 'adapter_model.safetensors';

/** Where an adapter's file says of its base what it is, how it was held and what its project calls it; PEFT passes over it. */
const TOLD = {
  baseCalled: 'base_name',
  baseFingerprint: 'base_sha256',
  baseForm: 'base_form',
  baseOriginal: 'base_original_sha256',
} as const;

const TENSOR_KEY = /^base_model\.model\.(model\.layers\.\d+\.(?:self_attn|mlp)\.([a-z]+_proj)\.lora_[AB])\.weight$/;

/** Fields that change what an adapter computes and that this workbench does not implement, with the values that are harmless. */
const NEUTRAL_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  bias: ['none'],
  fan_in_fan_out: [false],
  init_lora_weights: [true, false, 'gaussian', 'eva', 'orthogonal'],
  use_dora: [false],
  use_qalora: [false],
  use_bdlora: [false],
  kasa_config: [],
  monteclora_config: [],
  velora_config: [],
  lora_bias: [false],
  modules_to_save: [],
  rank_pattern: [],
  alpha_pattern: [],
  layers_to_transform: [],
  layers_pattern: [],
  layer_replication: [],
  exclude_modules: [],
  target_parameters: [],
  trainable_token_indices: [],
  alora_invocation_tokens: [],
  arrow_config: [],
  megatron_config: [],
};

const peftConfigSchema = z.looseObject({
  base_model_name_or_path: z.string().nullish(),
  r: z.int().min(1).max(4096),
  lora_alpha: z.number().positive().finite(),
  target_modules: z.union([z.string().min(1), z.array(z.string()).min(1)]),
  use_rslora: z.boolean().nullish(),
});

/** What `adapter_config.json` says, as written by us (keys sorted). */
export interface PeftConfig {
  readonly base_model_name_or_path: string;
  readonly bias: 'none';
  readonly fan_in_fan_out: false;
  readonly inference_mode: true;
  readonly init_lora_weights: true;
  readonly lora_alpha: number;
  readonly lora_dropout: 0;
  readonly modules_to_save: null;
  readonly peft_type: 'LORA';
  readonly r: number;
  readonly revision: null;
  readonly target_modules: readonly LoraTarget[];
  readonly task_type: 'CAUSAL_LM';
  readonly use_dora: false;
  readonly use_rslora: false;
}

/** The files of one adapter's folder; `card` becomes its README. Equal adapters give equal bytes, whatever their tensors' order. */
export function writePeft(adapter: PeftAdapter & { readonly card?: string }): Record<string, Uint8Array> {
  const { baseName, rank, alpha, targets, tensors, card } = adapter;
  const config: PeftConfig = {
    base_model_name_or_path: baseName,
    bias: 'none',
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    lora_alpha: alpha,
    lora_dropout: 0,
    modules_to_save: null,
    peft_type: 'LORA',
    r: rank,
    revision: null,
    target_modules: targets,
    task_type: 'CAUSAL_LM',
    use_dora: false,
    use_rslora: false,
  };
  const named = [...tensors]
    .map(([name, matrix]) => [`base_model.model.${name}.weight`, matrix] as const)
    .sort(([a], [b]) => inLayerOrder(a, b));
  const told = Object.fromEntries(
    Object.entries(TOLD).flatMap(([field, key]) =>
      adapter[field as keyof typeof TOLD] ? [[key, adapter[field as keyof typeof TOLD] ?? '']] : [],
    ),
  );
  return {
    [ADAPTER_CONFIG]: encodeJson(config),
    [ADAPTER_MODEL]: writeSafetensors(named, { ...told, format: 'pt' }),
    ...(card === undefined ? {} : { 'README.md': new TextEncoder().encode(card) }),
  };
}

export interface PeftReading {
  /** As faults call it. */
  readonly folder?: string;
  /** The base model's linear modules, which the adapter must fit. */
  readonly modules?: ModuleShapes;
  /** What it acts on where its `target_modules` is null, as servers write it. */
  readonly targets?: readonly LoraTarget[];
}

/**
 * Reads an adapter folder. `modules` are the base model's linear modules (`loraModules` of `hf.ts`); where given, the
 * adapter must fit them. An rsLoRA adapter, whose scale is alpha / √rank, comes with that scale in B, so that it computes here
 * what it computes there. Throws `E_PEFT_*` for what is missing, inconsistent or not supported.
 */
export function readPeft(files: Files, { folder = 'the adapter folder', modules, targets: known }: PeftReading = {}): PeftAdapter {
  const configName = `${folder}/${ADAPTER_CONFIG}`;
  const config = readConfig(requireFile(files, ADAPTER_CONFIG, folder), configName, known);
  const { r: rank, lora_alpha: alpha, target_modules: asked, base_model_name_or_path: baseName } = config;
  const fileName = `${folder}/${ADAPTER_MODEL}`;
  const bytes = requireFile(files, ADAPTER_MODEL, folder);
  const metadata = safetensorsMetadata(bytes, fileName);
  const found = readSafetensors(bytes, fileName);
  const names = new Map([...found.keys()].map((key) => [key, TENSOR_KEY.exec(key)?.[1]]));
  const targets = targetsOf(asked, modulesOf([...names.values()], modules), configName);
  const tensors = new Map<string, HostMatrix>();
  for (const [key, tensor] of found) {
    const [name, matrix] = checkTensor(key, tensor, { rank, targets }, fileName);
    checkFinite(matrix.data, key, fileName);
    tensors.set(name, config.use_rslora === true && name.endsWith('B') ? scaled(matrix, Math.sqrt(rank)) : matrix);
  }
  checkComplete(tensors, targets, modules, fileName);
  const told = Object.fromEntries(
    Object.entries(TOLD).flatMap(([field, key]) => (metadata[key] === undefined ? [] : [[field, metadata[key]]])),
  ) as Pick<PeftAdapter, keyof typeof TOLD>;
  return { baseName: baseName ?? '', ...told, rank, alpha, targets, tensors };
}

function scaled({ shape, data }: HostMatrix, by: number): HostMatrix {
  return { shape, data: data.map((value) => value * by) };
}

/** Paths of the modules an adapter may act on, and of those this file holds weights for. */
interface ModulePaths {
  readonly all: readonly string[];
  readonly held: ReadonlySet<string>;
}

/** Without `modules` the layers are those of the file. */
function modulesOf(names: readonly (string | undefined)[], modules: ModuleShapes | undefined): ModulePaths {
  const held = new Set(names.flatMap((name) => name?.replace(/\.lora_[AB]$/, '') ?? []));
  const layers = [...new Set([...held].map(layerOf))];
  return { held, all: modules ? [...modules.keys()] : layers.flatMap((layer) => LORA_TARGETS.map((target) => loraModule(layer, target))) };
}

/**
 * What PEFT's `target_modules` means (`check_target_module_exists` of its `tuners_utils.py`): in a list, modules of that path or
 * whose path ends in `.<entry>`; `all-linear`, every linear module of the layers; any other text, a regular expression for the
 * whole path. That is nobody's to run here, as it may take for ever, and need not be: the file holds the weights of the very
 * modules it matched. An adapter here acts on the same modules of every layer.
 */
function targetsOf(asked: string | readonly string[], { all, held }: ModulePaths, fileName: string): LoraTarget[] {
  const matched = typeof asked === 'string' ? all.filter((path) => asked === 'all-linear' || held.has(path)) : listed(asked, all, fileName);
  const targets = LORA_TARGETS.filter((target) => matched.some((path) => path.endsWith(`.${target}`)));
  const partly = targets.find((target) => all.some((path) => path.endsWith(`.${target}`) && !matched.includes(path)));
  if (partly !== undefined) throw faultAt(adapterFaults, 'E_PEFT_UNSUPPORTED', { found: 'some_layers', subject: fileName, target: partly });
  return targets;
}

function listed(asked: readonly string[], all: readonly string[], subject: string): string[] {
  const names = (entry: string, path: string): boolean => path === entry || path.endsWith(`.${entry}`);
  const unknown = asked.find((entry) => !all.some((path) => names(entry, path)) && !LORA_TARGETS.some((target) => target === entry));
  if (unknown !== undefined)
    throw faultAt(adapterFaults, 'E_PEFT_UNSUPPORTED', { found: 'target', subject, target: unknown.slice(0, 120), known: LORA_TARGETS });
  return all.filter((path) => asked.some((entry) => names(entry, path)));
}

function readConfig(bytes: Uint8Array, subject: string, known?: readonly LoraTarget[]): z.infer<typeof peftConfigSchema> {
  const json = decodeJson(bytes, subject, adapterFaults, 'E_PEFT_CONFIG');
  const parsed = z.looseObject({ peft_type: z.string().optional() }).safeParse(json);
  if (!parsed.success) throw faultAt(adapterFaults, 'E_PEFT_CONFIG', { found: 'no_table', subject });
  if (parsed.data.peft_type !== 'LORA') {
    throw faultAt(adapterFaults, 'E_PEFT_UNSUPPORTED', { found: 'type', subject, type: String(parsed.data.peft_type) });
  }
  for (const [field, neutral] of Object.entries(NEUTRAL_VALUES)) {
    const value = parsed.data[field];
    if (isEmpty(value) || neutral.includes(value)) continue;
    throw faultAt(adapterFaults, 'E_PEFT_UNSUPPORTED', { found: 'option', subject, field, value: JSON.stringify(value) });
  }
  const whole = parsed.data['target_modules'] === null && known ? { ...parsed.data, target_modules: known } : json;
  const checked = peftConfigSchema.safeParse(whole);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw faultAt(adapterFaults, 'E_PEFT_UNSUPPORTED', { found: 'field', subject, field: issue?.path.join('.'), reason: issue?.message });
}

function checkTensor(
  key: string,
  { shape, data }: FileTensor,
  { rank, targets }: Pick<PeftAdapter, 'rank' | 'targets'>,
  subject: string,
): [string, HostMatrix] {
  const [, name, target] = TENSOR_KEY.exec(key) ?? [];
  if (name === undefined || !targets.some((item) => item === target)) {
    throw faultAt(adapterFaults, 'E_PEFT_TENSOR', { found: 'unknown', subject, tensor: key.slice(0, 120), targets });
  }
  const [rows, columns] = shape;
  if (shape.length !== 2 || rows === undefined || columns === undefined || (name.endsWith('A') ? rows : columns) !== rank) {
    throw faultAt(adapterFaults, 'E_PEFT_SHAPE', { found: 'rank', subject, tensor: name, shape, rank });
  }
  return [name, { shape: [rows, columns], data }];
}

/** Every target of every layer must be there, both halves of it, and nothing else. */
function checkComplete(
  tensors: ReadonlyMap<string, HostMatrix>,
  targets: readonly LoraTarget[],
  modules: ModuleShapes | undefined,
  subject: string,
): void {
  const expected = modules
    ? [...modules.keys()].filter((path) => targets.some((target) => path.endsWith(`.${target}`)))
    : modulePaths(tensors, targets);
  for (const path of expected) {
    for (const half of ['lora_A', 'lora_B'] as const) {
      const tensor = `${path}.${half}`;
      const matrix = tensors.get(tensor);
      if (!matrix) throw faultAt(adapterFaults, 'E_PEFT_TENSOR', { found: 'missing', subject, tensor });
      const [out, inputs] = modules?.get(path) ?? [];
      const [wanted, found] = half === 'lora_A' ? [inputs, matrix.shape[1]] : [out, matrix.shape[0]];
      if (wanted !== undefined && wanted !== found) {
        throw faultAt(adapterFaults, 'E_PEFT_SHAPE', { found: 'base', subject, tensor, shape: matrix.shape });
      }
    }
  }
  if (tensors.size !== expected.length * 2) throw faultAt(adapterFaults, 'E_PEFT_SHAPE', { found: 'layers', subject });
}

/** The module paths an adapter of this many layers must have: its layers × its targets. */
function modulePaths(tensors: ReadonlyMap<string, HostMatrix>, targets: readonly LoraTarget[]): string[] {
  const layers = [...new Set([...tensors.keys()].map(layerOf))];
  return layers.flatMap((layer) => targets.map((target) => loraModule(layer, target)));
}

const ATTENTION_TARGETS: readonly LoraTarget[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];

/** Module path of one target, such as `model.layers.0.self_attn.q_proj`. */
export function loraModule(layer: number, target: LoraTarget): string {
  return `model.layers.${layer}.${ATTENTION_TARGETS.includes(target) ? 'self_attn' : 'mlp'}.${target}`;
}

function layerOf(name: string): number {
  return Number(/\.layers\.(\d+)\./.exec(name)?.[1]);
}

/** Layer by layer, in the order the forward pass meets the modules, A before B. */
function inLayerOrder(a: string, b: string): number {
  const targetIndex = (name: string) => LORA_TARGETS.findIndex((target) => name.includes(`.${target}.`));
  return layerOf(a) - layerOf(b) || targetIndex(a) - targetIndex(b) || (a < b ? -1 : 1);
}

function requireFile(files: Files, name: string, folder: string): Uint8Array {
  const bytes = files[name];
  if (bytes) return bytes;
  const pickled = name === ADAPTER_MODEL && files['adapter_model.bin'] !== undefined;
  throw faultAt(adapterFaults, 'E_PEFT_FILE_MISSING', { subject: folder, file: name, pickled, holds: [ADAPTER_CONFIG, ADAPTER_MODEL] });
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
