/** What can be done with the charts from the keyboard and the palette. */
import { chartViewStore, MOST_SMOOTHING } from '../../state/charts/chartView.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import type { Command } from '../../kit/commands/command.ts';
import { chartsText } from '../../../words/words.ts';
import { saveAllCharts } from '../../kit/charts/saveCharts.ts';

const words = chartsText.commands;
const SMOOTHING_STEP = 0.1;

const view = () => chartViewStore.getState();

export const chartCommands: readonly Command[] = [
  {
    id: 'charts.resetZoom',
    group: 'view',
    title: words.resetZoom,
    keys: 'Z',
    also: words.also,
    refused: () => (view().range === null ? words.notZoomed : null),
    run: () => view().zoom(null),
  },
  {
    id: 'charts.smoother',
    group: 'view',
    title: words.smoother,
    keys: ']',
    also: words.also,
    refused: () => (view().smoothing >= MOST_SMOOTHING ? words.smoothest : null),
    run: () => view().smooth(view().smoothing + SMOOTHING_STEP),
  },
  {
    id: 'charts.rougher',
    group: 'view',
    title: words.rougher,
    keys: '[',
    also: words.also,
    refused: () => (view().smoothing <= 0 ? words.unsmoothed : null),
    // From the most, 0.99, back to a round number.
    run: () => view().smooth(Math.ceil(view().smoothing * 10 - 1e-9) / 10 - SMOOTHING_STEP),
  },
  {
    id: 'charts.saveAll',
    group: 'view',
    title: words.saveAll,
    also: `${words.also} download export`,
    refused: () => (currentRun(runsStore.getState()) ? null : words.noRun),
    run: () => void saveAllCharts(),
  },
  {
    id: 'charts.showAll',
    group: 'view',
    title: words.showAll,
    also: words.also,
    refused: () => {
      const { hiddenAgents, hiddenLines, hiddenCharts, pinned } = view();
      return [hiddenAgents, hiddenLines, hiddenCharts, pinned].every(({ length }) => length === 0) ? words.allShown : null;
    },
    run: () => view().showAll(),
  },
  {
    id: 'charts.more',
    group: 'view',
    title: words.more,
    also: words.also,
    run: () => view().showMore(!view().more),
  },
];
