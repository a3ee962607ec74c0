/**
 * Whether lessons are laid out in focus: the text and, of the workbench, only what the open step outlines. Kept with the layout of the page.
 * Who goes elsewhere, by a link, a key or the palette, sees it, and has the whole workbench until the next step.
 */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onLearn } from '../../state/address/learnStore.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { lessonsStore } from '../../state/lessons/lessons.ts';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';

const KEY = `${STORAGE_KEYS.layout}.lessonFocus`;

interface FocusState {
  readonly on: boolean;
  /** The step that was left for elsewhere. */
  readonly elsewhere: string | null;
}

const focusStore = createStore<FocusState>(() => ({ on: browserStorage.read(KEY) === 'on', elsewhere: null }));

const stepNow = (): string | null => lessonsStore.getState().step;
const isFocused = ({ on, elsewhere }: FocusState, step: string | null): boolean => on && (elsewhere === null || elsewhere !== step);

export function toggleFocus(): void {
  const on = !isFocused(focusStore.getState(), stepNow());
  browserStorage.write(KEY, on ? 'on' : 'off');
  focusStore.setState({ on, elsewhere: null });
}

export function useFocus(): boolean {
  const step = useStore(lessonsStore, (state) => state.step);
  return useStore(focusStore, (state) => isFocused(state, step));
}

/** Lets go of the step's focus when the learner goes to another place, or another part of Learn. */
export function useWholeOnMove(): void {
  useEffect(() => {
    const leave = (): void => {
      if (!lessonsStore.getState().entering) focusStore.setState({ elsewhere: stepNow() });
    };
    const ends = [
      cursorStore.subscribe(({ place, view, tab }, before) => {
        if (place !== before.place || view !== before.view || tab !== before.tab) leave();
      }),
      onLearn(leave),
      lessonsStore.subscribe(({ step }, before) => {
        if (step !== before.step) focusStore.setState({ elsewhere: null });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}
