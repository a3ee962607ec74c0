/** Outlines what the open step points at, whether or not the lesson is folded away. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LessonId, LessonStep } from '../../../../core/lessons/lesson.ts';
import { useLessons } from '../../../state/lessons/lessons.ts';
import { useFocusLayout } from './focusLayout.ts';
import { pointAt } from './pointing.ts';
import { selectorOf } from './targets.ts';
import { useLessonContent } from '../../../kit/lessons/useLessonContent.ts';
import { lessonsText } from '../../../../words/words.ts';

const thereStore = createStore(() => ({ there: true }));

/** Whether anything that is pointed at is on screen. */
export function useTargetThere(): boolean {
  return useStore(thereStore, ({ there }) => there);
}

/** Whether a later step of the course points at the warnings: before it, they would give away what is to be predicted. */
function beforeWarnings(steps: readonly LessonStep[], id: string | null): boolean {
  const pointed = steps.findIndex(({ targets }) => targets?.includes('warnings'));
  return steps.findIndex((step) => step.id === id) < pointed;
}

/** Neither shown nor read out. Returns how to let them appear. */
function holdWarningsBack(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${selectorOf(['warnings'])}, [data-warned] { display: none !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

export function Spotlight({ lesson }: { readonly lesson: LessonId }) {
  const { pointed: words } = lessonsText;
  const id = useLessons((state) => state.step);
  const { content } = useLessonContent(lesson);
  const description = useId();
  const targets = content?.course.steps.find((step) => step.id === id)?.targets;
  const early = content !== null && beforeWarnings(content.course.steps, id);
  const title = content?.words.steps.find((step) => step.id === id)?.title ?? '';
  useEffect(() => {
    thereStore.setState({ there: true });
    return targets && pointAt({ targets, description, onThere: (there) => thereStore.setState({ there }) });
  }, [targets, description, id]);
  useFocusLayout(targets, useTargetThere());
  useEffect(() => (early ? holdWarningsBack() : undefined), [early]);
  return (
    <VisuallyHidden id={description} aria-hidden>
      {words.here(title)}
    </VisuallyHidden>
  );
}
