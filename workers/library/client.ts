/** The page's end of the library worker: faults come back as thrown `FaultError`s, and a worker that died as one. */
import * as Comlink from 'comlink';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { fault, FaultError, type Outcome, valueOf } from '../../src/core/faults.ts';
import { clientsFaults } from '../../src/words/words.ts';
import { answersUntilDeath, watchBeats, watchLife } from '../life/client.ts';
import type { EpisodesRead, LibraryApi, LibraryMessage, WindowAsked } from './protocol.ts';

/** The library's calls with their outcomes unpacked. */
export type LibraryClient = {
  readonly [Name in keyof Omit<LibraryApi, 'subscribe' | 'connectTrainer' | 'episodes' | 'importRun'>]: (
    ...parameters: Parameters<LibraryApi[Name]>
  ) => Promise<Awaited<ReturnType<LibraryApi[Name]>> extends Outcome<infer T> ? T : Awaited<ReturnType<LibraryApi[Name]>>>;
} & {
  episodes(id: string, iteration: number, asked?: WindowAsked): Promise<EpisodesRead>;
  importRun(...parameters: Parameters<LibraryApi['importRun']>): Promise<void>;
  /** Opens a way for the trainer; the port is to be transferred to it. */
  openTrainer(): Promise<MessagePort>;
};

/** A library that was not heard for so long hangs: its work waits for the disk, never for itself. Milliseconds, looks. */
const SILENCE = [10_000, 12] as const;

/** Starts the worker. `onDeath` is called once when it can answer no more; calls then reject. */
export async function spawnLibrary(onMessage: (message: LibraryMessage) => void, onDeath: () => void): Promise<LibraryClient> {
  const worker = new Worker(new URL('./library.worker.ts', import.meta.url), { type: 'module', name: 'library' });
  const api = Comlink.wrap<LibraryApi>(worker);
  const answers = answersUntilDeath();
  let dead = false;
  const die = (detail: string): void => {
    if (dead) return;
    dead = true;
    stopWatching();
    beats.stop();
    answers.end(new FaultError(fault(clientsFaults, 'E_LIBRARY_DIED', {}, { detail })));
    worker.terminate();
    onDeath();
  };
  const stopWatching = watchLife(worker, () => die('the worker ended without a word'));
  const beats = watchBeats(...SILENCE, () => die('the worker said nothing for two minutes'));
  worker.addEventListener('error', ({ message }) => die(message));
  worker.addEventListener('messageerror', () => die('the worker sent something unreadable'));
  const hear = (message: LibraryMessage): void => {
    beats.heard();
    if (message.type !== 'beat') onMessage(message);
  };
  const unpacked = async <T>(answer: Promise<Outcome<T>>): Promise<T> => valueOf(await answers.of(answer));
  await answers.of(api.subscribe(Comlink.proxy(hear)));
  return {
    start: () => answers.of(api.start()),
    list: () => unpacked(api.list()),
    begin: (run) => unpacked(api.begin(run)),
    resume: (id, iteration, document) => unpacked(api.resume(id, iteration, document)),
    rejoin: (id, run) => unpacked(api.rejoin(id, run)),
    tell: (event) => answers.of(api.tell(event)),
    vocabularies: (id, tokens) => answers.of(api.vocabularies(id, tokens)),
    label: (id, labels) => unpacked(api.label(id, labels)),
    leave: (id) => unpacked(api.leave(id)),
    remove: (ids) => unpacked(api.remove(ids)),
    restore: (ids) => unpacked(api.restore(ids)),
    purge: (ids) => unpacked(api.purge(ids)),
    read: (id) => unpacked(api.read(id)),
    episodes: async (id, iteration, asked) => {
      const all: EpisodeRecord[] = [];
      const take = (part: readonly EpisodeRecord[]): void => void all.push(...part);
      const window = await unpacked(api.episodes(id, iteration, asked, Comlink.proxy(take)));
      return { episodes: all, window };
    },
    checkpoint: (id, iteration) => unpacked(api.checkpoint(id, iteration)),
    checkpoints: (id, which) => unpacked(api.checkpoints(id, which)),
    versions: (id) => unpacked(api.versions(id)),
    adapters: (id, iteration) => unpacked(api.adapters(id, iteration)),
    branches: (id) => unpacked(api.branches(id)),
    setBranch: (id, name, bytes) => unpacked(api.setBranch(id, name, bytes)),
    setPlayOn: (...given) => unpacked(api.setPlayOn(...given)),
    weights: (id) => unpacked(api.weights(id)),
    setWeightDifference: (id, compared) => unpacked(api.setWeightDifference(id, compared)),
    takeIn: (id, given) => unpacked(api.takeIn(id, given)),
    lookInto: (files, asked, rowsToo) => unpacked(api.lookInto(files, asked, rowsToo)),
    importRun: (id, name, files, asked, tell) => unpacked(api.importRun(id, name, files, asked, Comlink.proxy(tell))),
    stopImport: () => answers.of(api.stopImport()),
    folder: (id) => unpacked(api.folder(id)),
    openTrainer: async () => {
      const { port1, port2 } = new MessageChannel();
      await answers.of(api.connectTrainer(Comlink.transfer(port1, [port1])));
      return port2;
    },
  };
}
