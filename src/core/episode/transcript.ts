/** What an agent's prompt is a part of: a branch of its own, or a text that the team shares. */
import { trainsLinearly } from '../compat/linearTraining.ts';
import type { Compat } from '../document/trainingSchema.ts';

/**
 * How much of a turn is one text: each agent's own branch by 𝒟; one transcript, in which a missing edge hides nothing and
 * nobody speaks in parallel; or R3's own, to which the agents of a layer add at the same time without reading one another.
 */
export type TranscriptShape = 'branches' | 'linear' | 'layers';

export function transcriptOf(compat: readonly Compat[]): TranscriptShape {
  if (!compat.includes('r3_linear_transcript')) return 'branches';
  return trainsLinearly(compat) ? 'layers' : 'linear';
}
