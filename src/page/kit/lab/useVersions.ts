/** The completed iterations whose team can speak, read again when a run has others. */
import { useEffect, useState } from 'react';
import { labStore } from '../../state/lab/lab.ts';
import type { RunSet } from '../../state/runs/types.ts';

/** Ascending; null until they are known. */
export function useVersions({
  id,
  iteration,
  checkpoint,
  best,
}: Pick<RunSet, 'id' | 'iteration' | 'checkpoint' | 'best'>): readonly number[] | null {
  const [found, setFound] = useState<{ readonly id: string; readonly versions: readonly number[] } | null>(null);
  const [newest, most] = [checkpoint?.iteration, best?.iteration];
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
  }, [id, iteration, newest, most]);
  return found?.id === id ? found.versions : null;
}
