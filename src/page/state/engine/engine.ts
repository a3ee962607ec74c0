/** The page's trainer: the engine store wired to the document, the runs and the workers. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { documentFaults } from '../../../core/document/check/check.ts';
import { pageNotice } from '../runs/pageNotice.ts';
import { NO_LABELS } from '../../../core/formats/runs/card.ts';
import { consentStore, heldBack } from '../consent/consent.ts';
import { datasetsStore } from '../datasets/datasets.ts';
import { documentStore } from '../document/document.ts';
import { problemsHere } from '../datasets/attached.ts';
import { isActive } from './afterEvent.ts';
import { backendFrom } from './device/backendFrom.ts';
import { createEngineStore } from './createEngine.ts';
import type { EngineState } from './types.ts';
import { withoutServer } from './serving.ts';
import { connectTrainer } from './workers.ts';
import { measurementsFrom } from './device/measurements.ts';
import { keptBases } from '../bases/bases.ts';
import { watchPage } from './device/suspension.ts';
import { browserWakeLock, type WakeState } from './device/wakeLock.ts';
import { noteWarmLoss } from './warmNote.ts';
import { isWarming } from './warmStart.ts';
import { whenIdle } from '../opening/firstScreen.ts';
import { happened } from '../happenings/happenings.ts';
import { libraryStore, engineLibrary } from '../library/library.ts';
import { runsStore } from '../runs/runs.ts';
import { interruptedRun, leftRun } from '../runs/interrupted.ts';
import { nearestSpeed, speedsFrom, withSpeed } from '../../../core/speeds.ts';
import { chosenFrom } from '../served/chosen.ts';
import { browserStorage, STORAGE_KEYS, tabStorage } from '../storage/storage.ts';

export { isActive, shownProgress } from './afterEvent.ts';
export type { EngineState } from './types.ts';

/** The newest whole checkpoint on disk. Damage there does not matter to a run whose checkpoint is still in memory. */
const newestOf = (runId: string) =>
  engineLibrary.newest(runId).catch((error: unknown) => {
    const run = runsStore.getState().runs[runId];
    if (run?.origin === 'live' && run.checkpoint) return null;
    throw error;
  });

/** The page's engine. */
export const engineStore = createEngineStore(
  {
    connect: (onEvent, onDeath, onSilence) => connectTrainer(onEvent, onDeath, onSilence, () => engineLibrary.openTrainer()),
    document: (given) => {
      const document = given ?? documentStore.getState().document;
      const held = heldBack(document.environment.source);
      return { document, faults: [...documentFaults(document), ...(held ? [held] : [])] };
    },
    rows: async ({ environment: { dataset } }) => (dataset ? (await datasetsStore.getState().find(dataset)).file.rows : undefined),
    teacher: (run, iteration) => libraryStore.getState().adapters(run, iteration),
    problems: ({ environment: { dataset } }) => problemsHere(dataset),
    begin: ({ id, document, bases, adapters, labels }) => {
      runsStore.getState().begin(id, document, bases, adapters);
      engineLibrary.begin({ id, document, labels: { ...NO_LABELS, ...labels }, ...(adapters ? { startedFrom: adapters } : {}) });
      if (labels?.parent) happened('forked');
    },
    interrupted: async (runId, more) => {
      if (!runsStore.getState().runs[runId]) await libraryStore.getState().open(runId);
      return interruptedRun(runsStore.getState().runs[runId], await newestOf(runId), more);
    },
    left: async (runId) => leftRun(runsStore.getState().runs[runId], await newestOf(runId)),
    goOn: async (runId, { document, iteration, files }) => {
      const longer = document !== runsStore.getState().runs[runId]?.document;
      await engineLibrary.resume(runId, iteration, longer ? document : undefined);
      runsStore.getState().goOn(runId, document, { iteration, files });
    },
    receive: (event) => runsStore.getState().receive(event),
    receiveOwn: (event) => engineLibrary.tell(event),
    vocabularies: (runId, vocabularies) => {
      runsStore.getState().setVocabularies(runId, vocabularies);
      engineLibrary.vocabularies(runId, vocabularies);
    },
    newRunId: () => crypto.randomUUID(),
    bases: keptBases,
  },
  backendFrom(browserStorage.read(STORAGE_KEYS.backend)),
  measurementsFrom(browserStorage.read(STORAGE_KEYS.measurements)),
  chosenFrom(browserStorage.read(STORAGE_KEYS.server)),
);

engineLibrary.onReplaced((port) => void engineStore.getState().reconnectLibrary(port));

/** Speeds measured on earlier visits and on this one. */
let speeds = speedsFrom(browserStorage.read(STORAGE_KEYS.speeds));

/** How long an iteration will take, and on what that rests. */
export interface ExpectedTime {
  readonly seconds: number;
  /** Numbers in the bases of the run whose speed it goes by. */
  readonly measuredOn: number;
}

type Counted = { readonly parameters: number; readonly flopsPerIteration: number };

/** By the run here whose base was nearest in size; null while nothing was measured on `backend`. */
export function expectedTime(counted: Counted | null, backend: EngineState['backend']): ExpectedTime | null {
  const speed = counted && nearestSpeed(speeds, backend, counted.parameters);
  return speed && { seconds: counted.flopsPerIteration / speed.perSecond, measuredOn: speed.parameters };
}

/** Seconds an iteration of the document at hand will take; null while that is not known. */
export const expectedSeconds = ({ cost, backend }: Pick<EngineState, 'cost' | 'backend'>): number | null =>
  expectedTime(cost, backend)?.seconds ?? null;

/** Numbers in the bases of the run that {@link expectedSeconds} goes by. */
export const expectedOn = ({ cost, backend }: Pick<EngineState, 'cost' | 'backend'>): number | null =>
  expectedTime(cost, backend)?.measuredOn ?? null;

engineStore.subscribe((state, previous) => {
  if (state.cost !== previous.cost && state.cost?.secondsPerIteration) {
    const { flopsPerIteration, secondsPerIteration, measuredOn = state.cost.parameters } = state.cost;
    speeds = withSpeed(speeds, state.backend, { perSecond: flopsPerIteration / secondsPerIteration, parameters: measuredOn });
    browserStorage.write(STORAGE_KEYS.speeds, JSON.stringify(speeds));
  }
  noteWarmLoss(tabStorage, state, previous);
  if (state.backend !== previous.backend) browserStorage.write(STORAGE_KEYS.backend, state.backend);
  if (state.server !== previous.server) browserStorage.write(STORAGE_KEYS.server, JSON.stringify(state.server));
  if (state.measurements !== previous.measurements) browserStorage.write(STORAGE_KEYS.measurements, JSON.stringify(state.measurements));
});

/** A pause after an edit before its cost is asked for, milliseconds. */
const ESTIMATE_PAUSE = 500;

/**
 * Starts the workers once the first screen is there and the page has nothing else to do, so that Train finds them ready, and asks anew what a run would
 * cost a little after whatever changes it. Returns how to end that.
 */
export function keepPrepared(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void engineStore.getState().prepare(), ESTIMATE_PAUSE);
  };
  const stopDocument = documentStore.subscribe(({ document }, before) => {
    if (
      document.team !== before.document.team ||
      document.training !== before.document.training ||
      document.environment !== before.document.environment
    ) {
      soon();
      engineStore.setState(({ faults }) => ({ faults: withoutServer(faults) }));
    }
  });
  const stopEngine = engineStore.subscribe((state, before) => {
    const ended = isActive(before.phase) && !isActive(state.phase);
    const warmed = isWarming(before.warm) && !isWarming(state.warm);
    if (ended || warmed || state.backend !== before.backend || state.kept !== before.kept || state.bases !== before.bases) soon();
  });
  const stopConsent = consentStore.subscribe(({ trusted }, before) => {
    if (trusted !== before.trusted && heldBack(documentStore.getState().document.environment.source) === null) soon();
  });
  const stopDatasets = datasetsStore.subscribe(({ loaded }, before) => {
    if (loaded !== before.loaded) soon();
  });
  const idle = whenIdle(() => {
    void engineStore.getState().prepare();
    void lookForServer();
  });
  return () => {
    clearTimeout(timer);
    stopDocument();
    stopEngine();
    stopConsent();
    stopDatasets();
    idle();
  };
}

/** Says of a server that was chosen on an earlier visit that it is gone, where it is. */
async function lookForServer(): Promise<void> {
  const { server } = engineStore.getState();
  if (!server) return;
  const { lookFor } = await import('../served/lookFor.ts');
  const lost = await lookFor(server);
  // Another choice, or Train, has said something newer.
  if (lost && engineStore.getState().server === server)
    engineStore.setState(({ faults }) => ({ faults: [...withoutServer(faults), lost] }));
}

const wakeLock = typeof document === 'undefined' ? null : browserWakeLock();

/** Whether the computer is kept awake for the run that goes on. */
export function useWakeState(): WakeState {
  return useStore(wakeLock?.store ?? NO_WAKE_LOCK, ({ state }) => state);
}
const NO_WAKE_LOCK = createStore<{ readonly state: WakeState }>(() => ({ state: 'missing' }));

/**
 * Keeps the computer awake while a run goes on, and says in the run when the page stood still all the same; `time` writes how
 * long, from milliseconds. Returns how to end that.
 */
export function keepAwake(time: (milliseconds: number) => string): () => void {
  const stopEngine = engineStore.subscribe(({ phase }) => wakeLock?.want(isActive(phase) && phase !== 'paused'));
  const stopWatch = watchPage((milliseconds) => {
    const { runId, phase, iteration } = engineStore.getState();
    if (runId === null || !isActive(phase) || phase === 'paused') return;
    const said = pageNotice({ runId, iteration, level: 'info' }, 'suspended', { time: time(milliseconds), iteration });
    runsStore.getState().receive(said);
    engineLibrary.tell(said);
  });
  return () => {
    stopEngine();
    stopWatch();
    wakeLock?.want(false);
  };
}

/** Selects from the page's engine. */
export function useEngine<T>(selector: (state: EngineState) => T): T {
  return useStore(engineStore, selector);
}
