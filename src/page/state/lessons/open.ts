/** Whether a lesson is open: all that the page's frame knows of lessons. Everything else is fetched with the first of them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const lessonOpenStore = createStore(() => ({ open: false }));

export function useLessonOpen(): boolean {
  return useStore(lessonOpenStore, ({ open }) => open);
}
