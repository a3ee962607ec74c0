/** The address that opens a lesson for students: its project, a trimmed view of it, and the lesson beside both. */
import { teacherViewSchema, LOCKABLE, type TeacherView } from '../../../../core/share/teach.ts';
import type { Course } from '../../../../core/lessons/lesson.ts';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { LessonWords } from '../../../../core/lessons/words.ts';
import { presetProject } from '../../../state/document/defaultProject.ts';
import { linkOf } from '../../../kit/projects/links.ts';

/** The project that a lesson opens, called after it. Throws `E_ENV_FETCH`. */
export async function lessonProject({ project: { preset, prepare } }: Course, { title }: LessonWords): Promise<ProjectDocument> {
  const document = await presetProject(preset);
  return { ...(prepare?.(document) ?? document), name: title };
}

/** What students see of it, and what they may change. */
export function lessonView({ trimmed }: Course, { title }: LessonWords): TeacherView {
  return teacherViewSchema.parse({ ...trimmed, title });
}

export async function lessonLink(course: Course, words: LessonWords): Promise<string> {
  return `${linkOf(await lessonProject(course, words), { lesson: lessonView(course, words) })}&lesson=${course.id}`;
}

/** The parts of a document that a view locks whole, for a sentence; finer ones are of these. */
export function lockedParts({ locked }: Pick<TeacherView, 'locked'>): readonly string[] {
  return [...new Set(locked.map((path) => path.split('.')[0] ?? path))].toSorted(
    (a, b) => LOCKABLE.findIndex((part) => part === a) - LOCKABLE.findIndex((part) => part === b),
  );
}
