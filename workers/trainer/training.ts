/** One run in the trainer worker, from its command to its end: its engine, its bases and adapters, its session or a server's. */
import { FaultError, faultFrom, type ParamsOf } from '../../src/core/faults.ts';
import { fittingAdapters } from '../../src/core/formats/models/adapters/adapters.ts';
import { latestCheckpoint, START_ADAPTERS } from '../../src/core/formats/runs/rundir.ts';
import type { ServerDoing } from '../../src/core/served.ts';
import type { SessionEvent } from '../../src/session/events.ts';
import { restoreCheckpoint } from '../../src/session/run/checkpoint.ts';
import { LastingRun } from '../../src/session/run/lasting.ts';
import { openerOf } from '../../src/session/run/opening.ts';
import { type Manifest, runInfo } from '../../src/session/run/runInfo.ts';
import { type SessionOptions, TrainingSession } from '../../src/session/run/session.ts';
import { adaptersFrom, type BaseModel, knownSpecs, type OpenBase } from '../../src/session/team/base.ts';
import type { engineFaults } from '../../src/words/words.ts';
import type { EnvironmentClient } from '../environment/client.ts';
import { BACKEND_FILES } from './backendFiles.ts';
import { openedBases, readBases } from './bases.ts';
import { withBeats } from './beat.ts';
import { holding, type RunControl } from './control.ts';
import { type Body, trainingLoop } from './loop.ts';
import type { Outbox } from './outbox.ts';
import type { Phase, TrainerCommand, TrainerMessage } from './protocol.ts';
import { basesForServer, trainedThere } from './served.ts';
import { tellingOf } from './telling.ts';

/** Manifest of this build, as `vite.config.ts` puts it in. */
const MANIFEST = JSON.parse(import.meta.env.VITE_MANIFEST) as Manifest;
/** In which the engine is at work, and beats from between its plans. */
const COMPUTING: readonly Phase[] = ['rollout', 'credit', 'update', 'evaluate'];

type StartCommand = Extract<TrainerCommand, { type: 'start' }>;

/** The worker in which a run is trained. */
export interface TrainingHost {
  readonly environment: EnvironmentClient | null;
  /** Runs are kept by the other end. */
  readonly outbox: Outbox;
  /** To the page. */
  readonly say: (message: TrainerMessage) => void;
  /** Says that the engine is alive. */
  readonly beat: () => void;
  /** Hears whether the engine is at work, and beats by itself. */
  readonly computing: (now: boolean) => void;
  /** Hears which bases the run stands on. */
  readonly reads: (bases: readonly BaseModel[]) => void;
}

/** Trains as `command` asks, to the end of the run or of what goes wrong, which is told. */
export async function runTraining(command: StartCommand, control: RunControl, host: TrainingHost): Promise<void> {
  const { environment, outbox, say } = host;
  let run: LastingRun | null = null;
  const from = command.resume ? (latestCheckpoint(Object.keys(command.resume)) ?? 0) : 0;
  const { emit, phase, keep, ended } = tellingOf({
    runId: command.runId,
    iteration: () => Math.max(from, run?.session.iteration ?? 0),
    outbox,
    say,
    // A server computes while nothing does here, so beats come by the clock.
    onPhase: (name) => host.computing(COMPUTING.includes(name) && !command.server),
  });
  /** What goes on once nothing holds it any more. */
  let working: Phase = 'rollout';
  const onEvent = (event: SessionEvent): void => {
    if (event.type === 'phase') working = event.phase;
    emit(event);
  };
  try {
    if (control.request() === 'stop') return phase('stopped');
    phase('loading');
    if (!environment) throw new Error('no environment worker is connected');
    const { document, server, rows } = command;
    const beside = server && (await basesForServer(document, command.bases));
    const given = beside ? [] : await openedBases(document, command.bases);
    const opened: readonly OpenBase[] = beside?.opened ?? given;
    let bases: readonly BaseModel[] | undefined;
    let adapters: Awaited<ReturnType<typeof startingAdapters>> | undefined;
    const open = openerOf({
      document,
      bases: opened,
      files: BACKEND_FILES,
      engine: { known: command.measured },
      environment,
      room: beside ? null : { rows },
      make: async (engine, report, reopened) => {
        emit({ type: 'backend', report });
        const read = (bases ??= beside ? opened.map((base) => base.read()) : readBases(given));
        host.reads(read);
        if (command.adapters) adapters ??= await startingAdapters(command, read, emit);
        const create = (trainers?: SessionOptions['trainers']): Promise<TrainingSession> =>
          TrainingSession.create({
            document,
            bases: read,
            engine: withBeats(engine, host.beat),
            environment,
            rows,
            adapters,
            teachers: command.teachers,
            onEvent,
            gate: holding(control, (held) => phase(held ? 'paused' : working)),
            reopened,
            trainers,
          });
        const there = beside && server && { held: beside.held, tell: (said: ServerDoing) => emit({ type: 'server', doing: said }) };
        const made = there ? await trainedThere(document, server, there, create) : { session: await create() };
        const from = { ...(adapters && { adapters: START_ADAPTERS }), ...('server' in made && { server: made.server }) };
        emit({ type: 'info', info: runInfo(made.session, report, MANIFEST, from) });
        return made;
      },
    });
    run = new LastingRun(await open(command.backend), { reopen: (backend) => open(backend, true), tell: onEvent });
    const { session } = run;
    if (command.resume) {
      await restoreCheckpoint(session, command.resume);
      if (session.best.best) keep({ type: 'best', best: session.best.best });
    } else if (control.request() !== 'stop') emit({ type: 'metrics', ...(await run.before()) });
    await trainingLoop({
      run,
      bases: bases ?? [],
      control,
      emit,
      keep: outbox.connected ? keep : null,
      library: outbox,
      backend: command.backend,
      environment,
      served: server !== undefined,
    });
  } catch (error) {
    // A lane that ended says nothing against the run, as little as this worker's own end would.
    const laneEnded = isEndOfLane(error);
    if (!laneEnded) {
      emit({ type: 'fault', fault: faultFrom(error) });
      phase('failed');
    }
    // What nobody foresaw may have broken the backend for good (a WASM heap that overflowed): the page replaces a worker
    // that reports an error.
    if (laneEnded || !(error instanceof FaultError)) reportError(error);
  } finally {
    host.computing(false);
    await run?.dispose();
    await ended();
  }
}

/** Whether a worker of the engine ended by whatever cause: the page then starts all of them again, and the run goes on from its checkpoint. */
const isEndOfLane = (error: unknown): boolean =>
  error instanceof FaultError &&
  error.fault.code === 'E_WORKER' &&
  (error.fault.params as ParamsOf<(typeof engineFaults)['E_WORKER']>).found === 'stopped';

/** The adapters a run begins with; of a fork those that still fit. */
async function startingAdapters(
  { document, adapters = {}, forked }: StartCommand,
  bases: readonly BaseModel[],
  emit: (event: Body) => void,
) {
  if (!forked)
    return adaptersFrom(document, bases, adapters, {
      tell: (message) => emit({ type: 'notice', level: 'warning', code: 'adapter_base', message }),
    });
  const fitting = fittingAdapters(adapters, await knownSpecs(document, bases));
  for (const message of fitting.notices) emit({ type: 'notice', level: 'warning', code: 'fork_adapter', message });
  const critics = 'Adapters go on from there; optimiser moments and critics begin anew.';
  emit({ type: 'notice', level: 'info', code: 'fork', message: critics });
  return fitting.adapters;
}
