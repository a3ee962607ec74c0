/**
 * Shapley values of a run's agents: what was asked of the lab and what it answered, kept for each run while the page is open.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Absence, CreditShares } from '../../../core/credit/estimates.ts';
import type { Split } from '../../../core/environment/contract.ts';
import { whenEquippedAnew } from '../../state/lab/equippedAnew.ts';
import { labStore } from '../../state/lab/lab.ts';
import { type AskedLab, spokenVersion } from '../../state/lab/asked.ts';
import { happened } from '../../state/happenings/happenings.ts';

export interface SharesForm {
  readonly split: Split;
  /** Problems, each played once by every coalition. */
  readonly problems: number;
  readonly absence: Absence;
  /** Orders of joining, where the team is too large for all coalitions. */
  readonly orders: number;
  /** Whose adapters speak: those after so many iterations, or the newest there are. */
  readonly version: number | 'newest';
}

export interface SharesResult {
  readonly form: SharesForm;
  /** Completed iterations of the team that spoke. */
  readonly iteration: number;
  readonly answer: CreditShares;
}

export interface SharesState {
  readonly form: SharesForm;
  /** By run. */
  readonly results: Readonly<Record<string, SharesResult>>;
  /** Runs whose question is not answered yet. */
  readonly asking: readonly string[];
  set(part: Partial<SharesForm>): void;
  /** Asks as the form says; where the lab does not answer, the earlier result stays. */
  ask(runId: string): Promise<void>;
}

export const DEFAULT_SHARES: SharesForm = { split: 'train', problems: 32, absence: 'base', orders: 40, version: 'newest' };

export function createSharesStore(lab: AskedLab): StoreApi<SharesState> {
  return createStore<SharesState>((set, get) => ({
    form: DEFAULT_SHARES,
    results: {},
    asking: [],
    set: (part) => set(({ form }) => ({ form: { ...form, ...part } })),
    ask: async (runId) => {
      const { form, asking } = get();
      if (asking.includes(runId)) return;
      set({ asking: [...asking, runId] });
      const iteration = await spokenVersion(lab, runId, form.version);
      const { split, problems, absence, orders } = form;
      const question = { kind: 'shares' as const, split, problems, absence, orders };
      const answer = iteration === null ? null : await lab.getState().ask({ view: 'shares', runId }, { iteration }, question);
      set((state) => ({
        asking: state.asking.filter((id) => id !== runId),
        results: answer && iteration !== null ? { ...state.results, [runId]: { form, iteration, answer } } : state.results,
      }));
      if (answer) happened('asked-shares');
    },
  }));
}

/** Whether the newest team was asked for and one that is newer can speak by now. */
export function isOutdated({ form, iteration }: SharesResult, versions: readonly number[] | null): boolean {
  return form.version === 'newest' && (versions?.at(-1) ?? 0) > iteration;
}

/** The page's. */
export const sharesStore = createSharesStore(labStore);

whenEquippedAnew((id) => sharesStore.setState(({ results: { [id]: _, ...results } }) => ({ results })));

export function useShares<T>(selector: (state: SharesState) => T): T {
  return useStore(sharesStore, selector);
}
