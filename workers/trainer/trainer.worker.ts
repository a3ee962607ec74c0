/** Thin host of a training session: commands in, events out. The loop yields between iterations, so commands get through. */
import * as Comlink from 'comlink';
import { baseNames, baseSubject } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { FaultError, faultFrom, outcomeOf } from '../../src/core/faults.ts';
import { fittingAdapters } from '../../src/core/formats/models/adapters.ts';
import { latestCheckpoint, START_ADAPTERS } from '../../src/core/formats/runs/rundir.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import { PROMPT_FILES } from '../../src/core/formats/models/hf.ts';
import {
  adaptersFrom,
  type BaseModel,
  type BaseOutline,
  bytesOfBases,
  fingerprintOf,
  knownSpecs,
  openBase,
  type OpenBase,
  outlineBase,
} from '../../src/session/team/base.ts';
import { requireRoom } from '../../src/session/run/fits.ts';
import type { BackendChoice } from '../../src/core/backend.ts';
import type { SessionEvent } from '../../src/session/events.ts';
import { LastingRun, type OpenedSession } from '../../src/session/run/lasting.ts';
import { restoreCheckpoint } from '../../src/session/run/checkpoint.ts';
import { type Manifest, runInfo } from '../../src/session/run/runInfo.ts';
import { type SessionOptions, TrainingSession } from '../../src/session/run/session.ts';
import type { ServerDoing } from '../../src/core/served.ts';
import { lostDeviceText } from '../../src/words/words.ts';
import { EnvironmentClient } from '../environment/client.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { holdLife } from '../life/hold.ts';
import { BACKEND_FILES } from './backendFiles.ts';
import { withBeats } from './beat.ts';
import { holding, type RunControl, RunQueue } from './control.ts';
import { basesForServer, findServer, trainedThere } from './served.ts';
import { fetchBase } from './fetchBase.ts';
import { estimateRun, costEstimateOf, judged } from './cost.ts';
import { type Body, type WriterBody, trainingLoop } from './loop.ts';
import { Outbox } from './outbox.ts';
import { sparingly } from './sparingly.ts';
import { formFor } from '../../src/session/warmStart/warmStart.ts';
import { runWarmStart } from './warm.ts';
import type { WriterEvent } from './protocol.ts';
import type { DroppedBases, Phase, TrainerApi, TrainerCommand, TrainerEvent, TrainerMessage } from './protocol.ts';

/** Manifest of this build, as `vite.config.ts` puts it in. */
const MANIFEST = JSON.parse(import.meta.env['VITE_MANIFEST'] as string) as Manifest;
/** Least time between two reports of what the agents do, milliseconds. */
const ACTIVITY_INTERVAL = 100;
const RESTING: readonly Phase[] = ['paused', 'finished', 'stopped', 'failed'];
/** In which the engine is at work, and beats from between its plans. */
const COMPUTING: readonly Phase[] = ['rollout', 'credit', 'update', 'evaluate'];
/** Least time between two beats, milliseconds. */
const BEAT_INTERVAL = 2000;

type StartCommand = Extract<TrainerCommand, { type: 'start' }>;

let listener: (event: TrainerMessage) => void = () => {};
/** Runs are kept by the other end. */
const outbox = new Outbox();
let computing = false;
const beats = sparingly(() => listener({ type: 'beat' }), BEAT_INTERVAL);
let environment: EnvironmentClient | null = null;
/** Bases of the newest run. */
let running: readonly BaseModel[] = [];
/** Bases of the last document that were fetched by their name; dropped files may be others under the same one. */
let shipped: readonly BaseModel[] = [];
const runs = new RunQueue(reportError);

/** A base whose weights are read when it is known that there is room for them. */
interface GivenBase extends OpenBase {
  readonly shipped: boolean;
}

/** The bases a document names; `dropped` are those a person has given. */
async function openedBases(
  document: ProjectDocument,
  dropped: DroppedBases = {},
  names: readonly string[] = baseNames(document),
  form: WeightForm = document.team.weights,
): Promise<readonly GivenBase[]> {
  return Promise.all(
    names.map(async (name): Promise<GivenBase> => {
      const files = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
      if (files) return { shipped: false, ...openBase(name, modelFilesOf(files), form) };
      const known = shipped.find((base) => base.name === name && base.form === form);
      if (known) return { shipped: true, ...known, read: () => known, fingerprint: () => fingerprintOf(known) };
      return { shipped: true, ...openBase(name, await fetchBase(name, baseSubject(document, name)), form) };
    }),
  );
}

function readBases(opened: readonly GivenBase[]): readonly BaseModel[] {
  const bases = opened.map((base) => base.read());
  shipped = bases.filter((_, index) => opened[index]?.shipped);
  return bases;
}

/** What estimates read of the bases: no weights. */
const outlines = new Map<string, BaseOutline>();

async function outlinedBases(document: ProjectDocument, dropped: DroppedBases): Promise<readonly BaseOutline[]> {
  const form = document.team.weights;
  return Promise.all(
    baseNames(document).map(async (name) => {
      const files = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
      if (files) return outlineBase(name, modelFilesOf(files), form);
      const known = outlines.get(name) ?? outlineBase(name, await fetchBase(name, baseSubject(document, name), PROMPT_FILES));
      outlines.set(name, known);
      return { ...known, form };
    }),
  );
}

async function runTraining(command: StartCommand, control: RunControl): Promise<void> {
  let run: LastingRun | null = null;
  const from = command.resume ? (latestCheckpoint(Object.keys(command.resume)) ?? 0) : 0;
  const named = <T extends Body | WriterBody>(event: T) => ({
    runId: command.runId,
    iteration: Math.max(from, run?.session.iteration ?? 0),
    ...event,
  });
  const keep = (event: Body | WriterBody): void => outbox.post(named(event) as WriterEvent);
  /** The page hears of a run's end when its last row is on disk, or when it has heard why that cannot be. */
  let ending: Promise<void> = Promise.resolve();
  const send = (event: Body): void => {
    const said = named(event) as TrainerEvent;
    if (isKept(event)) keep(event);
    if (event.type !== 'phase' || (event.phase !== 'finished' && event.phase !== 'stopped') || outbox.isSettled) return listener(said);
    listener(named({ type: 'phase', phase: 'checkpoint' }) as TrainerEvent);
    ending = outbox.settled().then(() => listener(said));
  };
  const activity = sparingly(send, ACTIVITY_INTERVAL);
  const progress = sparingly(send, ACTIVITY_INTERVAL);
  const doing = sparingly(send, ACTIVITY_INTERVAL);
  const emit = (event: Body): void => {
    if (event.type === 'activity') return activity.offer(event);
    if (event.type === 'progress') return progress.offer(event);
    if (event.type === 'server') return doing.offer(event);
    // What waits is of the iteration that is over.
    if (event.type === 'metrics') {
      progress.flush();
      doing.flush();
    }
    // Where the run rests, the page must know what everybody did last; after its end nothing more may come.
    if (event.type === 'phase') {
      // A server computes while nothing does here, so beats come by the clock.
      computing = COMPUTING.includes(event.phase) && !command.server;
      if (RESTING.includes(event.phase)) {
        activity.flush();
        progress.flush();
        doing.flush();
      }
    }
    send(event);
  };
  const phase = (name: Phase) => emit({ type: 'phase', phase: name });
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
    const own = environment;
    let bases: readonly BaseModel[] | undefined;
    let adapters: Awaited<ReturnType<typeof startingAdapters>> | undefined;
    const open = async (backend: BackendChoice, reopened: boolean): Promise<OpenedSession> => {
      const { engine, report: found } = await startEngine(backend, BACKEND_FILES, {
        known: command.measured,
        weights: document.team.weights,
        kvCache: document.team.kvCache,
        weightBytes: bytesOfBases(opened),
      });
      const report = reopened ? { ...found, reason: lostDeviceText.reason } : found;
      try {
        emit({ type: 'backend', report });
        if (!beside) await requireRoom(document, opened, own, engine, { rows });
        const read = (bases ??= beside ? opened.map((base) => base.read()) : readBases(given));
        running = read;
        if (command.adapters) adapters ??= await startingAdapters(command, read, emit);
        const create = (trainers?: SessionOptions['trainers']): Promise<TrainingSession> =>
          TrainingSession.create({
            document,
            bases: read,
            engine: withBeats(engine, () => beats.offer(undefined)),
            environment: own,
            rows,
            adapters,
            onEvent,
            gate: holding(control, (held) => phase(held ? 'paused' : working)),
            reopened,
            trainers,
          });
        const there = beside && server && { held: beside.held, tell: (said: ServerDoing) => emit({ type: 'server', doing: said }) };
        const made = there ? await trainedThere(document, server, there, create) : { session: await create() };
        const from = { ...(adapters && { adapters: START_ADAPTERS }), ...('server' in made && { server: made.server }) };
        emit({ type: 'info', info: runInfo(made.session, report, MANIFEST, from) });
        return { ...made, report };
      } catch (error) {
        engine.dispose();
        throw error;
      }
    };
    run = new LastingRun(await open(command.backend, false), { reopen: (backend) => open(backend, true), tell: onEvent });
    const { session } = run;
    if (command.resume) {
      await restoreCheckpoint(session, command.resume);
      if (session.best.best) keep({ type: 'best', best: session.best.best });
    } else if (control.request() !== 'stop') emit({ type: 'metrics', ...(await run.before()) });
    await trainingLoop({
      run,
      bases: running,
      control,
      emit,
      keep: outbox.connected ? keep : null,
      backend: command.backend,
      environment: own,
      served: server !== undefined,
    });
  } catch (error) {
    emit({ type: 'fault', fault: faultFrom(error) });
    phase('failed');
    // What nobody foresaw may have broken the backend for good (a WASM heap that overflowed): the page replaces a worker
    // that reports an error.
    if (!(error instanceof FaultError)) reportError(error);
  } finally {
    computing = false;
    await run?.dispose();
    await ending;
  }
}

/** What is worth keeping; the loop itself says how a checkpoint is kept. */
const isKept = (event: Body): boolean =>
  event.type === 'phase' ? RESTING.includes(event.phase) : !['activity', 'progress', 'server', 'memory', 'checkpoint'].includes(event.type);

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

const api: TrainerApi = {
  async connectEnvironment(port) {
    // A lost client answers nothing more. The page replaces a worker that reports an error, once the run has told its fault.
    environment = new EnvironmentClient(port, { onLost: (fault) => setTimeout(() => reportError(fault), 0) });
  },
  async connectLibrary(port) {
    outbox.connect(port);
  },
  async subscribe(callback) {
    listener = callback;
  },
  async send(command) {
    switch (command.type) {
      case 'start':
        runs.start(command.paused ?? false, (control) => runTraining(command, control));
        break;
      case 'warm_start':
        runs.start(false, (control) =>
          runWarmStart(command, control, {
            environment,
            start: ({ backend, measured, document }, bases) =>
              startEngine(backend, BACKEND_FILES, {
                known: measured,
                weights: formFor(document, document.warmStart),
                weightBytes: bytesOfBases(bases),
                kvCache: document.team.kvCache,
              }),
            bases: openedBases,
            read: readBases,
            files: async (document, dropped = {}, name) =>
              Object.hasOwn(dropped, name) ? modelFilesOf(dropped[name] ?? {}) : await fetchBase(name, baseSubject(document, name)),
            tell: (message) => listener(message),
          }),
        );
        break;
      case 'resume':
        runs.ask('run');
        break;
      case 'pause':
      case 'step':
      case 'stop':
        runs.ask(command.type);
        break;
      default:
        command satisfies never;
    }
  },
  estimate({ document, backend, bases: dropped, problems }) {
    return outcomeOf(async () => {
      if (!environment) return null;
      const bases = await outlinedBases(document, dropped ?? {});
      // A run that was begun while they were fetched has an environment of its own in that worker.
      if (runs.busy) return null;
      await environment.load(document.environment.source);
      return costEstimateOf(await estimateRun(document, bases, environment, backend, problems), bases, backend);
    });
  },
  judge({ document, backend, bases: dropped, problems }, config) {
    return outcomeOf(async () => {
      if (!environment || runs.busy) return null;
      // Where a base is not here, as before the first model was chosen, a shipped one stands in for its tokenizer.
      const { agents, ...team } = document.team;
      const standIn = { ...document, team: { ...team, base: 'standard', agents: agents.map((agent) => ({ ...agent, base: '' })) } };
      const [known, bases] = await outlinedBases(document, dropped ?? {}).then(
        (found) => [document, found] as const,
        async () => [standIn, await outlinedBases(standIn, {})] as const,
      );
      if (runs.busy) return null;
      await environment.load(document.environment.source);
      return judged(known, bases, environment, backend, config, problems);
    });
  },
  findServer(request, anew) {
    return outcomeOf(() => findServer(request, { anew, busy: () => runs.busy }));
  },
  async vocabularies() {
    return Object.fromEntries(running.map(({ name, tokenizer }) => [name, tokenizer.vocabulary()]));
  },
};

holdLife();
setInterval(() => {
  if (!computing) beats.offer(undefined);
}, BEAT_INTERVAL);
Comlink.expose(api);
