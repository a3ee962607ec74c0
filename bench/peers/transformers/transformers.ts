/** transformers and peft as the bench sees them: a process that does a kind of work once each time it is named (peer.py). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type ModelConfig, modelConfigJson, modelTensorShapes } from '../../../src/core/formats/models/model-config.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import type { AdapterSlot } from '../../../src/engine/contracts/plan.ts';
import type { Measure, Time } from '../../measure.ts';
import { environment, findPyTorch, linesOf, type PyTorch } from '../pytorch/pytorch.ts';

export const NO_TRANSFORMERS = 'skipped: no Python with PyTorch, transformers and peft found (PYTHON, TORCH_PATH)';

export const findTransformers = (): PyTorch | null => findPyTorch(['transformers', 'peft']);

export type Work =
  'decode' | `decode:${number}` | 'prefill' | 'kept' | 'checkpointed' | 'bf16 kept' | 'bf16 checkpointed' | 'iteration'; // biome-ignore format: one line

/** Sizes that peer.py takes for the kinds of work it is to do. */
export interface PeerSizes {
  readonly threads: number;
  /** `cpu` unless it is said. */
  readonly device?: 'cuda';
  readonly rows?: number;
  readonly length?: number;
  readonly prompt?: number;
  readonly steps?: number;
  readonly adapters?: readonly string[];
  /** By agent: tokens of the prompt and of the answer of each episode. */
  readonly messages?: readonly (readonly (readonly [prompt: number, answer: number])[])[];
  readonly batch?: number;
}

export interface Peer {
  /** `transformers 5.18.0, peft 0.21.0, PyTorch 2.13.0`. */
  readonly versions: string;
  measure(work: Work): Measure;
  stop(): void;
}

const numbersIn = (shapes: Iterable<readonly number[]>): number =>
  [...shapes].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);

/** Starts the peer on the same shape and adapter; throws where its model or adapter has not as many numbers. */
export async function startPeer(
  { python }: PyTorch,
  config: ModelConfig,
  { slot, parameters }: { readonly slot: AdapterSlot; readonly parameters: ReadonlyMap<string, HostTensor> },
  sizes: PeerSizes,
): Promise<Peer> {
  const targets = [...new Set([...slot.modules].map((module) => module.slice(module.lastIndexOf('.') + 1)))];
  const told = { config: modelConfigJson(config), rank: slot.rank, alpha: slot.scale * slot.rank, targets, ...sizes };
  const child = spawn(python, [join(import.meta.dirname, 'peer.py'), JSON.stringify(told)], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = linesOf(child);
  const ready = JSON.parse(await lines()) as { versions: string; parameters: number; adapter: number };
  const own = numbersIn(modelTensorShapes(config).values());
  const adapter = numbersIn([...parameters.values()].map(({ shape }) => shape));
  if (ready.parameters !== own || ready.adapter !== adapter)
    throw new Error(`the peer has ${ready.parameters} and ${ready.adapter} parameters, ours are ${own} and ${adapter}`);
  return {
    versions: ready.versions,
    measure: (work) => async (): Promise<Time> => {
      child.stdin.write(`${work}\n`);
      return JSON.parse(await lines());
    },
    stop: () => child.stdin.end(),
  };
}
