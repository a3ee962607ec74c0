/** The panel's own words in the language of the lesson. */
import type { Language } from '../../../core/lessons/lesson.ts';
import { lessonsEn, type LessonsCatalogue } from '../../../words/en/lessons.ts';
import { lessonsZh } from '../../../words/zh/lessons.ts';

const CATALOGUES: Readonly<Record<Language, LessonsCatalogue>> = { en: lessonsEn, zh: lessonsZh };

export function wordsOf(language: Language): LessonsCatalogue {
  return CATALOGUES[language];
}

/** As HTML's `lang` names it. */
export const LANG: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };
