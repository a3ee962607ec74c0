/** What a run of the document at hand would cost, asked of a trainer that has nothing else to do. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EstimateRequest } from '../../../../workers/trainer/protocol.ts';
import { promptFilesOf } from '../../../core/formats/models/modelFiles.ts';
import { FaultError, type Fault } from '../../../core/faults.ts';
import type { EngineShared } from './shared.ts';
import { isBusy } from './states.ts';
import type { Supplies } from './supplies.ts';
import type { EngineState } from './types.ts';

/** Whether a cost can be told: of what can be trained, once problems of its data set are here. */
export function isTellable({ environment }: ProjectDocument, faults: readonly Fault[], problems: readonly DataRow[]): boolean {
  return faults.length === 0 && (!environment.dataset || problems.length > 0);
}

/** What an estimate that failed says of the document's bases; null where it failed for another reason. */
export function baseFaultOf(error: unknown): Fault | null {
  return error instanceof FaultError && ['E_BASE_MISSING', 'E_HUB_UNKEPT'].includes(error.fault.code) ? error.fault : null;
}

/** Starts the workers ahead of the first run and asks for the cost. Neither rejects. */
export function createEstimating({ hosts, get, set, link }: EngineShared, { basesFor }: Supplies): Pick<EngineState, 'prepare' | 'judge'> {
  /** Counts the questions: when two are on their way, only the newer one's answer counts. */
  let asked = 0;
  // Weights are not asked for: an estimate needs their shapes, and sending them takes longer than the estimate.
  const requestFor = async (document: ProjectDocument): Promise<EstimateRequest> => {
    const bases = Object.fromEntries(Object.entries(await basesFor(document)).map(([name, files]) => [name, promptFilesOf(files)]));
    return { document, backend: get().backend, bases, problems: hosts.problems(document) };
  };
  const judge: EngineState['judge'] = async (config) => {
    const { document, faults } = hosts.document();
    try {
      const request = await requestFor(document);
      if (isBusy(get()) || !isTellable(document, faults, request.problems ?? [])) return null;
      return await (await link.open()).judge(request, config);
    } catch {
      return null; // why the team cannot be trained is told beside its settings
    }
  };
  const prepare = async (): Promise<void> => {
    if (isBusy(get())) return; // a worker that trains has no time for questions
    const turn = ++asked;
    const { document, faults } = hosts.document();
    const way = link.open();
    // Nobody asked for anything yet, so nothing is said: Train tries again, and tells what is wrong.
    const opened = await way.catch(() => null);
    if (!opened && link.present === way) link.forget();
    const request = await requestFor(document);
    if (isBusy(get())) return; // something was started meanwhile
    let baseFault: Fault | null = null;
    const cost = isTellable(document, faults, request.problems ?? [])
      ? await opened?.estimate(request).catch((error: unknown) => {
          baseFault = baseFaultOf(error);
          return null;
        })
      : null;
    if (turn === asked) set({ cost: cost ?? null, baseFault });
  };
  return { prepare, judge };
}
