/** Parts of requests that both servers read in the same way. */
import { z } from 'zod';
import type { SampleJob } from './numbers.ts';
import type { Row } from './service.ts';

const numbers = z.object({ data: z.array(z.number()) });
const chunks = z.object({ chunks: z.array(z.object({ tokens: z.array(z.int()) })) });

export const datumSchema = z.object({
  model_input: chunks,
  loss_fn_inputs: z.object({
    target_tokens: z.object({ data: z.array(z.int()) }),
    weights: numbers.optional(),
    logprobs: numbers.optional(),
    advantages: numbers.optional(),
  }),
});

export const loraSchema = z.object({
  rank: z.int().optional(),
  seed: z.int().nullish(),
  lora_alpha: z.number().optional(),
  lora_dropout: z.number().optional(),
  train_attn: z.boolean().optional(),
  train_mlp: z.boolean().optional(),
  train_unembed: z.boolean().optional(),
});

export const adamSchema = z.object({
  learning_rate: z.number().optional(),
  beta1: z.number().optional(),
  beta2: z.number().optional(),
  eps: z.number().optional(),
  weight_decay: z.number().optional(),
  grad_clip_norm: z.number().optional(),
});

export const samplingSchema = z.object({
  max_tokens: z.int().nullish(),
  temperature: z.number().optional(),
  top_k: z.int().optional(),
  top_p: z.number().optional(),
  stop: z.array(z.int()).nullish(),
  seed: z.int().nullish(),
});

export const promptSchema = chunks;

export const configSchema = z.record(z.string(), z.number());

export function rowOf({ model_input, loss_fn_inputs: inputs }: z.infer<typeof datumSchema>): Row {
  const { data: targets } = inputs.target_tokens;
  return {
    tokens: model_input.chunks.flatMap(({ tokens }) => tokens),
    targets,
    weights: inputs.weights?.data ?? targets.map(() => 1),
    logprobs: inputs.logprobs?.data ?? null,
    advantages: inputs.advantages?.data ?? null,
  };
}

/** `count` samples of one prompt, with seeds one after the other. */
export function jobsOf(count: number, job: SampleJob): SampleJob[] {
  return Array.from({ length: count }, (_, i) => ({ ...job, seed: (job.seed + i) >>> 0 }));
}
