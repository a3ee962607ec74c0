/**
 * What the trainer is doing now, and the commands to it. Workers are started by the first command and replaced after they
 * die; events go on to the runs store. What a run leaves behind is not here but in the runs store.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
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
  type Vocabularies,
} from '../../../workers/trainer/protocol.ts';

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
}

/** What the engine store needs of the rest of the page; tests give their own. */
export interface EngineHosts {
  /** Starts the workers. `onDeath` is called at most once, when one of them can no longer answer. */
  connect(onEvent: (event: TrainerEvent) => void, onDeath: (fault: Fault) => void): Promise<TrainerConnection>;
  /** The document to train, and everything that keeps it from being trained. */
  document(): { readonly document: ProjectDocument; readonly faults: readonly Fault[] };
  begin(runId: string, document: ProjectDocument, bases: DroppedBases): void;
  /** What a run that ended early needs to go on from its last checkpoint; null when it cannot. */
  interrupted(runId: string): InterruptedRun | null;
  receive(event: TrainerEvent): void;
  vocabularies(runId: string, vocabularies: Vocabularies): void;
  newRunId(): string;
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
  /** Dropped HF folders by name; the team's base or an agent's may be one. */
  readonly bases: DroppedBases;
  /** Why the last attempt to train did not become a run. */
  readonly faults: readonly Fault[];
  /** Starts the workers ahead of the first run, and asks what a run of the document as it is would cost. Never rejects. */
  prepare(): Promise<void>;
  /** Starts a run of the document as it is. */
  train(): Promise<void>;
  /** Goes on with a stopped or failed run, of its own document, from its last checkpoint. */
  continueRun(runId: string): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Runs one iteration of the paused run, or of a new one. */
  step(): Promise<void>;
  stop(): Promise<void>;
  chooseBackend(backend: BackendChoice): void;
  addBase(name: string, files: Files): void;
  closeFault(fault: Fault): void;
}

/** Of a run that has not said anything yet. */
const NOTHING_KNOWN = { report: null, memory: null, tokensPerSecond: null, activity: {} } as const;

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

  return createStore<EngineState>((set, get) => {
    const receive = (event: TrainerEvent): void => {
      if (event.runId !== get().runId) return; // late words of a run that was replaced
      hosts.receive(event);
      set(afterEvent(get(), event));
      if (event.type === 'backend') void readVocabularies(event.runId);
    };

    /** Ends the run from the page's side when the worker cannot do so itself. */
    const fail = (fault: Fault): void => {
      const { runId, iteration } = get();
      if (runId === null) return; // commands before the first run have nothing to end
      receive({ type: 'fault', runId, iteration, fault });
      receive({ type: 'phase', runId, iteration, phase: 'failed' });
    };

    const onDeath = (fault: Fault): void => {
      connection?.then((dead) => dead.close()).catch(() => undefined); // it never opened: nothing to close
      connection = null;
      if (isActive(get().phase)) fail(fault);
    };

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

    /** The dropped folders that `document` uses. */
    const droppedFor = (document: ProjectDocument): DroppedBases => {
      const used = new Set(baseNames(document));
      return Object.fromEntries(Object.entries(get().bases).filter(([name]) => used.has(name)));
    };

    /** Of two questions on their way only the newer one's answer counts. */
    let asked = 0;
    const prepare = async (): Promise<void> => {
      if (isActive(get().phase)) return; // a worker that trains has no time for questions
      const turn = ++asked;
      const { document, faults } = hosts.document();
      const opening = (connection ??= hosts.connect(receive, onDeath));
      // Nobody asked for anything yet, so nothing is said: Train tries again, and tells what is wrong.
      const opened = await opening.catch(() => null);
      if (!opened && connection === opening) connection = null;
      const request = { document, backend: get().backend, bases: droppedFor(document) };
      let baseFault: Fault | null = null;
      const cost =
        faults.length > 0
          ? null
          : await opened?.estimate(request).catch((error: unknown) => {
              if (error instanceof FaultError && error.fault.code === 'E_BASE_MISSING') baseFault = error.fault;
              return null;
            });
      if (turn === asked) set({ cost: cost ?? null, baseFault });
    };

    const start = async (paused: boolean): Promise<boolean> => {
      const { document, faults } = hosts.document();
      if (faults.length > 0) {
        set({ faults });
        return false;
      }
      const runId = hosts.newRunId();
      const bases = droppedFor(document);
      hosts.begin(runId, document, bases);
      set({
        runId,
        phase: 'loading',
        iteration: 0,
        iterations: document.training.iterations,
        ...NOTHING_KNOWN,
        faults: [],
      });
      await send({ type: 'start', runId, document, backend: get().backend, bases, paused, measured: get().measurements });
      return true;
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
      faults: [],
      prepare,
      train: async () => {
        if (!isActive(get().phase)) await start(false);
      },
      continueRun: async (runId) => {
        const run = hosts.interrupted(runId);
        if (!run || isActive(get().phase)) return;
        const { document, bases, iteration, files } = run;
        set({
          runId,
          phase: 'loading',
          iteration,
          iterations: document.training.iterations,
          ...NOTHING_KNOWN,
          faults: [],
        });
        await send({ type: 'start', runId, document, backend: get().backend, bases, resume: files, measured: get().measurements });
      },
      pause: () => send({ type: 'pause' }),
      resume: () => send({ type: 'resume' }),
      step: async () => {
        if (isActive(get().phase) || (await start(true))) await send({ type: 'step' });
      },
      stop: () => send({ type: 'stop' }),
      chooseBackend: (choice) => set({ backend: choice }),
      addBase: (name, files) => set({ bases: { ...get().bases, [name]: files } }),
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
