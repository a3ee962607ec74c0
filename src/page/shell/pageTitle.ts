/** The title of the page: how far the run is that is being trained, so that it can be told from another tab. */
import { documentStore } from '../state/document/document.ts';
import { isUnderWay } from '../state/runs/interrupted.ts';
import { currentRun, runsStore } from '../state/runs/runs.ts';
import type { RunSet } from '../state/runs/types.ts';
import { text } from '../../words/words.ts';

/** Of the run on screen while it is trained; else the project's name, and the product's. */
export function titleOf(run: Pick<RunSet, 'origin' | 'phase' | 'iteration' | 'document'> | null, project: string): string {
  const parts = [project, text.product.name].filter(Boolean);
  if (!run || !isUnderWay(run)) return parts.join(' · ');
  const { iterations } = run.document.training;
  return [`${run.iteration}/${iterations}`, ...(run.phase === 'paused' ? [text.product.paused] : []), ...parts].join(' · ');
}

/** Keeps the title; returns how to end that. */
export function followTitle(): () => void {
  const write = (): void => {
    const title = titleOf(currentRun(runsStore.getState()), documentStore.getState().document.name);
    if (title !== document.title) document.title = title;
  };
  write();
  const stops = [runsStore.subscribe(write), documentStore.subscribe(write)];
  return () => {
    for (const stop of stops) stop();
  };
}
