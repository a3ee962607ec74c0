/** Where a prediction stands beside what happened. */
import type { Course, LessonStep, PredictStep } from '../../../../core/lessons/lesson.ts';
import type { LessonProgress, Sure } from '../../../state/lessons/types.ts';

export interface MadePrediction {
  readonly step: PredictStep;
  /** The option chosen. */
  readonly chosen: string;
  /** The option that was borne out; null as long as nothing has shown it. */
  readonly outcome: string | null;
  /** How sure the learner was; null where they did not say. */
  readonly sure: Sure | null;
}

/** The step that shows what was predicted: the next one with something to do or a recorded result, before any other prediction. */
function showing(steps: readonly LessonStep[], from: number): number {
  const next = steps.findIndex((step, index) => index > from && step.kind === 'predict');
  const end = next < 0 ? steps.length : next;
  const shows = steps.findIndex((step, index) => index > from && index < end && (step.kind === 'do' || step.evidence !== undefined));
  return shows < 0 ? Math.min(from + 1, end - 1) : shows;
}

/**
 * The prediction that is told at step `id`: on its own step, and on those after it up to the one that shows what happens. There,
 * and from then on, what happened is told too: where the learner is to do something, once it is done or was seen.
 */
export function predictionAt(
  { steps }: Pick<Course, 'steps'>,
  progress: Pick<LessonProgress, 'states' | 'answers' | 'expected'>,
  id: string,
): MadePrediction | null {
  const at = steps.findIndex((step) => step.id === id);
  const from = steps.findLastIndex((step, index) => index <= at && step.kind === 'predict');
  const step = steps[from];
  if (step?.kind !== 'predict') return null;
  const chosen = progress.answers[step.id];
  if (typeof chosen !== 'string') return null;
  const shown = showing(steps, from);
  if (at > shown) return null;
  const state = progress.states[steps[shown]?.id ?? ''];
  const told = state !== undefined && (steps[shown]?.kind !== 'do' || state !== 'open');
  return { step, chosen, outcome: told ? step.outcome : null, sure: progress.expected?.[step.id]?.sure ?? null };
}
