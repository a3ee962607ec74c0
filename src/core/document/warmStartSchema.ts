/**
 * How a team is warmed up by supervised fine-tuning before it is trained by reinforcement: what it is shown, what is
 * trained, and when to stop. A warm start is to leave something to learn: about a third to a half of the reward.
 */
import { z } from 'zod';
import { fraction, positive } from './limits.ts';

/** Every byte is a token, so there is little room for longer ones. */
export const SMALLEST_VOCABULARY = 300;

export const warmStartSchema = z.strictObject({
  /** A new base from nothing with a tokenizer of its own, the present base further, or the agents' adapters on it. */
  trains: z.enum(['new_base', 'base', 'adapters']).default('new_base'),
  /** Share of messages that are what a good agent says; the others are mistakes. */
  right: fraction.default(0.45),
  /** Most tokens seen. */
  tokens: z.int().min(1000).max(1_000_000_000).default(600_000),
  /** Mean reward of the sampling team at which it stops; 1 uses all the tokens. */
  target: fraction.default(0.4),
  /** Most steps between evaluations of the team, which begin after 1, 2, 4 … steps; 0 evaluates once, at the end. */
  evaluateEvery: z.int().min(0).max(1_000_000).default(20),
  /** Problems of an evaluation, of the train split. */
  evaluateEpisodes: z.int().min(8).max(4096).default(256),
  learningRate: positive.max(1).default(4e-3),
  /** Messages in one step. */
  batch: z.int().min(1).max(1024).default(32),
  /** Loss weight of a prompt token; a token of the message counts 1. */
  promptWeight: fraction.default(0.1),
  /** Shape of a new base. */
  hiddenSize: z.int().min(16).max(1024).multipleOf(16).default(64),
  layers: z.int().min(1).max(24).default(2),
  vocabularySize: z.int().min(SMALLEST_VOCABULARY).max(50_000).default(512),
  seed: z.int().min(0).max(4_294_967_295).default(1),
});

export type WarmStartSettings = z.infer<typeof warmStartSchema>;
