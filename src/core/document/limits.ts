/** Kinds of numbers and names that several parts of the schema share. */
import { z } from 'zod';

export const LORA_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;
export type LoraTarget = (typeof LORA_TARGETS)[number];

export const positive = z.number().positive().finite();
export const nonNegative = z.number().nonnegative().finite();
export const fraction = z.number().min(0).max(1);
