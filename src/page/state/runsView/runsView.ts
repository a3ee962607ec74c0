/** What the runs place shows: which runs are chosen, filtered and compared, and which one stands out in every chart. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Measure, USUAL_MEASURE } from '../../../core/sweep/measure.ts';
import { happened } from '../happenings/happenings.ts';

export type RunsTab = 'list' | 'compare' | 'queue';

export interface RunFilters {
  /** Words that all occur in a run's name, project, tags, notes or sweep. */
  readonly search: string;
  /** Each null where it does not matter. */
  readonly project: string | null;
  readonly tag: string | null;
  /** Id of a sweep. */
  readonly sweep: string | null;
}

export interface RunsView {
  readonly tab: RunsTab;
  readonly filters: RunFilters;
  /** Whether forks stand beside their parents instead of under them. */
  readonly flat: boolean;
  /** Ids in the order they were chosen. */
  readonly selected: readonly string[];
  /** The run whose row the keyboard is at. */
  readonly focused: string | null;
  /** The run that stands out in every chart and table. */
  readonly highlighted: string | null;
  /** Whether a comparison averages over seeds. */
  readonly grouped: boolean;
  /** By what the curves of a comparison are laid side by side. */
  readonly alignment: 'iterations' | 'episodes' | 'tokens';
  /** Metrics drawn in a comparison; null draws the usual ones. */
  readonly metrics: readonly string[] | null;
  /** The number of the results table. */
  readonly measure: Measure;
  /** Deleted runs that can still be brought back, and those that this page holds in memory. */
  readonly removed: readonly string[];
  /** The run whose name is being written in the table. */
  readonly renaming: string | null;
  /** The run about to be forked. */
  readonly forking: string | null;
  /** The run about to be saved as one HTML file. */
  readonly sharing: string | null;
  /** The imported run that is about to be brought what it needs to be played on. */
  readonly equipping: string | null;
  /** Whether a sweep is being put together. */
  readonly sweeping: boolean;
}

export interface RunsViewState extends RunsView {
  set(part: Partial<RunsView>): void;
  filter(part: Partial<RunFilters>): void;
  /** Chooses a run, or no longer. */
  toggle(id: string): void;
  /** Chooses these and no others, and compares them. */
  compare(ids: readonly string[]): void;
}

export const NO_FILTERS: RunFilters = { search: '', project: null, tag: null, sweep: null };

export function createRunsView(): StoreApi<RunsViewState> {
  return createStore<RunsViewState>((set, get) => ({
    tab: 'list',
    filters: NO_FILTERS,
    flat: false,
    selected: [],
    focused: null,
    highlighted: null,
    grouped: true,
    alignment: 'iterations',
    metrics: null,
    measure: USUAL_MEASURE,
    removed: [],
    renaming: null,
    forking: null,
    sharing: null,
    equipping: null,
    sweeping: false,
    set: (part) => set(part),
    filter: (part) => set({ filters: { ...get().filters, ...part } }),
    toggle: (id) => {
      const { selected } = get();
      set({ selected: selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id] });
    },
    compare: (ids) => set({ selected: ids, tab: 'compare' }),
  }));
}

export const runsViewStore = createRunsView();
runsViewStore.subscribe(({ tab, selected }) => {
  if (tab === 'compare' && selected.length > 1) happened('compared');
});

/** Selects from what the runs place shows. */
export function useRunsView<T>(selector: (state: RunsViewState) => T): T {
  return useStore(runsViewStore, selector);
}
