/** The lesson that is open, and how far each has been taken: what the page shows, and all it can do. */
import type { Language, LessonId } from '../../core/lessons/lesson.ts';

/** How a step was left behind. `recorded`: seen in the recorded run instead of done. `assisted`: done by “Do it for me”. */
export type StepState = 'open' | 'done' | 'recorded' | 'assisted';

export interface LessonProgress {
  /** The step that was open last, by id: where a lesson is gone on with. */
  readonly step: string;
  readonly states: Readonly<Record<string, StepState>>;
  /** Options chosen, and numbers given, by step. */
  readonly answers: Readonly<Record<string, string | Readonly<Record<string, number>>>>;
  /** The project that was opened for it. */
  readonly project: string | null;
}

export interface LessonsState {
  readonly language: Language;
  /** Null where none is open. */
  readonly lesson: LessonId | null;
  /** Id of the open step. */
  readonly step: string | null;
  /** Why the lesson could not be opened, or its project; null while all is well. */
  readonly fault: string | null;
  /** `closed` is folded away, with a button that brings it back. */
  readonly folded: boolean;
  readonly progress: Readonly<Partial<Record<LessonId, LessonProgress>>>;
  /** Opens a lesson where it was left, or at a step; opens its project (or the one that it already has). */
  start(lesson: LessonId, step?: string): Promise<void>;
  /** From its beginning, with a fresh project; what was answered is forgotten. */
  restart(lesson: LessonId): Promise<void>;
  leave(): void;
  fold(folded: boolean): void;
  /** Goes to a step that may be entered: none beyond the first prediction that was not made. */
  go(step: string): void;
  next(): void;
  previous(): void;
  predict(option: string): void;
  answer(answer: string | Readonly<Record<string, number>>): void;
  /** Shows the recorded run or figure of a `do` step. */
  showRecorded(): void;
  assist(): void;
  speak(language: Language): void;
}
