/** Faults on screen, each beside the part of the page it is about, until closed or replaced. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fault } from '../../../core/faults.ts';

/** Where on the page a fault is shown. */
export type FaultScope = 'project' | 'team' | 'training';

export interface PageFaultsState {
  readonly faults: Readonly<Record<FaultScope, readonly Fault[]>>;
  /** Shows these in place of what the scope showed before; none clears it. */
  report(scope: FaultScope, faults: readonly Fault[]): void;
  close(scope: FaultScope, fault: Fault): void;
}

/** A store of the faults on screen; the page has one, {@link pageFaultsStore}. */
export function createPageFaultsStore(): StoreApi<PageFaultsState> {
  return createStore<PageFaultsState>((set, get) => ({
    faults: { project: [], team: [], training: [] },
    report: (scope, faults) => set({ faults: { ...get().faults, [scope]: faults } }),
    close: (scope, fault) => set({ faults: { ...get().faults, [scope]: get().faults[scope].filter((shown) => shown !== fault) } }),
  }));
}

/** The page's faults. */
export const pageFaultsStore = createPageFaultsStore();

/** Selects from the page's faults. */
export function usePageFaults<T>(selector: (state: PageFaultsState) => T): T {
  return useStore(pageFaultsStore, selector);
}
