/** Outlines what the open step points at, whether or not the lesson is folded away. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LessonId } from '../../core/lessons/lesson.ts';
import { useLessons } from '../../stores/lessons.ts';
import { useWords } from './LessonContext.ts';
import { pointAt } from './pointing.ts';
import { useTold } from './useTold.ts';

const thereStore = createStore(() => ({ there: true }));

/** Whether anything that is pointed at is on screen. */
export function useTargetThere(): boolean {
  return useStore(thereStore, ({ there }) => there);
}

export function Spotlight({ lesson }: { readonly lesson: LessonId }) {
  const { pointed: words } = useWords();
  const language = useLessons((state) => state.language);
  const id = useLessons((state) => state.step);
  const { told } = useTold(lesson, language);
  const description = useId();
  const targets = told?.course.steps.find((step) => step.id === id)?.targets;
  const title = told?.words.steps.find((step) => step.id === id)?.title ?? '';
  useEffect(() => {
    thereStore.setState({ there: true });
    return targets && pointAt({ targets, description, onThere: (there) => thereStore.setState({ there }) });
  }, [targets, description, id]);
  return (
    <VisuallyHidden id={description} aria-hidden>
      {words.here(title)}
    </VisuallyHidden>
  );
}
