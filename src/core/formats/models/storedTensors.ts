/**
 * How a model's tensors lie in its files where that is not how the engine holds them: Phi-3 keeps q, k and v as the rows of one
 * tensor, and gate and up as those of another; Gemma keeps the gains of its norms less 1. They are split and raised when they are
 * read, and joined and lowered when they are written.
 */
import type { HostTensor, StoredTensor } from '../safetensors.ts';
import { type ModelConfig, modelTensorShapes } from './model-config.ts';

/** A tensor of a file: its shape, and the engine's tensors of which its rows consist, one below the other. */
export interface StoredForm {
  readonly shape: readonly number[];
  readonly parts: readonly string[];
  /** Its values are the engine's less 1. */
  readonly lowered: boolean;
}

const FUSED: Readonly<Record<string, string>> = {
  q_proj: 'qkv_proj',
  k_proj: 'qkv_proj',
  v_proj: 'qkv_proj',
  gate_proj: 'gate_up_proj',
  up_proj: 'gate_up_proj',
};

/**
 * What files say of adapters on a base whose projections are fused; null for every other. PEFT finds modules by the names that
 * transformers gives them, and such an adapter acts on parts of one module.
 */
export function fusedNote({ modelType }: Pick<ModelConfig, 'modelType'>): string | null {
  if (modelType !== 'phi3') return null;
  return (
    'transformers keeps this base’s projections fused (`qkv_proj`, `gate_up_proj`), while its adapters act on `q_proj`, `k_proj`, `v_proj`, `gate_proj` ' +
    'and `up_proj` each. PEFT therefore cannot load them onto the base as it lies here. They load in MARFT Workbench, and in PEFT onto the same ' +
    'weights saved with split projections, which is a `MistralForCausalLM`.'
  );
}

/** Every tensor of the model's files by its name there, in the order of the forward pass. */
export function storedForms(config: ModelConfig): Map<string, StoredForm> {
  const forms = new Map<string, StoredForm>();
  for (const [name, shape] of modelTensorShapes(config)) {
    const stored = config.modelType === 'phi3' ? name.replace(/[a-z]+_proj/, (module) => FUSED[module] ?? module) : name;
    const before = forms.get(stored);
    const [rows = 0, ...rest] = shape;
    const lowered = config.gemma !== undefined && name.endsWith('norm.weight');
    forms.set(stored, { shape: [(before?.shape[0] ?? 0) + rows, ...rest], parts: [...(before?.parts ?? []), name], lowered });
  }
  return forms;
}

/** The engine's tensors of a stored one, each with the rows that are its own; `shapes` are the engine's. */
export function openParts(
  { parts, lowered }: StoredForm,
  stored: StoredTensor,
  shapes: ReadonlyMap<string, readonly number[]>,
): [string, StoredTensor][] {
  if (parts.length === 1 && !lowered) return parts.map((name) => [name, stored]);
  const { fileName, exact } = stored; // what a file has packed would be all rows, and the values as they lie there
  if (lowered)
    return parts.map((name) => [
      name,
      { fileName, shape: stored.shape, read: (...rows) => stored.read(...rows).map((value) => value + 1) },
    ]);
  let end = 0;
  return parts.map((name) => {
    const shape = [...(shapes.get(name) ?? [])];
    const [own = 0] = shape;
    const start = end;
    end += own;
    return [name, { fileName, shape, exact, read: (first = 0, count = own - first) => stored.read(start + first, count) }];
  });
}

/** The stored tensor of the engine's `parts`. */
export function joinParts({ shape, lowered }: StoredForm, parts: readonly HostTensor[]): HostTensor {
  const [only, ...others] = parts;
  if (only && others.length === 0) return lowered ? { ...only, data: only.data.map((value) => value - 1) } : only;
  const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return { shape: [...shape], data };
}
