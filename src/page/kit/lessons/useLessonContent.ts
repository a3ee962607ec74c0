/** A lesson's course and its words, fetched when they are first shown. */
import { useEffect, useState } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { Course, LessonId } from '../../../core/lessons/lesson.ts';
import type { LessonWords } from '../../../core/lessons/words.ts';
import { loadCourse, loadWords } from '../../../lessons/index.ts';
import { languageSpoken } from '../../../words/words.ts';

export interface LessonContent {
  readonly course: Course;
  readonly words: LessonWords;
}

type Fetched = { readonly content: LessonContent } | { readonly fault: Fault };

/** What was fetched, so that a step back to it waits for nothing. */
const known = new Map<LessonId, LessonContent>();

/** Null while it is fetched. */
export function useLessonContent(lesson: LessonId): {
  readonly content: LessonContent | null;
  readonly fault: Fault | null;
  readonly retry: () => void;
} {
  const [fetched, setFetched] = useState<{ readonly lesson: LessonId; readonly result: Fetched } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stale = false;
    void fetchContent(lesson).then((result) => {
      if (!stale) setFetched({ lesson, result });
    });
    return () => {
      stale = true;
    };
  }, [lesson, tries]);
  const now = known.get(lesson);
  const result = now ? { content: now } : fetched?.lesson === lesson ? fetched.result : null;
  return {
    content: result && 'content' in result ? result.content : null,
    fault: result && 'fault' in result ? result.fault : null,
    retry: () => setTries(tries + 1),
  };
}

async function fetchContent(lesson: LessonId): Promise<Fetched> {
  try {
    const [course, words] = await Promise.all([loadCourse(lesson), loadWords(lesson, languageSpoken())]);
    const content = { course, words };
    known.set(lesson, content);
    return { content };
  } catch (error) {
    return { fault: faultFrom(error) };
  }
}
