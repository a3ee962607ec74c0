/** The iteration a pointer or the keyboard stands on in one of the charts; all charts show their values there. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export const pointedStore = createStore<{ readonly iteration: number | null }>(() => ({ iteration: null }));

export function pointAt(iteration: number | null): void {
  if (pointedStore.getState().iteration !== iteration) pointedStore.setState({ iteration });
}

export function usePointedIteration(): number | null {
  return useStore(pointedStore, (state) => state.iteration);
}
