/** Groups of a comparison, each with its own place in the palette, remembered once they are drawn. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { runSlotsStore, slotsOf } from '../../../state/runsView/runSlots.ts';
import type { ComparedGroup } from './model.ts';

/** `together`: whether seeds are averaged over; `whole`: whether all runs are here, until when nobody is given a place. */
export function useColored(groups: readonly ComparedGroup[], together: boolean, whole: boolean): readonly ComparedGroup[] {
  const kept = useStore(runSlotsStore, (state) => state.kept);
  const { slots, known } = useMemo(
    () => slotsOf(kept, whole ? groups.map(({ runs }) => runs.map(({ id }) => id)) : [], together),
    [kept, groups, whole, together],
  );
  useEffect(() => {
    if (known !== kept) runSlotsStore.getState().keep(known);
  }, [known, kept]);
  // By the numbers, so that curves stay the same object while nothing changed.
  const places = slots.join(' ');
  return useMemo(() => groups.map((group, at) => ({ ...group, slot: Number(places.split(' ')[at] || group.slot) })), [groups, places]);
}
