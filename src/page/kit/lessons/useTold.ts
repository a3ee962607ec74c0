/** A lesson's course and its words in one language, fetched when they are first shown. */
import { useEffect, useState } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { Course, Language, LessonId } from '../../../core/lessons/lesson.ts';
import type { LessonWords } from '../../../core/lessons/words.ts';
import { loadCourse, loadWords } from '../../../lessons/index.ts';

export interface Told {
  readonly course: Course;
  readonly words: LessonWords;
}

type Fetched = { readonly told: Told } | { readonly fault: Fault };

/** What was fetched, so that a step back to it waits for nothing. */
const known = new Map<string, Told>();

/** Null while it is fetched. A translation that is on its way leaves the language before it on screen. */
export function useTold(
  lesson: LessonId,
  language: Language,
): { readonly told: Told | null; readonly fault: Fault | null; readonly retry: () => void } {
  const key = `${lesson} ${language}`;
  const [fetched, setFetched] = useState<{ readonly lesson: LessonId; readonly key: string; readonly result: Fetched } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    void fetchTold(lesson, language).then((result) => {
      if (!stale) setFetched({ lesson, key, result });
    });
    return () => {
      stale = true;
    };
  }, [lesson, language, key, tries]);
  const now = known.get(key);
  const result = now ? { told: now } : fetched?.lesson === lesson ? fetched.result : null;
  return {
    told: result && 'told' in result ? result.told : null,
    fault: result && 'fault' in result && fetched?.key === key ? result.fault : null,
    retry: () => setTries(tries + 1),
  };
}

async function fetchTold(lesson: LessonId, language: Language): Promise<Fetched> {
  try {
    const [course, words] = await Promise.all([loadCourse(lesson), loadWords(lesson, language)]);
    const told = { course, words };
    known.set(`${lesson} ${language}`, told);
    return { told };
  } catch (error) {
    return { fault: faultFrom(error) };
  }
}
