/** The workbench as the stage of a lesson: going where a step leads, and what is known of it while the step is open. */
import { PRESETS } from '../../../core/document/presets/presets.ts';
import type { Course, StageAt } from '../../../core/lessons/lesson.ts';
import { CHANNELS } from '../address/channels.ts';
import { cursorStore } from '../address/cursor.ts';
import { openLearnAt } from '../address/learnStore.ts';
import { changedSinceRun, documentStore } from '../document/document.ts';
import { libraryStore } from '../library/library.ts';
import { episodeRead, roleRead } from '../reading/reader.ts';
import { currentRun, runsStore } from '../runs/runs.ts';
import { nearestReadable } from '../runs/keep.ts';
import { isUnderWay } from '../runs/interrupted.ts';
import type { RunSet } from '../runs/types.ts';
import type { LessonStage } from './hosts.ts';
import { saidBy } from './faults.ts';
import { openLessonText } from '../../../words/words.ts';
import { onHappening } from '../happenings/happenings.ts';

/** Places where an episode is on screen. */
const READS: ReadonlySet<string> = new Set(['team', 'environment', 'training', 'inspect']);

export const pageStage: LessonStage = {
  enter: async (at, { recorded, own }, wanted) => {
    const { place, tab, view, channel, role, part } = at;
    const known = CHANNELS.find((one) => one === channel);
    const agent = documentStore.getState().document.team.agents.find((each) => each.role === role);
    cursorStore.getState().move({
      ...(place ? { place } : {}),
      ...(tab ? { tab } : {}),
      ...(view ? { view } : {}),
      ...(known ? { channel: known } : {}),
      ...(agent ? { role: agent.role } : {}),
    });
    if (part) openLearnAt({ part });
    const fault = at.run ? await bring(at.run === 'own' ? own : null, recorded, wanted) : null;
    return fault ?? (wanted() ? read(at, wanted) : null);
  },
  showRecorded: (recorded) => bring(null, recorded, () => true),
  facts: (since, underWay) => {
    const { document } = documentStore.getState();
    const { place, tab, view, channel, role, iteration, episode, message, token } = cursorStore.getState();
    const run = currentRun(runsStore.getState());
    const record = READS.has(place) ? episodeRead() : null;
    return {
      document,
      cursor: { place, tab, view, channel, role, iteration, episode, message, token },
      episode: record && { reward: record.reward, role: roleRead(run, { iteration, episode, message }) },
      read: record && run ? run.document : null,
      run: newestRun(since, underWay),
    };
  },
  underWay: () => Object.values(runsStore.getState().runs).find(isUnderWay)?.id ?? null,
  subscribe: (change) => {
    const stops = [documentStore.subscribe(change), cursorStore.subscribe(change), runsStore.subscribe(change)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  onHappening,
  onRun: (begun) =>
    runsStore.subscribe(({ order, runs }, before) => {
      const newest = order.at(-1);
      if (newest !== undefined && !before.runs[newest] && runs[newest]?.origin === 'live') begun(newest);
    }),
  recordedOf: ({ recorded, project }: Course) => (recorded ? `recorded/${recorded}` : PRESETS[project.preset].recorded),
};

/** The newest run of the project as it is that was begun since then, or was under way. */
function newestRun(since: number, underWay: string | null): RunSet | null {
  const { order, runs } = runsStore.getState();
  const { document } = documentStore.getState();
  const counts = (run: RunSet | undefined): run is RunSet =>
    run !== undefined &&
    run.origin !== 'recorded' &&
    ((run.began ?? 0) >= since || run.id === underWay) &&
    !changedSinceRun(document, run.document);
  return (
    order
      .map((id) => runs[id])
      .filter(counts)
      .at(-1) ?? null
  );
}

/** Brings the learner's own run on screen where there is one, else the recorded one. */
async function bring(own: string | null, recorded: string, wanted: () => boolean): Promise<string | null> {
  if (own !== null) {
    try {
      if (!runsStore.getState().runs[own]) await libraryStore.getState().open(own);
      if (wanted()) runsStore.getState().show(own);
      return null;
    } catch (error) {
      return saidBy(error);
    }
  }
  await runsStore.getState().showRecorded(recorded);
  const { recorded: how, runs } = runsStore.getState();
  if (runs[recorded] || !wanted()) return null;
  return how.status === 'broken' ? saidBy(how.fault) : openLessonText.noRecorded;
}

/** Reads what the step names of the run on screen, as far as it is there. */
async function read(at: StageAt, wanted: () => boolean): Promise<string | null> {
  const { move } = cursorStore.getState();
  const run = currentRun(runsStore.getState());
  const { episode, message, token } = at;
  // The learner's own run may be shorter than the step thinks, or not be there: then the recorded run is on screen.
  const iteration =
    at.run === 'own' && run && at.iteration !== undefined ? (nearestReadable(run, at.iteration) ?? at.iteration) : at.iteration;
  if (iteration !== undefined) {
    if (!run?.episodes[iteration] && !run?.stored?.includes(iteration)) return openLessonText.noIteration(iteration);
    move({ iteration }); // first, so that it is not let go as soon as it is read
    await libraryStore
      .getState()
      .readEpisodes(run.id, iteration, episode === undefined ? undefined : { episode })
      .catch(() => undefined); // then it is not here, which is told
    if (!wanted()) return null;
    if (!currentRun(runsStore.getState())?.episodes[iteration]) {
      move({ iteration: null });
      return openLessonText.noIteration(iteration);
    }
  }
  if (episode === undefined && message === undefined && token === undefined) return null;
  const now = cursorStore.getState();
  const where = iteration ?? now.iteration;
  const which = episode ?? now.episode;
  const record = where === null ? undefined : currentRun(runsStore.getState())?.episodes[where]?.find((each) => each.episode === which);
  if (!record || which === null) return openLessonText.noEpisode(which ?? 0);
  if (episode !== undefined) move({ episode });
  const said = message ?? now.message;
  const tokens = said === null ? undefined : record.messages[said]?.response_ids.length;
  if (message !== undefined && tokens !== undefined) move({ message });
  if (token !== undefined && tokens !== undefined && token < tokens) move({ token });
  const missing = (message !== undefined || token !== undefined) && (tokens === undefined || (token !== undefined && token >= tokens));
  return missing ? openLessonText.noEpisode(which) : null;
}
