/** Opens a lesson from wherever it is offered; all about lessons is fetched only then. */
import type { LessonId } from '../../../core/lessons/lesson.ts';

export async function startLesson(lesson: LessonId, step?: string): Promise<void> {
  const { lessonsStore } = await import('../../state/lessons/lessons.ts');
  await lessonsStore.getState().start(lesson, step);
}
