/** Which column of a person's rows is likely what, from names and from what stands there, each with the reason to show beside it. */
import { type GuessReason, MAPPED_FIELDS, type MappedField, type RowMapping } from '../mapping.ts';
import { chatOf } from '../traces/chat.ts';
import type { Table } from '../traces/values.ts';
import { mappedRow } from './mappedRow.ts';
import { cellAt, columnsIn } from './tableRows.ts';

/** Rows that are looked at. */
export const LOOKED_AT = 2_000;

export interface Guess {
  readonly field: MappedField;
  readonly column: string;
  readonly reason: GuessReason;
}

/** Names that trainers and data sets give to each, likeliest first, without case and with `_` for anything between words. */
const NAMES: Readonly<Record<MappedField, readonly string[]>> = {
  completion: [
    'completion',
    'completions',
    'response',
    'responses',
    'output',
    'outputs',
    'generation',
    'generated_text',
    'model_output',
    'answer_text',
    'text',
    'content',
    'action',
  ],
  prompt: ['prompt', 'prompts', 'input', 'inputs', 'question', 'query', 'instruction', 'problem', 'messages', 'context', 'observation'],
  reward: ['reward', 'rewards', 'score', 'final_reward', 'total_reward', 'return', 'acc', 'accuracy', 'correct'],
  group: ['group', 'group_id', 'prompt_id', 'problem_id', 'question_id', 'example_id', 'task_id', 'uid', 'index'],
  agent: ['agent', 'agent_id', 'agent_name', 'role', 'speaker', 'seat', 'name', 'player'],
  step: ['step', 'global_step', 'training_step', 'iteration', 'iter', 'update'],
  episode: ['episode', 'episode_id', 'trajectory_id', 'traj_id', 'rollout_id', 'conversation_id', 'session_id', 'trace_id', 'dialog_id'],
  advantage: ['advantage', 'advantages', 'adv'],
  logprobs: ['logprobs', 'log_probs', 'response_logprobs', 'output_logprobs', 'old_log_probs', 'sampling_logprobs', 'rollout_log_probs'],
  token_ids: ['token_ids', 'response_ids', 'completion_ids', 'output_ids', 'output_token_ids', 'response_token_ids', 'tokens'],
};

type Test = (cell: unknown) => boolean;

const isNumber: Test = (cell) => typeof cell === 'number' || typeof cell === 'boolean';
const isNumbers = (cell: unknown): cell is readonly number[] =>
  Array.isArray(cell) && cell.length > 0 && cell.every((one) => typeof one === 'number');
const isIds: Test = (cell) => isNumbers(cell) && cell.every((one) => Number.isInteger(one) && one >= 0);
const isLogprobs: Test = (cell) => isNumbers(cell) && cell.every((one) => one <= 0) && cell.some((one) => !Number.isInteger(one));
const isChat: Test = (cell) => typeof cell === 'object' && chatOf(cell) !== null;
const isName: Test = (cell) => typeof cell === 'string' || (typeof cell === 'number' && Number.isFinite(cell));

/** What a column must hold to be proposed by its name. */
const HOLDS: Readonly<Record<MappedField, Test>> = {
  completion: (cell) => typeof cell === 'string' || isChat(cell),
  prompt: (cell) => typeof cell === 'string' || isChat(cell),
  reward: isNumber,
  group: isName,
  agent: (cell) => typeof cell === 'string' && cell.length < 100,
  step: (cell) => Number.isInteger(cell),
  episode: isName,
  advantage: (cell) => typeof cell === 'number' || isNumbers(cell),
  logprobs: isNumbers,
  token_ids: isIds,
};

/** A proposal for each field that some column fits; no column is proposed twice, but for prompts by which answers are compared. */
export function guessMapping(rows: readonly Table[]): readonly Guess[] {
  const some = rows.slice(0, LOOKED_AT);
  const columns = columnsIn(some);
  const cells = new Map(
    columns.map((column) => [column, some.map((row) => cellAt(row, column)).filter((cell) => cell !== undefined && cell !== null)]),
  );
  const all = (column: string, test: Test): boolean => {
    const found = cells.get(column) ?? [];
    return found.length > 0 && found.every(test);
  };
  const guesses: Guess[] = [];
  const free = (column: string): boolean => guesses.every((guess) => guess.column !== column);
  const propose = (field: MappedField, column: string | undefined, reason: GuessReason): void => {
    if (column !== undefined && guesses.every((guess) => guess.field !== field)) guesses.push({ field, column, reason });
  };
  for (const field of MAPPED_FIELDS) {
    const fitting = columns.filter((column) => free(column) && all(column, HOLDS[field]));
    const named = NAMES[field].flatMap(
      (name) => fitting.find((column) => plain(column) === name) ?? fitting.find((column) => lastOf(column) === name) ?? [],
    );
    propose(field, named[0], 'name');
  }
  propose(
    'logprobs',
    columns.find((column) => free(column) && all(column, isLogprobs)),
    'log_probabilities',
  );
  propose(
    'token_ids',
    columns.find((column) => free(column) && all(column, isIds)),
    'token_ids',
  );
  propose(
    'prompt',
    columns.find((column) => free(column) && all(column, isChat)),
    'chat',
  );
  const length = (column: string): number => {
    const texts = (cells.get(column) ?? []).map(String);
    return texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  };
  const texts = columns
    .filter((column) => free(column) && all(column, (cell) => typeof cell === 'string'))
    .toSorted((a, b) => length(b) - length(a));
  // Something must be what was said: a person sees it on the first rows and can say otherwise.
  propose('completion', texts[0], 'longest_text');
  // Answers to one prompt are compared, where prompts repeat and nothing else says which belong together.
  const prompt = guesses.find(({ field }) => field === 'prompt')?.column;
  const asked = (prompt === undefined ? [] : (cells.get(prompt) ?? [])).map((cell) => JSON.stringify(cell));
  const distinct = new Set(asked).size;
  if (!guesses.some(({ field }) => field === 'episode') && distinct > 0 && distinct <= asked.length / 2)
    propose('group', prompt, 'repeated_prompt');
  // What cannot be read as proposed, such as log-probabilities of another number than tokens, is not proposed.
  const mapping = mappingOf(guesses);
  const unread = new Set(some.flatMap((row) => mappedRow({ line: 1, row }, mapping).problems.map(({ field }) => field)));
  const left = guesses.filter(({ field }) => !unread.has(field));
  return left.toSorted((a, b) => MAPPED_FIELDS.indexOf(a.field) - MAPPED_FIELDS.indexOf(b.field));
}

/** The proposals as a mapping. */
export const mappingOf = (guesses: readonly Guess[]): RowMapping => Object.fromEntries(guesses.map(({ field, column }) => [field, column]));

/** Why each is proposed. */
export const reasonsOf = (guesses: readonly Guess[]): Readonly<Partial<Record<MappedField, GuessReason>>> =>
  Object.fromEntries(guesses.map(({ field, reason }) => [field, reason]));

const plain = (column: string): string =>
  column
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

const lastOf = (column: string): string => plain(column.slice(column.lastIndexOf('.') + 1));
