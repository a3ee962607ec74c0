/** Puts cells of the paper in miniature into the queue, and says how long they will take. */
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { Cell, MiniatureTeam } from '../../../../core/museum/miniature.ts';
import { MINIATURE_PRESET, RECORDED_SECONDS } from '../../../../core/museum/miniature.ts';
import { teamProject } from '../../../../core/museum/miniatureProject.ts';
import { RUN_SEEDS, runsOf } from '../../../../core/museum/sweeps.ts';
import { presetProject } from '../../../state/document/defaultProject.ts';
import { type QueueEntry, queueStore } from '../../../state/queue/queue.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { evidenceNamesText, miniatureText as words } from '../../../../words/words.ts';

/** Sweep id of all runs of a team, whenever they were queued. */
export const sweepIdOf = (team: MiniatureTeam): string => `miniature-${team}`;

export function runCells(cells: readonly Cell[]): Promise<void> {
  return withFaultNotice(words.notQueued, async () => queue(cells, await presetProject(MINIATURE_PRESET)));
}

function queue(cells: readonly Cell[], project: ProjectDocument): void {
  const entries = cells.flatMap(({ id, team, changes }) => {
    const label = words.teams[team].name;
    const base = { ...teamProject(project, team), name: words.projectName(label) };
    return runsOf(base, [changes], RUN_SEEDS).map(({ values, seed }) => ({
      base,
      values,
      seed,
      name: words.runName(evidenceNamesText.results.miniature.variants[id], seed),
      tags: [],
      sweep: { id: sweepIdOf(team), name: words.sweepName(label), values },
    }));
  });
  // Every cell with the first seed before any with the second, so that a table begun can be read.
  queueStore.getState().add(entries.toSorted((a, b) => a.seed - b.seed));
  notifyDone(words.queued(entries.length), words.queuedText);
}

/** Seconds that these cells will take, each with all seeds; `measured` by runs of this visit, or as recorded. */
export function secondsOf(
  cells: readonly Cell[],
  entries: readonly QueueEntry[],
): { readonly seconds: number; readonly measured: boolean } {
  const took = (team: MiniatureTeam): number | null => {
    const own = entries.flatMap(({ sweep, status, took: time }) =>
      sweep?.id === sweepIdOf(team) && status === 'finished' && time !== null ? [time / 1000] : [],
    );
    return own.length === 0 ? null : own.reduce((sum, time) => sum + time, 0) / own.length;
  };
  const times = cells.map(({ team }) => ({ here: took(team), recorded: RECORDED_SECONDS[team] }));
  return {
    seconds: RUN_SEEDS.length * times.reduce((sum, { here, recorded }) => sum + (here ?? recorded), 0),
    measured: times.every(({ here }) => here !== null),
  };
}
