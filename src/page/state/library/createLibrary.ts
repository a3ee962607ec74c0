/**
 * What the page knows of the runs this browser keeps: their cards, how much room they take, and the ways to open, label, put
 * away and continue them. The folders are the library worker's; a run is read into the runs store when it is asked for.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import { createCardList } from './cardList.ts';
import { isAll, keepingAfter } from './decisions.ts';
import { createEngineLibrary } from './engineLibrary.ts';
import { createEpisodeReader } from './episodeReader.ts';
import { bestCheckpoint, keptRunSet, newestCheckpoint } from './keptRun.ts';
import { createLink } from './link.ts';
import type { LibraryHosts, LibraryState, EngineLibrary } from './types.ts';

export type { LibraryState } from './types.ts';

/** Newest iterations whose episodes are read when a run is opened; others when they are looked at. */
const OPENED_EPISODES = 1;

export function createLibraryStore(hosts: LibraryHosts): { readonly store: StoreApi<LibraryState>; readonly forEngine: EngineLibrary } {
  const receive = (message: LibraryMessage): void => {
    switch (message.type) {
      case 'card':
        hosts.runs.stored(message.card.id, message.rollouts);
        if (message.card.phase === 'finished') askToPersist(message.card.id);
        return cards.put(message.card);
      case 'changed':
        return void cards.list(true);
      case 'notice':
        return hosts.runs.notice(message.runId, message.notice);
      case 'keeping':
        return store.setState(({ keeping }) => ({ keeping: keepingAfter(keeping, message) }));
      case 'beat':
        return;
      default:
        message satisfies never;
    }
  };
  /** Asked once there is something worth keeping. */
  const askToPersist = (id: string): void => {
    const { here, persisted } = store.getState();
    if (asked || persisted !== null || !here.includes(id)) return;
    asked = true;
    void hosts.persist().then((promised) => store.setState({ persisted: promised }));
  };
  let asked = false;

  /** Changes what is kept, and reads anew what there is. */
  const changed = async <T>(work: (library: LibraryClient) => Promise<T>): Promise<T> => {
    const done = await work(await link.open());
    await store.getState().refresh();
    return done;
  };

  const store = createStore<LibraryState>((_set, get) => ({
    status: 'loading',
    fault: null,
    cards: [],
    broken: [],
    lost: [],
    elsewhere: [],
    here: [],
    usage: null,
    persisted: null,
    keeping: null,

    refresh: () => cards.list(false),
    open: async (id, unless) => {
      const run = await get().load(id);
      const { stored = [] } = run;
      hosts.runs.release(id);
      if (run.origin === 'kept' && !run.checkpoint) {
        const files = await (await link.open()).checkpoints(id, 'newest and best');
        // Where none is whole the newest stays, and going on from it is refused with what is wrong.
        const checkpoint = (await forEngine.newest(id).catch(() => null)) ?? newestCheckpoint(files);
        const now = hosts.runs.get(id) ?? run;
        // Unless it was gone on with while the files were read.
        if (now.origin === 'kept') hosts.runs.put({ ...now, checkpoint, best: bestCheckpoint(files) });
      }
      if (run.origin === 'kept') for (const iteration of stored.slice(-OPENED_EPISODES)) await get().readEpisodes(id, iteration);
      if (!unless?.()) hosts.runs.show(id);
    },
    load: async (id) => {
      const known = hosts.runs.get(id);
      if (known && isAll(known, get().cards)) return known;
      const read = await (await link.open()).read(id).catch((error: unknown) => {
        void cards.list(false); // the list may show what is no more
        throw error;
      });
      const run = keptRunSet(read);
      const meanwhile = hosts.runs.get(id); // it may have been gone on with
      if (meanwhile && meanwhile !== known) return meanwhile;
      hosts.runs.put(run);
      return run;
    },
    ...createEpisodeReader(hosts, () => link.open()),
    label: async (id, labels) => cards.put(await (await link.open()).label(id, labels)),
    leave: async (id) => cards.put(await (await link.open()).leave(id)),
    remove: (ids) => {
      cards.putAway(ids);
      return changed((library) => library.remove(ids));
    },
    restore: async (ids) => {
      await changed((library) => library.restore(ids));
      cards.broughtBack(ids);
    },
    purge: (ids) => changed((library) => library.purge(ids)),
    checkpoint: async (id, iteration) => (await link.open()).checkpoint(id, iteration),
    checkpoints: async (id, which) => (await link.open()).checkpoints(id, which),
    versions: async (id) => (await link.open()).versions(id),
    adapters: async (id, iteration) => (await link.open()).adapters(id, iteration),
    branches: async (id) => (await link.open()).branches(id),
    setBranch: async (id, name, bytes) => (await link.open()).setBranch(id, name, bytes),
    setPlayOn: async (id, playOn, adapters) => {
      await (await link.open()).setPlayOn(id, playOn, adapters);
      const run = hosts.runs.get(id);
      if (run) hosts.runs.put({ ...run, playOn });
    },
    weights: async (id) => (await link.open()).weights(id),
    setWeightDifference: async (id, compared) => (await link.open()).setWeightDifference(id, compared),
    takeIn: (id, given) => changed((library) => library.takeIn(id, given)),
    lookInto: async (...given) => (await link.open()).lookInto(...given),
    importRun: (...given) => changed((library) => library.importRun(...given)),
    stopImport: async () => (await link.open()).stopImport(),
    folder: async (id) => (await link.open()).folder(id),
  }));
  const link = createLink(hosts, store, receive);
  const cards = createCardList(hosts, store, () => link.open());
  const forEngine = createEngineLibrary(hosts, store, link);
  return { store, forEngine };
}
