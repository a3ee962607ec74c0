/** Decides what an open lesson does when a person opens another project. */
import { openLessonText } from '../../../words/words.ts';
import type { LessonProgress } from './types.ts';

/** Says what to do: `follow` its project into the copy it became, say that the lesson is `astray`, or take that `back`. */
export function afterSwitch(
  { project: its }: Pick<LessonProgress, 'project'>,
  project: string,
  copied: boolean,
  fault: string | null,
): 'follow' | 'astray' | 'back' | 'nothing' {
  if (copied) return 'follow';
  if (project !== its) return 'astray';
  return fault === openLessonText.astray ? 'back' : 'nothing';
}
