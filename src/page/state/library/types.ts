/**
 * What this browser keeps of runs: a folder each (DESIGN §5) with a card beside it. The card is what lists, comparisons and
 * the tree of forks read; the folder is read when a run is opened.
 */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { Fault } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import type { RunCard, RunLabels } from '../../../core/formats/runs/card.ts';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import type { ComparedWeights } from '../../../core/formats/runs/weightDifference.ts';
import type { EpisodesRead, EpisodeWindow, KeptWeights, NewRun, SaidNotice, WindowAsked } from '../../../runs/types.ts';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import type { LibraryMessage } from '../../../../workers/library/protocol.ts';
import type { DroppedBases, TrainerEvent, Vocabularies } from '../../../../workers/trainer/protocol.ts';
import type { RunSet } from '../runs/types.ts';

export type { KeptPhase, RunCard, RunLabels, RunParent, SweepCell } from '../../../core/formats/runs/card.ts';

/** How a run is to begin, beyond the document. */
export interface RunOptions extends Partial<RunLabels> {
  /** The document to train; the one at hand when absent. */
  readonly document?: ProjectDocument;
  /** One PEFT folder per role that begins with them; with `parent`, those that do not fit are left out and told. */
  readonly adapters?: Files;
  /** `checkpoints/steps_<n>/…` of a run of the very same document: goes on exactly where it was. */
  readonly resume?: Files;
}

/** A folder that cannot be read as a run. It can be deleted, or downloaded as it is. */
export interface BrokenRun {
  readonly id: string;
  readonly fault: Fault;
}

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
  /** Runs that were kept when they were listed before, and whose files nobody has removed; the newest first. */
  readonly lost: readonly RunCard[];
  /** Runs that another tab trains at this moment. */
  readonly elsewhere: readonly string[];
  /** Runs that were begun or continued in this tab. */
  readonly here: readonly string[];
  readonly usage: Usage | null;
  /** Whether the browser promised not to delete this page's files when it needs room; null before it was asked, as the first run is finished. */
  readonly persisted: boolean | null;
  /** Why the run being trained is not kept at the moment; null while it is. */
  readonly keeping: { readonly run: string; readonly fault: Fault } | null;
  /** Reads the cards and the usage anew. Never rejects. */
  refresh(): Promise<void>;
  /** Reads a run into the runs store, its newest episodes and checkpoint included, and shows it, unless `unless` holds by then. */
  open(id: string, unless?: () => boolean): Promise<void>;
  /** Reads a run into the runs store without showing it: its metrics; episodes are read when they are looked at. */
  load(id: string): Promise<RunSet>;
  /**
   * Reads the episodes of an iteration into the runs store, where the run has them on disk. Of one too large to be held a window: the
   * one asked for takes the place of the one that is here.
   */
  readEpisodes(id: string, iteration: number, asked?: WindowAsked): Promise<void>;
  /** The episodes of an iteration that are on disk, put nowhere: all at once, or window by window where they are too many. */
  episodesOf(id: string, iteration: number): AsyncIterable<EpisodesRead>;
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
  /** Keeps what an imported run is played on with, here and in the runs store, or takes it away (null); `same`: its adapters stay, and what was tried. */
  setPlayOn(id: string, playOn: PlayOn | null, adapters: Files | 'same' | null): Promise<void>;
  /** How a run's bases are held, and what that was found to change. */
  weights(id: string): Promise<KeptWeights>;
  setWeightDifference(id: string, compared: readonly ComparedWeights[]): Promise<void>;
  /** Keeps a run from elsewhere under `id` (the zip of an export, or a folder's files): its project and the bases of one's own it brings. */
  takeIn(id: string, given: Uint8Array | Files): Promise<{ readonly document: ProjectDocument; readonly bases: DroppedBases }>;
  /** Looks at the beginning of a run that something else trained; null where no reader knows any of its files. */
  lookInto: LibraryClient['lookInto'];
  /** Keeps such a run under `id`. */
  importRun: LibraryClient['importRun'];
  /** Ends the import that goes on, of which nothing is kept. */
  stopImport: LibraryClient['stopImport'];
  /** The whole folder, zipped as it lies there; also of a broken run. */
  folder(id: string): Promise<Readonly<Record<string, Blob>>>;
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
    setWindow(id: string, iteration: number, episodes: readonly EpisodeRecord[], window: EpisodeWindow): void;
    /** Iterations of a run whose episodes are on disk now. */
    stored(id: string, iterations: readonly number[]): void;
    /** What is on disk of the other kept runs need not be in memory any more. */
    release(but: string): void;
    /** Something about a run that is being kept. */
    notice(id: string, notice: SaidNotice): void;
  };
}
