/** Which adapters of a run can speak, read again when it has others. */
import { useEffect, useState } from 'react';
import { labStore } from '../../stores/lab.ts';
import type { RunSet } from '../../stores/runs/types.ts';

/** Completed iterations, ascending; null until they are known. */
export function useVersions({ id, iteration, phase }: Pick<RunSet, 'id' | 'iteration' | 'phase'>): readonly number[] | null {
  const [found, setFound] = useState<{ readonly id: string; readonly versions: readonly number[] } | null>(null);
  useEffect(() => {
    let left = false;
    void labStore
      .getState()
      .versions(id)
      .then((versions) => {
        if (!left) setFound({ id, versions });
      });
    return () => {
      left = true;
    };
  }, [id, iteration, phase]);
  return found?.id === id ? found.versions : null;
}
