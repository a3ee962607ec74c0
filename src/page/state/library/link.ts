/** The way to the library's worker: opened by the first question, and to another one where that ended. */
import type { StoreApi } from 'zustand/vanilla';
import { fault, faultFrom, type Fault } from '../../../core/faults.ts';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import type { NewRun } from '../../../runs/types.ts';
import { pageRunFaults } from '../../../words/words.ts';
import { pageNotice } from '../runs/pageNotice.ts';
import { availability, mayReplace } from './decisions.ts';
import type { LibraryHosts, LibraryState, EngineLibrary } from './types.ts';

export interface LibraryLink extends Pick<EngineLibrary, 'onReplaced'> {
  /** The worker, started where there is none. Rejects where none can be, which the state says too. */
  open(): Promise<LibraryClient>;
  /** Learns which run is being kept, with which another worker would go on, and how it began; null of one that was gone on with. */
  keeps(id: string, run: NewRun | null): void;
}

export function createLink(
  hosts: LibraryHosts,
  { getState: get, setState: set }: StoreApi<LibraryState>,
  receive: (message: LibraryMessage) => void,
): LibraryLink {
  let client: Promise<LibraryClient> | null = null;
  let underWay: { readonly id: string; readonly run: NewRun | null } | null = null;
  let replaced: (port: MessagePort | null) => void = () => {};
  let deaths = 0;

  const giveUp = (why: Fault): void => set({ status: 'unavailable', fault: why });
  const connect = async (): Promise<LibraryClient> => {
    try {
      const opened = await hosts.connect(hear, () => void replace());
      set(availability((await opened.start()).unavailable));
      return opened;
    } catch (error) {
      giveUp(faultFrom(error));
      throw error;
    }
  };
  const open = (): Promise<LibraryClient> => (client ??= connect());

  const hear = (message: LibraryMessage): void => {
    if (message.type === 'card') {
      deaths = 0;
      if (message.card.id === underWay?.id && message.card.phase !== 'running') underWay = null;
    }
    receive(message);
  };

  /** The worker ended: another goes on where it was, and is told again what was not on disk. */
  const replace = async (): Promise<void> => {
    deaths += 1;
    if (!mayReplace(get().status, deaths)) {
      const { iteration = null } = get().cards.find(({ id }) => id === underWay?.id) ?? {};
      giveUp(fault(pageRunFaults, 'E_LIBRARY_DIED', { iteration }));
      return replaced(null);
    }
    client = null;
    try {
      const opened = await open();
      if (underWay) await opened.rejoin(underWay.id, underWay.run);
      replaced(await opened.openTrainer());
      if (!underWay) return;
      const iteration = hosts.runs.get(underWay.id)?.iteration ?? 0;
      const notice = pageNotice({ runId: underWay.id, iteration, level: 'warning' }, 'library_restarted', {});
      hosts.runs.notice(underWay.id, notice);
      await opened.tell(notice);
    } catch (error) {
      giveUp(faultFrom(error));
      replaced(null);
    }
  };

  return {
    open,
    keeps: (id, run) => {
      underWay = { id, run };
    },
    onReplaced: (listener) => {
      replaced = listener;
    },
  };
}
