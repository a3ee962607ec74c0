/**
 * How a person looks at the curves: the smoothing, the iterations zoomed to, what is hidden and which charts come first. It
 * holds for all charts, those of a comparison too. All but the zoom is kept in this browser.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { z } from 'zod';
import type { Range } from '../runs/range.ts';
import { CHART_IDS, type ChartId } from './chartModels.ts';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

/** The heaviest smoothing offered; beyond it a curve is only flat (TensorBoard #4372). */
export const MOST_SMOOTHING = 0.99;

const chartId = z.enum(CHART_IDS);

const keptSchema = z.object({
  /** Weight of the moving average, [0, 1). */
  smoothing: z.number().min(0).max(MOST_SMOOTHING).catch(0.6),
  /** Roles whose lines are not drawn. */
  hiddenAgents: z.array(z.string().max(64)).max(64).catch([]),
  /** Lines of agents or of none that are not drawn in their own chart: `<chart> <metric>`. */
  hiddenLines: z.array(z.string().max(160)).max(200).catch([]),
  /** Charts that come first, in this order. */
  pinned: z.array(chartId).max(CHART_IDS.length).catch([]),
  hiddenCharts: z.array(chartId).max(CHART_IDS.length).catch([]),
  /** Whether the further charts are shown. */
  more: z.boolean().catch(false),
});
type Parsed = z.infer<typeof keptSchema>;
type Kept = { readonly [Key in keyof Parsed]: Readonly<Parsed[Key]> };

export interface ChartViewState extends Kept {
  /** Iterations zoomed to; null shows all. */
  readonly range: Range | null;
  zoom(range: Range | null): void;
  smooth(smoothing: number): void;
  /** Hides a role's lines in all charts, or shows them again. */
  toggleAgent(role: string): void;
  /** Shows of `roles` only `role`; all of them where it already is the only one. */
  onlyAgent(role: string, roles: readonly string[]): void;
  /** Hides these lines of a chart where any of them is seen, or shows them again. */
  toggleLines(chart: ChartId, metrics: readonly string[]): void;
  /** Shows of `all` lines of a chart only these; all of them where no other is seen. */
  onlyLines(chart: ChartId, metrics: readonly string[], all: readonly string[]): void;
  /** Puts a chart before all that are not pinned, or back in its place. */
  togglePin(chart: ChartId): void;
  hideChart(chart: ChartId): void;
  /** Every chart in its own place, every line drawn. */
  showAll(): void;
  showMore(more: boolean): void;
}

const without = <T>(list: readonly T[], ...items: readonly T[]): T[] => list.filter((other) => !items.includes(other));
const toggled = <T>(list: readonly T[], item: T): T[] => (list.includes(item) ? without(list, item) : [...list, item]);

/** `hidden` after of `all` only `few` are to be seen, or all of them where only those were. */
function onlyThese(hidden: readonly string[], few: readonly string[], all: readonly string[]): string[] {
  const others = without(all, ...few);
  const alone = !few.some((name) => hidden.includes(name)) && others.every((name) => hidden.includes(name));
  return [...without(hidden, ...all), ...(alone ? [] : others)];
}

/** The charts to show, in order, of those a run has: pinned ones first, hidden ones not; `hidden` says how many those are. */
export function chartsShown(
  charts: { readonly first: readonly ChartId[]; readonly more: readonly ChartId[] },
  { pinned, hiddenCharts, more }: Pick<Kept, 'pinned' | 'hiddenCharts' | 'more'>,
): { readonly shown: readonly ChartId[]; readonly hidden: number } {
  const all = [...charts.first, ...charts.more];
  const first = pinned.filter((id) => all.includes(id));
  const shown = without([...first, ...without(more ? all : charts.first, ...first)], ...hiddenCharts);
  return { shown, hidden: all.filter((id) => hiddenCharts.includes(id)).length };
}

/** Metrics of a chart whose lines are hidden there. */
export function hiddenMetrics(hiddenLines: readonly string[], chart: ChartId): string[] {
  const prefix = lineKey(chart, '');
  return hiddenLines.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/** How {@link ChartViewState.hiddenLines} names a line. */
export const lineKey = (chart: ChartId, metric: string): string => `${chart} ${metric}`;

function restored(storage: TextStorage): Kept {
  const text = storage.read(STORAGE_KEYS.charts);
  let value: unknown = {};
  try {
    value = text === null ? {} : JSON.parse(text);
  } catch {
    // Not ours, or half written: the charts as they come.
  }
  return keptSchema.catch(() => keptSchema.parse({})).parse(value);
}

/** A store of how charts are looked at; the page has one, {@link chartViewStore}. */
export function createChartViewStore(storage: TextStorage): StoreApi<ChartViewState> {
  const store = createStore<ChartViewState>()((set) => ({
    ...restored(storage),
    range: null,
    zoom: (range) => set({ range }),
    smooth: (smoothing) => set({ smoothing: Math.min(Math.max(Math.round(smoothing * 100) / 100, 0), MOST_SMOOTHING) }),
    toggleAgent: (role) => set((state) => ({ hiddenAgents: toggled(state.hiddenAgents, role) })),
    onlyAgent: (role, roles) => set((state) => ({ hiddenAgents: onlyThese(state.hiddenAgents, [role], roles) })),
    toggleLines: (chart, metrics) =>
      set(({ hiddenLines }) => {
        const keys = metrics.map((metric) => lineKey(chart, metric));
        const seen = keys.some((key) => !hiddenLines.includes(key));
        return { hiddenLines: seen ? [...without(hiddenLines, ...keys), ...keys] : without(hiddenLines, ...keys) };
      }),
    onlyLines: (chart, metrics, all) =>
      set(({ hiddenLines }) => {
        const keysOf = (names: readonly string[]) => names.map((metric) => lineKey(chart, metric));
        return { hiddenLines: onlyThese(hiddenLines, keysOf(metrics), keysOf(all)) };
      }),
    togglePin: (chart) => set((state) => ({ pinned: toggled(state.pinned, chart) })),
    hideChart: (chart) =>
      set((state) => ({ hiddenCharts: [...without(state.hiddenCharts, chart), chart], pinned: without(state.pinned, chart) })),
    showAll: () => set({ hiddenAgents: [], hiddenLines: [], pinned: [], hiddenCharts: [] }),
    showMore: (more) => set({ more }),
  }));
  store.subscribe((state, before) => {
    if (state.range !== before.range) return;
    const { smoothing, hiddenAgents, hiddenLines, pinned, hiddenCharts, more } = state;
    const text = JSON.stringify({ smoothing, hiddenAgents, hiddenLines, pinned, hiddenCharts, more } satisfies Kept);
    // Where the browser keeps nothing the page says so once, of the document; how charts look is not worth a second word.
    if (text !== storage.read(STORAGE_KEYS.charts)) storage.write(STORAGE_KEYS.charts, text);
  });
  return store;
}

/** The page's own. */
export const chartViewStore = createChartViewStore(browserStorage);

/** Selects from how the page's charts are looked at. */
export function useChartView<T>(selector: (state: ChartViewState) => T): T {
  return useStore(chartViewStore, selector);
}
