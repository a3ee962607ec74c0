/** Where the time of an iteration goes on a cluster, on paper: published peaks, assumptions with names, and formulas of them. */

import { shown } from '../rows.ts';

/** NVIDIA H100 SXM5 80 GB, from its data sheet (nvidia.com/en-us/data-center/h100): dense BF16 and HBM3. */
export const GPU = { name: 'NVIDIA H100 SXM', flops: 989e12, bandwidth: 3.35e12 } as const;

export interface Model {
  readonly name: string;
  readonly parameters: number;
  /** Bytes of keys and values of a token, 16 bits each: 2 · layers · heads · width · 2. */
  readonly cache: number;
}

/** From the configurations on their pages (huggingface.co/Qwen/Qwen3-0.6B, Qwen3-8B): 28 and 36 layers, 8 heads of keys and values, 128 wide. */
export const MODELS: readonly Model[] = [
  { name: 'Qwen3-0.6B', parameters: 0.6e9, cache: 2 * 28 * 8 * 128 * 2 },
  { name: 'Qwen3-8B', parameters: 8.2e9, cache: 2 * 36 * 8 * 128 * 2 },
];

export const GPUS = [1, 8, 64] as const;

/** Nobody has measured these on a cluster of ours; each is a share of the published peak. */
export const ASSUMED = {
  /** Of FLOPs, in passes over whole sequences. */
  passes: 0.4,
  /** Of FLOPs, in decoding steps that are not bound by memory. */
  decoding: 0.4,
  /** Of memory bandwidth, in decoding. */
  bandwidth: 0.7,
  /** Passes forward that a pass forward and backward is worth: activations computed again, and derivatives of activations; the base's weights get none. */
  backward: 3,
  /** Bits a second between terminal and server. */
  link: 1e9,
} as const;

/** What an iteration is: its team speaks in turn, each message conditioned on the one before. */
export interface Work {
  readonly episodes: number;
  /** Sampled by an episode. */
  readonly tokens: number;
  readonly agents: number;
  /** Of a prompt, without the messages of others in it. */
  readonly prompt: number;
}

export const WORK: Work = { episodes: 1024, tokens: 1000, agents: 2, prompt: 25 };

/** Tokens that a pass over all messages reads: of agent k its prompt, the k messages before it, and its own. */
export function tokensOfPass({ episodes, tokens, agents, prompt }: Work): number {
  const each = tokens / agents;
  let sum = 0;
  for (let agent = 0; agent < agents; agent += 1) sum += prompt + each * (agent + 1);
  return episodes * sum;
}

/** Seconds of a decoding step of `sequences` on one GPU with `context` tokens each: weights and caches are read, or products bound it. */
export function stepSeconds({ parameters, cache }: Model, sequences: number, context: number): number {
  const read = (2 * parameters + sequences * context * cache) / (GPU.bandwidth * ASSUMED.bandwidth);
  const products = (2 * parameters * sequences) / (GPU.flops * ASSUMED.decoding);
  return Math.max(read, products);
}

export interface Parts {
  readonly rollout: number;
  /** The base, the policy, and the policy once more behind the step. */
  readonly forward: number;
  readonly backward: number;
  /** Waiting for what is under way on the line: calls that follow each other, two round trips each. */
  readonly latency: number;
  /** Bytes over the link. */
  readonly transfer: number;
}

export const secondsOf = (parts: Parts): number => Object.values(parts).reduce((sum: number, part: number) => sum + part, 0);

export interface Line {
  /** Of a round trip, seconds. */
  readonly latency: number;
  /** Calls of an iteration that follow each other, the messages of an episode counted once for each agent. */
  readonly calls: number;
  readonly bytes: number;
}

/** All GPUs sample, then all of them compute; engines share the episodes, and all of an agent's messages are under way at a time. */
export function partsOf(model: Model, gpus: number, work: Work, { latency, calls, bytes }: Line): Parts {
  const { episodes, tokens, agents, prompt } = work;
  const context = prompt + tokens / 2;
  const steps = tokens;
  const pass = (2 * model.parameters * tokensOfPass(work)) / (gpus * GPU.flops * ASSUMED.passes);
  // What a message is conditioned on is read once before it is sampled.
  const prefill = pass * ((tokensOfPass(work) - episodes * tokens) / tokensOfPass(work));
  return {
    rollout: steps * stepSeconds(model, episodes / gpus, context) + prefill,
    forward: 3 * pass,
    backward: ASSUMED.backward * pass,
    latency: 2 * latency * (calls + agents),
    transfer: (8 * bytes) / ASSUMED.link,
  };
}

/** The table of docs/scale.md. */
export function paperTable(): string {
  const rows = MODELS.flatMap((model) =>
    GPUS.map((gpus) => {
      const parts = partsOf(model, gpus, WORK, { latency: 0, calls: 0, bytes: 0 });
      const { rollout, forward, backward } = parts;
      const cells = [rollout, forward, backward, secondsOf(parts)].map((seconds) => `${shown(seconds)} s`);
      return `| ${[model.name, gpus, ...cells].join(' | ')} |`;
    }),
  );
  const head = '| model | GPUs | rollout | three forward | forward and backward | iteration |';
  return [head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
