/**
 * What the trainer is doing now, and the commands to it. Workers are started by the first command and replaced after they
 * die; events go on to the runs store. What a run leaves behind is not here but in the runs store.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { baseNames } from '../../../core/document/bases.ts';
import { faultFrom, FaultError, type Fault } from '../../../core/faults.ts';
import { storageFault } from '../../../core/storageFault.ts';
import type {
  BackendChoice,
  BackendMeasurement,
  DroppedBases,
  TrainerCommand,
  TrainerEvent,
  TrainerMessage,
} from '../../../../workers/trainer/protocol.ts';
import { adapterFilesOf } from '../../../core/formats/models/adapters.ts';
import type { RunOptions } from '../library/types.ts';
import { afterEvent, isActive } from './afterEvent.ts';
import type { EngineHosts, EngineState, TrainerConnection } from './types.ts';
import type { InterruptedRun } from '../runs/interrupted.ts';
import { afterWarmMessage, isWarming, newWarmStart } from './warmStart.ts';

/** Of a run that has not said anything yet. */
const NOTHING_KNOWN = { report: null, memory: null, tokensPerSecond: null, activity: {} } as const;

/** Never silence: a button that was pressed has an answer. */
const NOTHING_TO_GO_ON_FROM: Fault = {
  code: 'E_RUN_CHECKPOINT',
  message: 'This run cannot go on: it has no checkpoint before its end, or it is not over yet.',
  hint: 'Train begins a new run.',
};

/** Whoever stops waiting for a worker that says nothing is told this of its run, should it not go on. */
const SILENT: Fault = {
  code: 'E_WORKER_SILENT',
  message: 'The trainer worker said nothing for long and was ended.',
  hint: 'Your project and the run up to its last checkpoint are unharmed; Continue goes on from there, Train begins a new run.',
};

const BUSY: Fault = {
  code: 'E_TRAINER_BUSY',
  message: 'This run cannot go on yet: another run or a warm start is under way.',
  hint: 'Wait for its end, or stop it.',
};

/** Ends of a worker that say nothing against its run; what the environment or the run itself did comes again. */
const RECOVERABLE: readonly Fault['code'][] = ['E_WORKER_DIED', 'E_WORKER_SILENT'];

const recoveredMessage = ({ message }: Fault, reached: number, from: number): string =>
  `${message.replace(/\.?$/, '.')} It was started again, and the run goes on from the checkpoint of iteration ${from}${
    reached > from ? `; what came after it, up to iteration ${reached}, is computed again` : ''
  }.`;

/** An engine store; the page has one, in `./engine.ts`. */
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
      if (event.type !== 'beat' && event.runId !== get().runId) return; // late words of a run that was replaced
      if (event.type === 'beat') return;
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
      tellOwn(runId, iteration, 'backend_changed', message);
    };

    /** What the page has to say of a run, on screen and on disk. */
    const tellOwn = (runId: string, iteration: number, code: string, message: string): void => {
      const notice = { type: 'notice', runId, iteration, level: 'warning', code, message } as const;
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
      set({ silent: false });
      if (isActive(get().phase)) {
        if (RECOVERABLE.includes(fault.code)) void recover(fault);
        else fail(fault);
      }
      failWarm(fault);
    };

    const onSilence = (silent: boolean): void => set({ silent: silent && isBusy() });

    /**
     * A run whose worker died goes on in a new one from its last checkpoint, once from each: what ends a worker twice at the same
     * place would end it for ever.
     */
    let recovered: { readonly runId: string; readonly iteration: number } | null = null;
    const recover = async (fault: Fault): Promise<void> => {
      const { runId, iteration: reached, phase } = get();
      if (runId === null) return;
      set({ phase: 'loading', activity: {} });
      const stays = (): boolean => get().runId === runId && get().phase === 'loading';
      try {
        const run = await hosts.left(runId);
        if (!stays()) return;
        if (!run || (recovered?.runId === runId && run.iteration <= recovered.iteration)) return fail(fault);
        recovered = { runId, iteration: run.iteration };
        await hosts.goOn(runId, run);
        if (!stays()) return;
        set({ iteration: run.iteration });
        tellOwn(runId, run.iteration, 'worker_restarted', recoveredMessage(fault, reached, run.iteration));
        await goOnWith(runId, run, phase === 'paused');
      } catch (error) {
        if (stays()) fail(faultFrom(error));
      }
    };

    /** Sends the worker what a run needs that goes on from a checkpoint. */
    const goOnWith = async (runId: string, run: InterruptedRun, paused = false): Promise<void> => {
      const { document, files, backend: before } = run;
      const rows = await rowsFor(document);
      const bases = { ...(await droppedFor(document)), ...run.bases };
      ranOn = before === null ? null : { runId, backend: before };
      const { backend, measurements: measured } = get();
      await send({ type: 'start', runId, document, backend, bases, rows, resume: files, measured, paused });
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
        connection ??= hosts.connect(receive, onDeath, onSilence);
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
        const why = storageFault(error);
        set({ keepFault: { code, message: why ? `${message} ${why.message}` : message, hint, detail: String(error) } });
      }
    };

    /** Of two questions on their way only the newer one's answer counts. */
    let asked = 0;
    const prepare = async (): Promise<void> => {
      if (isBusy()) return; // a worker that trains has no time for questions
      const turn = ++asked;
      const { document, faults } = hosts.document();
      const opening = (connection ??= hosts.connect(receive, onDeath, onSilence));
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
      silent: false,
      prepare,
      train: async (options) => (isBusy() ? null : start(false, options)),
      continueRun: async (runId, more = 0) => {
        if (get().continuing === runId) return; // a second click
        const refuse = (faults: readonly Fault[]): void => set({ faults, faultsAtHand: false });
        if (isBusy()) return refuse([BUSY]);
        set({ continuing: runId });
        let run: InterruptedRun | null;
        try {
          run = await hosts.interrupted(runId, more);
          if (!run) return refuse([NOTHING_TO_GO_ON_FROM]);
          const { faults } = hosts.document(run.document);
          if (faults.length > 0) return refuse(faults);
          await rowsFor(run.document); // where they are not here, nothing is begun
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
        await goOnWith(runId, run);
      },
      pause: () => send({ type: 'pause' }),
      resume: () => send({ type: 'resume' }),
      step: async (options) => {
        if (isWarming(get().warm)) return;
        if (isActive(get().phase) || (await start(true, options)) !== null) await send({ type: 'step' });
      },
      stop: () => send({ type: 'stop' }),
      restart: () => onDeath(SILENT),
      reconnectKeeper: async (port) => {
        // Of a trainer that died meanwhile its own news come.
        await (await connection?.catch(() => null))?.connectKeeper(port).catch(() => undefined);
      },
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
          connection ??= hosts.connect(receive, onDeath, onSilence);
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
