/**
 * The document: one JSON value holding all that a person edits (DESIGN §5). This file is its shape and limits;
 * `parse.ts` reads a hostile file into it, `presets.ts` makes new ones. Sizes are limits on what may be imported.
 */
import { z } from 'zod';

export const DOCUMENT_VERSION = 1;

/** `[A-Za-z][A-Za-z0-9_-]{0,31}`: a role is a header in the prompt, a folder name and a metric name. */
export const ROLE_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

export const LORA_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;
export type LoraTarget = (typeof LORA_TARGETS)[number];

const positive = z.number().positive().finite();
const nonNegative = z.number().nonnegative().finite();
const fraction = z.number().min(0).max(1);

export const adapterSchema = z.strictObject({
  rank: z.int().min(1).max(256).default(8),
  /** ΔW = (alpha / rank) · B · A. */
  alpha: positive.max(4096).default(16),
  targets: z
    .array(z.enum(LORA_TARGETS))
    .min(1)
    .default([...LORA_TARGETS]),
  /** A frozen adapter takes part in rollouts but is never updated. */
  frozen: z.boolean().default(false),
});

export const samplingSchema = z.strictObject({
  temperature: z.number().min(0.05).max(5).default(1),
  /** 0 keeps every token. */
  topK: z.int().min(0).max(1_000_000).default(0),
  /** 1 keeps every token. */
  topP: z.number().gt(0).max(1).default(1),
  maxNewTokens: z.int().min(1).max(4096).default(16),
});

export const agentSchema = z.strictObject({
  role: z.string().regex(ROLE_PATTERN),
  /** A free name for display; the role when empty. */
  label: z.string().max(80).default(''),
  /** The profile: what this agent is told, before the problem. */
  prompt: z.string().max(65_536).default(''),
  adapter: adapterSchema.prefault({}),
  sampling: samplingSchema.prefault({}),
});

export const edgeSchema = z.strictObject({ from: z.string(), to: z.string() });

export const teamSchema = z.strictObject({
  /** Name of the base model: a folder of `public/models/`, a path (terminal) or a dropped folder's name (page). */
  base: z.string().min(1).max(1024).default('micro'),
  agents: z.array(agentSchema).min(1).max(32),
  /** The static part of the dependency function 𝒟: `to` sees what `from` said. */
  edges: z.array(edgeSchema).max(1024).default([]),
  /** Whose messages an agent sees: its ancestors in the graph, its direct predecessors, or everybody who spoke before. */
  context: z.enum(['ancestors', 'parents', 'prefix']).default('ancestors'),
});

export const environmentSchema = z.strictObject({
  /** Display name of the file in the editor. */
  file: z.string().max(200).default('environment.ts'),
  /** TypeScript source of the module (DESIGN §5). */
  source: z.string().max(1_048_576),
});

export const criticSchema = z.strictObject({
  /** Width of the hidden layer of the value head on the frozen base's features. */
  hidden: z.int().min(1).max(4096).default(128),
  learningRate: positive.max(1).default(3e-3),
  /** Optimiser steps on the value loss per epoch. */
  steps: z.int().min(1).max(100).default(2),
});

export const trainingSchema = z.strictObject({
  /** Token-level PPO; later: `appo`, `grpo`, `reinforce`. */
  algorithm: z.enum(['tppo']).default('tppo'),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  iterations: z.int().min(1).max(1_000_000).default(40),
  /** Episodes per iteration. */
  episodes: z.int().min(1).max(4096).default(32),
  /** Most turns of one episode. */
  horizon: z.int().min(1).max(64).default(1),
  epochs: z.int().min(1).max(64).default(2),
  minibatches: z.int().min(1).max(256).default(1),
  learningRate: positive.max(1).default(3e-3),
  /** Divides the learning rate by 1.5 when the measured KL old→new exceeds 2·target, multiplies by 1.1 below target/2. */
  adaptiveLearningRate: z.strictObject({ enabled: z.boolean().default(true), targetKl: positive.default(3e-3) }).prefault({}),
  /** Skips an agent's update once its batch KL old→new exceeds `threshold`; 0 switches the gate off. */
  klGate: nonNegative.default(0.01),
  /** Global gradient-norm limit, per agent; 0 switches clipping off. */
  maxGradNorm: nonNegative.default(1),
  clip: positive.max(10).default(0.2),
  /** Half-width of the value clip; 0 switches it off. */
  valueClip: nonNegative.default(0),
  entropyCoef: z.number().finite().default(0),
  /** Weight of the KL to the frozen base. */
  klCoef: nonNegative.default(0),
  klEstimator: z.enum(['k1', 'k2', 'k3']).default('k3'),
  /** Whether the KL to the base is a term of the loss or taken off each token's reward. */
  klPlacement: z.enum(['loss', 'reward']).default('loss'),
  /** Discount and trace inside a message, per token. */
  gammaToken: fraction.default(1),
  lambdaToken: fraction.default(0.95),
  /** Discount and trace from one message to the next. */
  gamma: fraction.default(1),
  lambda: fraction.default(0.95),
  normalizeAdvantages: z.boolean().default(true),
  critic: criticSchema.prefault({}),
  /** Iterations between greedy evaluations on the train split; 0 switches them off. */
  evaluateEvery: z.int().min(0).max(1_000_000).default(5),
  evaluateEpisodes: z.int().min(1).max(4096).default(32),
  /** Iterations between checkpoints; the last iteration always makes one. */
  checkpointEvery: z.int().min(1).max(1_000_000).default(10),
});

export const viewSchema = z.strictObject({
  positions: z.record(z.string(), z.strictObject({ x: z.number().finite(), y: z.number().finite() })).default({}),
});

export const documentSchema = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).default(''),
  team: teamSchema,
  environment: environmentSchema,
  training: trainingSchema.prefault({}),
  view: viewSchema.prefault({}),
});

export type AdapterSettings = z.infer<typeof adapterSchema>;
export type SamplingSettings = z.infer<typeof samplingSchema>;
export type AgentSettings = z.infer<typeof agentSchema>;
export type Edge = z.infer<typeof edgeSchema>;
export type TeamSettings = z.infer<typeof teamSchema>;
export type TrainingSettings = z.infer<typeof trainingSchema>;
export type ProjectDocument = z.infer<typeof documentSchema>;
