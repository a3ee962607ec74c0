/** Courses and words of several lessons, once all of them are here. */
import { useEffect, useState } from 'react';
import { faultFrom, type Fault } from '../../../../core/faults.ts';
import type { LessonId } from '../../../../core/lessons/lesson.ts';
import { loadCourse, loadWords } from '../../../../lessons/index.ts';
import { languageSpoken } from '../../../../words/words.ts';
import type { LessonContent } from '../../../kit/lessons/useLessonContent.ts';

interface Fetched {
  readonly key: string;
  readonly contents: readonly LessonContent[] | null;
  readonly fault: Fault | null;
}

/** `contents` is null while they are fetched, and where one could not be: then `fault` says why. */
export function useLessonContents(lessons: readonly LessonId[]): Omit<Fetched, 'key'> {
  const key = lessons.join(' ');
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    let stale = false;
    const put = (result: Fetched): void => {
      if (!stale) setFetched(result);
    };
    Promise.all(lessons.map(async (lesson) => ({ course: await loadCourse(lesson), words: await loadWords(lesson, languageSpoken()) })))
      .then((contents) => put({ key, contents, fault: null }))
      .catch((error: unknown) => put({ key, contents: null, fault: faultFrom(error) }));
    return () => {
      stale = true;
    };
    // `key` says all that the lessons do.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return fetched?.key === key ? fetched : { contents: null, fault: null };
}
