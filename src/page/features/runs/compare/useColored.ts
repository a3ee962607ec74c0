/** Groups of a comparison, each with its own place in the palette. */
import { useMemo } from 'react';
import { useRunSlots } from '../../../state/runsView/runSlots.ts';
import type { ComparedGroup } from './model.ts';

/** `whole`: whether all runs are here; until then nobody is given a place. */
export function useColored(groups: readonly ComparedGroup[], together: boolean, whole: boolean): readonly ComparedGroup[] {
  const ids = useMemo(() => (whole ? groups.map(({ runs }) => runs.map(({ id }) => id)) : []), [groups, whole]);
  const slots = useRunSlots(ids, together);
  return useMemo(() => groups.map((group, at) => ({ ...group, slot: slots[at] ?? group.slot })), [groups, slots]);
}
