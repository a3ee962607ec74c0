/** What a training server can, and what it refuses, asked before a run begins there. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Fault } from '../../../core/faults.ts';
import { faultFrom } from '../../../core/faults.ts';
import type { ForwardedServer, FoundServer } from '../../../core/served.ts';
import type { EngineShared } from './shared.ts';
import { isBusy } from './states.ts';
import type { Supplies } from './supplies.ts';
import type { EngineState } from './types.ts';

export interface Serving extends Pick<EngineState, 'findServer'> {
  /** Why `document` cannot be trained by `server`: it is lost, or refuses something. Never rejects. */
  refusedBy(server: ForwardedServer, document: ProjectDocument): Promise<readonly Fault[]>;
}

/** Faults but those of a server, which another choice or an edit may have ended. */
export const withoutServer = (faults: readonly Fault[]): readonly Fault[] => {
  const others = faults.filter(({ code }) => !/^E_(?:REMOTE|SERVER|FORWARD)_/.test(code));
  return others.length === faults.length ? faults : others;
};

export function createServing({ hosts, get, set, link }: EngineShared, { basesFor }: Supplies): Serving {
  const ask = async (server: ForwardedServer, document: ProjectDocument, anew: boolean): Promise<FoundServer | null> =>
    (await link.open()).findServer({ server, document, bases: await basesFor(document) }, anew);
  return {
    findServer: async (anew) => {
      const { server } = get();
      if (!server || isBusy(get())) return null;
      return ask(server, hosts.document().document, anew);
    },
    refusedBy: async (server, document) => {
      set({ asking: true });
      try {
        return (await ask(server, document, false))?.refused ?? [];
      } catch (error) {
        return [faultFrom(error)];
      } finally {
        set({ asking: false });
      }
    },
  };
}
