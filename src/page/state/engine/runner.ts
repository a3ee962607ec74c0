/** Runs begun, gone on with, and recovered from a worker that died. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { TeacherFiles } from '../../../core/formats/models/teacherFiles.ts';
import { adapterFilesOf } from '../../../core/formats/models/adapters/adapterFiles.ts';
import { fault, faultFrom, type Fault } from '../../../core/faults.ts';
import type { TrainerCommand, TrainerEvent } from '../../../../workers/trainer/protocol.ts';
import type { RunOptions } from '../library/types.ts';
import type { InterruptedRun } from '../runs/interrupted.ts';
import { forwardFaults, pageEngineFaults } from '../../../words/words.ts';
import { beginCommand, goOnCommand } from './commands.ts';
import type { EngineShared } from './shared.ts';
import type { Serving } from './serving.ts';
import { backendChanged, failure, workerRestarted, type RanOn } from './ownEvents.ts';
import { mayRecover, type Recovered } from './recovery.ts';
import { isBusy, opening } from './states.ts';
import type { Supplies } from './supplies.ts';
import type { EngineState } from './types.ts';

export interface Runner extends Pick<EngineState, 'continueRun'> {
  /** Begins a run; its id, or null when it did not begin. */
  start(paused: boolean, options?: RunOptions): Promise<string | null>;
  /** Sends a command; where it cannot be sent the run ends. Never rejects. */
  send(command: TrainerCommand): Promise<void>;
  /** Ends the run from the page's side when the worker cannot do so itself. */
  fail(fault: Fault): void;
  /** Goes on in a new worker from the last checkpoint, or ends the run with `fault`. Never rejects. */
  recover(fault: Fault): Promise<void>;
  /** Learns what the run is computed on. */
  computedOn(event: Extract<TrainerEvent, { type: 'backend' }>): void;
}

/** `receive` takes what the page says in the worker's stead as if the worker had said it. */
export function createRunner(
  shared: EngineShared,
  { rowsFor, basesFor, teachersFor }: Supplies,
  { refusedBy }: Pick<Serving, 'refusedBy'>,
  receive: (event: TrainerEvent) => void,
): Runner {
  const { hosts, get, set, link } = shared;
  let ranOn: RanOn | null = null;
  let recovered: Recovered | null = null;

  const tell = (event: TrainerEvent): void => {
    hosts.receive(event);
    hosts.receiveOwn(event);
  };
  const fail = (why: Fault): void => {
    const { runId, iteration } = get();
    if (runId === null) return; // commands before the first run have nothing to end
    for (const event of failure(runId, iteration, why)) {
      receive(event);
      hosts.receiveOwn(event);
    }
  };
  const send = async (command: TrainerCommand): Promise<void> => {
    try {
      await (await link.open()).send(command);
    } catch (error) {
      link.forget();
      fail(faultFrom(error));
    }
  };
  /** Sends the worker what a run needs that goes on from a checkpoint. */
  const goOnWith = async (runId: string, run: InterruptedRun, paused = false): Promise<void> => {
    const rows = await rowsFor(run.document);
    const teachers = await teachersFor(run.document);
    const bases = await basesFor(run.document);
    ranOn = run.backend === null ? null : { runId, backend: run.backend };
    await send(goOnCommand(get(), runId, run, { bases, rows, teachers }, paused));
  };

  return {
    send,
    fail,
    start: async (paused, options = {}) => {
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
      let teachers: TeacherFiles | undefined;
      try {
        rows = await rowsFor(document);
        teachers = await teachersFor(document);
      } catch (error) {
        const why = faultFrom(error);
        return refuse([why], why.code === 'E_DATASET_MISSING' || why.code === 'E_TEACHER');
      }
      const bases = await basesFor(document);
      const { server, asking } = get();
      if (asking) return null; // another click while the server was asked
      if (server && adapters) return refuse([fault(forwardFaults, 'E_FORWARD_ADAPTERS', {})], false);
      const refused = server && !isBusy(get()) ? await refusedBy(server, document) : [];
      if (refused.length > 0) return refuse(refused, false);
      if (isBusy(get())) return null; // another click while rows and bases were looked for
      const runId = hosts.newRunId();
      set(opening(runId, document, 0, server));
      hosts.begin({ id: runId, document, bases, adapters, labels });
      await send(beginCommand(get(), runId, document, { bases, rows, teachers }, { adapters, resume, parent: labels.parent }, paused));
      return runId;
    },

    continueRun: async (runId, more = 0) => {
      if (get().continuing === runId) return; // a second click
      const refuse = (faults: readonly Fault[]): void => set({ faults, faultsAtHand: false });
      if (isBusy(get())) return refuse([fault(pageEngineFaults, 'E_TRAINER_BUSY', {})]);
      set({ continuing: runId });
      let run: InterruptedRun | null;
      try {
        run = await hosts.interrupted(runId, more);
        if (!run) return refuse([fault(pageEngineFaults, 'E_RUN_CHECKPOINT', {})]);
        const { faults } = hosts.document(run.document);
        if (faults.length > 0) return refuse(faults);
        await Promise.all([rowsFor(run.document), teachersFor(run.document)]); // where they are not here, nothing is begun
        const refused = run.server && !isBusy(get()) ? await refusedBy(run.server, run.document) : [];
        if (refused.length > 0) return refuse(refused);
        if (isBusy(get())) return refuse([fault(pageEngineFaults, 'E_TRAINER_BUSY', {})]); // another was begun while all that was looked for
        set(opening(runId, run.document, run.iteration, run.server));
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

    recover: async (why) => {
      const { runId, iteration: reached, phase } = get();
      if (runId === null) return;
      set({ phase: 'loading', activity: {} });
      const stays = (): boolean => get().runId === runId && get().phase === 'loading';
      try {
        const run = await hosts.left(runId);
        if (!stays()) return;
        if (!run || !mayRecover({ runId, iteration: run.iteration }, recovered)) return fail(why);
        recovered = { runId, iteration: run.iteration };
        await hosts.goOn(runId, run);
        if (!stays()) return;
        set({ iteration: run.iteration });
        tell(workerRestarted(runId, why, reached, run.iteration));
        await goOnWith(runId, run, phase === 'paused');
      } catch (error) {
        if (stays()) fail(faultFrom(error));
      }
    },

    computedOn: (event) => {
      const changed = backendChanged(ranOn, event);
      if (changed) tell(changed);
      ranOn = null;
    },
  };
}
