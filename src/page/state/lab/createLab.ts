/**
 * Questions to the lab worker, one after the other. The worker is started by the first and keeps its run loaded for the
 * next; it ends after a while without questions, when it dies, and when it does not heed that a question was called off.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackendReport } from '../../../core/backend.ts';
import type { Change, LabAnswers, LabQuestion, TeamVersion } from '../../../core/counterfactual/questions.ts';
import { fault, faultFrom, FaultError } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { LabRequest, LabRun } from '../../../../workers/lab/protocol.ts';
import { labFaults } from '../../../words/words.ts';
import { sameFiles } from './sameFiles.ts';
import { type Asker, isAsker, type LabJob, type LabState } from './types.ts';

/** A live lab worker. */
export interface LabConnection {
  open(run: LabRun): Promise<BackendReport>;
  /** Null where it was called off. */
  answer(request: LabRequest): Promise<LabAnswers[keyof LabAnswers] | null>;
  callOff(): void;
  close(): void;
}

/** What the lab needs of the rest of the page; tests give their own. */
export interface LabHosts {
  /** Starts the workers. `onDeath` is called at most once, when they can answer no more; calls under way reject then. */
  connect(onProgress: (done: number, of: number) => void, onDeath: () => void): Promise<LabConnection>;
  /** A run with all that its questions need. */
  run(runId: string): Promise<LabRun>;
  /** Ascending. */
  versions(runId: string): Promise<readonly number[]>;
  /** A checkpoint's own folder, of which adapters and `trainer_state.json` are read; no files are the bases. */
  adapters(runId: string, iteration: number): Promise<Files>;
}

/** Without a question for so long the worker ends and its memory is free, milliseconds. */
export const IDLE_TIME = 120_000;
/** What the worker has to heed that a question was called off, milliseconds; then it is ended. */
export const HEED_TIME = 3000;

/** A question under way. */
class Asking {
  /** Resolves when it is called off. */
  readonly end: Promise<null>;
  calledOff = false;
  #resolve: (end: null) => void = () => {};

  constructor(readonly by: Asker) {
    this.end = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  callOff(): void {
    this.calledOff = true;
    this.#resolve(null);
  }

  /**
   * What is waited for on the way to the worker; throws {@link CalledOff} where nobody wants the answer any more: what is
   * begun behind this could be in the way of the next question.
   */
  async still<T>(awaited: Promise<T>): Promise<T> {
    const value = await awaited;
    if (this.calledOff) throw new CalledOff();
    return value;
  }
}

class CalledOff extends Error {}

export function createLabStore(hosts: LabHosts): StoreApi<LabState> {
  let connection: Promise<LabConnection> | null = null;
  /** What the worker has loaded. */
  let opened: { readonly runId: string; readonly run: LabRun } | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  let asking: Asking | null = null;
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  return createStore<LabState>((set, get) => {
    const end = (): void => {
      connection?.then((open) => open.close()).catch(() => undefined); // it never opened: nothing to close
      connection = null;
      opened = null;
      set({ report: null });
    };
    const connected = (): Promise<LabConnection> => {
      if (connection) return connection;
      const opening = hosts.connect(
        (done, of) => {
          const { job } = get();
          if (job && connection === opening) set({ job: { ...job, done, of } });
        },
        () => {
          if (connection === opening) end();
        },
      );
      connection = opening;
      opening.catch(() => {
        if (connection === opening) end();
      });
      return opening;
    };

    const prepared = async (runId: string, asked: Asking): Promise<LabConnection> => {
      const run = await asked.still(hosts.run(runId));
      const loaded = opened?.runId === runId && (await asked.still(isSame(opened.run, run)));
      const opening = connected();
      const worker = await asked.still(opening);
      if (loaded && opened) return worker; // it may have died meanwhile
      opened = null;
      const report = await worker.open(run);
      // Called off or not, it is loaded, unless the worker was ended because that took too long.
      if (connection === opening) {
        opened = { runId, run };
        set({ report });
      }
      return asked.still(opening);
    };

    const requestOf = async (runId: string, team: TeamVersion, question: LabQuestion, asked: Asking): Promise<LabRequest> => {
      const versions = await asked.still(hosts.versions(runId));
      const iteration = team === 'newest' ? (versions.at(-1) ?? 0) : team.iteration;
      const adapters: Record<number, Files> = {};
      for (const needed of [iteration, ...otherVersions(question)]) {
        if (!versions.includes(needed)) throw new FaultError(fault(labFaults, 'E_LAB_VERSION', { iteration: needed, have: versions }));
        adapters[needed] ??= await asked.still(hosts.adapters(runId, needed));
      }
      return { question, iteration, adapters };
    };

    const withoutFault = (by: Asker) => get().faults.filter((told) => !isAsker(told.by, by));

    const answer = async (team: TeamVersion, question: LabQuestion, asked: Asking): Promise<LabAnswers[keyof LabAnswers] | null> => {
      clearTimeout(idle);
      const { by } = asked;
      const { runId } = by;
      const job: LabJob = { by, kind: question.kind, done: 0, of: 0 };
      set({ job, faults: withoutFault(by) });
      const work = (async () => {
        const request = await requestOf(runId, team, question, asked);
        const worker = await prepared(runId, asked);
        return worker.answer(request);
      })();
      try {
        const result = await Promise.race([work, asked.end]);
        // The next question waits until the worker has heeded.
        if (result === null) await heeded(work);
        return result;
      } catch (error) {
        set({ faults: [...withoutFault(by), { by, fault: faultFrom(error) }] });
        return null;
      } finally {
        set({ job: null });
      }
    };

    const heeded = async (work: Promise<unknown>): Promise<void> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), HEED_TIME);
      });
      const first = await Promise.race([work.catch(() => undefined), late]);
      clearTimeout(timer);
      if (first === 'late') end();
    };

    return {
      job: null,
      faults: [],
      report: null,
      versions: (runId) => hosts.versions(runId).catch(() => []),
      ask: <K extends LabQuestion['kind']>(by: Asker, team: TeamVersion, question: Extract<LabQuestion, { kind: K }>) => {
        waiting += 1;
        const turn = queue.then(async () => {
          const asked = new Asking(by);
          asking = asked;
          const result = await answer(team, question, asked);
          asking = null;
          waiting -= 1;
          if (waiting === 0 && connection) idle = setTimeout(end, IDLE_TIME);
          return result as LabAnswers[K] | null;
        });
        queue = turn;
        return turn;
      },
      cancel: (by) => {
        if (!asking || !isAsker(asking.by, by)) return;
        asking.callOff();
        connection?.then((open) => open.callOff()).catch(() => undefined); // its death is told by the question
      },
      closeFault: (by) => set({ faults: withoutFault(by) }),
    };
  });
}

/** Versions of single agents that a question needs beside its team's. */
function otherVersions(question: LabQuestion): number[] {
  if (question.kind !== 'replay') return [];
  const changes: readonly Change[] = [...(question.origin?.standing ?? []), question.change];
  return changes.flatMap((change) => (change.kind === 'adapter' && change.iteration !== null ? [change.iteration] : []));
}

/** Whether the worker has it loaded already; what was measured meanwhile is no other run. A base may be another of the same name. */
async function isSame(a: LabRun, b: LabRun): Promise<boolean> {
  if (a.document !== b.document || a.backend !== b.backend || a.rows !== b.rows) return false;
  const names = Object.keys(a.bases);
  if (names.length !== Object.keys(b.bases).length) return false;
  for (const name of names) if (!(await sameFiles(a.bases[name] ?? {}, b.bases[name] ?? {}))) return false;
  return true;
}
