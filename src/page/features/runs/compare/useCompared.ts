/** The chosen runs with their curves: read where they are not here, and drawn anew at most once a second while they train. */
import { useEffect, useMemo, useState } from 'react';
import { faultFrom, type Fault } from '../../../../core/faults.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { type ListedRun, runTitle } from '../list/listed.ts';
import type { ComparedRun } from './model.ts';

/** Least time between two drawings, milliseconds. */
const INTERVAL = 1000;

export interface Compared {
  readonly runs: readonly ComparedRun[];
  /** Runs still being read. */
  readonly pending: number;
  readonly failed: readonly { readonly title: string; readonly fault: Fault }[];
}

export function useCompared(chosen: readonly ListedRun[]): Compared {
  const ids = chosen.map(({ id }) => id).join(' ');
  const [sets, setSets] = useState<readonly (RunSet | undefined)[]>([]);
  const [faults, setFaults] = useState<ReadonlyMap<string, Fault>>(new Map());

  useEffect(() => {
    let ended = false;
    const wanted = ids === '' ? [] : ids.split(' ');
    const gather = (): void => setSets(wanted.map((id) => runsStore.getState().runs[id]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = runsStore.subscribe((state, before) => {
      if (timer === undefined && wanted.some((id) => state.runs[id] !== before.runs[id]))
        timer = setTimeout(() => {
          timer = undefined;
          gather();
        }, INTERVAL);
    });
    gather();
    const read = async (): Promise<void> => {
      for (const id of wanted) {
        if (ended) return;
        if (runsStore.getState().runs[id]) continue;
        try {
          await libraryStore.getState().load(id);
        } catch (error) {
          setFaults((known) => new Map(known).set(id, faultFrom(error)));
        }
      }
      if (!ended) gather();
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [ids]);

  return useMemo(() => {
    const runs = chosen.flatMap((listed): ComparedRun[] => {
      // One chosen since the last drawing may be here already.
      const run = sets.find((set) => set?.id === listed.id) ?? runsStore.getState().runs[listed.id];
      return run ? [{ id: listed.id, title: runTitle(listed), run, parent: listed.parent }] : [];
    });
    const failed = chosen.flatMap((listed) => {
      const fault = faults.get(listed.id);
      return fault ? [{ title: runTitle(listed), fault }] : [];
    });
    return { runs, pending: chosen.length - runs.length - failed.length, failed };
  }, [chosen, sets, faults]);
}
