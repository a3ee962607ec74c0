/**
 * The document: one JSON value holding all that a person edits (DESIGN §5). This file is its shape and limits;
 * `parse.ts` reads a hostile file into it, `presets.ts` makes new ones. Sizes are limits on what may be imported.
 */
import { z } from 'zod';
import { datasetSchema } from './datasetSchema.ts';
import { KV_CACHE_FORMS, WEIGHT_FORMS } from '../weights/packed.ts';
import { loraShape, positive } from './limits.ts';
import { trainingSchema } from './trainingSchema.ts';
import { warmStartSchema } from './warmStartSchema.ts';

export { type ColumnSettings, type DatasetSettings, datasetSchema } from './datasetSchema.ts';
export { type WarmStartSettings, warmStartSchema } from './warmStartSchema.ts';
export { LORA_TARGETS, type LoraTarget } from './limits.ts';
export { type CriticSettings, criticSchema, type TrainingSettings, trainingSchema } from './trainingSchema.ts';

export const DOCUMENT_VERSION = 9;

/** Marks of a call: printable, without a space, and no byte of a longer character, so that a token shows its end. */
const mark = z.string().regex(/^[!-~]{1,16}$/);

/** `[A-Za-z][A-Za-z0-9_-]{0,31}`: a role is a header in the prompt, a folder name and a metric name. */
export const ROLE_PATTERN = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

export const adapterSchema = z.strictObject({
  ...loraShape,
  /** A frozen adapter takes part in rollouts but is never updated. */
  frozen: z.boolean().default(false),
  /** Agents that name the same group share one adapter; leave empty for a separate one. */
  group: z
    .string()
    .regex(/^([A-Za-z][A-Za-z0-9_-]{0,31})?$/)
    .default(''),
  /** This adapter's own rate; null takes the training's. */
  learningRate: positive.max(1).nullable().default(null),
});

export const samplingSchema = z.strictObject({
  temperature: z.number().min(0.05).max(5).default(1),
  /** 0 keeps every token. */
  topK: z.int().min(0).max(1_000_000).default(0),
  /** 1 keeps every token. */
  topP: z.number().gt(0).max(1).default(1),
  maxNewTokens: z.int().min(1).max(4096).default(16),
});

/** Seconds. */
const duration = z.number().min(0).max(3600);

/** How long an agent takes, in simulated seconds, and how long it waits; all 0 and null: no time passes. */
export const clockSchema = z.strictObject({
  /** TTFT: from its start to its first token. */
  timeToFirstToken: duration.default(0),
  /** TPOT: from one token to the next. */
  timePerOutputToken: duration.default(0),
  /** Both are multiplied by a factor that is drawn once a message: log-normal with mean 1, of which this is the σ. */
  jitter: z.number().min(0).max(2).default(0),
  /** It starts at this time of the turn at the latest, with what has arrived; null: with every message that it sees. */
  timeout: duration.nullable().default(null),
  /** Whom it still waits for then is interrupted, and what was said so far arrives. */
  interrupts: z.boolean().default(false),
});

export const agentSchema = z.strictObject({
  role: z.string().regex(ROLE_PATTERN),
  /** A free name for display; the role when empty. */
  label: z.string().max(80).default(''),
  /** The profile: what this agent is told, before the problem. */
  prompt: z.string().max(65_536).default(''),
  /** A base model of its own; empty for the team's. */
  base: z.string().max(1024).default(''),
  /** Whether it reads the environment's observation; without, it knows only what others tell it. */
  observes: z.boolean().default(true),
  /** The turns it speaks in: the first, and then every n-th; it is skipped in the others. */
  speaks: z.strictObject({ from: z.int().min(0).max(63).default(0), every: z.int().min(1).max(64).default(1) }).prefault({}),
  /** A message of this agent with this text in it ends the episode behind its turn; empty where it cannot. */
  stops: z.string().max(64).default(''),
  clock: clockSchema.prefault({}),
  /** R1's `with_answer`: whether its text is an answer. Null says: the last speaker's. Only profiles carry it on. */
  withAnswer: z.boolean().nullable().default(null),
  adapter: adapterSchema.prefault({}),
  sampling: samplingSchema.prefault({}),
});

export const edgeSchema = z.strictObject({ from: z.string(), to: z.string() });

export const teamSchema = z.strictObject({
  /** Name of the base model: a folder of `public/models/`, a path (terminal) or a dropped folder's name (page). */
  base: z.string().min(1).max(1024).default('micro'),
  /** The form in which the matrices of all bases are held; adapters, norms and biases are always f32. */
  weights: z.enum(WEIGHT_FORMS).default('f32'),
  /** The form in which keys and values are kept while messages are written; training rounds them alike. */
  kvCache: z.enum(KV_CACHE_FORMS).default('f32'),
  agents: z.array(agentSchema).min(1).max(32),
  /** The static part of the dependency function 𝒟: `to` sees what `from` said. */
  edges: z.array(edgeSchema).max(1024).default([]),
  /** Whose messages an agent sees: its ancestors in the graph, its direct predecessors, or everybody who spoke before. */
  context: z.enum(['ancestors', 'parents', 'prefix']).default('ancestors'),
  /** 𝒟 that changes with time: from `turn` on the graph has these edges instead. */
  turns: z
    .array(z.strictObject({ turn: z.int().min(1).max(63), edges: z.array(edgeSchema).max(1024) }))
    .max(63)
    .default([]),
  /** What is seen of earlier turns: everything (R1), what 𝒟 showed at the time and one's own, or one's own alone. */
  history: z.enum(['all', 'visible', 'own']).default('all'),
  /** How prompts are laid out: in the workbench's blocks, or by the chat template of the model that reads them. */
  template: z.enum(['workbench', 'model']).default('workbench'),
  /** What a chat template that reads `enable_thinking` is told; `default` leaves it to the template. */
  thinking: z.enum(['default', 'on', 'off']).default('default'),
  /** Calls that the environment's `tool` answers within a message: between which marks they stand, and how many of a message are answered; 0: none. */
  tools: z.strictObject({ open: mark.default('['), close: mark.default(']'), most: z.int().min(0).max(64).default(0) }).prefault({}),
  /** Headers become agent_1 … agent_N and prompts say only which of how many agents this is. */
  anonymous: z.boolean().default(false),
  /**
   * `static`: the graph says who speaks. `dynamic`: one agent calls the others (R3's orchestrator). `routed`: one agent, the router, says
   * which of the graph's connections hold in the turn.
   */
  orchestration: z.enum(['static', 'dynamic', 'routed']).default('static'),
  orchestrator: z
    .strictObject({
      /** The agent that calls the others with orchestration `dynamic`, that routes with `routed`. */
      role: z.string().max(32).default(''),
      /** Maximum number of messages the orchestrator may write in a turn. */
      maxSteps: z.int().min(1).max(100).default(10),
    })
    .prefault({}),
});

export const environmentSchema = z.strictObject({
  /** Display name of the file in the editor. */
  file: z.string().max(200).default('environment.ts'),
  /** TypeScript source of the module (DESIGN §5). */
  source: z.string().max(1_048_576),
  /** Problems from a file; null where the environment makes its own. */
  dataset: datasetSchema.nullable().default(null),
});

export const viewSchema = z.strictObject({
  positions: z.record(z.string(), z.strictObject({ x: z.number().finite(), y: z.number().finite() })).default({}),
  /** Each agent's place in the palette, by role; who has none takes a free one (`colors.ts`). */
  colors: z.record(z.string(), z.int().min(0).max(999)).default({}),
});

/** What is said of a base by whoever has it. */
export const baseFactsSchema = z.strictObject({
  name: z.string().min(1).max(1024),
  /** Of its files; null where it was not here to be measured. */
  bytes: z.int().min(1).nullable(),
  /** `baseFingerprint`, in hexadecimal; null where it was not computed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});

export const documentSchema = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).default(''),
  team: teamSchema,
  environment: environmentSchema,
  training: trainingSchema.prefault({}),
  warmStart: warmStartSchema.prefault({}),
  view: viewSchema.prefault({}),
  /** Written when the project is passed on, of bases that do not ship: so that whoever lacks one is told which it is. Nothing else reads it. */
  bases: z.array(baseFactsSchema).max(64).optional(),
});

export type BaseFacts = z.infer<typeof baseFactsSchema>;
export type AdapterSettings = z.infer<typeof adapterSchema>;
export type SamplingSettings = z.infer<typeof samplingSchema>;
export type ClockSettings = z.infer<typeof clockSchema>;
export type AgentSettings = z.infer<typeof agentSchema>;
export type Edge = z.infer<typeof edgeSchema>;
export type TeamSettings = z.infer<typeof teamSchema>;
export type ProjectDocument = z.infer<typeof documentSchema>;
