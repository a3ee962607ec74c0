/** The language in which a lesson's parts speak. Outside of a lesson it is English. */
import { createContext, useContext } from 'react';
import type { Language } from '../../../core/lessons/lesson.ts';
import { type LessonsCatalogue, wordsOf } from '../../../words/words.ts';

export const LessonLanguage = createContext<Language>('en');

/** The panel's own words. */
export function useWords(): LessonsCatalogue {
  return wordsOf(useContext(LessonLanguage));
}
