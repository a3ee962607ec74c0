/**
 * What the trainer is doing now, and the commands to it. Workers are started by the first command and replaced after they
 * die; events go on to the runs store. What a run leaves behind is not here but in the runs store.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DataRow } from '../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { baseNames } from '../../core/document/bases.ts';
import { faultFrom, FaultError, type Fault } from '../../core/faults.ts';
import {
  BACKENDS,
  type AgentActivity,
  type BackendChoice,
  type BackendMeasurement,
  type BackendReport,
  type CostEstimate,
  type DroppedBases,
  type EstimateRequest,
  type Files,
  type MemoryUse,
  type Phase,
  type TrainerCommand,
  type TrainerEvent,
  type TrainerMessage,
  type Vocabularies,
  type WarmSource,
} from '../../../workers/trainer/protocol.ts';
import { adapterFilesOf } from '../../core/formats/adapters.ts';
import type { RunLabels } from '../../core/formats/card.ts';
import type { BaseKeeper, KeptBase } from '../keptBases.ts';
import type { RunOptions } from '../library/types.ts';
import { afterWarmMessage, isWarming, newWarmStart, type WarmState } from './warmStart.ts';

/** A live trainer worker. */
export interface TrainerConnection {
  send(command: TrainerCommand): Promise<void>;
  estimate(request: EstimateRequest): Promise<CostEstimate | null>;
  vocabularies(): Promise<Vocabularies>;
  close(): void;
}

/** A run that was stopped, or that failed, behind its last checkpoint. */
export interface InterruptedRun {
  readonly document: ProjectDocument;
  readonly bases: DroppedBases;
  /** Completed iterations of the checkpoint. */
  readonly iteration: number;
  readonly files: Files;
  /** What it was computed on so far; null where that is not known. */
  readonly backend: BackendReport['backend'] | null;
}

/** A run about to begin. */
export interface BegunRun {
  readonly id: string;
  readonly document: ProjectDocument;
  readonly bases: DroppedBases;
  /** What it starts from, where that is given. */
  readonly adapters?: Files;
  readonly labels: Partial<RunLabels>;
}

/** What the engine store needs of the rest of the page; tests give their own. */
export interface EngineHosts {
  /** Starts the workers. `onDeath` is called at most once, when one of them can no longer answer. */
  connect(onEvent: (event: TrainerMessage) => void, onDeath: (fault: Fault) => void): Promise<TrainerConnection>;
  /** The document to train (`given`, or the one at hand), and everything that keeps it from being trained. */
  document(given?: ProjectDocument): { readonly document: ProjectDocument; readonly faults: readonly Fault[] };
  /** The rows of the document's data set; rejects where they are not here. */
  rows(document: ProjectDocument): Promise<readonly DataRow[] | undefined>;
  /** Some of its training problems, as `reset` gets them; empty while they are not here. */
  problems(document: ProjectDocument): readonly DataRow[];
  begin(run: BegunRun): void;
  /** What a run that ended needs to go on from its last checkpoint, by `more` iterations than it was begun with; null when it cannot. */
  interrupted(runId: string, more: number): Promise<InterruptedRun | null>;
  /** It goes on after that checkpoint. Rejects where it must not, as when another tab trains it. */
  goOn(runId: string, run: InterruptedRun): Promise<void>;
  receive(event: TrainerEvent): void;
  /** What the page says of a run in its worker's stead. */
  receiveOwn(event: TrainerEvent): void;
  vocabularies(runId: string, vocabularies: Vocabularies): void;
  newRunId(): string;
  /** Bases that are kept across visits. */
  readonly keeper: BaseKeeper;
}

export interface EngineState {
  readonly backend: BackendChoice;
  /** `idle` before the first run. */
  readonly phase: Phase | 'idle';
  /** The newest run; events of others are dropped. */
  readonly runId: string | null;
  /** Completed iterations of the run, of `iterations` in all. */
  readonly iteration: number;
  readonly iterations: number;
  readonly report: BackendReport | null;
  /** What choices of a backend measured on this machine so far; empty while nothing was to be measured. */
  readonly measurements: readonly BackendMeasurement[];
  /** Of the newest run, also after its end; null while nothing is known. */
  readonly memory: MemoryUse | null;
  /** What a run of the document as it is would cost; null while that is not known. */
  readonly cost: CostEstimate | null;
  /** What is wrong with a base model the document names, as far as was seen; null when nothing is. */
  readonly baseFault: Fault | null;
  readonly tokensPerSecond: number | null;
  readonly activity: Readonly<Record<string, AgentActivity>>;
  /** HF folders of a person's own by name, as far as they are in memory; the team's base or an agent's may be one. */
  readonly bases: DroppedBases;
  /** Those that this browser keeps; their files are read when they are needed. */
  readonly kept: readonly KeptBase[];
  /** Why a base could not be kept, read or deleted; null when nothing is wrong. */
  readonly keepFault: Fault | null;
  /** The newest warm start; null before there is any. */
  readonly warm: WarmState | null;
  /** Why the last attempt to train did not become a run. */
  readonly faults: readonly Fault[];
  /** Whether they are those of the document at hand, so that putting it right ends them. */
  readonly faultsAtHand: boolean;
  /** The run that is about to go on, while its checkpoint is looked for. */
  readonly continuing: string | null;
  /** Starts the workers ahead of the first run, and asks what a run of the document as it is would cost. Never rejects. */
  prepare(): Promise<void>;
  /** Starts a run, of the document as it is unless `options` say otherwise. Its id once it has begun; null when it did not. */
  train(options?: RunOptions): Promise<string | null>;
  /**
   * Goes on with a stopped or failed run, of its own document, from its last checkpoint; with `more` also with a finished one,
   * by so many iterations.
   */
  continueRun(runId: string, more?: number): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Runs one iteration of the paused run, or of a new one. */
  step(options?: RunOptions): Promise<void>;
  stop(): Promise<void>;
  chooseBackend(backend: BackendChoice): void;
  /** Takes a base of a person's own, and keeps it in this browser. Resolves when it is kept, or `keepFault` says why not. */
  addBase(name: string, files: Files): Promise<void>;
  /** Forgets a base of a person's own. */
  deleteBase(name: string): Promise<void>;
  /** Reads which bases this browser keeps. */
  listKept(): Promise<void>;
  /** Warms the team of the document as it is up; `name` is that of the base that is made. */
  warmUp(name: string, source: WarmSource): Promise<void>;
  closeFault(fault: Fault): void;
}

/** Of a run that has not said anything yet. */
const NOTHING_KNOWN = { report: null, memory: null, tokensPerSecond: null, activity: {} } as const;

/** Never silence: a button that was pressed has an answer. */
const NOTHING_TO_GO_ON_FROM: Fault = {
  code: 'E_RUN_CHECKPOINT',
  message: 'This run cannot go on: it has no checkpoint before its end, or it is not over yet.',
  hint: 'Train begins a new run.',
};

const BUSY: Fault = {
  code: 'E_TRAINER_BUSY',
  message: 'This run cannot go on yet: another run or a warm start is under way.',
  hint: 'Wait for its end, or stop it.',
};

/** Whether a run is under way (paused included). */
export function isActive(phase: EngineState['phase']): boolean {
  return !['idle', 'finished', 'stopped', 'failed'].includes(phase);
}

/** A stored or imported text as a backend, `auto` when it is none. */
export function backendFrom(text: string | null): BackendChoice {
  return BACKENDS.find((backend) => backend === text) ?? 'auto';
}

/** An engine store; the page has one, in `../engine.ts`. */
export function createEngineStore(
  hosts: EngineHosts,
  backend: BackendChoice = 'auto',
  known: readonly BackendMeasurement[] = [],
): StoreApi<EngineState> {
  let connection: Promise<TrainerConnection> | null = null;
  /** What a run that goes on was computed on before, until it says what it is computed on now. */
  let ranOn: { readonly runId: string; readonly backend: string } | null = null;

  return createStore<EngineState>((set, get) => {
    const receive = (event: TrainerMessage): void => {
      if (event.type === 'warm') {
        const report =
          event.what === 'backend' ? { report: event.report, measurements: event.report.measurements ?? get().measurements } : {};
        set({ warm: afterWarmMessage(get().warm, event), ...report });
        return;
      }
      if (event.runId !== get().runId) return; // late words of a run that was replaced
      hosts.receive(event);
      set(afterEvent(get(), event));
      if (event.type === 'backend') {
        void readVocabularies(event.runId);
        if (ranOn?.runId === event.runId && ranOn.backend !== event.report.backend) tellOtherBackend(event, ranOn.backend);
        ranOn = null;
      }
    };

    /** A run that goes on on something else than it began on cannot be repeated on either. */
    const tellOtherBackend = ({ runId, iteration, report }: Extract<TrainerEvent, { type: 'backend' }>, before: string): void => {
      const message = `This run was made on ${before} and goes on on ${report.backend}; its numbers cannot be repeated on one of them.`;
      const notice = { type: 'notice', runId, iteration, level: 'warning', code: 'backend_changed', message } as const;
      hosts.receive(notice);
      hosts.receiveOwn(notice);
    };

    /** Ends the run from the page's side when the worker cannot do so itself. */
    const fail = (fault: Fault): void => {
      const { runId, iteration } = get();
      if (runId === null) return; // commands before the first run have nothing to end
      for (const event of [
        { type: 'fault', runId, iteration, fault },
        { type: 'phase', runId, iteration, phase: 'failed' },
      ] as const) {
        receive(event);
        hosts.receiveOwn(event);
      }
    };

    const onDeath = (fault: Fault): void => {
      connection?.then((dead) => dead.close()).catch(() => undefined); // it never opened: nothing to close
      connection = null;
      if (isActive(get().phase)) fail(fault);
      failWarm(fault);
    };

    const failWarm = (fault: Fault): void => {
      const { warm } = get();
      if (warm && isWarming(warm)) set({ warm: { ...warm, phase: 'failed', fault } });
    };

    /** Whether the worker has time for something new. */
    const isBusy = (): boolean => isActive(get().phase) || isWarming(get().warm);

    const readVocabularies = async (runId: string): Promise<void> => {
      try {
        const vocabularies = await (await connection)?.vocabularies();
        if (vocabularies) hosts.vocabularies(runId, vocabularies);
      } catch (error) {
        hosts.receive({
          type: 'notice',
          runId,
          iteration: get().iteration,
          level: 'warning',
          code: 'W_VOCABULARY',
          message: faultFrom(error).message,
        });
      }
    };

    const send = async (command: TrainerCommand): Promise<void> => {
      try {
        connection ??= hosts.connect(receive, onDeath);
        await (await connection).send(command);
      } catch (error) {
        connection = null;
        fail(faultFrom(error));
      }
    };

    /** The folders of a person's own that `document` uses; what is only kept is read. */
    let listed = false;
    const droppedFor = async (document: ProjectDocument): Promise<DroppedBases> => {
      if (!listed) await get().listKept();
      for (const name of baseNames(document)) {
        if (Object.hasOwn(get().bases, name) || !get().kept.some((base) => base.name === name)) continue;
        const files = await hosts.keeper.read(name).catch(() => null);
        if (files) set({ bases: { ...get().bases, [name]: files } });
      }
      const used = new Set(baseNames(document));
      return Object.fromEntries(Object.entries(get().bases).filter(([name]) => used.has(name)));
    };

    const rowsFor = async (document: ProjectDocument): Promise<readonly DataRow[] | undefined> =>
      document.environment.dataset ? hosts.rows(document) : undefined;

    /** Does something with the kept bases, lists them anew, and says what went wrong. */
    const keeping = async (work: () => Promise<void>, code: `E_${string}`, message: string): Promise<void> => {
      try {
        await work();
        set({ kept: await hosts.keeper.list() });
      } catch (error) {
        const hint = 'It is there until this tab closes. The browser may be out of space, or keep nothing for this page.';
        set({ keepFault: { code, message, hint, detail: String(error) } });
      }
    };

    /** Of two questions on their way only the newer one's answer counts. */
    let asked = 0;
    const prepare = async (): Promise<void> => {
      if (isBusy()) return; // a worker that trains has no time for questions
      const turn = ++asked;
      const { document, faults } = hosts.document();
      const opening = (connection ??= hosts.connect(receive, onDeath));
      // Nobody asked for anything yet, so nothing is said: Train tries again, and tells what is wrong.
      const opened = await opening.catch(() => null);
      if (!opened && connection === opening) connection = null;
      const request = { document, backend: get().backend, bases: await droppedFor(document), problems: hosts.problems(document) };
      if (isBusy()) return; // something was started meanwhile
      let baseFault: Fault | null = null;
      const cost =
        faults.length > 0 || (document.environment.dataset && request.problems.length === 0)
          ? null
          : await opened?.estimate(request).catch((error: unknown) => {
              if (error instanceof FaultError && error.fault.code === 'E_BASE_MISSING') baseFault = error.fault;
              return null;
            });
      if (turn === asked) set({ cost: cost ?? null, baseFault });
    };

    /** The page's side of a run that is about to be sent to the worker, so that a second click finds one under way. */
    const open = (runId: string, document: ProjectDocument, iteration: number): void =>
      set({
        runId,
        phase: 'loading',
        iteration,
        iterations: document.training.iterations,
        ...NOTHING_KNOWN,
        faults: [],
        faultsAtHand: false,
      });

    const start = async (paused: boolean, options: RunOptions = {}): Promise<string | null> => {
      const { document: given, adapters: folders, resume, ...labels } = options;
      // A fork's come with the checkpoint they lie in, of which nothing else is needed.
      const adapters = folders && adapterFilesOf(folders);
      const { document, faults } = hosts.document(given);
      const refuse = (why: readonly Fault[], ofDocument: boolean): null => {
        set({ faults: why, faultsAtHand: ofDocument && given === undefined });
        return null;
      };
      if (faults.length > 0) return refuse(faults, true);
      let rows: readonly DataRow[] | undefined;
      try {
        rows = await rowsFor(document);
      } catch (error) {
        const fault = faultFrom(error);
        return refuse([fault], fault.code === 'E_DATASET_MISSING');
      }
      const bases = await droppedFor(document);
      if (isBusy()) return null; // another click while rows and bases were looked for
      const runId = hosts.newRunId();
      open(runId, document, 0);
      hosts.begin({ id: runId, document, bases, adapters, labels });
      const { backend, measurements: measured } = get();
      await send({
        type: 'start',
        runId,
        document,
        backend,
        bases,
        rows,
        paused,
        measured,
        ...(adapters ? { adapters, forked: labels.parent != null } : {}),
        ...(resume ? { resume } : {}),
      });
      return runId;
    };

    return {
      backend,
      phase: 'idle',
      runId: null,
      iteration: 0,
      iterations: 0,
      ...NOTHING_KNOWN,
      measurements: known,
      cost: null,
      baseFault: null,
      bases: {},
      kept: [],
      keepFault: null,
      warm: null,
      faults: [],
      faultsAtHand: false,
      continuing: null,
      prepare,
      train: async (options) => (isBusy() ? null : start(false, options)),
      continueRun: async (runId, more = 0) => {
        if (get().continuing === runId) return; // a second click
        const refuse = (faults: readonly Fault[]): void => set({ faults, faultsAtHand: false });
        if (isBusy()) return refuse([BUSY]);
        set({ continuing: runId });
        let run: InterruptedRun | null;
        let rows: readonly DataRow[] | undefined;
        let bases: DroppedBases;
        try {
          run = await hosts.interrupted(runId, more);
          if (!run) return refuse([NOTHING_TO_GO_ON_FROM]);
          const { faults } = hosts.document(run.document);
          if (faults.length > 0) return refuse(faults);
          rows = await rowsFor(run.document);
          bases = { ...(await droppedFor(run.document)), ...run.bases };
          if (isBusy()) return refuse([BUSY]); // another was begun while all that was looked for
          open(runId, run.document, run.iteration);
          await hosts.goOn(runId, run);
        } catch (error) {
          const isOpen = get().runId === runId && get().phase === 'loading';
          refuse([faultFrom(error)]);
          return isOpen ? set({ phase: 'idle' }) : undefined;
        } finally {
          set({ continuing: null });
        }
        const { document, files, backend: before } = run;
        ranOn = before === null ? null : { runId, backend: before };
        const { backend, measurements: measured } = get();
        await send({ type: 'start', runId, document, backend, bases, rows, resume: files, measured });
      },
      pause: () => send({ type: 'pause' }),
      resume: () => send({ type: 'resume' }),
      step: async (options) => {
        if (isWarming(get().warm)) return;
        if (isActive(get().phase) || (await start(true, options)) !== null) await send({ type: 'step' });
      },
      stop: () => send({ type: 'stop' }),
      chooseBackend: (choice) => set({ backend: choice }),
      addBase: async (name, files) => {
        set({ bases: { ...get().bases, [name]: files }, keepFault: null });
        await keeping(() => hosts.keeper.write(name, files), 'E_BASE_KEEP', `“${name}” could not be kept in this browser.`);
      },
      deleteBase: async (name) => {
        const { [name]: _, ...others } = get().bases;
        set({ bases: others, keepFault: null });
        await keeping(() => hosts.keeper.remove(name), 'E_BASE_DELETE', `“${name}” could not be deleted from this browser.`);
      },
      listKept: async () => {
        // A browser that keeps nothing has nothing to list; adding a base says so.
        set({ kept: await hosts.keeper.list().catch(() => []) });
        listed = true;
      },
      warmUp: async (name, source) => {
        if (isBusy()) return;
        const { document, faults } = hosts.document();
        const runId = hosts.newRunId();
        set({ warm: { ...newWarmStart(runId, document), ...(faults[0] ? { phase: 'failed', fault: faults[0] } : {}) } });
        if (faults.length > 0) return;
        let rows: readonly DataRow[] | undefined;
        try {
          rows = await rowsFor(document);
        } catch (error) {
          return failWarm(faultFrom(error));
        }
        try {
          connection ??= hosts.connect(receive, onDeath);
          const { backend, measurements: measured } = get();
          const bases = await droppedFor(document);
          await (await connection).send({ type: 'warm_start', runId, document, backend, bases, rows, measured, name, source });
        } catch (error) {
          connection = null;
          failWarm(faultFrom(error));
        }
      },
      closeFault: (fault) => set({ faults: get().faults.filter((shown) => shown !== fault) }),
    };
  });
}

/** The part of the state an event changes. */
function afterEvent(state: EngineState, event: TrainerEvent): Partial<EngineState> {
  const { iteration } = event;
  switch (event.type) {
    case 'phase':
      return { iteration, phase: event.phase, ...(isActive(event.phase) ? {} : { activity: {} }) };
    case 'backend':
      return { report: event.report, measurements: event.report.measurements ?? state.measurements };
    case 'memory':
      return { memory: event.memory };
    case 'activity':
      return { activity: Object.fromEntries(event.agents.map((agent) => [agent.role, agent])) };
    case 'metrics':
      return { iteration, tokensPerSecond: event.timing['perf/tokens_per_s'] ?? state.tokensPerSecond };
    case 'episodes':
    case 'notice':
    case 'checkpoint':
    case 'fault': // of the run, and shown with it
      return {};
    default:
      return event satisfies never;
  }
}
