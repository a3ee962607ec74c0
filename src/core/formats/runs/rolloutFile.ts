/**
 * The JSON Lines of a run folder, read. They may be broken or of another version, so every line is checked before a
 * component sees it; a fault names the file and the line.
 */
import type { MetricsRow } from '../../metricsRow.ts';
import { z } from 'zod';
import type { EpisodeRecord } from '../../episode/records.ts';
import { faultAt } from '../../faultAt.ts';
import { runFileFaults } from '../../../words/words.ts';
import { parseJsonLines } from '../jsonl.ts';

const numbers = z.array(z.number());

const messageSchema = z.object({
  role: z.string(),
  turn: z.number(),
  call: z.number(),
  sees: numbers,
  adapter_version: z.number(),
  prompt_ids: numbers,
  segments: z.array(
    z.object({
      kind: z.enum(['scaffold', 'sampled']),
      source: z.enum(['system', 'observation', 'transition', 'message', 'header', 'response', 'thought']),
      role: z.string().optional(),
      start: z.number(),
      end: z.number(),
    }),
  ),
  training_prompt_ids: numbers.optional(),
  response_ids: numbers,
  finish_reason: z.enum(['stop', 'length']),
  max_tokens: z.number().optional(),
  text: z.string(),
  temperature: z.number(),
  kept: z.array(numbers).optional(),
  logprobs: numbers,
  ref_logprobs: numbers,
  values: numbers,
  entropies: numbers,
  tree_values: z.record(z.string(), z.number()).optional(),
  token_rewards: numbers,
  advantages: numbers,
  returns: numbers,
  receipt: z
    .object({
      updated_logprobs: numbers,
      push: numbers,
      clipped: numbers,
      normalized_advantages: numbers,
      gated: z.number().optional(),
      left_out: z.boolean().optional(),
      first_ratio_deviation: z.number().optional(),
      undone: z.enum(['kl_gate', 'rollback']).optional(),
    })
    .optional(),
});

const episodeSchema = z.object({
  iteration: z.number(),
  episode: z.number(),
  seed: z.number(),
  split: z.enum(['train', 'test']),
  problem_index: z.number(),
  group: z.number(),
  problem: z.string(),
  reward: z.number(),
  rewards: z.record(z.string(), z.number()),
  turn_rewards: z.array(z.union([z.number(), z.record(z.string(), z.number())])),
  step_rewards: numbers.optional(),
  terminated: z.boolean(),
  truncated: z.boolean(),
  bootstrap: z.number(),
  skills: z.record(z.string(), z.number()).optional(),
  info: z.record(z.string(), z.json()).optional(),
  routing: z
    .object({
      orchestrator_calls: z.number(),
      specialist_calls: z.number(),
      unknown_role: z.number(),
      no_tag: z.number(),
      limit: z.number(),
    })
    .optional(),
  messages: z.array(messageSchema),
});

const rowSchema = z.record(z.string(), z.number());

/** The values of `text`'s lines, checked by `schema`; `file` is named in faults. */
function parseLines<T>(text: string, file: string, schema: z.ZodType<T>): T[] {
  return parseJsonLines(text, file).map((value, index) => {
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
    throw faultAt(runFileFaults, 'E_RUN_FILE', { found: 'entry', subject: file, entry: index + 1 }, z.prettifyError(checked.error));
  });
}

/** Episodes of a `rollouts/<iteration>.jsonl`. */
export function parseEpisodes(text: string, file: string): EpisodeRecord[] {
  return parseLines(text, file, episodeSchema);
}

/** Rows of a `metrics.jsonl` or `timing.jsonl`. */
export function parseRows(text: string, file: string): MetricsRow[] {
  return parseLines(text, file, rowSchema);
}
