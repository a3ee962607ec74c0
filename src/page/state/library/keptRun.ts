/** A kept run as the page holds runs. */
import { readBest } from '../../../core/formats/runs/best.ts';
import type { Files } from '../../../core/formats/files.ts';
import { latestCheckpoint, RUN_PATHS } from '../../../core/formats/runPaths.ts';
import type { KeptRun } from '../../../runs/types.ts';
import { backendOf } from '../runs/recorded.ts';
import { newRun } from '../runs/reduce.ts';
import type { RunBest, RunCheckpoint, RunSet } from '../runs/types.ts';

/** Without episodes and weights, which are read when they are needed. */
export function keptRunSet({
  card,
  document,
  info,
  metrics,
  timing,
  notices,
  faults,
  rollouts,
  vocabularies,
  startedFrom,
  playOn,
}: KeptRun): RunSet {
  return {
    ...newRun(card.id, document, {}, startedFrom ?? undefined),
    origin: 'kept',
    ...(card.began > 0 && { began: card.began }),
    // One that was left running is over until it goes on.
    phase: card.phase === 'running' ? 'stopped' : card.phase,
    iteration: metrics.at(-1)?.iteration ?? 0,
    metrics,
    timing,
    notices,
    faults,
    stored: rollouts,
    vocabularies,
    backend: info && backendOf(info),
    ...(info ? { info } : {}),
    ...(playOn ? { playOn } : {}),
  };
}

/** The newest checkpoint among `files`; null where there is none. */
export function newestCheckpoint(files: Files): RunCheckpoint | null {
  const iteration = latestCheckpoint(Object.keys(files));
  if (iteration === null) return null;
  const folder = `${RUN_PATHS.checkpoint(iteration)}/`;
  return { iteration, files: Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(folder))) };
}

/** The best checkpoint among `files`, as their `best.json` says. */
export function bestCheckpoint(files: Files): RunBest | null {
  const best = readBest(files);
  if (!best) return null;
  const folder = `${RUN_PATHS.checkpoint(best.iteration)}/`;
  const own = Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith(folder)));
  return Object.keys(own).length > 0 ? { ...best, files: own } : null;
}
