/**
 * Thin host of the library: this browser's private files, its locks between tabs, and two ways in: calls of the page, and
 * what the trainer says. Where the browser keeps no files, runs are kept in memory until the tab closes.
 */
import * as Comlink from 'comlink';
import { askStorage } from '../../src/core/askStorage.ts';
import { fault, type Fault, faultFrom, outcomeOf } from '../../src/core/faults.ts';
import { storageFault } from '../../src/core/storageFault.ts';
import { runsFaults } from '../../src/words/words.ts';
import { holdLife } from '../life/hold.ts';
import { type FileSystem, isFull } from '../../src/runs/fileSystem.ts';
import { createLibrary, type Library } from '../../src/runs/library/library.ts';
import { MemoryFileSystem } from '../../src/runs/memoryFileSystem.ts';
import { browserLocks } from './locks.ts';
import { hasRoom, openOpfs } from '../opfs/opfs.ts';
import { importForeign, lookInto, stopImport } from './foreign.ts';
import type { LibraryApi, LibraryMessage } from './protocol.ts';
import type { KeptUpTo, Numbered } from '../trainer/protocol.ts';

const FOLDER = 'marft-workbench';
/** Most bytes of all runs where they lie in memory; beyond that the page says that there is no room. */
const MEMORY = 512 * 2 ** 20;
/** Most bytes of one run's rollouts, and of its adapters beside checkpoints, where they lie in memory. */
const MEMORY_BUDGET = 32 * 2 ** 20;
/** Time between two signs of life, milliseconds. */
const BEAT_INTERVAL = 2000;
/** Most episodes that go to the page at once. */
const PART = 200;

let listener: (message: LibraryMessage) => void = () => {};
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('marft-library') : null;
others?.addEventListener('message', () => listener({ type: 'changed' }));

/** What the beginning of a run needs, near enough. */
const ROOM = 64 * 2 ** 10;

interface Opened {
  readonly fs: FileSystem;
  readonly library: Library;
  readonly unavailable: Fault | null;
}

async function openLibrary(): Promise<Opened> {
  let fs: FileSystem;
  let unavailable: Fault | null = null;
  try {
    fs = await openOpfs(FOLDER);
  } catch (error) {
    fs = new MemoryFileSystem(MEMORY);
    const detail = (storageFault(error) ?? faultFrom(error)).message;
    unavailable = fault(runsFaults, 'E_LIBRARY_UNAVAILABLE', { found: isFull(error) ? 'full' : 'no_files' }, { detail });
  }
  const library = createLibrary({
    fs,
    locks: browserLocks(),
    now: Date.now,
    tell: (message) => {
      listener(message);
      if (message.type === 'card' && message.card.phase !== 'running') others?.postMessage('changed');
    },
    ...(unavailable ? { rolloutBudget: MEMORY_BUDGET, adaptersBudget: MEMORY_BUDGET } : {}),
  });
  await library.purgeOld().catch(() => undefined); // it is tried again with the next visit
  return { fs, library, unavailable };
}

let opening: Promise<Opened> | null = null;
const opened = (): Promise<Opened> => (opening ??= openLibrary());
const library = async (): Promise<Library> => (await opened()).library;

/** Calls the library; what it throws goes to the page as a fault. */
const ask = <T>(work: (library: Library) => Promise<T>) => outcomeOf(() => askStorage(async () => work(await library())));

/** The same for what changes the list of other tabs. */
const change = <T>(work: (library: Library) => Promise<T>) =>
  ask(async (opened) => {
    const result = await work(opened);
    others?.postMessage('changed');
    return result;
  });

const api: LibraryApi = {
  async start() {
    const { fs, unavailable } = await opened();
    if (unavailable) return { unavailable };
    return { unavailable: (await hasRoom(fs, ROOM)) ? null : fault(runsFaults, 'E_LIBRARY_FULL', { found: 'page' }) };
  },
  async subscribe(callback) {
    listener = callback;
  },
  async connectTrainer(port) {
    // In order, whatever opening the folder takes.
    const ready = library();
    let upTo: KeptUpTo = { seen: 0, kept: 0 };
    let telling = false;
    /** A burst is acknowledged as one. */
    const tell = (): void => {
      telling = false;
      port.postMessage(upTo);
    };
    port.addEventListener('message', ({ data: { seq, event } }: MessageEvent<Numbered>) => {
      const done = (kept: boolean): void => {
        upTo = { seen: seq, kept: kept ? seq : upTo.kept };
        if (!telling) queueMicrotask(tell);
        telling = true;
      };
      void ready.then((opened) => opened.receive(event, done));
    });
    port.start();
  },
  list: () => ask((opened) => opened.list()),
  begin: (run) => change((opened) => opened.begin(run)),
  resume: (id, iteration, document) => change((opened) => opened.resume(id, iteration, document)),
  rejoin: (id, run) => change((opened) => opened.rejoin(id, run)),
  async tell(event) {
    (await library()).receive(event);
  },
  async vocabularies(id, tokens) {
    // A full disk is told by the run's own rows.
    await (await library()).vocabularies(id, tokens).catch(() => undefined);
  },
  label: (id, labels) => change((opened) => opened.label(id, labels)),
  leave: (id) => change((opened) => opened.leave(id)),
  remove: (ids) => change((opened) => opened.remove(ids)),
  restore: (ids) => change((opened) => opened.restore(ids)),
  purge: (ids) => change((opened) => opened.purge(ids)),
  read: (id) => ask((opened) => opened.read(id)),
  episodes: (id, iteration, asked, take) =>
    ask(async (opened) => {
      const { episodes, window } = await opened.episodes(id, iteration, asked);
      // Each waits until the page has taken the one before it, and so had time for something else between them.
      for (let from = 0; from < episodes.length; from += PART) await take(episodes.slice(from, from + PART));
      return window;
    }),
  checkpoint: (id, iteration) => ask((opened) => opened.checkpoint(id, iteration)),
  checkpoints: (id, which) => ask((opened) => opened.checkpoints(id, which)),
  versions: (id) => ask((opened) => opened.versions(id)),
  adapters: (id, iteration) => ask((opened) => opened.adapters(id, iteration)),
  branches: (id) => ask((opened) => opened.branches(id)),
  setBranch: (id, name, bytes) => ask((opened) => opened.setBranch(id, name, bytes)),
  setPlayOn: (...given) => ask((opened) => opened.setPlayOn(...given)),
  weights: (id) => ask((opened) => opened.weights(id)),
  setWeightDifference: (id, compared) => change((opened) => opened.setWeightDifference(id, compared)),
  takeIn: (id, given) => change((opened) => opened.takeIn(id, given)),
  lookInto: (files, asked, rowsToo) => outcomeOf(() => askStorage(() => lookInto(files, asked, rowsToo))),
  importRun: (id, name, files, asked, tell) => change((opened) => importForeign(opened, id, name, files, asked, tell)),
  stopImport: async () => stopImport(),
  folder: (id) => ask((opened) => opened.folder(id)),
};

holdLife();
setInterval(() => listener({ type: 'beat' }), BEAT_INTERVAL);
Comlink.expose(api);
