/**
 * Runs to be trained one after the other. The queue starts the next one when the trainer is free; one that fails does not
 * stop the rest, one that is held back (environment code nobody agreed to) waits and is passed over. It is kept as documents,
 * so it survives a reload, after which it goes on when a person says so: first with the run that was interrupted.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { happened } from '../happenings/happenings.ts';
import { afterStart, isAhead, moved, nextStep, queuedDocument, WAITING, waitingAgain } from './decisions.ts';
import type { KeptQueue, NewerEntry, QueueEntry, QueueHosts, QueueState } from './types.ts';

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
      change(entry.id, afterStart(entry, run, hosts.free(), hosts.faults()[0] ?? null));
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
        const added = entries.map((entry): QueueEntry => ({ ...entry, ...WAITING, id: hosts.newId() }));
        put([...get().entries, ...added], { going: true });
        if (added.some(({ sweep }) => sweep !== null)) happened('swept');
        get().look();
      },
      remove: (ids) => put(get().entries.filter(({ id, status }) => status === 'running' || !ids.includes(id))),
      move: (id, by) => {
        const entries = moved(get().entries, id, by);
        if (entries) put(entries);
      },
      again: (ids) => {
        put(waitingAgain(get().entries, ids));
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
        const step = nextStep(get(), hosts.engine(), hosts.free(), hosts.heldBack);
        switch (step.what) {
          case 'end': {
            const took = since === null ? null : hosts.now() - since;
            // Whoever stops a run wants the machine for something else.
            change(step.entry.id, { status: step.status, took }, step.status === 'stopped' ? { going: false } : {});
            return get().look();
          }
          case 'follow':
            since = null;
            return change(step.entry.id, { status: 'running' });
          case 'begin':
            return void begin(step.entry);
          case 'rest':
            return set({ going: false });
          case 'nothing':
            return;
          default:
            step satisfies never;
        }
      },
    };
  });
}
