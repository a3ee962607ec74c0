/** Whether a run is over, and whether one that ended early can go on: from its last checkpoint, with its own document. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Files } from '../../../core/formats/files.ts';
import { isRecord } from '../../../core/isRecord.ts';
import type { ForwardedServer } from '../../../core/served.ts';
import type { BackendReport, DroppedBases } from '../../../../workers/trainer/protocol.ts';
import type { RunCheckpoint, RunSet } from './types.ts';

/** A run that was stopped, or that failed, behind its last checkpoint. */
export interface InterruptedRun {
  readonly document: ProjectDocument;
  readonly bases: DroppedBases;
  /** Completed iterations of the checkpoint. */
  readonly iteration: number;
  readonly files: Files;
  /** What it was computed on so far; null where that is not known. */
  readonly backend: BackendReport['backend'] | null;
  /** The server that trained it, which has its optimisers; null where this computer did. */
  readonly server?: ForwardedServer | null;
}

/** Whether nothing more will come of this run. */
export function hasEnded(run: Pick<RunSet, 'phase'>): boolean {
  return run.phase === 'finished' || run.phase === 'stopped' || run.phase === 'failed';
}

/** Whether this run is being trained, or paused. */
export function isUnderWay(run: Pick<RunSet, 'origin' | 'phase'>): boolean {
  return run.origin === 'live' && !hasEnded(run);
}

/**
 * What the run needs to go on, from the later of its own checkpoint and `kept`, the newest on disk; null when it cannot. With
 * `more` one that is finished can, too, by so many iterations beyond those it was begun with.
 */
export function interruptedRun(run: RunSet | null | undefined, kept: RunCheckpoint | null = null, more = 0): InterruptedRun | null {
  if (!run || run.origin === 'recorded' || !hasEnded(run) || (run.phase === 'finished' && more === 0)) return null;
  const document = more === 0 ? run.document : longer(run.document, more);
  const from = fromNewest(run, document, kept);
  return from && from.iteration < document.training.iterations ? from : null;
}

/** The same of a run whose worker died before it said that the run is over, be it behind the last iteration. */
export function leftRun(run: RunSet | undefined, kept: RunCheckpoint | null): InterruptedRun | null {
  return run?.origin === 'live' ? fromNewest(run, run.document, kept) : null;
}

function fromNewest({ bases, checkpoint: held, backend, info }: RunSet, document: ProjectDocument, kept: RunCheckpoint | null) {
  const checkpoint = kept && kept.iteration > (held?.iteration ?? -1) ? kept : held;
  if (!checkpoint) return null;
  return {
    document,
    bases,
    iteration: checkpoint.iteration,
    files: checkpoint.files,
    backend: backend?.backend ?? null,
    server: serverOf(info),
  };
}

/** The server that `run.json` names; null where it names none. */
export function serverOf(info: RunSet['info']): ForwardedServer | null {
  const said = info?.server;
  if (!isRecord(said) || typeof said['url'] !== 'string') return null;
  const { model } = said;
  return { url: said['url'], model: typeof model === 'string' ? model : null };
}

/** The document of a run with so many iterations more. */
function longer(document: ProjectDocument, more: number): ProjectDocument {
  return { ...document, training: { ...document.training, iterations: document.training.iterations + more } };
}
