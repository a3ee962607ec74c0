/**
 * Keeps one run while it goes on: takes in what the trainer says and writes it in bursts. A failure to write ends nothing:
 * rows wait in memory for the next attempt, and the page hears that the run is not being kept, and when it is again.
 */
import { faultFrom, FaultError, type Fault } from '../../src/core/faults.ts';
import type { KeptPhase, RunLabels, StoredCard } from '../../src/core/formats/card.ts';
import { encodeJsonLine } from '../../src/core/formats/jsonl.ts';
import { metricsLine, timingLine } from '../../src/core/formats/rundir.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { isFull } from './fileSystem.ts';
import type { KeeperEvent, SaidNotice } from './protocol.ts';
import { type Lines, NO_LINES, type RunFolder, type SaidLine } from './runFolder.ts';

/** Time in which events gather before they are written, milliseconds. A resumed run loses nothing by it: what lies behind its checkpoint is computed again. */
export const WRITE_INTERVAL = 250;
/** Least time between two cards of a run that goes on, milliseconds. */
const CARD_INTERVAL = 1000;

/** What a keeper needs besides the run's folder. */
export interface KeeperHost {
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

/** Of a burst: everything but the lines, in the order in which it is written. */
interface Burst {
  lines: Lines;
  readonly rollouts: { readonly iteration: number; readonly episodes: readonly EpisodeRecord[] }[];
  readonly adapters: Extract<KeeperEvent, { type: 'adapters' }>[];
  readonly checkpoints: Extract<KeeperEvent, { type: 'checkpoint' | 'safety' }>[];
}

const ENDED: readonly string[] = ['finished', 'stopped', 'failed'];

export class Keeper {
  #card: StoredCard;
  #waiting: KeeperEvent[] = [];
  /** Lines that could not be written yet. */
  #unwritten: Lines = NO_LINES;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;
  #failing = false;
  #cardSaved = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly folder: RunFolder,
    card: StoredCard,
    private readonly host: KeeperHost,
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

  /** Takes the labels over that a person has written; returns the card with them. */
  relabel({ name, tags, notes, parent, sweep }: RunLabels): StoredCard {
    this.#card = { ...this.#card, name, tags, notes, parent, sweep };
    return this.#card;
  }

  receive(event: KeeperEvent): void {
    if (event.type === 'activity' || event.type === 'memory') return; // of the moment
    this.#waiting.push(event);
    const urgent = event.type === 'checkpoint' || event.type === 'safety' || (event.type === 'phase' && isRest(event.phase));
    if (urgent) void this.settled();
    else this.#timer ??= setTimeout(() => void this.settled(), WRITE_INTERVAL);
  }

  /** Resolves once everything that came is written, or was tried to be. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing) {
      this.#writing ??= this.#burst().finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
  }

  async #burst(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const events = this.#waiting;
    this.#waiting = [];
    const burst: Burst = { lines: this.#unwritten, rollouts: [], adapters: [], checkpoints: [] };
    const before = this.#card.phase;
    for (const event of events) await this.#take(event, burst);
    await this.#attempt(() => this.#write(burst), true);
    const due = this.host.now() - this.#cardSaved >= CARD_INTERVAL || this.#card.phase !== before || burst.checkpoints.length > 0;
    if (due) await this.#attempt(() => this.#saveCard());
  }

  async #take(event: KeeperEvent, burst: Burst): Promise<void> {
    const { iteration } = event;
    const card = this.#card;
    switch (event.type) {
      case 'phase':
        // A run that the page gave up stays failed, whatever its worker still said.
        if (!this.ended || ENDED.includes(event.phase)) this.#card = { ...card, iteration, phase: phaseOf(event.phase) };
        return;
      case 'metrics': {
        const { metrics, timing } = event;
        burst.lines = {
          ...burst.lines,
          metrics: burst.lines.metrics + metricsLine(iteration, metrics),
          timing: burst.lines.timing + timingLine(iteration, timing),
        };
        const { iteration: _, ...values } = metrics;
        const isFirst = iteration === 0 && Object.keys(values).length > 0;
        this.#card = { ...card, iteration, last: { ...metrics, iteration }, first: isFirst ? { ...metrics, iteration } : card.first };
        return;
      }
      case 'episodes':
        burst.rollouts.push({ iteration, episodes: event.episodes });
        return;
      case 'notice':
        return this.#say({ iteration, level: event.level, code: event.code, message: event.message }, burst);
      case 'fault':
        return this.#say({ iteration, fault: event.fault }, burst);
      case 'adapters':
        burst.adapters.push(event);
        return;
      case 'checkpoint':
      case 'safety':
        burst.checkpoints.push(event);
        return;
      case 'info':
        return this.#attempt(() => this.folder.info(event.info));
      case 'best':
        return this.#attempt(() => this.folder.best(event.best));
      case 'backend':
      case 'activity':
      case 'memory':
        return;
      default:
        return event satisfies never;
    }
  }

  #say(line: SaidLine, burst: Burst): void {
    burst.lines = { ...burst.lines, notices: burst.lines.notices + encodeJsonLine(line) };
  }

  async #write(burst: Burst): Promise<void> {
    this.#unwritten = burst.lines;
    await this.folder.lines(burst.lines, (name) => {
      this.#unwritten = { ...this.#unwritten, [name]: '' };
    });
    for (const { iteration, episodes } of burst.rollouts) await this.folder.rollout(iteration, episodes);
    if (burst.rollouts.length > 0) await this.#thin();
    for (const { iteration, files } of burst.adapters) await this.folder.adapters(iteration, files, this.host.adaptersBudget);
    for (const event of burst.checkpoints) await this.#checkpoint(event);
  }

  async #thin(): Promise<void> {
    const { every } = this.#card;
    const next = await this.folder.thin(every, this.host.rolloutBudget);
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
    this.#waiting.push({ type: 'notice', runId: this.#card.id, ...notice });
  }

  async #checkpoint(event: Extract<KeeperEvent, { type: 'checkpoint' | 'safety' }>): Promise<void> {
    const { iteration, files } = event;
    await this.folder.checkpoint(iteration, files, event.type === 'safety');
    if (event.type === 'checkpoint' && event.best) await this.folder.best({ iteration, ...event.best });
    this.#card = { ...this.#card, checkpoints: this.folder.checkpoints };
  }

  async #saveCard(): Promise<void> {
    this.#cardSaved = this.host.now();
    this.#card = await this.host.saveCard({ ...this.#card, bytes: this.folder.bytes });
  }

  /** Does some writing, and tells when it begins to fail; with `proves`, also that it works again. */
  async #attempt(work: () => Promise<void>, proves = false): Promise<void> {
    try {
      await work();
      if (!proves || !this.#failing) return;
      this.#failing = false;
      this.host.keeping(null);
    } catch (error) {
      if (!this.#failing) this.host.keeping(writeFault(error));
      this.#failing = true;
    }
  }
}

const isRest = (phase: string): boolean => phase === 'paused' || ENDED.includes(phase);

const phaseOf = (phase: string): KeptPhase => (phase === 'finished' || phase === 'stopped' || phase === 'failed' ? phase : 'running');

const ordinal = (number: number): string => (number === 2 ? 'second' : `${number}th`);

/** Why a run cannot be kept, and what to do. */
export function writeFault(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  if (isFull(error)) {
    return {
      code: 'E_LIBRARY_FULL',
      message: 'This browser has no room left to keep this run; it goes on in memory.',
      hint: 'Delete runs you no longer need, then it is kept again. Export it before you close the tab.',
    };
  }
  return {
    code: 'E_LIBRARY_WRITE',
    message: 'This run could not be written to this browser’s storage; it goes on in memory.',
    hint: 'Export it before you close the tab.',
    detail: faultFrom(error).message,
  };
}
