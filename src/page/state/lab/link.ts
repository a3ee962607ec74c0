/** The way to the lab's worker: opened by the first question, kept with its run loaded, and opened anew after it was closed or died. */
import type { StoreApi } from 'zustand/vanilla';
import type { LabRun } from '../../../../workers/lab/protocol.ts';
import type { Asking } from './asking.ts';
import { sameRun } from './sameFiles.ts';
import type { LabConnection, LabHosts, LabState } from './types.ts';

export interface LabLink {
  /** The worker with the asker's run loaded; rejects where the question is called off meanwhile. */
  ready(asked: Asking): Promise<LabConnection>;
  /** The worker with nothing loaded yet, opened anew where it was closed; rejects likewise. */
  bare(asked: Asking): Promise<LabConnection>;
  /** Tells the worker that its question was called off. */
  callOff(): void;
  close(): void;
}

export function createLink(hosts: LabHosts, get: StoreApi<LabState>['getState'], set: (part: Partial<LabState>) => void): LabLink {
  let present: Promise<LabConnection> | null = null;
  let loaded: { readonly runId: string; readonly run: LabRun } | null = null;

  const close = (): void => {
    if (!present) return;
    present.then((open) => open.close()).catch(() => undefined); // it never opened: nothing to close
    present = null;
    loaded = null;
    set({ report: null });
  };
  const open = (): Promise<LabConnection> => {
    if (present) return present;
    const closeThis = (): void => {
      if (present === opening) close();
    };
    const opening = hosts.connect((done, of) => {
      const { job } = get();
      if (job && present === opening) set({ job: { ...job, done, of } });
    }, closeThis);
    opening.catch(closeThis);
    return (present = opening);
  };

  return {
    close,
    ready: async (asked) => {
      const { runId } = asked.by;
      const run = await asked.still(hosts.run(runId));
      const isLoaded = loaded?.runId === runId && (await asked.still(sameRun(loaded.run, run)));
      const opening = open();
      const worker = await asked.still(opening);
      if (isLoaded && loaded) return worker; // it may have died meanwhile
      loaded = null;
      const report = await worker.open(run);
      // Called off or not, it is loaded, unless the worker was ended because that took too long.
      if (present === opening) {
        loaded = { runId, run };
        set({ report });
      }
      return asked.still(opening);
    },
    bare: (asked) => asked.still(open()),
    callOff: () => {
      present?.then((worker) => worker.callOff()).catch(() => undefined); // its death is told by the question
    },
  };
}
