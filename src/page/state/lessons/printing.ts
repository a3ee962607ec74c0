/** Which lessons, and forms of the final test, are shown as they will be on paper; that view lies over the whole page, whatever the page itself shows beneath. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { InventoryForm } from '../../../core/lessons/inventory.ts';
import type { LessonId } from '../../../core/lessons/lesson.ts';

export type Printed = LessonId | InventoryForm;

const printingStore = createStore<{ readonly lessons: readonly Printed[] | null }>(() => ({ lessons: null }));

export const openPrintView = (lessons: readonly Printed[]): void => printingStore.setState({ lessons });
export const closePrintView = (): void => printingStore.setState({ lessons: null });

/** Null while there is no such view. */
export const usePrinting = (): readonly Printed[] | null => useStore(printingStore, (state) => state.lessons);
