/** How one trainer event changes a run: a pure function, so that a recording and a live run are read the same way. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { DroppedBases, Files, TrainerEvent } from '../../../../workers/trainer/protocol.ts';
import type { EpisodeWindow } from '../../../runs/types.ts';
import { keepEpisodes, mergeEpisodes } from './keep.ts';
import type { MetricsRow, RunSet } from './types.ts';

/** Most notices, and most faults, held of one run; the oldest go first. */
export const MESSAGE_LIMIT = 200;

/** A live run about to begin. */
export function newRun(id: string, document: ProjectDocument, bases: DroppedBases = {}, startedFrom?: Files): RunSet {
  return {
    id,
    origin: 'live',
    document,
    metrics: [],
    timing: [],
    episodes: {},
    episodesDropped: 0,
    backend: null,
    phase: 'loading',
    iteration: 0,
    notices: [],
    faults: [],
    checkpoint: null,
    best: null,
    vocabularies: {},
    bases,
    ...(startedFrom ? { startedFrom } : {}),
  };
}

/** `run` after `event`; the episodes of the iterations `wanted` are not let go. */
export function applyEvent(run: RunSet, event: TrainerEvent, wanted: readonly number[] = []): RunSet {
  const iteration = event.iteration;
  switch (event.type) {
    case 'phase':
      return { ...run, iteration, phase: event.phase };
    case 'backend':
      return { ...run, iteration, backend: event.report };
    case 'info':
      // What it was begun on, which stays when it goes on on something else.
      return run.info ? run : { ...run, info: event.info };
    case 'activity':
    case 'progress':
    case 'server':
    case 'memory':
      // Who is speaking, and in how much memory, is of the moment: the engine store shows it, a run does not keep it.
      return run;
    case 'metrics':
      return {
        ...run,
        iteration,
        metrics: appendRow(run.metrics, iteration, event.metrics),
        timing: appendRow(run.timing, iteration, event.timing),
      };
    case 'episodes':
      return withEpisodes({ ...run, iteration }, event.episodes, wanted);
    case 'notice': {
      // Whole, with the values of its sentence where it has some.
      const { type: _, runId: __, ...notice } = event;
      return { ...run, notices: [...run.notices, notice].slice(-MESSAGE_LIMIT) };
    }
    case 'checkpoint': {
      const checkpoint = { iteration, files: event.files };
      return { ...run, iteration, checkpoint, best: event.best ? { ...checkpoint, ...event.best } : run.best };
    }
    case 'fault':
      return { ...run, faults: [...run.faults, { iteration, fault: event.fault }].slice(-MESSAGE_LIMIT) };
    default:
      return event satisfies never;
  }
}

/** Rows stay ascending: a resumed run repeats iterations, and what came after the repeated one is void (DESIGN §5). */
function appendRow(rows: readonly MetricsRow[], iteration: number, values: MetricsRow): readonly MetricsRow[] {
  if (Object.keys(values).length === 0) return rows;
  const row = { iteration, ...values };
  const last = rows.at(-1)?.iteration ?? -1;
  return last < row.iteration ? [...rows, row] : [...rows.filter((held) => (held.iteration ?? 0) < row.iteration), row];
}

/** `run` with `arrived` added under their own iterations and the memory limits applied. */
export function withEpisodes(run: RunSet, arrived: readonly EpisodeRecord[], wanted: readonly number[] = []): RunSet {
  const episodes: Record<number, readonly EpisodeRecord[]> = { ...run.episodes };
  for (const iteration of new Set(arrived.map((record) => record.iteration))) {
    const records = arrived.filter((record) => record.iteration === iteration);
    episodes[iteration] = mergeEpisodes(episodes[iteration] ?? [], records);
  }
  const kept = keepEpisodes(episodes, wanted);
  const dropped = Object.keys(episodes).length - Object.keys(kept).length;
  return { ...run, episodes: kept, episodesDropped: run.episodesDropped + dropped };
}

/** `run` with a window of an iteration in place of what was held of it. */
export function withWindow(
  run: RunSet,
  iteration: number,
  arrived: readonly EpisodeRecord[],
  window: EpisodeWindow,
  wanted: readonly number[] = [],
): RunSet {
  const without = Object.fromEntries(Object.entries(run.episodes).filter(([held]) => Number(held) !== iteration));
  const next = withEpisodes({ ...run, episodes: without }, arrived, wanted);
  return { ...next, windows: { ...run.windows, [iteration]: window } };
}
