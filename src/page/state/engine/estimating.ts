/** What a run of the document at hand would cost, asked of a trainer that has nothing else to do. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { promptFilesOf } from '../../../core/formats/models/modelFiles.ts';
import { FaultError, type Fault } from '../../../core/faults.ts';
import type { EngineShared } from './shared.ts';
import { isBusy } from './states.ts';
import type { Supplies } from './supplies.ts';

/** Whether a cost can be told: of what can be trained, once problems of its data set are here. */
export function isTellable({ environment }: ProjectDocument, faults: readonly Fault[], problems: readonly DataRow[]): boolean {
  return faults.length === 0 && (!environment.dataset || problems.length > 0);
}

/** What an estimate that failed says of the document's bases; null where it failed for another reason. */
export function baseFaultOf(error: unknown): Fault | null {
  return error instanceof FaultError && error.fault.code === 'E_BASE_MISSING' ? error.fault : null;
}

/** Starts the workers ahead of the first run and asks for the cost. What it returns never rejects. */
export function createEstimating({ hosts, get, set, link }: EngineShared, { basesFor }: Supplies): () => Promise<void> {
  /** Counts the questions: when two are on their way, only the newer one's answer counts. */
  let asked = 0;
  return async () => {
    if (isBusy(get())) return; // a worker that trains has no time for questions
    const turn = ++asked;
    const { document, faults } = hosts.document();
    const way = link.open();
    // Nobody asked for anything yet, so nothing is said: Train tries again, and tells what is wrong.
    const opened = await way.catch(() => null);
    if (!opened && link.present === way) link.forget();
    // Weights are not asked for: an estimate needs their shapes, and sending them takes longer than the estimate.
    const bases = Object.fromEntries(Object.entries(await basesFor(document)).map(([name, files]) => [name, promptFilesOf(files)]));
    const request = { document, backend: get().backend, bases, problems: hosts.problems(document) };
    if (isBusy(get())) return; // something was started meanwhile
    let baseFault: Fault | null = null;
    const cost = isTellable(document, faults, request.problems)
      ? await opened?.estimate(request).catch((error: unknown) => {
          baseFault = baseFaultOf(error);
          return null;
        })
      : null;
    if (turn === asked) set({ cost: cost ?? null, baseFault });
  };
}
