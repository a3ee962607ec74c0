/** The reports of all steps while they are counted, and once they are. */
import { useEffect, useRef, useState } from 'react';
import { partsOf } from '../../state/library/parts.ts';
import { keptIterations } from '../../state/runs/keep.ts';
import { runsStore } from '../../state/runs/runs.ts';
import { countSteps, type StepsCounted } from './allSteps.ts';

interface Counted {
  /** Null before the first, and while none is wanted. */
  readonly counted: StepsCounted | null;
  readonly stopped: boolean;
  readonly stop: () => void;
}

/** `clip`: the ε that ratios are held against; another one has all of them counted anew. */
export function useAllSteps(runId: string, clip: number, wanted: boolean): Counted {
  const asked = `${runId} ${clip} ${wanted}`;
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly counted: StepsCounted } | null>(null);
  const [stoppedAt, setStoppedAt] = useState<string | null>(null);
  const aborting = useRef<AbortController | null>(null);
  useEffect(() => {
    const run = runsStore.getState().runs[runId];
    if (!wanted || !run) return undefined;
    const controller = new AbortController();
    aborting.current = controller;
    void countSteps({
      steps: [...new Set([...(run.stored ?? []), ...keptIterations(run.episodes)])].sort((a, b) => a - b),
      read: (step) => partsOf(runsStore.getState().runs[runId] ?? run, step),
      clip,
      tell: (counted) => setAnswer({ asked, counted }),
      signal: controller.signal,
    });
    return () => {
      controller.abort();
      setStoppedAt(null);
    };
  }, [asked, runId, clip, wanted]);
  const stop = (): void => {
    aborting.current?.abort();
    setStoppedAt(asked);
  };
  return { counted: wanted && answer?.asked === asked ? answer.counted : null, stopped: stoppedAt === asked, stop };
}
