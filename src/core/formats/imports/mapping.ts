/** Which column of a person's own rows is what. Kept by the page for the next file with the same columns. */

/** What a column may be. `agent`, `group`, `step` and `episode` tell rows apart; an episode's rows are its messages, in their order. */
export const MAPPED_FIELDS = [
  'prompt',
  'completion',
  'reward',
  'group',
  'agent',
  'step',
  'episode',
  'advantage',
  'logprobs',
  'token_ids',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/**
 * Why a column is taken for what it is until a person says otherwise: by its name, or by what stands in it, and of a group because
 * prompts repeat.
 */
export type GuessReason = 'name' | 'chat' | 'longest_text' | 'log_probabilities' | 'token_ids' | 'repeated_prompt';

/** The column of each field, a dotted path where rows are nested; a field without one is unknown. `completion` must have one. */
export type RowMapping = Readonly<Partial<Record<MappedField, string>>>;
