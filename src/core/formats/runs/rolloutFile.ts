/**
 * The JSON Lines of a run folder, read. They may be broken or of another version, so every line is checked before a
 * component sees it; a fault names the file and the line.
 */
import type { MetricsRow } from '../../metricsRow.ts';
import { z } from 'zod';
import { chosenSchema } from '../../environment/chosenGraph.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { faultAt } from '../../faultAt.ts';
import { runFileFaults } from '../../../words/words.ts';
import { parseJsonLines } from '../jsonl.ts';

const ids = z.array(z.number());

/** An episode's line, in which a number is what `number` takes. */
function episodeSchemaOf(number: z.ZodType<number>) {
  const numbers = z.array(number);
  const message = z.object({
    role: z.string(),
    turn: z.number(),
    call: z.number(),
    sees: ids,
    adapter_version: number,
    prompt_ids: ids,
    segments: z.array(
      z.object({
        kind: z.enum(['scaffold', 'sampled']),
        source: z.enum(['system', 'observation', 'transition', 'message', 'header', 'response', 'thought']),
        role: z.string().optional(),
        start: z.number(),
        end: z.number(),
      }),
    ),
    prompt_parts: z.array(z.object({ role: z.string(), text: z.string() })).optional(),
    training_prompt_ids: ids.optional(),
    critic_prompt_ids: ids.optional(),
    response_ids: ids,
    tools: z.array(z.object({ after: z.number(), call: z.string(), text: z.string(), ids })).optional(),
    finish_reason: z.enum(['stop', 'length', 'interrupted']).nullable(),
    max_tokens: z.number().optional(),
    tokens_in_time: z.number().optional(),
    started: z.number().optional(),
    arrived: z.number().optional(),
    text: z.string(),
    temperature: number,
    kept: z.array(ids).optional(),
    logprobs: numbers,
    ref_logprobs: numbers,
    teacher_logprobs: numbers.optional(),
    values: numbers,
    entropies: numbers,
    tree_values: z.record(z.string(), z.number()).optional(),
    running_mean: z.number().optional(),
    counterfactual: z
      .object({
        worth: z.record(z.string(), z.number()),
        others: z.array(z.object({ response_ids: ids, text: z.string(), worth: z.record(z.string(), z.number()) })),
      })
      .optional(),
    token_rewards: numbers,
    advantages: numbers,
    returns: numbers,
    response_mask: z.array(z.boolean()).optional(),
    trainer_logprobs: numbers.optional(),
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
  return z.object({
    iteration: z.number(),
    episode: z.number(),
    seed: number,
    split: z.enum(['train', 'test']),
    problem_index: number,
    group: z.number(),
    problem: z.string(),
    reward: number,
    rewards: z.record(z.string(), z.number()),
    turn_rewards: z.array(z.union([z.number(), z.record(z.string(), z.number())])),
    step_rewards: numbers.optional(),
    terminated: z.boolean().nullable(),
    truncated: z.boolean().nullable(),
    hidden_states: z.array(z.string()).optional(),
    dependencies: z.array(chosenSchema.nullable()).optional(),
    bootstrap: number,
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
    messages: z.array(message),
  });
}

const episodeSchema = episodeSchemaOf(z.number());
/** Of an imported run: null is unknown, which is NaN here. */
const importedSchema = episodeSchemaOf(z.preprocess((value) => value ?? Number.NaN, z.number().or(z.nan())));

const rowSchema = z.record(z.string(), z.number());

/** A value checked by `schema`, or else by `other`; `file` and `entry` are named in faults. */
function checkedValue<T>(value: unknown, file: string, entry: number, schema: z.ZodType<T>, other?: z.ZodType<T>): T {
  const strict = schema.safeParse(value);
  const checked = strict.success || !other ? strict : other.safeParse(value);
  if (checked.success) return checked.data;
  throw faultAt(runFileFaults, 'E_RUN_FILE', { found: 'entry', subject: file, entry }, z.prettifyError(checked.error));
}

/** The values of `text`'s lines, checked so. */
function parseLines<T>(text: string, file: string, schema: z.ZodType<T>, other?: z.ZodType<T>): T[] {
  return parseJsonLines(text, file).map((value, index) => checkedValue(value, file, index + 1, schema, other));
}

/** One line's value as an episode. */
export function parseEpisode(value: unknown, file: string, entry: number): EpisodeRecord {
  return checkedValue(value, file, entry, episodeSchema, importedSchema);
}

/** Episodes of a `rollouts/<iteration>.jsonl`. Those of our own runs, where no number is unknown, are read in half the time. */
export function parseEpisodes(text: string, file: string): EpisodeRecord[] {
  return parseLines(text, file, episodeSchema, importedSchema);
}

/** Rows of a `metrics.jsonl` or `timing.jsonl`. */
export function parseRows(text: string, file: string): MetricsRow[] {
  return parseLines(text, file, rowSchema);
}
