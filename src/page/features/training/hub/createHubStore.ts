/**
 * Fetching models of the Hub: what was looked up, what arrives, what was begun on an earlier visit. The token is held here and
 * nowhere else, so that a reload forgets it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HubClient } from '../../../../../workers/hub/client.ts';
import type { HubKept, HubLook, HubProgress } from '../../../../../workers/hub/protocol.ts';
import { type Fault, faultFrom } from '../../../../core/faults.ts';

export interface HubState {
  readonly token: string;
  /** What is being looked up. */
  readonly looking: string | null;
  readonly look: HubLook | null;
  readonly taking: { readonly name: string; readonly progress: HubProgress } | null;
  /** What this browser keeps of the Hub, also unfinished. */
  readonly kept: readonly HubKept[];
  readonly fault: Fault | null;
  setToken(token: string): void;
  lookUp(name: string): Promise<void>;
  /** Fetches it or goes on with it; the base's name once it is here, null where it was called off or refused. */
  take(name: string): Promise<string | null>;
  callOff(): Promise<void>;
  list(): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface HubHosts {
  connect(onDeath: () => void): HubClient;
  readonly endpoint: string;
  /** A model has come or gone. */
  changed(): Promise<void>;
}

const BEGINNING: HubProgress = { doing: 'asking', file: null, done: 0, total: 0 };

export function createHubStore(hosts: HubHosts): StoreApi<HubState> {
  return createStore<HubState>((set, get) => {
    let present: HubClient | null = null;
    const worker = (): HubClient => {
      present ??= hosts.connect(() => {
        present = null; // the next question starts another
      });
      return present;
    };
    const request = (name: string) => ({ name, token: get().token.trim() || null, endpoint: hosts.endpoint });
    /** What `work` brings; null where it failed, which is told. */
    const told = async <T>(work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        set({ fault: faultFrom(error) });
        return null;
      }
    };
    const list = async (): Promise<void> => {
      const kept = await told(() => worker().list());
      if (kept) set({ kept });
    };

    return {
      token: '',
      looking: null,
      look: null,
      taking: null,
      kept: [],
      fault: null,
      setToken: (token) => set({ token }),
      lookUp: async (name) => {
        set({ looking: name, look: null, fault: null });
        const look = await told(() => worker().look(request(name)));
        // Of two questions the newer one counts.
        if (get().looking === name) set({ looking: null, look });
      },
      take: async (name) => {
        if (get().taking) return null;
        set({ taking: { name, progress: BEGINNING }, fault: null });
        const taken = await told(() =>
          worker().take(request(name), (progress) => {
            if (get().taking?.name === name) set({ taking: { name, progress } });
          }),
        );
        set({ taking: null });
        await list();
        if (taken !== null) await hosts.changed();
        return taken;
      },
      callOff: async () => {
        await told(() => worker().callOff());
      },
      list,
      remove: async (name) => {
        await told(() => worker().remove(name));
        await list();
        await hosts.changed();
      },
    };
  });
}
