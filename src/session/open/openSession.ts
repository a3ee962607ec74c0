/** `openSession` of the library: one training of a document in this process, from its beginning or a checkpoint, behind one handle. */
import type { BackendReport } from '../../core/backend.ts';
import type { DataRow } from '../../core/dataset/rows.ts';
import { baseNames } from '../../core/document/bases.ts';
import { parseDocument } from '../../core/document/parse.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import { fault, FaultError } from '../../core/faults.ts';
import type { Files, ModelFiles } from '../../core/formats/files.ts';
import { libraryFaults } from '../../words/words.ts';
import type { IterationResult, SessionEvent } from '../events.ts';
import { adapterFiles, checkpointOf, restoreCheckpoint } from '../run/checkpoint.ts';
import { LastingRun } from '../run/lasting.ts';
import { openerOf } from '../run/opening.ts';
import type { Evaluation, EvaluationOptions } from '../run/rollouts.ts';
import { TrainingSession } from '../run/session.ts';
import { adaptersFrom, type BaseModel, openBase } from '../team/base.ts';
import type { BaseSource } from './bases.ts';
import { backendOf, type Device, type Platform } from './platform.ts';

export interface OpenOptions {
  /** What computes; `auto` when absent. */
  readonly device?: Device;
  /** Workers of the WASM engine; one processor is left free when absent, four at most. The numbers are the same with any. */
  readonly workers?: number;
  /** Take the build of the WASM kernels whose numbers are the same on every machine; a little slower on some. */
  readonly reproducible?: boolean;
  /** Where the bases lie that the document names. In Node those of the package when absent; in a browser it must be given. */
  readonly bases?: BaseSource;
  /** Rows of the file that the document's data set names, in its order; needed where it names one. */
  readonly rows?: readonly DataRow[];
  /** PEFT folders to start from, by role (`solver/adapter_model.safetensors`, …), as {@link OpenedTraining.adapters} gives them. */
  readonly adapters?: Files;
  /** PEFT folders by role of each run that teaches the document's agents, by `run@iteration` as its teachers say them. */
  readonly teachers?: Readonly<Record<string, Files>>;
  /** Goes on from here: what {@link OpenedTraining.checkpoint} gave, of a session of the same document. */
  readonly checkpoint?: Files;
  /** Runs the document's environment code; a sandbox of this process when absent, which `dispose` then ends. */
  readonly environment?: EnvironmentHost;
  /** Ends the loop over `train()` behind the iteration under way. */
  readonly signal?: AbortSignal;
  /** Hears phases, progress, who speaks, and notices. What it throws ends the iteration. */
  readonly onEvent?: (event: SessionEvent) => void;
}

/** A training that is open. It does one thing at a time: a second one asked for meanwhile is refused with `E_LIBRARY_BUSY`. */
export class OpenedTraining {
  readonly #run: LastingRun;
  readonly #end: () => Promise<void>;
  readonly #signal: AbortSignal | undefined;
  #doing: string | null = null;
  #stopped = false;

  /** @internal Made by `openSession`. */
  constructor(run: LastingRun, end: () => Promise<void>, signal?: AbortSignal) {
    this.#run = run;
    this.#end = end;
    this.#signal = signal;
  }

  /** The document as it is in force: settings that others overrule stand at their defaults. */
  get document(): ProjectDocument {
    return this.#run.session.document;
  }

  /** What computes it, and why that was chosen. */
  get device(): BackendReport {
    return this.#run.report;
  }

  /** Iterations that are done. */
  get iteration(): number {
    return this.#run.session.iteration;
  }

  /**
   * Trains to the document's last iteration, or `iterations` more at most; each one is a rollout and an update, and is yielded when it is
   * done: `metrics` (docs/metrics.md names each), `timing` in seconds, the `episodes` with every token's credit, and whether a
   * `checkpoint` is due. Leaving the loop, `stop` or the signal end it behind the iteration under way; another `train()` goes on.
   */
  async *train(iterations = Infinity): AsyncGenerator<IterationResult, void, undefined> {
    this.#stopped = false;
    const last = Math.min(this.document.training.iterations, this.iteration + iterations);
    while (this.iteration < last && !this.#stopped && !this.#signal?.aborted) {
      yield await this.#alone('train', () => this.#run.iterate());
    }
  }

  /** Ends the loop over `train()` behind the iteration under way. */
  stop(): void {
    this.#stopped = true;
  }

  /** Plays problems with the team as it is and changes nothing: the mean reward and the episodes. Problems and noise are the same at every call. */
  evaluate(options: EvaluationOptions): Promise<Evaluation> {
    return this.#alone('evaluate', () => this.#run.session.evaluate(options));
  }

  /** The adapters as PEFT writes them, a folder for each role: file contents by path. */
  adapters(): Files {
    return adapterFiles(this.#run.session);
  }

  /** All that going on needs, file contents by path. */
  checkpoint(): Promise<Files> {
    return this.#alone('checkpoint', () => checkpointOf(this.#run.session));
  }

  /** Frees engine, workers and sandbox; the session is of no more use. */
  async dispose(): Promise<void> {
    this.#stopped = true;
    await this.#run.dispose();
    await this.#end();
  }

  async #alone<T>(doing: string, work: () => Promise<T>): Promise<T> {
    if (this.#doing !== null) throw new FaultError(fault(libraryFaults, 'E_LIBRARY_BUSY', { doing: this.#doing }));
    this.#doing = doing;
    try {
      return await work();
    } finally {
      this.#doing = null;
    }
  }
}

/**
 * Opens a training of `document` (a project file's JSON, as text or parsed). Throws a `FaultError` with code, sentence and hint where the
 * document is refused, a base cannot be read, the device is not there (`E_BACKEND`) or has too little memory, or the environment fails.
 */
export async function openSessionOn(platform: Platform, given: unknown, options: OpenOptions = {}): Promise<OpenedTraining> {
  const document = parseDocument(given);
  const { device = 'auto', bases: source, rows, onEvent, workers, reproducible } = options;
  const backend = backendOf(device);
  const opened = await Promise.all(
    baseNames(document).map(async (name) => openBase(name, await baseFiles(platform, source, name), document.team.weights)),
  );
  await platform.prepare(backend);
  const environment = options.environment ?? platform.createSandbox();
  const end = async (): Promise<void> => {
    if (!options.environment) await environment.dispose();
  };
  let bases: readonly BaseModel[] | undefined;
  let adapters: Awaited<ReturnType<typeof adaptersFrom>> | undefined;
  const tell = (event: SessionEvent): void => onEvent?.(event);
  const open = openerOf({
    document,
    bases: opened,
    files: platform.files,
    engine: { ...(workers !== undefined && { workers }), ...(reproducible !== undefined && { reproducible }) },
    environment,
    room: { ...(rows && { rows }), fewerWorkers: true, ...(platform.machine && { machine: platform.machine }) },
    make: async (engine, _report, reopened) => {
      bases ??= opened.map((base) => base.read());
      if (options.adapters)
        adapters ??= await adaptersFrom(document, bases, options.adapters, {
          tell: (message) => tell({ type: 'notice', level: 'warning', code: 'adapter_base', message }),
        });
      return {
        session: await TrainingSession.create({
          document,
          bases,
          engine,
          environment,
          rows,
          adapters,
          teachers: options.teachers,
          onEvent: tell,
          reopened,
        }),
      };
    },
  });
  try {
    const run = new LastingRun(await open(backend), { reopen: (on) => open(on, true), tell });
    try {
      if (options.checkpoint) await restoreCheckpoint(run.session, options.checkpoint);
      return new OpenedTraining(run, end, options.signal);
    } catch (error) {
      await run.dispose();
      throw error;
    }
  } catch (error) {
    await end();
    throw error;
  }
}

/** The files of a base: from the caller's function, or as the platform finds them. */
export async function baseFiles(platform: Platform, source: BaseSource | undefined, name: string): Promise<ModelFiles> {
  return typeof source === 'function' ? source(name) : platform.baseFiles(source, name);
}
