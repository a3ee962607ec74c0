/** What can be done with runs, for the palette, the list of keys and the keyboard. */
import { importInfoOf } from '../../../core/formats/imports/run/info.ts';
import { enqueueProject } from './sweeps/enqueue.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { isAhead, queueStore } from '../../state/queue/queue.ts';
import { currentRun, runsStore } from '../../state/runs/runs.ts';
import { libraryStore } from '../../state/library/library.ts';
import { type RunsTab, runsViewStore } from '../../state/runsView/runsView.ts';
import type { Command } from '../../kit/commands/command.ts';
import { inPlace } from '../../kit/commands/inPlace.ts';
import { text } from '../../../words/words.ts';
import { type ListedRun, listRuns } from './list/listed.ts';
import { duplicateRun, exportRun } from './list/runActions.tsx';
import { runNames } from './list/runNames.ts';

const words = text.runs.commands;

function show(tab: RunsTab): void {
  runsViewStore.getState().set({ tab });
  cursorStore.getState().move({ place: 'runs' });
}

/** The run on screen as the table lists it. */
function shownRun(): ListedRun | null {
  const { runs, order, current } = runsStore.getState();
  const { cards, here, elsewhere } = libraryStore.getState();
  return listRuns(cards, runs, runNames(order, runs), [...here, ...elsewhere]).find(({ id }) => id === current) ?? null;
}

/** What is done in the runs place, and what leads there. */
const there: readonly Command[] = [
  {
    id: 'runs.list',
    group: 'runs',
    title: words.open,
    run: () => show('list'),
  },
  {
    id: 'runs.compare',
    group: 'runs',
    title: words.compare,
    refused: () => (runsViewStore.getState().selected.length < 2 ? words.noneChosen : null),
    run: () => show('compare'),
  },
  { id: 'runs.queue', group: 'runs', title: words.queue, run: () => show('queue') },
  {
    id: 'runs.sweep',
    group: 'runs',
    title: words.sweep,
    also: words.sweepAlso,
    run: () => {
      cursorStore.getState().move({ place: 'runs' });
      runsViewStore.getState().set({ sweeping: true });
    },
  },
  { id: 'runs.enqueue', group: 'runs', title: words.enqueue, run: enqueueProject },
  {
    id: 'runs.fork',
    group: 'runs',
    title: words.fork,
    refused: () => {
      const run = currentRun(runsStore.getState());
      if (run === null) return words.noRun;
      return run.origin === 'recorded' ? words.recorded : importInfoOf(run.info) ? words.imported : null;
    },
    run: () => {
      cursorStore.getState().move({ place: 'runs' });
      runsViewStore.getState().set({ forking: runsStore.getState().current });
    },
  },
  {
    id: 'runs.hold',
    group: 'runs',
    title: words.hold,
    refused: () => (queueStore.getState().going ? null : words.notGoing),
    run: () => queueStore.getState().hold(),
  },
  {
    id: 'runs.go',
    group: 'runs',
    title: words.go,
    refused: () => {
      const { going, entries } = queueStore.getState();
      return going ? words.isGoing : entries.some(isAhead) ? null : words.nothingQueued;
    },
    run: () => queueStore.getState().go(),
  },
];

/** Why the run on screen cannot be taken to hand, as a whole or by its team alone. */
function refusedOf(whole: boolean): string | null {
  const run = currentRun(runsStore.getState());
  if (run === null) return words.noRun;
  const imported = importInfoOf(run.info) !== null;
  return imported === !whole ? null : whole ? words.duplicateImported : words.notImported;
}

function takeShown(): void {
  const run = shownRun();
  if (run) duplicateRun(run);
}

export const runCommands: readonly Command[] = [
  ...there.map((command) => inPlace('runs', command)),
  {
    id: 'runs.export',
    group: 'runs',
    title: words.export,
    also: words.exportAlso,
    refused: () => (currentRun(runsStore.getState()) ? null : words.noRun),
    run: () => {
      const { current } = runsStore.getState();
      if (current !== null) exportRun(current);
    },
  },
  {
    id: 'runs.html',
    group: 'runs',
    title: words.html,
    also: words.htmlAlso,
    refused: () => (currentRun(runsStore.getState()) ? null : words.noRun),
    run: () => runsViewStore.getState().set({ sharing: runsStore.getState().current }),
  },
  {
    id: 'runs.duplicate',
    group: 'runs',
    title: words.duplicate,
    refused: () => refusedOf(true),
    run: takeShown,
  },
  {
    id: 'runs.takeTeam',
    group: 'runs',
    title: words.takeTeam,
    refused: () => refusedOf(false),
    run: takeShown,
  },
];
