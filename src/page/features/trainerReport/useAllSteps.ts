/** The reports of all steps while they are counted, and once they are. */
import { useEffect, useRef, useState } from 'react';
import { partsOf } from '../../state/library/parts.ts';
import { keptIterations } from '../../state/runs/keep.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { countSteps, type StepsCounted } from './allSteps.ts';

interface Counted {
  /** Null before the first, and while none is wanted. */
  readonly counted: StepsCounted | null;
  readonly stopped: boolean;
  readonly stop: () => void;
}

export function useAllSteps(run: RunSet, clip: number, wanted: boolean): Counted {
  const [counted, setCounted] = useState<StepsCounted | null>(null);
  const [stopped, setStopped] = useState(false);
  const aborting = useRef<AbortController | null>(null);
  // What is in memory changes as one reads; the steps of the run do not.
  const held = useRef(run);
  held.current = run;
  useEffect(() => {
    setCounted(null);
    setStopped(false);
    if (!wanted) return undefined;
    const { episodes, stored = [] } = held.current;
    const controller = new AbortController();
    aborting.current = controller;
    void countSteps({
      steps: [...new Set([...stored, ...keptIterations(episodes)])].sort((a, b) => a - b),
      read: (step) => partsOf(held.current, step),
      clip,
      tell: setCounted,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [run.id, clip, wanted]);
  const stop = (): void => {
    aborting.current?.abort();
    setStopped(true);
  };
  return { counted, stopped, stop };
}
