/** Which agent's role is being edited on the canvas. */
import { createContext, useContext } from 'react';

interface Renaming {
  readonly renaming: string | null;
  setRenaming(role: string | null): void;
}

export const RenamingContext = createContext<Renaming>({ renaming: null, setRenaming: () => undefined });

export function useRenaming(): Renaming {
  return useContext(RenamingContext);
}
