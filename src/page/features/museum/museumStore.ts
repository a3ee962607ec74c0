/** Which exhibit of the museum is open; kept while one is elsewhere. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { COMPAT, type Compat } from '../../../core/document/trainingSchema.ts';

const museumStore = createStore<{ readonly exhibit: Compat }>(() => ({ exhibit: COMPAT[0] }));

export const showExhibit = (exhibit: Compat): void => museumStore.setState({ exhibit });

export const useShownExhibit = (): Compat => useStore(museumStore, ({ exhibit }) => exhibit);
