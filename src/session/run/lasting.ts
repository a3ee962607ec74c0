/**
 * A run that outlives what computes it: a graphics device, or a server. A browser takes a device away when a driver crashes, when one computation takes too long, or
 * when the computer sleeps; everything on it is gone. The run then opens its session again on the same backend, puts it where the last
 * finished iteration left it, and runs the iteration anew: its numbers are those of a run whose device was never lost. Where the device
 * does not come back, or is lost again and again, the run goes on on WASM and says so.
 */
import type { BackendReport } from '../../core/backend.ts';
import { FaultError } from '../../core/faults.ts';
import type { RunInfo } from '../../core/formats/runs/rundir.ts';
import { serverText } from '../../words/words.ts';
import type { IterationResult, SessionEvent } from '../events.ts';
import { notice } from '../notice.ts';
import { pointOf, returnTo, type RunPoint, savesOf } from './point.ts';
import type { TrainingSession } from './session.ts';

type Backend = BackendReport['backend'];

export interface OpenedSession {
  readonly session: TrainingSession;
  readonly report: BackendReport;
  /** The server that trains the policies; absent where this computer does. */
  readonly server?: NonNullable<RunInfo['server']> & { close(): Promise<void> };
}

export interface LastingParts {
  /** Opens the session of the run once more, as it was opened at first but for the backend. */
  readonly reopen: (backend: Backend) => Promise<OpenedSession>;
  readonly tell: (event: SessionEvent) => void;
  /** Resolves after so many milliseconds; tests bring their own. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Times in a row that a lost device is opened again. */
export const ATTEMPTS = 3;
/** Before the second attempt, and twice that before the third: a browser takes a moment to start its GPU process again. Milliseconds. */
const PAUSE = 1000;
/** Takes over where there is no device any more. */
const ELSEWHERE: Backend = 'wasm';
/** What a device can be lost on; others compute on the processor, or do not tell. */
const isDevice = (backend: Backend): boolean => backend === 'webgpu';

export class LastingRun {
  #opened: OpenedSession;
  /** Where the run goes on from, known where a device can be lost. */
  #point: RunPoint | null = null;
  /** Losses since an iteration was last finished. */
  #losses = 0;
  #disposed = false;
  #toldLeft = false;

  constructor(
    opened: OpenedSession,
    private readonly parts: LastingParts,
  ) {
    this.#opened = opened;
  }

  /** The session as it is; another one after a loss. */
  get session(): TrainingSession {
    return this.#opened.session;
  }

  get report(): BackendReport {
    return this.#opened.report;
  }

  /** {@link TrainingSession.before}, to its end. */
  before(): ReturnType<TrainingSession['before']> {
    return this.#lasting(0, (session) => session.before());
  }

  /** {@link TrainingSession.iterate}, to its end. */
  iterate(): Promise<IterationResult> {
    return this.#lasting(this.session.iteration + 1, (session) => session.iterate());
  }

  /** Frees the session and its engine, and what a server holds of it; once more does nothing. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    this.session.dispose();
    this.session.engine.dispose();
    await this.#opened.server?.close();
  }

  /** `iteration`: what is done, for people. Nothing of a step but its answer lasts unless all of it was done. */
  async #lasting<T>(iteration: number, step: (session: TrainingSession) => Promise<T>): Promise<T> {
    this.#point ??= isDevice(this.report.backend) || this.#opened.server ? await pointOf(this.session) : null;
    for (;;) {
      try {
        const done = await step(this.session);
        // Brings moments to the host: whatever reads them until the next iteration needs no device.
        if (this.#point) this.#point = await pointOf(this.session);
        if (this.#point) await this.#release(this.#point);
        this.#losses = 0;
        return done;
      } catch (error) {
        if (!this.#point || !isLoss(error)) throw error;
        await this.#goOn(this.#point, iteration);
      }
    }
  }

  /** Has a server delete what neither the point nor a checkpoint goes back to: of one for each iteration, most. */
  async #release(point: RunPoint): Promise<void> {
    const { server } = this.#opened;
    if (!server) return;
    try {
      await this.session.release(savesOf(point));
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      // It is tried again behind the next iteration.
      if (this.#toldLeft) return;
      this.#toldLeft = true;
      const message = serverText.left(server.url, error.fault.message);
      this.parts.tell({ type: 'notice', level: 'warning', code: 'server_saves_left', message });
    }
  }

  /** Opens the run again where it was, or elsewhere. */
  async #goOn(point: RunPoint, iteration: number): Promise<void> {
    const { reopen, tell, wait = pause } = this.parts;
    const from = this.report.backend;
    const server = this.#opened.server?.url;
    let last: unknown;
    await this.dispose();
    const put = async (opened: OpenedSession): Promise<void> => {
      this.#opened = opened;
      this.#disposed = false;
      await returnTo(opened.session, point);
    };
    while (this.#losses < ATTEMPTS) {
      this.#losses += 1;
      if (this.#losses > 1) await wait(PAUSE * 2 ** (this.#losses - 2));
      try {
        await put(await reopen(from));
        const lost = { iteration, attempt: this.#losses, attempts: ATTEMPTS };
        if (server !== undefined) return tell(notice('warning', 'server_lost', { ...lost, server }));
        return tell(notice('warning', 'device_lost', { ...lost, backend: from }));
      } catch (error) {
        if (!isLoss(error) && !isAbsence(error)) throw error;
        // Where it was lost again while it was put where it had been.
        await this.dispose();
        last = error;
      }
    }
    // A server's optimiser is nowhere else.
    if (server !== undefined) throw last;
    await put(await reopen(ELSEWHERE));
    this.#point = null;
    tell(notice('warning', 'device_lost', { iteration, from, to: ELSEWHERE, attempts: ATTEMPTS }));
  }
}

const hasCode = (error: unknown, code: string): boolean => error instanceof FaultError && error.fault.code === code;
/** What ends a device, or leaves it unsure what a server has done. */
const LOSSES = ['E_GPU_LOST', 'E_SERVER_OFFLINE', 'E_SERVER_BUSY', 'E_SERVER_DEADLINE', 'E_SERVER_UNSURE', 'E_SERVER_FORGOT'];
const isLoss = (error: unknown): boolean => LOSSES.some((code) => hasCode(error, code));
/** A device that does not come back, for now. */
const isAbsence = (error: unknown): boolean => hasCode(error, 'E_BACKEND');

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
