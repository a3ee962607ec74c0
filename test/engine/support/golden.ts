/** The golden cases: tiny checkpoints, adapters and what an independent PyTorch implementation computes with them. */
import { filesUnder, type Files } from '../../../src/core/formats/files.ts';
import { type ModelConfig, readModelFolder } from '../../../src/core/formats/models/hf.ts';
import { readSafetensors } from '../../../src/core/formats/safetensors.ts';
import type { HostTensor } from '../../../src/engine/contracts/executor.ts';
import type { AdapterSlot } from '../../../src/engine/contracts/plan.ts';

/** Architectures with blocks that the others lack, which attention with a cache has to know too. */
export const OWN_BLOCKS = ['mistral', 'smollm3', 'phi3', 'gemma2', 'gemma3'] as const;
export const GOLDEN_CASES = ['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3', ...OWN_BLOCKS] as const;
/** Of what computes the same on every architecture these two always, the others in the sample: the plainest, and the one with most blocks of its own. */
export const ALWAYS: ReadonlySet<GoldenCase> = new Set(['llama-tied', 'gemma2']);
export type GoldenCase = (typeof GOLDEN_CASES)[number];

export interface ExpectedAdapter {
  logits_row0: number[][];
  logprobs: number[][];
  'logprobs_temperature_0.7': number[][];
  entropy: number[][];
  ppo: {
    response_mask: number[][];
    old_logprobs: number[][];
    advantages: number[][];
    clip: number;
    entropy_coef: number;
    kl_ref_coef: number;
    pg_loss: number;
    entropy: number;
    kl_ref_k3: number;
    loss: number;
    clip_fraction: number;
    grad_norm: number;
  };
}

export interface Expected {
  ids: number[][];
  attention_mask: number[][];
  base: { logits_row0: number[][]; hidden_row0: number[][]; logprobs: number[][]; entropy: number[][] };
  adapters: Record<string, ExpectedAdapter>;
  supervised?: { response_mask: number[][]; loss: number; grad_norm: number };
}

export interface LoadedAdapter {
  slot: AdapterSlot;
  parameters: Map<string, HostTensor>;
  gradients: Map<string, HostTensor>;
}

export interface LoadedCase {
  name: GoldenCase;
  config: ModelConfig;
  weights: Map<string, HostTensor>;
  expected: Expected;
  adapters: Map<string, LoadedAdapter>;
  baseGradients: Map<string, HostTensor> | null;
}

/** `base_model.model.<module>.lora_A.weight` → `<adapter>/<module>.lora_A`, the engine's name. */
const engineNames = (adapter: string, from: Map<string, HostTensor>) =>
  new Map([...from].map(([name, tensor]) => [`${adapter}/${name.replace(/^base_model\.model\./, '').replace(/\.weight$/, '')}`, tensor]));

/** A case from the files of its folder (paths relative to it). */
export function readGolden(name: GoldenCase, files: Files): LoadedCase {
  const bytes = (from: Files, path: string) => from[path] ?? new Uint8Array();
  const json = (from: Files, path: string) => JSON.parse(new TextDecoder().decode(bytes(from, path)));
  const tensors = (from: Files, path: string) => readSafetensors(bytes(from, path), path);
  const adapters = new Map<string, LoadedAdapter>();
  for (const path of Object.keys(files)) {
    const [, role] = /^([^/]+)\/adapter_config\.json$/.exec(path) ?? [];
    if (!role) continue;
    const own = filesUnder(files, role);
    const config = json(own, 'adapter_config.json');
    const parameters = engineNames(role, tensors(own, 'adapter_model.safetensors'));
    const modules = new Set([...parameters.keys()].map((key) => key.slice(role.length + 1).replace(/\.lora_[AB]$/, '')));
    adapters.set(role, {
      slot: { name: role, rank: config.r, scale: config.lora_alpha / config.r, modules, trainable: true },
      parameters,
      gradients: engineNames(role, tensors(own, 'expected_gradients.safetensors')),
    });
  }
  const { config, tensors: weights } = readModelFolder(files, name);
  return {
    name,
    config,
    weights: new Map(weights),
    expected: json(files, 'expected.json'),
    adapters,
    baseGradients: files['expected_base_gradients.safetensors'] ? tensors(files, 'expected_base_gradients.safetensors') : null,
  };
}
