/** Compat switches under which an update works with other log-probabilities than those that were sampled with. */
import type { Compat } from '../document/trainingSchema.ts';
import { isUntempered } from './untempered.ts';

/** Whether the update scores a message by another distribution, or under another prompt, than it was sampled from. */
export const scoresOtherwise = (message: { readonly training_prompt_ids?: readonly number[] }, compat: readonly Compat[]): boolean =>
  isUntempered(compat) || message.training_prompt_ids !== undefined;
