/** English texts of what can be done with the charts, and of charts of many runs; the charts' terms are in `words/en/inspect/inspect.ts`. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const chartsEn = spoken('runs/charts', {
  hint: 'Click or tap: read its episodes. Drag: zoom.',
  hintLong:
    'Click a curve to read that iteration’s episodes; drag sideways to zoom all charts, or turn the wheel with Ctrl; double-click to see everything again.',
  zoomed: (from: number, to: number) => `Iterations ${from}–${to}`,
  zoomReset: 'Show all iterations again',
  toggleHelp: 'Click to hide or show; Alt or double-click to see only this',
  allHidden: 'All lines of this chart are hidden',
  menu: (title: string) => `${title}: save and more`,
  allMenu: 'All charts',
  saveAs: { png: 'Save as PNG', svg: 'Save as SVG', csv: 'Save numbers as CSV', vega: 'Save as Vega-Lite' },
  saveAll: 'Save all numbers as CSV',
  pin: 'Pin to the top',
  unpin: 'Unpin',
  hide: 'Hide this chart',
  showAll: 'Show all charts and lines, in their original order',
  showHidden: (count: number) => `Show ${plural(count, 'hidden chart', 'hidden charts')}`,
  notSaved: 'This chart was not saved',
  noteOf: (...parts: readonly string[]) => parts.filter(Boolean).join(' · '),
  allName: 'charts',
  /** After a smoothed value. */
  raw: (measured: string) => `(raw ${measured})`,
  smoothedBy: (weight: string) => `moving average, weight ${weight}`,
  pages: {
    page: (page: number) => `Page ${page}`,
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },
  commands: {
    resetZoom: 'Charts: show all iterations',
    notZoomed: 'The charts are not zoomed in.',
    smoother: 'Charts: smooth more',
    rougher: 'Charts: smooth less',
    smoothest: 'Smoothing is at its maximum.',
    unsmoothed: 'Nothing is smoothed.',
    saveAll: 'Charts: save all numbers as CSV',
    noRun: 'No run is on screen.',
    showAll: 'Charts: show all charts and lines',
    allShown: 'All are shown, in their original order.',
    more: 'Charts: more or fewer curves',
    also: 'curve plot graph axis',
  },
  manyRuns: {
    by: (axis: string) => `by ${axis}`,
    /** Under the title, after the unit. */
    what: (most: number) => (most > 1 ? 'mean over runs and its 95 % interval (Student’s t)' : ''),
    /** After it, where bands are not drawn to their ends. */
    cut: 'some go on beyond the picture',
    /** `count` runs have a value there. */
    value: (mean: string, half: string | null, count: number) => (half === null ? mean : `${mean} ± ${half} (n = ${count})`),
    run: (label: string, value: string) => `${label}: ${value}`,
    extent: (group: string, runs: number, first: string, last: string) =>
      `${group}, ${plural(runs, 'run', 'runs')}: ${runs > 1 ? 'mean ' : ''}from ${first} to ${last}`,
    none: 'None of these runs has this metric',
    mean: (group: string) => `${group}: mean`,
    interval: (group: string) => `${group}: 95 %`,
    count: (group: string) => `${group}: runs`,
    groups: 'Settings',
  },
});
