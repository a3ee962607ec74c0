/** What a learner answered: whether it is an answer to the step at all, and whether it is right. */
import type { CheckStep, LessonStep } from './lesson.ts';

/** The id of an option, or the numbers given, by what is asked. */
export type Answer = string | Readonly<Record<string, number>>;

/** `answer` where it answers the step; null where it is no option of it, or not all its numbers. */
export function answerTo(step: LessonStep, answer: unknown): Answer | null {
  if (step.kind !== 'predict' && step.kind !== 'check') return null;
  if ('options' in step) return step.options.find((option) => option === answer) ?? null;
  if (typeof answer !== 'object' || answer === null) return null;
  const given = answer as Readonly<Record<string, unknown>>;
  const numbers = step.numbers.map(({ id }) => [id, Object.hasOwn(given, id) ? given[id] : undefined] as const);
  if (!numbers.every((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1]))) return null;
  return Object.fromEntries(numbers);
}

/** Whether each number that was given is near enough, by what is asked. */
export function numbersRight(step: CheckStep, answer: Answer): Readonly<Record<string, boolean>> {
  if (!('numbers' in step) || typeof answer === 'string') return {};
  // A hair more than what is allowed, for what the subtraction itself rounds.
  return Object.fromEntries(
    step.numbers.map(({ id, value, within }) => [id, Math.abs((answer[id] ?? Number.NaN) - value) <= within * (1 + 1e-9) + 1e-12]),
  );
}

/** Whether a check is answered right. */
export function isRight(step: CheckStep, answer: Answer): boolean {
  if ('options' in step) return answer === step.right;
  return typeof answer !== 'string' && Object.values(numbersRight(step, answer)).every(Boolean);
}
