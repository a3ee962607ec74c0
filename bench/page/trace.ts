/** A trace of Chromium's main thread as tasks: how long each took by the clock, how much of a processor, and what it did. */

export const TRACE_CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'blink.user_timing'];

/** What counts as long: the Long Tasks API's own limit, milliseconds. */
export const LONG = 50;

/** One task of the main thread. Times in milliseconds, `at` from the mark it is counted from. */
export interface Task {
  readonly at: number;
  readonly wall: number;
  /** Processor time of the thread within the task. */
  readonly cpu: number;
  /** The longest events within it. */
  readonly parts: readonly string[];
}

export interface Tasks {
  /** Those that took most processor time, the worst first. */
  readonly tasks: readonly Task[];
  /** Wall time of the longest task, milliseconds. */
  readonly longest: number;
  /** Tasks above 50 ms by the clock, and by processor time. */
  readonly long: number;
  readonly longByProcessor: number;
  /** Processor time of all tasks together, milliseconds. */
  readonly busy: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: {
    readonly data?: { readonly functionName?: string; readonly url?: string; readonly type?: string };
  };
}

export class Trace {
  readonly #marks = new Map<string, TraceEvent>();
  readonly #thread: readonly TraceEvent[];

  constructor(bytes: Buffer) {
    const { traceEvents } = JSON.parse(bytes.toString('utf8')) as { readonly traceEvents: readonly TraceEvent[] };
    for (const event of traceEvents) if (!this.#marks.has(event.name)) this.#marks.set(event.name, event);
    const [main] = traceEvents.filter(({ name }) => name === FIRST_MARK);
    if (!main) throw new Error(`the trace has no mark “${FIRST_MARK}”`);
    this.#thread = traceEvents.filter(({ pid, tid, ph }) => pid === main.pid && tid === main.tid && ph === 'X');
  }

  /** The main thread's tasks from one mark of the page (`performance.mark`) to another, or to the end; those of `most` in full. */
  tasks(from: string, to: string | null, most: number): Tasks {
    const start = this.#mark(from).ts;
    const end = to === null ? Number.POSITIVE_INFINITY : this.#mark(to).ts;
    const whole = this.#thread.filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur >= start && ts < end);
    const worst = whole.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, most);
    return {
      tasks: worst.map((task) => ({
        at: milliseconds(task.ts - start),
        wall: milliseconds(task.dur),
        cpu: milliseconds(task.tdur),
        parts: this.#partsOf(task),
      })),
      longest: Math.max(0, ...whole.map(({ dur }) => milliseconds(dur))),
      long: whole.filter(({ dur }) => milliseconds(dur) > LONG).length,
      longByProcessor: whole.filter(({ tdur }) => milliseconds(tdur) > LONG).length,
      busy: whole.reduce((sum, { tdur }) => sum + milliseconds(tdur), 0),
    };
  }

  #partsOf(task: TraceEvent): string[] {
    const end = task.ts + (task.dur ?? 0);
    return this.#thread
      .filter((event) => event !== task && event.ts >= task.ts && event.ts + (event.dur ?? 0) <= end && !event.name.includes('::'))
      .sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0))
      .slice(0, 6)
      .map(({ dur, name, args }) => {
        const { functionName = '', url = '', type = '' } = args?.data ?? {};
        return [`${milliseconds(dur).toFixed(1)} ms`, name, type, functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
      });
  }

  #mark(name: string): TraceEvent {
    const mark = this.#marks.get(name);
    if (!mark) throw new Error(`the trace has no mark “${name}”`);
    return mark;
  }
}

/** The page must set this mark first: it tells which thread is meant. */
export const FIRST_MARK = 'bench-begins';

const milliseconds = (micro: number | undefined): number => (micro ?? 0) / 1000;
