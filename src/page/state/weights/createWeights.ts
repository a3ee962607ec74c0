/** How the bases of runs are held and what that was found to change: read when a run is looked at, measured when a person asks. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { ComparedWeights } from '../../../core/formats/runs/weightDifference.ts';
import type { KeptWeights } from '../../../runs/types.ts';

export interface WeightsState {
  /** By run; absent until they are read. */
  readonly runs: Readonly<Record<string, KeptWeights>>;
  /** Runs that are being measured, or wait for it. */
  readonly asking: readonly string[];
  /** By run, what could not be read or kept last; why nothing was measured the lab says. */
  readonly faults: Readonly<Record<string, Fault>>;
  /** Reads a run's, where it was not read yet. Never rejects. */
  load(runId: string): Promise<void>;
  /** Measures, and keeps what was found beside the run. Never rejects. */
  measure(runId: string): Promise<void>;
  closeFault(runId: string): void;
}

/** Tests give their own. */
export interface WeightsHosts {
  read(runId: string): Promise<KeptWeights>;
  /** Null where it was called off or failed. */
  compare(runId: string): Promise<readonly ComparedWeights[] | null>;
  keep(runId: string, compared: readonly ComparedWeights[]): Promise<void>;
}

export function createWeightsStore(hosts: WeightsHosts): StoreApi<WeightsState> {
  return createStore<WeightsState>((set, get) => {
    const putFault = (runId: string, error: unknown): void => set({ faults: { ...get().faults, [runId]: faultFrom(error) } });
    return {
      runs: {},
      asking: [],
      faults: {},
      load: async (runId) => {
        if (get().runs[runId]) return;
        try {
          const held = await hosts.read(runId);
          // Measured meanwhile, it is newer than what was read.
          if (!get().runs[runId]) set({ runs: { ...get().runs, [runId]: held } });
        } catch (error) {
          putFault(runId, error);
        }
      },
      measure: async (runId) => {
        if (get().asking.includes(runId)) return;
        get().closeFault(runId);
        set({ asking: [...get().asking, runId] });
        try {
          await get().load(runId);
          const held = get().runs[runId];
          const compared = held && (await hosts.compare(runId));
          if (!compared) return;
          // What is shown is kept: whoever sees it may leave. Where it cannot be kept it is shown all the same.
          await hosts.keep(runId, compared).catch((error: unknown) => putFault(runId, error));
          set({ runs: { ...get().runs, [runId]: { ...held, compared } } });
        } catch (error) {
          putFault(runId, error);
        } finally {
          set({ asking: get().asking.filter((id) => id !== runId) });
        }
      },
      closeFault: (runId) => {
        const { [runId]: _, ...faults } = get().faults;
        set({ faults });
      },
    };
  });
}
