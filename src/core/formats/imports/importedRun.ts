/**
 * A run that something else trained, as any reader of a foreign format tells it: what its files hold and nothing more. Null is
 * unknown, everywhere: no reader writes a 0, an empty text or a guess where its source says nothing (docs/imports.md).
 */
import type { Split } from '../../environment/contract.ts';
import type { FinishReason, PromptPart } from '../../episode/records.ts';
import type { Json } from '../../json.ts';

/** What wrote the files. `workbench` are rollouts of our own without their run; `unknown` are rows whose columns a person named. */
export const IMPORT_SOURCES = [
  'workbench',
  'prime-rl',
  'verl',
  'trl',
  'verifiers',
  'areal',
  'opentelemetry',
  'langsmith',
  'langfuse',
  'phoenix',
  'tfevents',
  'wandb',
  'trackio',
  'metrics',
  'unknown',
] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export type { PromptPart } from '../../episode/records.ts';

/** What one agent generated at one time. Arrays by token have one entry per response token. */
export interface ImportedMessage {
  /** The agent, as the file calls it. */
  readonly agent: string | null;
  readonly turn: number | null;
  /** What it read, as text; null where only ids are known, or nothing. */
  readonly prompt: readonly PromptPart[] | null;
  readonly promptIds: readonly number[] | null;
  /** What it said; null where only ids are known. */
  readonly text: string | null;
  readonly responseIds: readonly number[] | null;
  /** The words of its response tokens; a tokenizer's vocabulary is not needed where they are there. */
  readonly tokens: readonly string[] | null;
  /** Which response tokens carried loss. */
  readonly responseMask: readonly boolean[] | null;
  /** Natural logarithms, of the distribution sampled from. */
  readonly logprobs: readonly number[] | null;
  /** The same under the policy that was trained, where the source tells it apart from what sampled. */
  readonly trainerLogprobs: readonly number[] | null;
  readonly refLogprobs: readonly number[] | null;
  /** Nats. */
  readonly entropies: readonly number[] | null;
  readonly values: readonly number[] | null;
  readonly tokenRewards: readonly number[] | null;
  /** As the trainer used or recorded them; one of a message stands at each of its tokens, or alone where no tokens are known. */
  readonly advantages: readonly number[] | null;
  readonly returns: readonly number[] | null;
  /** What this message was paid. */
  readonly reward: number | null;
  readonly finish: FinishReason | null;
  readonly temperature: number | null;
  readonly maxTokens: number | null;
}

/** A message of which nothing is known but what `known` says. */
export function importedMessage(known: Partial<ImportedMessage>): ImportedMessage {
  return { ...NOTHING_KNOWN, ...known };
}

const NOTHING_KNOWN: ImportedMessage = {
  agent: null,
  turn: null,
  prompt: null,
  promptIds: null,
  text: null,
  responseIds: null,
  tokens: null,
  responseMask: null,
  logprobs: null,
  trainerLogprobs: null,
  refLogprobs: null,
  entropies: null,
  values: null,
  tokenRewards: null,
  advantages: null,
  returns: null,
  reward: null,
  finish: null,
  temperature: null,
  maxTokens: null,
};

export interface ImportedEpisode {
  /** The trainer's step; null where the source has none, as traces of a service. */
  readonly step: number | null;
  /** What the source calls it. */
  readonly id: string | null;
  /** Episodes of one group answer the same problem and are compared; null where that is unknown. */
  readonly group: string | null;
  readonly split: Split | null;
  /** The first thing that was asked, as text. */
  readonly problem: string | null;
  readonly reward: number | null;
  /** By agent; empty where it is unknown who was paid what. */
  readonly rewards: Readonly<Record<string, number>>;
  /** By the names of reward functions, measures, scores. */
  readonly skills: Readonly<Record<string, number>>;
  readonly terminated: boolean | null;
  readonly truncated: boolean | null;
  readonly messages: readonly ImportedMessage[];
  /** Whatever else stands beside it, as it stands there. */
  readonly info: Readonly<Record<string, Json>>;
}

/** An episode of which nothing is known but what `known` says. */
export function importedEpisode(known: Partial<ImportedEpisode>): ImportedEpisode {
  return { ...NOTHING_KNOWN_OF_IT, ...known };
}

const NOTHING_KNOWN_OF_IT: ImportedEpisode = {
  step: null,
  id: null,
  group: null,
  split: null,
  problem: null,
  reward: null,
  rewards: {},
  skills: {},
  terminated: null,
  truncated: null,
  messages: [],
  info: {},
};

/** A point of the run's curves. */
export interface ImportedMetrics {
  readonly step: number;
  /** By the source's own names; what is no finite number is left out. */
  readonly values: Readonly<Record<string, number>>;
}

/** What a reader hands over, in the order of its files. */
export type ImportedPart =
  | { readonly kind: 'episode'; readonly episode: ImportedEpisode }
  | { readonly kind: 'metrics'; readonly metrics: ImportedMetrics }
  /** Something a person should know of what was read, such as lines that were passed over. */
  | { readonly kind: 'notice'; readonly code: string; readonly message: string };
