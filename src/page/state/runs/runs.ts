/**
 * The runs of this session: the recorded one and every live one, and which of them the page shows. The store holds
 * plain data and the actions that change it; series, filters and exports are pure functions beside it.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type PresetName, PRESETS } from '../../../core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { DroppedBases, Files, TrainerEvent, Vocabularies } from '../../../../workers/trainer/protocol.ts';
import type { EpisodeWindow } from '../../../runs/types.ts';
import { firstScreen } from '../opening/firstScreen.ts';
import { cursorStore } from '../address/cursor.ts';
import { pinnedIterations, pinsStore } from './pins.ts';
import { applyEvent, newRun, withEpisodes, withWindow } from './reduce.ts';
import { isUnderWay } from './interrupted.ts';
import { readRecorded, recordedFolder, type ReadFile } from './recorded.ts';
import type { RunCheckpoint, RunSet } from './types.ts';

/** Live runs that keep their episodes; older ones keep charts, checkpoint and their last episodes. */
export const WHOLE_RUNS = 3;

export type RecordedStatus =
  | { readonly status: 'idle' | 'loading' | 'ready' | 'missing' }
  | { readonly status: 'broken'; readonly fault: Fault };

export interface RunsState {
  /** Ids in the order the runs began. */
  readonly order: readonly string[];
  readonly runs: Readonly<Record<string, RunSet>>;
  /** The run on screen; null before there is any. */
  readonly current: string | null;
  readonly recorded: RecordedStatus;
  /** Adds a live run of `document` and shows it, reading its newest episodes; `bases` are the dropped HF folders it uses. */
  readonly begin: (runId: string, document: ProjectDocument, bases?: DroppedBases, startedFrom?: Files) => void;
  /** Takes in a trainer event; one of an unknown run is ignored. */
  readonly receive: (event: TrainerEvent) => void;
  /** Shows another run; an unknown id changes nothing. */
  readonly show: (runId: string) => void;
  /** Adds a run that was read from this browser, or takes the place of what was read before; shows nothing. */
  readonly put: (run: RunSet) => void;
  /** Iterations of a run whose episodes this browser keeps on disk. */
  readonly setStored: (runId: string, stored: readonly number[]) => void;
  /** Lets go of episodes and weights of kept runs but one: they are read again when they are shown. */
  readonly release: (but: string) => void;
  /** Episodes that were read from this browser for a run that is here. */
  readonly addEpisodes: (runId: string, episodes: readonly EpisodeRecord[]) => void;
  /** A window of an iteration too large to be held, in place of the one that was here. */
  readonly setWindow: (runId: string, iteration: number, episodes: readonly EpisodeRecord[], window: EpisodeWindow) => void;
  /** A run that ended early goes on after `iteration`: it is trained here from now on. */
  readonly goOn: (runId: string, document: ProjectDocument, checkpoint: RunCheckpoint) => void;
  readonly setVocabularies: (runId: string, vocabularies: Vocabularies) => void;
  /**
   * Another project was opened: shows its recorded run, which is read once, or nothing where it has none (`preset` null). A
   * run under way stays on screen. Never rejects: `recorded` tells how the reading went.
   */
  readonly showProject: (preset: PresetName | null, read?: ReadFile) => Promise<void>;
  /** Shows a recorded run by its id, `recorded/<folder>`: that of a lesson. With `yielding` a run under way stays on screen. Never rejects. */
  readonly showRecorded: (id: string, yielding?: boolean, read?: ReadFile) => Promise<void>;
}

/** Id of the recorded run of the project opened last. */
let asked: string | null = null;
/** Recorded runs that are on their way: of one that is on screen earlier episodes may be. */
const readings = new Map<string, Promise<void>>();

export const runsStore = createStore<RunsState>()((set, get) => ({
  order: [],
  runs: {},
  current: null,
  recorded: { status: 'idle' },

  begin: (runId, document, bases, startedFrom) => {
    cursorStore.getState().move({ iteration: null });
    set((state) => {
      const order = [...state.order.filter((id) => id !== runId), runId];
      const runs = thinOlder({ ...state.runs, [runId]: { ...newRun(runId, document, bases, startedFrom), began: Date.now() } }, order);
      return { order, runs, current: runId };
    });
  },

  receive: (event) =>
    set((state) => {
      const run = state.runs[event.runId];
      return run ? { runs: { ...state.runs, [run.id]: applyEvent(run, event, wantedOf(run)) } } : state;
    }),

  show: (runId) => {
    const { runs, current } = get();
    // What is read of the run on screen stays what is read.
    if (!runs[runId] || current === runId) return;
    cursorStore.getState().move({ iteration: null });
    set({ current: runId });
  },

  put: (run) =>
    set(({ order, runs }) => {
      const others = order.filter((id) => id !== run.id);
      // Among those of earlier visits by when it began; before this session's and after the recorded ones.
      const after = others.filter((id) => runs[id]?.origin === 'recorded' || (runs[id]?.began ?? 0) <= (run.began ?? 0)).length;
      return { order: others.toSpliced(after, 0, run.id), runs: { ...runs, [run.id]: run } };
    }),

  setStored: (runId, stored) =>
    set(({ runs }) => {
      const run = runs[runId];
      return run ? { runs: { ...runs, [runId]: { ...run, stored } } } : {};
    }),

  release: (but) =>
    set(({ runs }) => ({
      runs: Object.fromEntries(
        Object.entries(runs).map(([id, run]) => [
          id,
          run.origin !== 'kept' || id === but ? run : { ...run, episodes: {}, windows: {}, checkpoint: null, best: null },
        ]),
      ),
    })),

  addEpisodes: (runId, episodes) =>
    set(({ runs }) => {
      const run = runs[runId];
      return run ? { runs: { ...runs, [runId]: withEpisodes(run, episodes, wantedOf(run)) } } : {};
    }),

  setWindow: (runId, iteration, episodes, window) =>
    set(({ runs }) => {
      const run = runs[runId];
      return run ? { runs: { ...runs, [runId]: withWindow(run, iteration, episodes, window, wantedOf(run)) } } : {};
    }),

  goOn: (runId, document, checkpoint) => {
    const { iteration } = checkpoint;
    set(({ runs }) => {
      const run = runs[runId];
      return run ? { runs: { ...runs, [runId]: { ...run, document, origin: 'live', phase: 'loading', iteration, checkpoint } } } : {};
    });
    cursorStore.getState().move({ iteration: null });
    set({ current: runId });
  },

  setVocabularies: (runId, vocabularies) =>
    set((state) => {
      const run = state.runs[runId];
      return run ? { runs: { ...state.runs, [runId]: { ...run, vocabularies } } } : state;
    }),

  showProject: async (preset, given) => {
    const id = preset && PRESETS[preset].recorded;
    if (id !== null) return get().showRecorded(id, true, given);
    asked = null;
    const stays = keepsScreen(get());
    if (!stays) cursorStore.getState().move({ iteration: null });
    set({ ...(stays ? {} : { current: null }), recorded: { status: 'ready' } });
  },

  showRecorded: async (id, yielding = false, given) => {
    const stays = yielding && keepsScreen(get());
    if (id === asked && get().recorded.status === 'loading') {
      await readings.get(id);
      if (!stays && asked === id) get().show(id);
      return;
    }
    asked = id;
    const before = get().current;
    if (!stays && (yielding || get().current !== id)) cursorStore.getState().move({ iteration: null });
    const onScreen = (current: string | null) => (stays ? {} : { current });
    if (get().runs[id]) {
      set({ ...onScreen(id), recorded: { status: 'ready' } });
      return readings.get(id);
    }
    set({ ...onScreen(null), recorded: { status: 'loading' } });
    // Of two runs asked for one after the other the later counts.
    const tell = (recorded: RecordedStatus): void => {
      if (asked !== id) return;
      // Where only another run was asked for, the one that was on screen is still what there is.
      const back = recorded.status !== 'ready' && !yielding && get().current === null;
      set({ recorded, ...(back ? { current: before } : {}) });
    };
    const put = (run: RunSet): void =>
      set((state) => ({
        order: [run.id, ...state.order.filter((known) => known !== run.id)],
        runs: { ...state.runs, [run.id]: run },
        // Unless a run was begun, or another one chosen, meanwhile.
        current: state.current ?? (asked === id ? run.id : null),
      }));
    const reading = (async () => {
      try {
        const run = await readRecorded(given ?? recordedFolder(id), id, (curves) => {
          put(curves);
          return firstScreen();
        });
        if (!run) return tell({ status: 'missing' });
        put(run);
        tell({ status: 'ready' });
      } catch (error) {
        tell({ status: 'broken', fault: faultFrom(error) });
      } finally {
        readings.delete(id);
      }
    })();
    readings.set(id, reading);
    return reading;
  },
}));

/** Whether a run under way is on screen, which another project does not take away. */
function keepsScreen(state: RunsState): boolean {
  const present = currentRun(state);
  return present !== null && isUnderWay(present);
}

/** Iterations of a run whose episodes stay in memory: the one that is read, and those with pinned ones that are not on disk. */
function wantedOf({ id, stored = [] }: RunSet): readonly number[] {
  const { iteration } = cursorStore.getState();
  const pinned = pinnedIterations(pinsStore.getState(), id).filter((each) => !stored.includes(each));
  return iteration === null ? pinned : [...pinned, iteration];
}

/** Live runs older than the newest `WHOLE_RUNS` give up all episodes but their last, which export needs. */
function thinOlder(runs: Readonly<Record<string, RunSet>>, order: readonly string[]): Readonly<Record<string, RunSet>> {
  const live = order.filter((id) => runs[id]?.origin === 'live');
  const thinned = { ...runs };
  for (const id of live.slice(0, -WHOLE_RUNS)) {
    const run = runs[id];
    if (run) thinned[id] = withLastEpisodesOnly(run);
  }
  return thinned;
}

function withLastEpisodesOnly(run: RunSet): RunSet {
  const iterations = Object.keys(run.episodes).map(Number);
  if (iterations.length < 2) return run;
  const last = Math.max(...iterations);
  return { ...run, episodes: { [last]: run.episodes[last] ?? [] }, episodesDropped: run.episodesDropped + iterations.length - 1 };
}

/** Selects from the runs store inside a component. */
export function useRuns<T>(selector: (state: RunsState) => T): T {
  return useStore(runsStore, selector);
}

/** The run on screen, or null. */
export function currentRun(state: RunsState): RunSet | null {
  return state.current === null ? null : (state.runs[state.current] ?? null);
}

/** Resolves once a run is on screen, or is known not to come there. */
export function shownRun(): Promise<void> {
  const isThere = ({ current, recorded }: RunsState): boolean => current !== null || !['idle', 'loading'].includes(recorded.status);
  if (isThere(runsStore.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = runsStore.subscribe((state) => {
      if (!isThere(state)) return;
      stop();
      resolve();
    });
  });
}
