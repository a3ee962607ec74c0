/** Runs that are not begun yet: what comes of them waits in memory, and beginning them is tried again until it succeeds. */
import { newestOfEach } from '../owed.ts';
import { type Done, RETRY_INTERVAL, writeFault } from '../runWriter.ts';
import type { LibraryEvent, RunEvent } from '../types.ts';

/** An event that came before its run was begun. */
export interface Early {
  readonly event: RunEvent;
  readonly done?: Done;
}

/** A run whose beginning could not be written yet. */
export interface Unbegun {
  readonly release: () => void;
  /** Tries it again now. */
  again(): Promise<void>;
  /** Tries it no more. */
  stop(): void;
}

/** Kinds of events of which a run that is not begun keeps the newest alone, and those of which it keeps all; others are large, or of no use later. */
const NEWEST: readonly RunEvent['type'][] = ['checkpoint', 'safety', 'info', 'best', 'phase'];
const ALL: readonly RunEvent['type'][] = ['metrics', 'notice', 'fault'];

/** What of them can wait; whoever said it is told that it is not kept. */
function waiting(events: readonly Early[]): Early[] {
  for (const { done } of events) done?.(false);
  const said = events.map(({ event }) => event);
  const newest = new Set(newestOfEach(said.filter(({ type }) => NEWEST.includes(type))));
  return said.flatMap((event) => (ALL.includes(event.type) || newest.has(event) ? { event } : []));
}

export class UnbegunRuns {
  readonly #tell: (event: LibraryEvent) => void;
  /** What came of runs before they were begun here: the trainer has a way of its own. */
  readonly #early = new Map<string, Early[]>();
  readonly #unbegun = new Map<string, Unbegun>();

  constructor(tell: (event: LibraryEvent) => void) {
    this.#tell = tell;
  }

  get(id: string): Unbegun | undefined {
    return this.#unbegun.get(id);
  }

  /** Keeps what came of a run that nobody writes yet. */
  receive(event: RunEvent, done?: Done): void {
    const all = [...(this.#early.get(event.runId) ?? []), { event, done }];
    this.#early.set(event.runId, this.#unbegun.has(event.runId) ? waiting(all) : all);
  }

  /** What came of a run until it was begun, which it now is. */
  take(id: string): readonly Early[] {
    const events = this.#early.get(id) ?? [];
    this.#early.delete(id);
    return events;
  }

  /** Tries to begin a run no more, and forgets what came of it. */
  giveUp(id: string): void {
    this.#unbegun.get(id)?.stop();
    if (this.#unbegun.delete(id)) this.#early.delete(id);
  }

  /** Begins to keep a run, now or, where that fails, as soon as it can be; until then what comes of it waits in memory. */
  async begin(id: string, release: () => void, begin: () => Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (): Promise<void> => {
      clearTimeout(timer);
      try {
        await begin();
        if (this.#unbegun.delete(id)) this.#tell({ type: 'keeping', runId: id, fault: null });
      } catch (error) {
        if (!this.#unbegun.has(id)) this.#tell({ type: 'keeping', runId: id, fault: writeFault(error) });
        this.#unbegun.set(id, { release, again, stop: () => clearTimeout(timer) });
        this.#early.set(id, waiting(this.#early.get(id) ?? []));
        timer = setTimeout(() => void again(), RETRY_INTERVAL);
      }
    };
    let trying: Promise<void> | null = null;
    const again = (): Promise<void> =>
      (trying ??= attempt().finally(() => {
        trying = null;
      }));
    await again();
  }
}
