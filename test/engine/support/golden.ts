/** The golden cases: tiny checkpoints, adapters and what an independent PyTorch implementation computes with them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelConfig, parseModelConfig } from '../../../src/core/formats/hf.ts';
import { readSafetensors } from '../../../src/core/formats/safetensors.ts';
import type { HostTensor } from '../../../src/engine/executors/executor.ts';
import type { AdapterSlot } from '../../../src/engine/model/plan.ts';

const root = join(import.meta.dirname, '../../golden');

export const GOLDEN_CASES = ['llama-tied', 'llama-untied-bf16', 'llama3-rope-f16', 'qwen2', 'qwen3'] as const;
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

const bytes = (...path: string[]) => new Uint8Array(readFileSync(join(root, ...path)));
const json = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const tensors = (...path: string[]) => readSafetensors(bytes(...path), path.join('/'));

/** `base_model.model.<module>.lora_A.weight` → `<adapter>/<module>.lora_A`, the engine's name. */
const engineNames = (adapter: string, from: Map<string, HostTensor>) =>
  new Map([...from].map(([name, tensor]) => [`${adapter}/${name.replace(/^base_model\.model\./, '').replace(/\.weight$/, '')}`, tensor]));

export function loadGolden(name: GoldenCase): LoadedCase {
  const adapters = new Map<string, LoadedAdapter>();
  for (const entry of readdirSync(join(root, name), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const config = json(name, entry.name, 'adapter_config.json');
    const parameters = engineNames(entry.name, tensors(name, entry.name, 'adapter_model.safetensors'));
    const modules = new Set([...parameters.keys()].map((key) => key.slice(entry.name.length + 1).replace(/\.lora_[AB]$/, '')));
    adapters.set(entry.name, {
      slot: { name: entry.name, rank: config.r, scale: config.lora_alpha / config.r, modules, trainable: true },
      parameters,
      gradients: engineNames(entry.name, tensors(name, entry.name, 'expected_gradients.safetensors')),
    });
  }
  return {
    name,
    config: parseModelConfig(json(name, 'config.json')),
    weights: tensors(name, 'model.safetensors'),
    expected: json(name, 'expected.json'),
    adapters,
    baseGradients: existsSync(join(root, name, 'expected_base_gradients.safetensors')) ? tensors(name, 'expected_base_gradients.safetensors') : null,
  };
}
