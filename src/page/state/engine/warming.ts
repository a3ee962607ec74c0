/** A warm start begun, and ended from the page's side where the worker cannot. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { EngineShared } from './shared.ts';
import { isBusy } from './states.ts';
import type { Supplies } from './supplies.ts';
import type { EngineState } from './types.ts';
import { failedWarm, newWarmStart } from './warmStart.ts';

export interface Warming extends Pick<EngineState, 'warmUp'> {
  fail(fault: Fault): void;
}

export function createWarming({ hosts, get, set, link }: EngineShared, { rowsFor, basesFor }: Supplies): Warming {
  const fail = (fault: Fault): void => {
    const warm = failedWarm(get().warm, fault);
    if (warm !== get().warm) set({ warm });
  };
  return {
    fail,
    warmUp: async (name, source) => {
      if (isBusy(get())) return;
      const { document, faults } = hosts.document();
      const runId = hosts.newRunId();
      const warm = newWarmStart(runId, document);
      set({ warm: faults[0] ? failedWarm(warm, faults[0]) : warm });
      if (faults[0]) return;
      let rows: readonly DataRow[] | undefined;
      try {
        rows = await rowsFor(document);
      } catch (error) {
        return fail(faultFrom(error));
      }
      try {
        void link.open();
        const { backend, measurements: measured } = get();
        const bases = await basesFor(document);
        // Of a worker that died meanwhile the end is told already.
        await (await link.present)?.send({ type: 'warm_start', runId, document, backend, bases, rows, measured, name, source });
      } catch (error) {
        link.forget();
        fail(faultFrom(error));
      }
    },
  };
}
