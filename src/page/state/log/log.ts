/**
 * What happened in this tab, newest last: faults on screen, messages, defects and the phases of runs. It is kept in memory alone, for a
 * report that a person may send (`features/report`); sentences, which may quote what somebody wrote, lie apart from codes, which cannot.
 */
import { type Fault, faultFrom } from '../../../core/faults.ts';

export interface LogEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** What it is, from a list of our own: a fault's code, a phase, `defect`. */
  readonly what: string;
  /** What was said, which may quote a person's texts; absent where nothing was. */
  readonly said?: string;
}

/** More than that and the oldest are forgotten. */
const MOST = 200;
/** A sentence or a stack may be of any length. */
const LONGEST = 2000;

const entries: LogEntry[] = [];

export function logged(what: string, said?: string): void {
  entries.push({ at: Math.round(performance.now()), what, ...(said === undefined ? {} : { said: said.slice(0, LONGEST) }) });
  if (entries.length > MOST) entries.shift();
}

export function logFault({ code, message, hint, detail }: Fault): void {
  logged(code, [message, hint, detail].filter(Boolean).join('\n'));
}

/** A thrown thing that nobody expected. */
export function logDefect(error: unknown): void {
  logged('defect', error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Of a part of the page, by the page's own name for it; which file did not come, or what was thrown. */
export function logStopped(place: string, error: unknown): void {
  const { code, detail, message } = faultFrom(error);
  logged(`${code === 'E_INTERNAL' ? 'defect' : code} · ${place}`, detail ?? message);
}

/** What is there now. */
export const logEntries = (): readonly LogEntry[] => [...entries];
