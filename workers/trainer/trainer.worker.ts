/** Thin host of a training session: commands in, events out. The loop yields between iterations, so commands get through. */
import * as Comlink from 'comlink';
import { outcomeOf } from '../../src/core/faults.ts';
import { type BaseModel, bytesOfBases } from '../../src/session/team/base.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { formFor } from '../../src/session/warmStart/warmStart.ts';
import { EnvironmentClient } from '../environment/client.ts';
import { holdLife } from '../life/hold.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { BACKEND_FILES } from './backendFiles.ts';
import { openedBases, outlinedBases, readBases } from './bases.ts';
import { RunQueue } from './control.ts';
import { costEstimateOf, estimateRun, judged } from './cost.ts';
import { fetchBase } from './fetchBase.ts';
import { Outbox } from './outbox.ts';
import type { TrainerApi, TrainerMessage } from './protocol.ts';
import { findServer } from './served.ts';
import { sparingly } from './sparingly.ts';
import { runTraining } from './training.ts';
import { runWarmStart } from './warm.ts';

/** Least time between two beats, milliseconds. */
const BEAT_INTERVAL = 2000;

let listener: (event: TrainerMessage) => void = () => {};
const outbox = new Outbox();
let computing = false;
const beats = sparingly(() => listener({ type: 'beat' }), BEAT_INTERVAL);
let environment: EnvironmentClient | null = null;
/** Bases of the newest run. */
let running: readonly BaseModel[] = [];
const runs = new RunQueue(reportError);

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
        runs.start(command.paused ?? false, (control) =>
          runTraining(command, control, {
            environment,
            outbox,
            say: (message) => listener(message),
            beat: () => beats.offer(undefined),
            computing: (now) => (computing = now),
            reads: (bases) => (running = bases),
          }),
        );
        break;
      case 'warm_start':
        runs.start(false, (control) =>
          runWarmStart(command, control, {
            environment,
            start: ({ backend, measured, document }, bases, room) =>
              startEngine(backend, BACKEND_FILES, {
                known: measured,
                room,
                weights: formFor(document, document.warmStart),
                weightBytes: bytesOfBases(bases),
                kvCache: document.team.kvCache,
              }),
            bases: openedBases,
            read: readBases,
            files: async (document, dropped = {}, name) =>
              Object.hasOwn(dropped, name) ? modelFilesOf(dropped[name] ?? {}) : await fetchBase(document, name),
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
