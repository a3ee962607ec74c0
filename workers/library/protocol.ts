/**
 * The contract between the page and the library worker, which keeps runs in this browser; plain data only. What a run says
 * comes from the trainer itself, through a port of its own, so that the page has no part in it.
 */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import type { Fault, Outcome } from '../../src/core/faults.ts';
import type { HandedFile } from '../../src/core/handed.ts';
import type { RunCard, RunLabels } from '../../src/core/formats/runs/card.ts';
import type { Files } from '../../src/core/formats/files.ts';
import type { PlayOn } from '../../src/core/formats/imports/playOn/playOn.ts';
import type { ComparedWeights } from '../../src/core/formats/runs/weightDifference.ts';
import type { ImportProgress, ImportRequest, Survey } from '../../src/runs/importRun.ts';
import type { EpisodeWindow, KeptRun, KeptWeights, LibraryEvent, Listing, NewRun, WindowAsked } from '../../src/runs/types.ts';
import type { DroppedBases, TrainerEvent, Vocabularies } from '../trainer/protocol.ts';

export type { ImportProgress, Survey } from '../../src/runs/importRun.ts';
export type { EpisodesRead, EpisodeWindow, WindowAsked } from '../../src/runs/types.ts';

/** Files of a run that something else trained, by their paths in what was given; those that a terminal hands over are read by the worker itself. */
export type ForeignFiles = readonly { readonly path: string; readonly file: Blob | HandedFile }[];

/** What a person says of them. */
export type ForeignAsked = Pick<ImportRequest, 'mapping' | 'names' | 'edges'>;

/** Whether new runs outlast this tab. */
export interface LibraryStart {
  /** Why they do not, such as `E_LIBRARY_FULL`, which may pass; null where they do. */
  readonly unavailable: Fault | null;
}

export type LibraryMessage =
  | LibraryEvent
  /** Another tab changed what is kept. */
  | { readonly type: 'changed' }
  /** A sign of life. */
  | { readonly type: 'beat' };

export interface LibraryApi {
  /** Opens what is kept, and looks whether there is room; asked again, it looks again. */
  start(): Promise<LibraryStart>;
  subscribe(listener: (message: LibraryMessage) => void): Promise<void>;
  /** The trainer's end of a message channel, by which it sends {@link Numbered} events and hears {@link KeptUpTo}. */
  connectTrainer(port: MessagePort): Promise<void>;
  list(): Promise<Outcome<Listing>>;
  begin(run: NewRun): Promise<Outcome<void>>;
  /** A run goes on after `iteration`: what came later is removed. `document`: instead of the one it was begun with, with more iterations. */
  resume(id: string, iteration: number, document?: ProjectDocument): Promise<Outcome<void>>;
  /**
   * Goes on keeping a run in the middle of which the library before this one ended: what is on disk stays, and what the trainer
   * says again is not written twice. `run`: how it began, for one that had come no further; null for one that was gone on with.
   */
  rejoin(id: string, run: NewRun | null): Promise<Outcome<void>>;
  /** What the page itself has to say of a run, such as that its worker died. */
  tell(event: TrainerEvent): Promise<void>;
  vocabularies(id: string, tokens: Vocabularies): Promise<void>;
  label(id: string, labels: Partial<RunLabels>): Promise<Outcome<RunCard>>;
  /** An interrupted run is to be left as it is. */
  leave(id: string): Promise<Outcome<RunCard>>;
  /** Puts runs away; they are gone after `purge`. */
  remove(ids: readonly string[]): Promise<Outcome<void>>;
  restore(ids: readonly string[]): Promise<Outcome<void>>;
  purge(ids: readonly string[]): Promise<Outcome<void>>;
  read(id: string): Promise<Outcome<KeptRun>>;
  /**
   * Handed over a part after the other: to receive many at once would hold the page up. Of an iteration too large to be read whole the
   * window asked for, and which that is; null where these are all.
   */
  episodes(
    id: string,
    iteration: number,
    asked: WindowAsked | undefined,
    take: (part: readonly EpisodeRecord[]) => void | Promise<void>,
  ): Promise<Outcome<EpisodeWindow | null>>;
  /** `checkpoints/steps_<iteration>/…`; for null the newest that is whole, as are all rows up to it; that others were passed by is told. */
  checkpoint(id: string, iteration: number | null): Promise<Outcome<Files>>;
  /** All complete checkpoints, or the newest and the best alone, with `checkpoints/best.json` and `checksums.jsonl`. */
  checkpoints(id: string, which?: 'all' | 'newest and best'): Promise<Outcome<Files>>;
  /** Iterations whose adapters are there, with a checkpoint or alone, ascending. */
  versions(id: string): Promise<Outcome<readonly number[]>>;
  /** One PEFT folder per role and `trainer_state.json`. */
  adapters(id: string, iteration: number): Promise<Outcome<Files>>;
  /** What was tried with a run's episodes beside the recording, by name. */
  branches(id: string): Promise<Outcome<Files>>;
  /** Keeps a branch, or takes it away (null). */
  setBranch(id: string, name: string, bytes: Uint8Array | null): Promise<Outcome<void>>;
  /** Keeps what an imported run is played on with, or takes it away (null). `same`: its adapters stay as they are, and so does what was tried. */
  setPlayOn(id: string, playOn: PlayOn | null, adapters: Files | 'same' | null): Promise<Outcome<void>>;
  /** How a run's bases are held, and what that was found to change. */
  weights(id: string): Promise<Outcome<KeptWeights>>;
  setWeightDifference(id: string, compared: readonly ComparedWeights[]): Promise<Outcome<void>>;
  /** Keeps a run from elsewhere under `id`: the zip of an export or a folder's files. Its project, and the bases of one's own it brings. */
  takeIn(id: string, given: Uint8Array | Files): Promise<Outcome<{ readonly document: ProjectDocument; readonly bases: DroppedBases }>>;
  /**
   * Looks at the beginning of a run that something else trained; null where no reader knows any of its files. Rows of anybody are
   * looked into where `rowsToo` says that a run is meant.
   */
  lookInto(files: ForeignFiles, asked: ForeignAsked, rowsToo: boolean): Promise<Outcome<Survey | null>>;
  /** Keeps such a run under `id`; `tell` hears of its progress. One is read at a time. */
  importRun(
    id: string,
    name: string,
    files: ForeignFiles,
    asked: ForeignAsked,
    tell: (progress: ImportProgress) => void,
  ): Promise<Outcome<void>>;
  /** Ends the import that goes on, of which nothing is kept. */
  stopImport(): Promise<void>;
  /** The whole folder as it lies there, zipped; also of a broken one. */
  folder(id: string): Promise<Outcome<Readonly<Record<string, Blob>>>>;
}
