/**
 * Runs to be trained one after the other. The queue starts the next one when the trainer is free; one that fails does not
 * stop the rest, one that is held back (environment code nobody agreed to) waits and is passed over. It is kept as documents,
 * so it survives a reload, after which it goes on when a person says so: first with the run that was interrupted.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Fault } from '../../../core/faults.ts';
import { withValueAt } from '../../../core/sweep/address.ts';
import type { CellValues } from '../../../core/sweep/grid.ts';
import { happened } from '../happenings/happenings.ts';
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

/** The document a queued run trains. */
export function queuedDocument({ base, values, seed }: Pick<QueueEntry, 'base' | 'values' | 'seed'>): ProjectDocument {
  const document = Object.entries(values).reduce((made, [path, value]) => withValueAt(made, path, value), base);
  return { ...document, training: { ...document.training, seed } };
}

/** Whether an entry is still to be trained, wholly or to its end. */
export function isAhead({ status }: Pick<QueueEntry, 'status'>): boolean {
  return status === 'waiting' || status === 'interrupted';
}

/** The next to be trained; what is held back is passed over. */
export function nextEntry(entries: readonly QueueEntry[], heldBack: QueueHosts['heldBack']): QueueEntry | undefined {
  return entries.find((entry) => isAhead(entry) && heldBack(entry.base.environment.source) === null);
}

export function createQueueStore(
  hosts: QueueHosts,
  codec: { encode(queue: KeptQueue): string; decode(text: string): KeptQueue },
): StoreApi<QueueState> {
  /** Before, and as long as another tab has the kept queue, this tab has one of its own that is not kept. */
  let owned = hosts.whenOwned === undefined;
  let newer: readonly NewerEntry[] = [];
  const keptEntries = (): readonly QueueEntry[] => {
    const text = hosts.read();
    if (text === null) return [];
    const kept = codec.decode(text);
    newer = kept.newer;
    return kept.entries;
  };
  /** Whether a run was asked for and has not begun yet. */
  let starting = false;
  /** When the run under way began; null where it goes on from a checkpoint, so that its time is not that of a whole run. */
  let since: number | null = null;

  return createStore<QueueState>((set, get) => {
    const put = (entries: readonly QueueEntry[], more: Partial<QueueState> = {}): void =>
      set({ entries, unkept: !owned || !hosts.write(codec.encode({ entries, newer })), newer: newer.length, ...more });
    const change = (id: string, part: Partial<QueueEntry>, more: Partial<QueueState> = {}): void =>
      put(
        get().entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)),
        more,
      );

    const begin = async (entry: QueueEntry): Promise<void> => {
      starting = true;
      change(entry.id, { status: 'running', fault: null });
      const { name, tags, sweep } = entry;
      const goesOn = entry.run !== null && (await hosts.goOn(entry.run).catch(() => false));
      const run = goesOn ? entry.run : await hosts.train({ document: queuedDocument(entry), name, tags, sweep }).catch(() => null);
      starting = false;
      since = goesOn ? null : hosts.now();
      if (run !== null) change(entry.id, { run });
      // Another run may have been begun by hand at the same moment: then this one goes on waiting.
      else if (!hosts.free()) change(entry.id, { status: entry.status });
      else change(entry.id, { status: 'failed', fault: hosts.faults()[0] ?? null });
      get().look();
    };

    hosts.whenOwned?.(() => {
      owned = true;
      // What was kept comes behind what was asked for here, and begins no sooner than that is over.
      const kept = keptEntries();
      put([...get().entries, ...kept]);
    });

    const entries = owned ? keptEntries() : [];
    return {
      entries,
      newer: newer.length,
      going: false,
      unkept: false,
      add: (entries) => {
        const added = entries.map(
          (entry): QueueEntry => ({ ...entry, id: hosts.newId(), status: 'waiting', run: null, fault: null, took: null }),
        );
        put([...get().entries, ...added], { going: true });
        if (added.some(({ sweep }) => sweep !== null)) happened('swept');
        get().look();
      },
      remove: (ids) => put(get().entries.filter(({ id, status }) => status === 'running' || !ids.includes(id))),
      move: (id, by) => {
        const entries = [...get().entries];
        const at = entries.findIndex((entry) => entry.id === id);
        const moved = entries[at];
        let to = at + by;
        while (entries[to] && entries[to]?.status !== 'waiting') to += by;
        if (moved?.status !== 'waiting' || !entries[to]) return;
        entries.splice(at, 1);
        entries.splice(to, 0, moved);
        put(entries);
      },
      again: (ids) => {
        const over = (entry: QueueEntry): boolean => ids.includes(entry.id) && ['stopped', 'failed'].includes(entry.status);
        const { entries } = get();
        put([
          ...entries.filter((entry) => !over(entry)),
          ...entries.filter(over).map((entry): QueueEntry => ({ ...entry, status: 'waiting', run: null, fault: null, took: null })),
        ]);
        get().look();
      },
      begunAnew: (before, now) => {
        const entry = get().entries.find(({ status, run }) => status === 'interrupted' && run === before);
        if (!entry) return;
        change(entry.id, { run: now });
        get().look();
      },
      clear: () => put(get().entries.filter((entry) => isAhead(entry) || entry.status === 'running')),
      go: () => {
        set({ going: true });
        get().look();
      },
      hold: () => set({ going: false }),
      look: () => {
        if (starting) return;
        const { entries, going } = get();
        const running = entries.find(({ status }) => status === 'running');
        const { runId, active, outcome } = hosts.engine();
        if (running) {
          const over = running.run !== runId || !active;
          if (!over) return;
          const status = running.run === runId && outcome ? outcome : 'interrupted';
          // Whoever stops a run wants the machine for something else.
          change(running.id, { status, took: since === null ? null : hosts.now() - since }, status === 'stopped' ? { going: false } : {});
          return get().look();
        }
        // Its run was gone on with by hand.
        const resumed = active ? entries.find(({ status, run }) => status === 'interrupted' && run === runId) : undefined;
        if (resumed) {
          since = null;
          return change(resumed.id, { status: 'running' });
        }
        if (!going || !hosts.free()) return;
        const next = nextEntry(entries, hosts.heldBack);
        if (next) void begin(next);
        // Nothing is left to go on with; what is held back waits for its code to be agreed to.
        else if (!entries.some(isAhead)) set({ going: false });
      },
    };
  });
}
