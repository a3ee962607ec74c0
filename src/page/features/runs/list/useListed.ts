/** The runs of the table, calmed: cards of a run under way change with every iteration. */
import { useDeferredValue, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useLibrary } from '../../../state/library/library.ts';
import { runsStore, useRuns } from '../../../state/runs/runs.ts';
import { useRunsView } from '../../../state/runsView/runsView.ts';
import { runNames } from './runNames.ts';
import { listRuns, type ListedRun } from './listed.ts';

/** Every run there is, newest first, without those just deleted. */
export function useListed(): readonly ListedRun[] {
  const cards = useDeferredValue(useLibrary((state) => state.cards));
  // Of runs without a card what the table shows of them: not their curves, which change many times a second.
  const here = useRuns(
    useShallow((state) => state.order.map((id) => `${id} ${state.runs[id]?.iteration} ${state.runs[id]?.phase} ${state.runs[id]?.origin}`)),
  );
  const underWay = useLibrary(useShallow((state) => [...state.here, ...state.elsewhere]));
  const removed = useRunsView((state) => state.removed);
  return useMemo(() => {
    const { order, runs } = runsStore.getState();
    const shown = here.length === 0 ? {} : runs;
    return listRuns(cards, shown, runNames(order, shown), underWay).filter(({ id }) => !removed.includes(id));
  }, [cards, here, removed, underWay]);
}
