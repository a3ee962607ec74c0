/** The lesson panel's own words in the language of the lesson, which need not be the page's. */
import { lessonsEn, type LessonsCatalogue } from './en/learn/lessons.ts';
import { lessonsZh } from './zh/learn/lessons.ts';

const CATALOGUES = { en: lessonsEn, zh: lessonsZh } satisfies Readonly<Record<string, LessonsCatalogue>>;

export function wordsOf(language: keyof typeof CATALOGUES): LessonsCatalogue {
  return CATALOGUES[language];
}

/** As HTML's `lang` names it. */
export const LANG: Readonly<Record<keyof typeof CATALOGUES, string>> = { en: 'en', zh: 'zh-Hans' };
