/**
 * Questions to the lab worker, one after the other, and comparisons of weights among them. The worker is started by the first and keeps
 * its run loaded for the next; it ends after a while without questions, when it dies, when it does not heed that a question was called
 * off, and before and after a comparison.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabAnswers, LabQuestion, TeamVersion } from '../../../core/counterfactual/questions.ts';
import { faultFrom } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { ComparedWeights } from '../../../core/formats/runs/weightDifference.ts';
import type { LabRequest } from '../../../../workers/lab/protocol.ts';
import { Asking, endsWithin } from './asking.ts';
import { createLink } from './link.ts';
import { neededVersions } from './neededVersions.ts';
import { type Asker, isAsker, type LabHosts, type LabJob, type LabState } from './types.ts';

/** Without a question for so long the worker ends and its memory is free, milliseconds. */
export const IDLE_TIME = 120_000;
/** What the worker has to heed that a question was called off, milliseconds; then it is ended. */
export const HEED_TIME = 3000;

export function createLabStore(hosts: LabHosts): StoreApi<LabState> {
  let queue: Promise<unknown> = Promise.resolve();
  let asking: Asking | null = null;
  let waiting = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  return createStore<LabState>((set, get) => {
    const link = createLink(hosts, get, set);
    const withoutFault = (by: Asker) => get().faults.filter((told) => !isAsker(told.by, by));

    const requestOf = async (team: TeamVersion, question: LabQuestion, asked: Asking): Promise<LabRequest> => {
      const { runId } = asked.by;
      const needed = neededVersions(team, question, await asked.still(hosts.versions(runId)));
      const adapters: Record<number, Files> = {};
      for (const version of needed) adapters[version] ??= await asked.still(hosts.adapters(runId, version));
      return { question, iteration: needed[0], adapters };
    };

    const answer = async (team: TeamVersion, question: LabQuestion, asked: Asking): Promise<LabAnswers[keyof LabAnswers] | null> => {
      const work = (async () => {
        const request = await requestOf(team, question, asked);
        return (await link.ready(asked)).answer(request);
      })();
      const result = await Promise.race([work, asked.end]);
      // The next question waits until the worker has heeded.
      if (result === null && !(await endsWithin(work, HEED_TIME))) link.close();
      return result;
    };

    /** By a worker that is there for it alone: two models in turn need all the memory there is. */
    const compared = async (asked: Asking): Promise<readonly ComparedWeights[] | null> => {
      link.close();
      const work = (async () => {
        const request = await asked.still(hosts.weights(asked.by.runId));
        return (await link.bare(asked)).compareWeights(request);
      })();
      work.catch(() => undefined); // where it was called off, nobody waits for it
      try {
        return await Promise.race([work, asked.end]);
      } finally {
        link.close();
      }
    };

    /** `work` when all that was asked before is over. */
    const inTurn = <T>(by: Asker, kind: LabJob['kind'], work: (asked: Asking) => Promise<T | null>): Promise<T | null> => {
      waiting += 1;
      const turn = queue.then(async () => {
        clearTimeout(idle);
        asking = new Asking(by);
        set({ job: { by, kind, done: 0, of: 0 }, faults: withoutFault(by) });
        try {
          return await work(asking);
        } catch (error) {
          set({ faults: [...withoutFault(by), { by, fault: faultFrom(error) }] });
          return null;
        } finally {
          set({ job: null });
          asking = null;
          waiting -= 1;
          if (waiting === 0) idle = setTimeout(link.close, IDLE_TIME);
        }
      });
      queue = turn;
      return turn;
    };

    return {
      job: null,
      faults: [],
      report: null,
      versions: (runId) => hosts.versions(runId).catch(() => []),
      ask: <K extends LabQuestion['kind']>(by: Asker, team: TeamVersion, question: Extract<LabQuestion, { kind: K }>) =>
        inTurn(by, question.kind, (asked) => answer(team, question, asked) as Promise<LabAnswers[K] | null>),
      compareWeights: (by) => inTurn(by, 'weights', compared),
      cancel: (by) => {
        if (!asking || !isAsker(asking.by, by)) return;
        asking.callOff();
        link.callOff();
      },
      closeFault: (by) => set({ faults: withoutFault(by) }),
    };
  });
}
