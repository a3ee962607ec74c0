/** A lesson's course and its words in one language, fetched when they are first shown. */
import { useEffect, useState } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { Course, Language, LessonId } from '../../../core/lessons/lesson.ts';
import type { LessonWords } from '../../../core/lessons/words.ts';
import { loadCourse, loadWords } from '../../../lessons/index.ts';

export interface LessonContent {
  readonly course: Course;
  readonly words: LessonWords;
}

type Fetched = { readonly content: LessonContent } | { readonly fault: Fault };

/** What was fetched, so that a step back to it waits for nothing. */
const known = new Map<string, LessonContent>();

/** Null while it is fetched. A translation that is on its way leaves the language before it on screen. */
export function useLessonContent(
  lesson: LessonId,
  language: Language,
): { readonly content: LessonContent | null; readonly fault: Fault | null; readonly retry: () => void } {
  const key = `${lesson} ${language}`;
  const [fetched, setFetched] = useState<{ readonly lesson: LessonId; readonly key: string; readonly result: Fetched } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    void fetchContent(lesson, language).then((result) => {
      if (!stale) setFetched({ lesson, key, result });
    });
    return () => {
      stale = true;
    };
  }, [lesson, language, key, tries]);
  const now = known.get(key);
  const result = now ? { content: now } : fetched?.lesson === lesson ? fetched.result : null;
  return {
    content: result && 'content' in result ? result.content : null,
    fault: result && 'fault' in result && fetched?.key === key ? result.fault : null,
    retry: () => setTries(tries + 1),
  };
}

async function fetchContent(lesson: LessonId, language: Language): Promise<Fetched> {
  try {
    const [course, words] = await Promise.all([loadCourse(lesson), loadWords(lesson, language)]);
    const content = { course, words };
    known.set(`${lesson} ${language}`, content);
    return { content };
  } catch (error) {
    return { fault: faultFrom(error) };
  }
}
