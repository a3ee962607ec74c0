/**
 * R3 samples the messages of parallel agents from one snapshot of the transcript, then trains each on the one sequence in
 * which all of them stand, as though the later had read the elder (marft-spec §12.1). `r3_linear_training`.
 */
import type { Compat } from '../document/trainingSchema.ts';

export const trainsLinearly = (compat: readonly Compat[]): boolean => compat.includes('r3_linear_training');

/** Indices in the turn of all that was said before `index`: what its message is trained to have read. */
export const readInTraining = (index: number): number[] => Array.from({ length: index }, (_, earlier) => earlier);

interface Prompted {
  readonly prompt_ids: readonly number[];
  readonly training_prompt_ids?: readonly number[];
}

/** What a critic read before a message. */
export const valuedPrompt = (message: Prompted & { readonly critic_prompt_ids?: readonly number[] }): readonly number[] =>
  message.critic_prompt_ids ?? trainedPrompt(message);

/** The prompt a message is scored under, and valued unless its critic reads more: the one it was sampled from, or R3's. */
export const trainedPrompt = (message: Prompted): readonly number[] => message.training_prompt_ids ?? message.prompt_ids;
