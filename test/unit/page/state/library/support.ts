/** The page's library over the real one, without a worker between them. */
import { createLibraryStore } from '../../../../../src/page/state/library/createLibrary.ts';
import type { LibraryHosts } from '../../../../../src/page/state/library/types.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { MemoryFileSystem } from '../../../../../src/runs/memoryFileSystem.ts';
import type { LibraryMessage, LibraryStart } from '../../../../../workers/library/protocol.ts';
import { libraryOn } from '../../../runs/library/support.ts';

export function setUp(fs = new MemoryFileSystem(), start: () => Promise<LibraryStart> = async () => ({ unavailable: null })) {
  let tell: (message: LibraryMessage) => void = () => {};
  let { library } = libraryOn(fs, { tell: (message) => tell(message) });
  const page = { die: () => {}, persisted: 0, connected: 0, ways: [] as unknown[] };
  const runs = runsStore.getState();
  const hosts: LibraryHosts = {
    connect: async (onMessage, onDeath) => {
      tell = onMessage;
      page.die = onDeath;
      page.connected += 1;
      // Each worker is a library of its own on the same disk.
      if (page.connected > 1) library = libraryOn(fs, { tell: (message) => tell(message) }).library;
      return {
        start,
        list: () => library.list(),
        begin: (run) => library.begin(run),
        resume: (id, iteration, document) => library.resume(id, iteration, document),
        rejoin: (id, run) => library.rejoin(id, run),
        tell: async (event) => library.receive(event),
        vocabularies: (id, tokens) => library.vocabularies(id, tokens),
        label: (id, labels) => library.label(id, labels),
        leave: (id) => library.leave(id),
        remove: (ids) => library.remove(ids),
        restore: (ids) => library.restore(ids),
        purge: (ids) => library.purge(ids),
        read: (id) => library.read(id),
        episodes: (id, iteration, asked) => library.episodes(id, iteration, asked),
        checkpoint: (id, iteration) => library.checkpoint(id, iteration),
        checkpoints: (id, which) => library.checkpoints(id, which),
        versions: (id) => library.versions(id),
        adapters: (id, iteration) => library.adapters(id, iteration),
        branches: (id) => library.branches(id),
        setBranch: (id, name, bytes) => library.setBranch(id, name, bytes),
        setPlayOn: (...given) => library.setPlayOn(...given),
        weights: (id) => library.weights(id),
        setWeightDifference: (id, compared) => library.setWeightDifference(id, compared),
        takeIn: (id, given) => library.takeIn(id, given),
        // What reads foreign files is the worker's own.
        lookInto: async () => null,
        importRun: async () => undefined,
        stopImport: async () => undefined,
        folder: (id) => library.folder(id),
        openTrainer: async () => new MessageChannel().port1,
      };
    },
    estimate: async () => ({ bytes: 10, quota: 100 }),
    persist: async () => {
      page.persisted += 1;
      return true;
    },
    now: () => 5,
    runs: {
      get: (id) => runsStore.getState().runs[id],
      put: runs.put,
      show: runs.show,
      addEpisodes: runs.addEpisodes,
      setWindow: runs.setWindow,
      stored: runs.setStored,
      release: runs.release,
      notice: (runId, notice) => runs.receive({ type: 'notice', runId, ...notice }),
    },
  };
  const made = createLibraryStore(hosts);
  made.forEngine.onReplaced((port) => void page.ways.push(port));
  return { ...made, library, now: () => library, page, fs };
}
