/**
 * Keeps one run while it goes on: takes in what the trainer says and writes it in bursts. A failure to write ends nothing: rows, the
 * newest checkpoints and what is said once wait in memory for the next attempt, which comes by itself, and the page hears that the run
 * is not being kept, and when it is again.
 */
import { fault, faultFrom, FaultError, type Fault } from '../core/faults.ts';
import { runsFaults } from '../words/words.ts';
import type { KeptPhase, RunLabels, StoredCard } from '../core/formats/runs/card.ts';
import { zipFiles } from '../core/formats/archive.ts';
import { encodeJsonLine } from '../core/formats/jsonl.ts';
import { storageFault } from '../core/storageFault.ts';
import { isFull } from './fileSystem.ts';
import { type KnownLines, type Lines, NO_LINES, NOTHING_KNOWN, rowLines, type RunFolder, type SaidLine } from './runFolder.ts';
import { newestOfEach, type Owed, WAIT_MOST } from './owed.ts';
import type { RunEvent, SaidNotice } from './types.ts';

/** Time in which events gather before they are written, milliseconds. A resumed run loses nothing by it: what lies behind its checkpoint is computed again. */
export const WRITE_INTERVAL = 250;
/** Time after which what could not be written is tried again, milliseconds. */
export const RETRY_INTERVAL = 5000;
/** Least time between two cards of a run that goes on, milliseconds. */
const CARD_INTERVAL = 1000;

/** Called when all that could be done with an event was done; `kept`: that and all rows before it are on disk. */
export type Done = (kept: boolean) => void;

interface Received {
  readonly event: RunEvent;
  readonly done?: Done;
}

/** What a writer needs besides the run's folder. */
export interface RunWriterHost {
  /** Milliseconds since 1970. */
  now(): number;
  /** Changes the card on disk, where a person may have changed the labels meanwhile, and tells the page. */
  saveCard(card: StoredCard): Promise<StoredCard>;
  notice(notice: SaidNotice): void;
  /** Why the run is not being kept; null once it is again. */
  keeping(fault: Fault | null): void;
  /** Most bytes of the run's rollouts; the usual ones when absent. */
  readonly rolloutBudget?: number;
  /** Most bytes of the adapters beside its checkpoints; likewise. */
  readonly adaptersBudget?: number;
}

const ENDED: readonly string[] = ['finished', 'stopped', 'failed'];

export class RunWriter {
  #card: StoredCard;
  #waiting: Received[] = [];
  /** Episodes and adapters, which are only looked at: a few make way for a checkpoint, by which a crash costs seconds. */
  #later: Extract<RunEvent, { type: 'episodes' | 'adapters' }>[] = [];
  /** Events that are to be acknowledged, in order. */
  #taken: Received[] = [];
  /** Lines that are not written yet. */
  #unwritten: Lines = NO_LINES;
  #owed: Owed[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;
  #failing = false;
  #cardSaved = Number.NEGATIVE_INFINITY;
  /** Whether the card on disk says other than it should. */
  #cardOwed = false;
  #closed = false;

  constructor(
    readonly folder: RunFolder,
    card: StoredCard,
    private readonly host: RunWriterHost,
    /** What is on disk already of what will be said again. */
    private readonly known: KnownLines = NOTHING_KNOWN,
  ) {
    this.#card = card;
  }

  get card(): StoredCard {
    return this.#card;
  }

  /** Whether the run is over and nothing more will come. */
  get ended(): boolean {
    return this.#card.phase !== 'running';
  }

  /** Whether something that came is not on disk yet and will be tried again. */
  get owes(): boolean {
    return this.#cardOwed || this.#owed.length > 0 || Object.values(this.#unwritten).some((text) => text !== '');
  }

  /** Tries nothing again: the run is somebody else's from now on, or is to be gone. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#owed = [];
    this.#unwritten = NO_LINES;
    this.#cardOwed = false;
  }

  /** Takes the labels over that a person has written; returns the card with them. */
  relabel({ name, tags, notes, parent, sweep }: RunLabels): StoredCard {
    this.#card = { ...this.#card, name, tags, notes, parent, sweep };
    return this.#card;
  }

  receive(event: RunEvent, done?: Done): void {
    this.#waiting.push({ event, done });
    const urgent = isCheckpoint(event) || (event.type === 'phase' && isRest(event.phase));
    if (urgent) void this.settled();
    else this.#timer ??= setTimeout(() => void this.settled(), WRITE_INTERVAL);
  }

  /** Resolves once everything that came is written, or was tried to be. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0 || this.#later.length > 0 || this.#writing) await this.#attempt();
  }

  /** Writes what there is, as the one who does at a time. */
  #attempt(): Promise<void> {
    return (this.#writing ??= this.#burst().finally(() => {
      this.#writing = null;
    }));
  }

  async #burst(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#timer = undefined;
    const events = this.#waiting;
    this.#waiting = [];
    this.#taken.push(...events);
    const before = this.#card.phase;
    for (const { event } of events) this.#take(event);
    const tidied = await this.#tried(() => this.folder.untear());
    const kept = await this.#tried(() => this.#write());
    // Of a time without room nothing large is kept, but to go on from.
    if (!kept) this.#later = [];
    if (!kept) this.#owed = newestOfEach(this.#owed);
    this.#cardOwed ||= this.#card.phase !== before || (this.ended && this.#failing);
    const due = this.#cardOwed || this.host.now() - this.#cardSaved >= CARD_INTERVAL;
    const saved = !due || (await this.#tried(() => this.#saveCard()));
    if (tidied && kept && saved && this.#failing) {
      this.#failing = false;
      this.host.keeping(null);
    }
    if (this.owes && !this.#closed) this.#retry = setTimeout(() => void this.#attempt(), RETRY_INTERVAL);
    if (this.#later.length > 0) return;
    for (const { done } of this.#taken) done?.(kept);
    this.#taken = [];
  }

  #take(event: RunEvent): void {
    const { iteration } = event;
    const card = this.#card;
    switch (event.type) {
      case 'phase':
        // A run that the page gave up stays failed, whatever its worker still said.
        if (!this.ended || ENDED.includes(event.phase)) this.#card = { ...card, iteration, phase: phaseOf(event.phase) };
        return;
      case 'metrics': {
        const { metrics, timing } = event;
        this.#unwritten = joined(this.#unwritten, rowLines(iteration, metrics, timing, this.known));
        const { iteration: _, ...values } = metrics;
        const isFirst = iteration === 0 && Object.keys(values).length > 0;
        this.#card = { ...card, iteration, last: { ...metrics, iteration }, first: isFirst ? { ...metrics, iteration } : card.first };
        return;
      }
      case 'episodes':
      case 'adapters':
        // Written in order: only the newest can be cut off by a crash.
        if (iteration > this.known[event.type]) this.#later.push(event);
        return;
      case 'notice':
        return this.#say({ iteration, level: event.level, code: event.code, message: event.message });
      case 'fault':
        return this.#say({ iteration, fault: event.fault });
      case 'checkpoint':
        this.#owed.push(event);
        if (event.best) this.#owed.push({ ...event, type: 'best', best: { iteration, ...event.best } });
        return;
      case 'safety':
      case 'info':
      case 'best':
        this.#owed.push(event);
        return;
      case 'backend':
      case 'activity':
      case 'progress':
      case 'server':
      case 'memory':
        return;
      default:
        return event satisfies never;
    }
  }

  #say(line: SaidLine): void {
    const text = encodeJsonLine(line);
    if (!this.known.notices.has(text)) this.#unwritten = joined(this.#unwritten, { ...NO_LINES, notices: text });
  }

  async #write(): Promise<void> {
    await this.folder.lines(this.#unwritten, (name) => {
      this.#unwritten = { ...this.#unwritten, [name]: '' };
    });
    await this.#pay();
    let grown = false;
    while (this.#later.length > 0 && (this.#later.length > WAIT_MOST || !this.#waiting.some(({ event }) => isCheckpoint(event)))) {
      const event = this.#later.shift();
      if (event?.type === 'episodes') {
        await this.folder.rollout(event.iteration, event.episodes);
        grown = true;
      } else if (event) {
        await this.folder.adapters(event.iteration, zipFiles(event.files, { stored: true }));
        await this.folder.thinAdapters(this.host.adaptersBudget);
      }
    }
    if (grown) await this.#thin();
  }

  async #thin(): Promise<void> {
    const { every } = this.#card;
    const next = await this.folder.thinRollouts(every, this.host.rolloutBudget);
    if (next === every) return;
    const { iteration } = this.#card;
    this.#card = { ...this.#card, every: next };
    const notice: SaidNotice = {
      iteration,
      level: 'info',
      code: 'rollouts_thinned',
      message: `The episodes of this run take much room, so from now on this browser keeps those of every ${ordinal(next)} iteration, beside the newest and a few early ones; metrics and checkpoints are all kept.`,
    };
    this.host.notice(notice);
    this.#waiting.push({ event: { type: 'notice', runId: this.#card.id, ...notice } });
  }

  /** Writes what is owed, each whatever becomes of the others; throws the first error. */
  async #pay(): Promise<void> {
    const failed: { readonly event: Owed; readonly error: unknown }[] = [];
    for (const event of this.#owed) {
      // Nothing points at a checkpoint that is not there.
      const pointsAt = failed.find(({ event: { type, iteration } }) => type === 'checkpoint' && iteration === event.iteration);
      if (event.type === 'best' && pointsAt) failed.push({ ...pointsAt, event });
      else await this.#payOne(event).catch((error: unknown) => failed.push({ event, error }));
    }
    this.#owed = failed.map(({ event }) => event);
    if (failed[0]) throw failed[0].error;
  }

  async #payOne(event: Owed): Promise<void> {
    if (event.type === 'info') return this.folder.info(event.info);
    if (event.type === 'best') return this.folder.best(event.best);
    await this.folder.checkpoint(event.iteration, event.files, event.type === 'safety');
    this.#card = { ...this.#card, checkpoints: this.folder.checkpoints };
    this.#cardOwed = true;
  }

  async #saveCard(): Promise<void> {
    this.#cardSaved = this.host.now();
    this.#cardOwed = false;
    try {
      this.#card = await this.host.saveCard({ ...this.#card, bytes: this.folder.bytes });
    } catch (error) {
      this.#cardOwed = true;
      throw error;
    }
  }

  /** Does some writing, and tells when it begins to fail; whether it did not. */
  async #tried(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.#failing) this.host.keeping(writeFault(error));
      this.#failing = true;
      return false;
    }
  }
}

const joined = (before: Lines, added: Lines): Lines => ({
  metrics: before.metrics + added.metrics,
  checksums: before.checksums + added.checksums,
  timing: before.timing + added.timing,
  notices: before.notices + added.notices,
});

const isCheckpoint = ({ type }: RunEvent): boolean => type === 'checkpoint' || type === 'safety';

const isRest = (phase: string): boolean => phase === 'paused' || ENDED.includes(phase);

const phaseOf = (phase: string): KeptPhase => (phase === 'finished' || phase === 'stopped' || phase === 'failed' ? phase : 'running');

const ordinal = (number: number): string => (number === 2 ? 'second' : `${number}th`);

/** Why a run cannot be kept for now, and what to do. */
export function writeFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  if (isFull(error)) return fault(runsFaults, 'E_LIBRARY_FULL', { found: 'run_goes_on' });
  const ofStorage = storageFault(error);
  const { message, detail = message } = ofStorage ?? faultFrom(error);
  return fault(runsFaults, 'E_LIBRARY_WRITE', { said: ofStorage?.message ?? null }, { detail });
}
