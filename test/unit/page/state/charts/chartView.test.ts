import { describe, expect, it } from 'vitest';
import { chartsShown, createChartViewStore, hiddenMetrics } from '../../../../../src/page/state/charts/chartView.ts';
import { STORAGE_KEYS, type TextStorage } from '../../../../../src/page/state/storage/storage.ts';

/** Storage in memory. */
function memory(first?: string): TextStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>(first === undefined ? [] : [[STORAGE_KEYS.charts, first]]);
  return { kept, read: (key) => kept.get(key) ?? null, write: (key, text) => (kept.set(key, text), true) };
}

describe('how charts are looked at', () => {
  it('is remembered, but for the zoom', () => {
    const storage = memory();
    const view = createChartViewStore(storage).getState();
    view.zoom([3, 9]);
    expect(storage.kept.size, 'nothing is written for what is not kept').toBe(0);
    view.smooth(0.8);
    view.toggleAgent('solver');
    view.toggleLines('reward', ['reward/greedy']);
    view.togglePin('entropy');
    view.hideChart('klRef');
    view.showMore(true);
    expect(createChartViewStore(storage).getState()).toMatchObject({
      range: null,
      smoothing: 0.8,
      hiddenAgents: ['solver'],
      hiddenLines: ['reward reward/greedy'],
      pinned: ['entropy'],
      hiddenCharts: ['klRef'],
      more: true,
    });
  });

  it('takes what is not its own as if nothing were kept, part by part', () => {
    for (const text of ['not json', '[]', 'null', '7']) expect(createChartViewStore(memory(text)).getState().smoothing).toBe(0.6);
    const mixed = JSON.stringify({ smoothing: 7, hiddenAgents: 'all', pinned: ['no such chart'], hiddenCharts: ['entropy'] });
    expect(createChartViewStore(memory(mixed)).getState()).toMatchObject({
      smoothing: 0.6,
      hiddenAgents: [],
      pinned: [],
      hiddenCharts: ['entropy'],
    });
  });

  it('shows one agent alone, and all again when it already is', () => {
    const store = createChartViewStore(memory());
    const roles = ['planner', 'solver', 'judge'];
    store.getState().toggleAgent('elsewhere');
    store.getState().onlyAgent('solver', roles);
    expect(store.getState().hiddenAgents).toEqual(['elsewhere', 'planner', 'judge']);
    store.getState().onlyAgent('planner', roles);
    expect(store.getState().hiddenAgents).toEqual(['elsewhere', 'solver', 'judge']);
    store.getState().onlyAgent('planner', roles);
    expect(store.getState().hiddenAgents).toEqual(['elsewhere']);
    // A double click: its two clicks undo each other first.
    store.getState().toggleAgent('solver');
    store.getState().toggleAgent('solver');
    store.getState().onlyAgent('solver', roles);
    expect(store.getState().hiddenAgents).toEqual(['elsewhere', 'planner', 'judge']);
  });

  it('switches the lines of one chart only', () => {
    const store = createChartViewStore(memory());
    store.getState().toggleLines('passAtK', ['a', 'b']);
    store.getState().toggleLines('reward', ['a']);
    expect(hiddenMetrics(store.getState().hiddenLines, 'passAtK')).toEqual(['a', 'b']);
    store.getState().toggleLines('passAtK', ['b', 'c']);
    expect(hiddenMetrics(store.getState().hiddenLines, 'passAtK'), 'c was still seen').toEqual(['a', 'b', 'c']);
    store.getState().toggleLines('passAtK', ['b', 'c']);
    expect(hiddenMetrics(store.getState().hiddenLines, 'passAtK')).toEqual(['a']);
    store.getState().onlyLines('passAtK', ['a'], ['a', 'b', 'c']);
    expect(hiddenMetrics(store.getState().hiddenLines, 'passAtK')).toEqual(['b', 'c']);
    expect(hiddenMetrics(store.getState().hiddenLines, 'reward')).toEqual(['a']);
    store.getState().showAll();
    expect(store.getState().hiddenLines).toEqual([]);
  });

  it('never smooths to a flat line, nor less than not at all', () => {
    const store = createChartViewStore(memory());
    store.getState().smooth(1.2);
    expect(store.getState().smoothing).toBe(0.99);
    store.getState().smooth(-0.1);
    expect(store.getState().smoothing).toBe(0);
  });
});

describe('which charts are shown', () => {
  const charts = { first: ['reward', 'klRef', 'entropy'], more: ['gradNorm', 'seconds'] } as const;
  const plain = { pinned: [], hiddenCharts: [], more: false } as const;

  it('is those of the run in their order, further ones on request', () => {
    expect(chartsShown(charts, plain).shown).toEqual(charts.first);
    expect(chartsShown(charts, { ...plain, more: true }).shown).toEqual([...charts.first, ...charts.more]);
  });

  it('puts pinned ones first, one of the further ones too, and leaves hidden ones out', () => {
    expect(chartsShown(charts, { ...plain, pinned: ['entropy', 'seconds', 'routing'] }).shown).toEqual([
      'entropy',
      'seconds',
      'reward',
      'klRef',
    ]);
    expect(chartsShown(charts, { ...plain, hiddenCharts: ['klRef', 'routing'] })).toEqual({ shown: ['reward', 'entropy'], hidden: 1 });
  });
});
