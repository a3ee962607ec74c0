/** The commands that begin a run in the worker. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { TeacherFiles } from '../../../core/formats/models/teacherFiles.ts';
import type { DroppedBases, TrainerCommand } from '../../../../workers/trainer/protocol.ts';
import type { RunOptions } from '../library/types.ts';
import type { InterruptedRun } from '../runs/interrupted.ts';
import type { EngineState } from './types.ts';

export type StartCommand = Extract<TrainerCommand, { type: 'start' }>;

type Chosen = Pick<EngineState, 'backend' | 'measurements' | 'server'>;

/** What a run needs beside its document. */
export interface Supplied {
  readonly bases: DroppedBases;
  readonly rows: readonly DataRow[] | undefined;
  readonly teachers?: TeacherFiles | undefined;
}

/** Begins a run of `document`, as `options` say; adapters of a run that it was forked from need not fit the team any more. */
export function beginCommand(
  { backend, measurements: measured, server }: Chosen,
  runId: string,
  document: ProjectDocument,
  { bases, rows, teachers }: Supplied,
  { adapters, resume, parent }: Pick<RunOptions, 'adapters' | 'resume' | 'parent'>,
  paused: boolean,
): StartCommand {
  return {
    type: 'start',
    runId,
    document,
    backend,
    bases,
    rows,
    paused,
    measured,
    ...(teachers ? { teachers } : {}),
    ...(adapters ? { adapters, forked: parent != null } : {}),
    ...(resume ? { resume } : {}),
    ...(server ? { server } : {}),
  };
}

/** Goes on with a run from its checkpoint, where its optimisers are; the bases it was begun with count before those that are here now. */
export function goOnCommand(
  { backend, measurements: measured }: Omit<Chosen, 'server'>,
  runId: string,
  { document, files: resume, bases: itsOwn, server }: InterruptedRun,
  { bases, rows, teachers }: Supplied,
  paused: boolean,
): StartCommand {
  const given = { bases: { ...bases, ...itsOwn }, rows, resume, measured, paused, ...(teachers ? { teachers } : {}) };
  return { type: 'start', runId, document, backend, ...given, ...(server ? { server } : {}) };
}
