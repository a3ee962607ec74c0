/** Kinds of numbers and names that several parts of the schema share. */
import { z } from 'zod';

export const LORA_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;
export type LoraTarget = (typeof LORA_TARGETS)[number];

export const positive = z.number().positive().finite();
export const nonNegative = z.number().nonnegative().finite();
export const fraction = z.number().min(0).max(1);

/** The shape of a LoRA, an agent's or a critic's. */
export const loraShape = {
  rank: z.int().min(1).max(256).default(8),
  /** ΔW = (alpha / rank) · B · A. */
  alpha: positive.max(4096).default(16),
  targets: z
    .array(z.enum(LORA_TARGETS))
    .min(1)
    .default([...LORA_TARGETS]),
};
