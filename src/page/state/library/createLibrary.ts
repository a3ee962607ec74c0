/**
 * What the page knows of the runs this browser keeps: their cards, how much room they take, and the ways to open, label, put
 * away and continue them. The folders are the library worker's; a run is read into the runs store when it is asked for.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { fault, faultFrom, FaultError, type Fault } from '../../../core/faults.ts';
import type { RunCard, RunLabels } from '../../../core/formats/runs/card.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import type { NewRun, SaidNotice } from '../../../runs/types.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { DroppedBases, TrainerEvent, Vocabularies } from '../../../../workers/trainer/protocol.ts';
import type { RunSet } from '../runs/types.ts';
import { pageRunFaults } from '../../../words/words.ts';
import { bestCheckpoint, keptRunSet, newestCheckpoint } from './keptRun.ts';
import type { BrokenRun } from './types.ts';

export interface Usage {
  /** Size of everything this page keeps in the browser. */
  readonly bytes: number;
  readonly quota: number;
}

export interface LibraryState {
  /** `unavailable`: runs are kept only until this tab closes, or not at all. `fault` says why, or that there is no room at the moment. */
  readonly status: 'loading' | 'ready' | 'unavailable';
  readonly fault: Fault | null;
  /** Newest first, those of this session included. */
  readonly cards: readonly RunCard[];
  readonly broken: readonly BrokenRun[];
  /** Runs that another tab trains at this moment. */
  readonly elsewhere: readonly string[];
  /** Runs that were begun or continued in this tab. */
  readonly here: readonly string[];
  readonly usage: Usage | null;
  /** Whether the browser promised not to delete this page's files when it needs room; null before it was asked. */
  readonly persisted: boolean | null;
  /** Why the run being trained is not kept at the moment; null while it is. */
  readonly keeping: { readonly run: string; readonly fault: Fault } | null;
  /** Reads the cards and the usage anew. Never rejects. */
  refresh(): Promise<void>;
  /** Reads a run into the runs store, its newest episodes and checkpoint included, and shows it. */
  open(id: string): Promise<void>;
  /** Reads a run into the runs store without showing it: its metrics; episodes are read when they are looked at. */
  load(id: string): Promise<RunSet>;
  /** Reads the episodes of an iteration into the runs store, where the run has them on disk. */
  readEpisodes(id: string, iteration: number): Promise<void>;
  /** The episodes of an iteration that are on disk, put nowhere. */
  episodesOf(id: string, iteration: number): Promise<readonly EpisodeRecord[]>;
  label(id: string, labels: Partial<RunLabels>): Promise<void>;
  /** An interrupted run is not offered to go on any more. */
  leave(id: string): Promise<void>;
  /** Puts runs away; `restore` brings them back until they are purged. */
  remove(ids: readonly string[]): Promise<void>;
  restore(ids: readonly string[]): Promise<void>;
  /** Deletes runs that were put away, for good. */
  purge(ids: readonly string[]): Promise<void>;
  /** `checkpoints/steps_<iteration>/…` */
  checkpoint(id: string, iteration: number): Promise<Files>;
  /** All of a run's checkpoints, or the newest and the best alone, with `checkpoints/best.json` and `checksums.jsonl`. */
  checkpoints(id: string, which?: 'all' | 'newest and best'): Promise<Files>;
  /** Iterations whose adapters are there, with a checkpoint or alone, ascending. */
  versions(id: string): Promise<readonly number[]>;
  /** The adapters after an iteration: one PEFT folder per role, with `trainer_state.json`. */
  adapters(id: string, iteration: number): Promise<Files>;
  /** What was tried with a run's episodes beside the recording, by name. */
  branches(id: string): Promise<Files>;
  /** Keeps a branch, or takes it away (null). */
  setBranch(id: string, name: string, bytes: Uint8Array | null): Promise<void>;
  /** Keeps a run from elsewhere under `id` (the zip of an export, or a folder's files): its project and the bases of one's own it brings. */
  takeIn(id: string, given: Uint8Array | Files): Promise<{ readonly document: ProjectDocument; readonly bases: DroppedBases }>;
  /** The whole folder, zipped as it lies there; also of a broken run. */
  archive(id: string): Promise<Uint8Array>;
  /** Any files as a zip, packed beside the page. */
  zip(files: Files): Promise<Uint8Array>;
}

/** What the engine needs of the library beside what the page does. */
export interface EngineLibrary {
  begin(run: Omit<NewRun, 'began'>): void;
  /** `document`: instead of the one it was begun with, with more iterations. */
  resume(id: string, iteration: number, document?: ProjectDocument): Promise<void>;
  tell(event: TrainerEvent): void;
  vocabularies(id: string, tokens: Vocabularies): void;
  /** A way for a new trainer to say what it does; null where there is no library. */
  openTrainer(): Promise<MessagePort | null>;
  /** Calls back when the library ended and another took its place, with the way to it; with null where none did. */
  onReplaced(replaced: (port: MessagePort | null) => void): void;
  /** The newest whole checkpoint on disk; null where there is none. Rejects where damage leaves none to go on from. */
  newest(id: string): Promise<{ readonly iteration: number; readonly files: Files } | null>;
}

export interface LibraryHosts {
  /** Starts the worker; rejects where that cannot be. */
  connect(onMessage: (message: LibraryMessage) => void, onDeath: () => void): Promise<LibraryClient>;
  estimate(): Promise<Usage | null>;
  /** Asks the browser not to delete the files by itself; null where it cannot be asked. */
  persist(): Promise<boolean | null>;
  now(): number;
  /** The runs store, as far as it is needed. */
  readonly runs: {
    get(id: string): RunSet | undefined;
    put(run: RunSet): void;
    show(id: string): void;
    addEpisodes(id: string, episodes: readonly EpisodeRecord[]): void;
    /** Iterations of a run whose episodes are on disk now. */
    stored(id: string, iterations: readonly number[]): void;
    /** What is on disk of the other kept runs need not be in memory any more. */
    release(but: string): void;
    /** Something about a run that is being kept. */
    notice(id: string, notice: SaidNotice): void;
  };
}

/** Deaths of the library's worker, with nothing kept in between, after which it is not started again. */
const MOST_DEATHS = 3;

/** Newest iterations whose episodes are read when a run is opened; others when they are looked at. */
const OPENED_EPISODES = 1;

export function createLibraryStore(hosts: LibraryHosts): { readonly store: StoreApi<LibraryState>; readonly forEngine: EngineLibrary } {
  let client: Promise<LibraryClient> | null = null;
  const connected = (): Promise<LibraryClient> =>
    (client ??= (async () => {
      const opened = await hosts.connect(receive, () => void replace());
      look((await opened.start()).unavailable);
      return opened;
    })().catch((error: unknown) => {
      giveUp(faultFrom(error));
      throw error;
    }));
  /** Whether new runs are kept. On a full disk what is there is listed all the same, and there may be room again. */
  const look = (why: Fault | null): void =>
    store.setState({ status: why && why.code !== 'E_LIBRARY_FULL' ? 'unavailable' : 'ready', fault: why });
  const giveUp = (why: Fault): void => store.setState({ status: 'unavailable', fault: why });

  /** The run that is being kept, and how it began; null of one that was gone on with. */
  let underWay: { readonly id: string; readonly run: NewRun | null } | null = null;
  let replaced: (port: MessagePort | null) => void = () => {};
  let deaths = 0;
  /** The worker ended: another goes on where it was, and is told again what was not on disk. */
  const replace = async (): Promise<void> => {
    const kept = store.getState().status === 'ready'; // what lay in the worker's memory ended with it
    deaths += 1;
    if (!kept || deaths > MOST_DEATHS) {
      const { iteration = null } = store.getState().cards.find(({ id }) => id === underWay?.id) ?? {};
      giveUp(fault(pageRunFaults, 'E_LIBRARY_DIED', { iteration }));
      return replaced(null);
    }
    client = null;
    try {
      const opened = await connected();
      if (underWay) await opened.rejoin(underWay.id, underWay.run);
      replaced(await opened.openTrainer());
      if (!underWay) return;
      const iteration = hosts.runs.get(underWay.id)?.iteration ?? 0;
      const notice: SaidNotice = { iteration, level: 'warning', code: 'library_restarted', message: REPLACED };
      hosts.runs.notice(underWay.id, notice);
      await opened.tell({ type: 'notice', runId: underWay.id, ...notice });
    } catch (error) {
      giveUp(faultFrom(error));
      replaced(null);
    }
  };

  const putCard = (card: RunCard): void => {
    const others = store.getState().cards.filter(({ id }) => id !== card.id);
    const after = others.filter(({ began }) => began > card.began).length;
    store.setState({ cards: others.toSpliced(after, 0, card) });
  };

  const receive = (message: LibraryMessage): void => {
    const { keeping } = store.getState();
    switch (message.type) {
      case 'card':
        deaths = 0;
        if (message.card.id === underWay?.id && message.card.phase !== 'running') underWay = null;
        hosts.runs.stored(message.card.id, message.rollouts);
        return putCard(message.card);
      case 'changed':
        return void store.getState().refresh();
      case 'notice':
        return hosts.runs.notice(message.runId, message.notice);
      case 'keeping': {
        const { runId: run, fault: why } = message;
        if (why) store.setState({ keeping: { run, fault: why } });
        else if (keeping?.run === run) store.setState({ keeping: null });
        return;
      }
      case 'beat':
        return;
      default:
        message satisfies never;
    }
  };

  const isHere = (id: string): void => {
    const { here, elsewhere } = store.getState();
    store.setState({ here: [...here.filter((known) => known !== id), id], elsewhere: elsewhere.filter((known) => known !== id) });
  };

  const store = createStore<LibraryState>((set, get) => ({
    status: 'loading',
    fault: null,
    cards: [],
    broken: [],
    elsewhere: [],
    here: [],
    usage: null,
    persisted: null,
    keeping: null,

    refresh: async () => {
      try {
        const opened = await connected();
        if (get().fault?.code === 'E_LIBRARY_FULL') look((await opened.start()).unavailable);
        const { cards, broken, elsewhere } = await opened.list();
        set({ cards, broken, elsewhere, usage: await hosts.estimate() });
      } catch (error) {
        giveUp(faultFrom(error));
      }
    },
    open: async (id) => {
      const run = await get().load(id);
      const { stored = [] } = run;
      hosts.runs.release(id);
      if (run.origin === 'kept' && !run.checkpoint) {
        const files = await (await connected()).checkpoints(id, 'newest and best');
        // Where none is whole the newest stays, and going on from it is refused with what is wrong.
        const checkpoint = (await forEngine.newest(id).catch(() => null)) ?? newestCheckpoint(files);
        const now = hosts.runs.get(id) ?? run;
        // Unless it was gone on with while the files were read.
        if (now.origin === 'kept') hosts.runs.put({ ...now, checkpoint, best: bestCheckpoint(files) });
      }
      if (run.origin === 'kept') for (const iteration of stored.slice(-OPENED_EPISODES)) await get().readEpisodes(id, iteration);
      hosts.runs.show(id);
    },
    load: async (id) => {
      const known = hosts.runs.get(id);
      const { iteration = 0 } = get().cards.find((card) => card.id === id) ?? {};
      // Another tab may have trained it further since it was read.
      if (known && (known.origin !== 'kept' || known.iteration >= iteration)) return known;
      const run = keptRunSet(await (await connected()).read(id));
      const meanwhile = hosts.runs.get(id); // it may have been gone on with
      if (meanwhile && meanwhile !== known) return meanwhile;
      hosts.runs.put(run);
      return run;
    },
    readEpisodes: async (id, iteration) => {
      const run = hosts.runs.get(id);
      if (!run?.stored?.includes(iteration) || run.episodes[iteration]) return;
      hosts.runs.addEpisodes(id, await (await connected()).episodes(id, iteration));
    },
    episodesOf: async (id, iteration) => (await connected()).episodes(id, iteration),
    label: async (id, labels) => putCard(await (await connected()).label(id, labels)),
    leave: async (id) => putCard(await (await connected()).leave(id)),
    remove: async (ids) => {
      await (await connected()).remove(ids);
      await get().refresh();
    },
    restore: async (ids) => {
      await (await connected()).restore(ids);
      await get().refresh();
    },
    purge: async (ids) => {
      await (await connected()).purge(ids);
      await get().refresh();
    },
    checkpoint: async (id, iteration) => (await connected()).checkpoint(id, iteration),
    checkpoints: async (id, which) => (await connected()).checkpoints(id, which),
    versions: async (id) => (await connected()).versions(id),
    adapters: async (id, iteration) => (await connected()).adapters(id, iteration),
    branches: async (id) => (await connected()).branches(id),
    setBranch: async (id, name, bytes) => (await connected()).setBranch(id, name, bytes),
    takeIn: async (id, given) => {
      const taken = await (await connected()).takeIn(id, given);
      await get().refresh();
      return taken;
    },
    archive: async (id) => (await connected()).archive(id),
    zip: async (files) => (await connected()).zip(files),
  }));

  const forEngine: EngineLibrary = {
    begin: (run) => {
      isHere(run.id);
      store.setState({ keeping: null });
      const begun = { ...run, began: hosts.now() };
      underWay = { id: run.id, run: begun };
      void connected()
        .then((opened) => opened.begin(begun))
        .then(async () => {
          // Asked once something is worth keeping.
          if (store.getState().persisted === null) store.setState({ persisted: await hosts.persist() });
        })
        .catch((error: unknown) => store.setState({ keeping: { run: run.id, fault: faultFrom(error) } }));
    },
    resume: async (id, iteration, document) => {
      isHere(id);
      try {
        await (await connected()).resume(id, iteration, document);
        underWay = { id, run: null };
      } catch (error) {
        const why = faultFrom(error);
        // One tab trains a run at a time.
        if (why.code === 'E_RUN_LIVE') throw new FaultError(why);
        store.setState({ keeping: { run: id, fault: why } });
      }
    },
    tell: (event) =>
      void connected()
        .then((opened) => opened.tell(event))
        .catch(() => undefined), // told by `fault`
    vocabularies: (id, tokens) =>
      void connected()
        .then((opened) => opened.vocabularies(id, tokens))
        .catch(() => undefined),
    openTrainer: async () => {
      try {
        return await (await connected()).openTrainer();
      } catch {
        return null; // told by `fault`; the run goes on in memory
      }
    },
    onReplaced: (listener) => {
      replaced = listener;
    },
    newest: async (id) => {
      try {
        return newestCheckpoint(await (await connected()).checkpoint(id, null));
      } catch (error) {
        if (DAMAGED.includes(faultFrom(error).code)) throw error;
        return null; // it has none
      }
    },
  };
  return { store, forEngine };
}

/** The newest run that was interrupted, by a closed tab or a crash, and is trained nowhere now; null when there is none. */
export function interruptedCard({ cards, elsewhere, here }: Pick<LibraryState, 'cards' | 'elsewhere' | 'here'>): RunCard | null {
  return cards.find(({ id, phase }) => phase === 'running' && !elsewhere.includes(id) && !here.includes(id)) ?? null;
}

/** Why a run that has checkpoints has none to go on from. */
const DAMAGED: readonly string[] = ['E_RUN_DAMAGED', 'E_RUN_MIXED'];

const REPLACED =
  'What keeps runs in this browser stopped unexpectedly and was started again; rows that were not on disk yet were sent once more, so that none is lost.';
