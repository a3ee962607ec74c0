/** The lesson that is open, and how far each has been taken: what the page shows, and all it can do. */
import type { PresetName } from '../../../core/document/presets/presets.ts';
import type { Before } from '../../../core/lessons/before.ts';
import type { Happening } from '../../../core/lessons/goals.ts';
import type { LessonId } from '../../../core/lessons/lesson.ts';
import type { Sure, Taken } from '../../../core/lessons/taken.ts';

export { type Expected, type StepState, SURE, type Sure } from '../../../core/lessons/taken.ts';

export interface LessonProgress extends Taken {
  /** The step that was open last, by id: where a lesson is gone on with. */
  readonly step: string;
  /** The project that was opened for it. */
  readonly project: string | null;
  /** The newest run that was begun in it. */
  readonly run?: string | null;
  /** What the goal of each `do` step compares with, as it was when the step was entered first in this project. */
  readonly before?: Readonly<Record<string, Before>>;
  /** What has happened in each `do` step since, in this project. */
  readonly happened?: Readonly<Record<string, readonly Happening[]>>;
}

/** The project that was open before the lesson: where leaving leads. */
export interface HomeProject {
  readonly project: string;
  readonly name: string;
  /** The shipped project that it was, unchanged: such a one is not kept, and begun anew. */
  readonly preset: PresetName | null;
  /** The run that was on screen. */
  readonly run: string | null;
}

export interface LessonsState {
  /** Null where none is open. */
  readonly lesson: LessonId | null;
  /** Id of the open step. */
  readonly step: string | null;
  /** Whether the workbench is being brought to where the open step leads. */
  readonly entering: boolean;
  /** Why the lesson, its project or a step could not be opened; null while all is well. */
  readonly fault: string | null;
  /** `closed` is folded away, with a button that brings it back. */
  readonly folded: boolean;
  /** The learner's own project, which leaving leads back to; null where the lesson's was open already. */
  readonly home: HomeProject | null;
  readonly progress: Readonly<Partial<Record<LessonId, LessonProgress>>>;
  /** Opens a lesson where it was left, or at a step; opens its project (or the one that it already has). Never rejects. */
  start(lesson: LessonId, step?: string): Promise<void>;
  /** The same on the project that is open, which a teacher's link brought. */
  startHere(lesson: LessonId, step?: string): Promise<void>;
  /** Goes on with the lesson that was open when the page was left, where its project is open now. */
  resume(): Promise<void>;
  /** From its beginning, with a fresh project; what was answered is forgotten. */
  restart(lesson: LessonId): Promise<void>;
  /** Closes the lesson and opens the learner's own project again. */
  leave(): void;
  /** Forgets what was answered and done in a lesson, and closes it where it is open; its project stays. */
  forget(lesson: LessonId): void;
  fold(folded: boolean): void;
  /** Goes to a step that may be entered: none beyond the first prediction that was not made. */
  go(step: string): void;
  next(): void;
  previous(): void;
  /** The first prediction counts: what follows shows the outcome. Of the open step, or of the one `ahead` of it. */
  predict(option: string, sure?: Sure | null, ahead?: string): void;
  /** What the learner expects of the open step, in their words; kept while it is not done. */
  expect(text: string, sure: Sure | null): void;
  answer(answer: string | Readonly<Record<string, number>>): void;
  /** Shows the recorded run or figure of a `do` step. */
  showRecorded(): void;
  assist(): void;
}
