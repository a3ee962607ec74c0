/** What a queue of runs holds, and what it needs of the rest of the page. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Fault } from '../../../core/faults.ts';
import type { CellValues } from '../../../core/sweep/grid.ts';
import type { RunOptions, SweepCell } from '../library/types.ts';

/**
 * `waiting`: will be trained. `running`: being trained now. `finished`, `stopped` (by a person), `failed`: over.
 * `interrupted`: the page was closed while it was being trained.
 */
export type EntryStatus = 'waiting' | 'running' | 'finished' | 'stopped' | 'failed' | 'interrupted';

export interface QueueEntry {
  readonly id: string;
  /** The document of which this run changes `values` and `seed`; entries of one sweep share it. */
  readonly base: ProjectDocument;
  readonly values: CellValues;
  readonly seed: number;
  readonly name: string;
  readonly tags: readonly string[];
  readonly sweep: SweepCell | null;
  readonly status: EntryStatus;
  /** The run it became; null before. */
  readonly run: string | null;
  /** Why it failed, or why it is held back. */
  readonly fault: Fault | null;
  /** Milliseconds it took from its start to its end, this session; null where it was not all trained in one go. */
  readonly took: number | null;
}

/** An entry whose document only a newer workbench reads, as it was kept: not trained here, and there when that one comes again. */
export interface NewerEntry {
  readonly base: unknown;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** What the browser keeps. */
export interface KeptQueue {
  readonly entries: readonly QueueEntry[];
  readonly newer: readonly NewerEntry[];
}

export type NewEntry = Pick<QueueEntry, 'base' | 'values' | 'seed' | 'name' | 'tags' | 'sweep'>;

/** How a run is getting on, as the engine store says it. */
export interface EngineGlimpse {
  readonly runId: string | null;
  readonly active: boolean;
  readonly outcome: 'finished' | 'stopped' | 'failed' | null;
}

/** What the queue needs of the rest of the page; tests give their own. */
export interface QueueHosts {
  /** Resolves to the run's id, or to null where none began; `faults` says why. */
  train(options: RunOptions): Promise<string | null>;
  faults(): readonly Fault[];
  /** Goes on with a run that was interrupted, from its last checkpoint; whether that could be. */
  goOn(run: string): Promise<boolean>;
  /** Whether the trainer has time. */
  free(): boolean;
  engine(): EngineGlimpse;
  /** Why a document's environment code may not run; null when it may. */
  heldBack(source: string): Fault | null;
  read(): string | null;
  /** Whether it was kept. */
  write(text: string): boolean;
  newId(): string;
  now(): number;
  /**
   * Calls back once what is kept is this tab's alone, for no two tabs may train one queue or write over each other; absent
   * where it is from the start.
   */
  whenOwned?(owned: () => void): void;
}

export interface QueueState {
  readonly entries: readonly QueueEntry[];
  /** Whether the next run is begun when the trainer is free. */
  readonly going: boolean;
  /** Whether what is here would be lost with the page, because the browser did not keep it or another tab has the kept queue. */
  readonly unkept: boolean;
  /** How many entries stay in the browser for a newer workbench, which kept them. */
  readonly newer: number;
  /** Puts runs at the end, and goes on. */
  add(entries: readonly NewEntry[]): void;
  /** Takes entries out; one being trained stays until it is over. */
  remove(ids: readonly string[]): void;
  /** Moves a waiting entry before (−1) or after (1) the next waiting one. */
  move(id: string, by: -1 | 1): void;
  /** Lets what failed or was stopped wait again, behind the others. */
  again(ids: readonly string[]): void;
  /** The interrupted run of an entry was begun anew by hand, as `now`: it is what the entry waits for. */
  begunAnew(before: string, now: string): void;
  /** Takes out what is over. */
  clear(): void;
  go(): void;
  /** Lets the run under way end, and begins no other. */
  hold(): void;
  /** Something the queue waits for has changed. */
  look(): void;
}
