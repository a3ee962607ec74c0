/** Which lessons are shown as they will be on paper; that view lies over the whole page, whatever the page itself shows beneath. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LessonId } from '../../../core/lessons/lesson.ts';

const printingStore = createStore<{ readonly lessons: readonly LessonId[] | null }>(() => ({ lessons: null }));

export const openPrintView = (lessons: readonly LessonId[]): void => printingStore.setState({ lessons });
export const closePrintView = (): void => printingStore.setState({ lessons: null });

/** Null while there is no such view. */
export const usePrinting = (): readonly LessonId[] | null => useStore(printingStore, (state) => state.lessons);
