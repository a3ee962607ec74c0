/**
 * Starts the two workers and connects them: the trainer talks to its environment over a channel of their own, so that a
 * step of the environment never passes through the page.
 */
import * as Comlink from 'comlink';
import { spawnEnvironmentWorker } from '../../../../workers/environment/spawn.ts';
import { answersUntilDeath, watchBeats, watchLife } from '../../../../workers/life/client.ts';
import type { CostEstimate, Judged, TrainerApi, TrainerMessage } from '../../../../workers/trainer/protocol.ts';
import { fault, FaultError, valueOf, type Fault, type Outcome } from '../../../core/faults.ts';
import type { FoundServer } from '../../../core/served.ts';
import { generalFaults, pageEngineFaults } from '../../../words/words.ts';
import { requireConsent } from '../consent/consent.ts';
import { inBursts } from './bursts.ts';
import type { TrainerConnection } from './types.ts';

/**
 * A trainer that was not heard for so long may hang; it may also compute one very long plan, so nothing is ended for it.
 * Milliseconds, looks.
 */
const SILENCE = [10_000, 12] as const;

/** Least time between two repaints for the trainer's events, milliseconds. */
const EVENT_INTERVAL = 100;

/**
 * A trainer worker with an environment worker of its own, ready for commands. `openLibrary` opens its way to the library, by
 * which runs are kept without passing through the page; null where there is none.
 */
export async function connectTrainer(
  onEvent: (event: TrainerMessage) => void,
  onDeath: (fault: Fault) => void,
  onSilence: (silent: boolean) => void,
  openLibrary: () => Promise<MessagePort | null>,
): Promise<TrainerConnection> {
  // A worker that dies answers nothing more: without this, a call to it would wait for ever.
  const answers = answersUntilDeath();
  let dead = false;
  const events = inBursts(onEvent, EVENT_INTERVAL);
  const die = (why: Fault): void => {
    if (dead) return;
    dead = true;
    answers.end(new FaultError(why));
    stopWatching();
    beats.stop();
    events.end(); // what it still said comes before the news of its death, and nothing after
    onDeath(why);
  };

  const trainerWorker = new Worker(new URL('../../../../workers/trainer/trainer.worker.ts', import.meta.url), {
    type: 'module',
    name: 'trainer',
  });
  const stopWatching = watchLife(trainerWorker, () => die(trainerDied()));
  const beats = watchBeats(...SILENCE, onSilence);
  const hear = (message: TrainerMessage): void => {
    beats.heard();
    if (message.type !== 'beat') events.add(message);
  };
  trainerWorker.addEventListener('error', (event) => die(trainerDied(event)));
  trainerWorker.addEventListener('messageerror', () => die(trainerDied()));
  const environment = spawnEnvironmentWorker({ onLost: (lost) => die(lost.fault) });
  const trainer = Comlink.wrap<TrainerApi>(trainerWorker);
  const close = (): void => {
    stopWatching();
    beats.stop();
    trainerWorker.terminate();
    environment.terminate();
  };

  try {
    const port = await answers.of(environment.connect());
    await answers.of(trainer.connectEnvironment(Comlink.transfer(port, [port])));
    const library = await answers.of(openLibrary());
    if (library) await answers.of(trainer.connectLibrary(Comlink.transfer(library, [library])));
    await answers.of(trainer.subscribe(Comlink.proxy(hear)));
  } catch (error) {
    close();
    throw error;
  }
  return {
    // The last gate: whoever asks, no code that may not run reaches a worker.
    send: async (command) => {
      if ('document' in command) requireConsent(command.document.environment.source);
      await answers.of(trainer.send(command));
    },
    estimate: async (request) => {
      requireConsent(request.document.environment.source);
      return valueOf(await answers.of<Outcome<CostEstimate | null>>(trainer.estimate(request)));
    },
    judge: async (request, config) => {
      requireConsent(request.document.environment.source);
      return valueOf(await answers.of<Outcome<Judged | null>>(trainer.judge(request, config)));
    },
    findServer: async (request, anew) => valueOf(await answers.of<Outcome<FoundServer | null>>(trainer.findServer(request, anew))),
    vocabularies: () => answers.of(trainer.vocabularies()),
    connectLibrary: (port) => answers.of(trainer.connectLibrary(port && Comlink.transfer(port, [port]))),
    close,
  };
}

function trainerDied(event?: ErrorEvent): Fault {
  // A worker whose script did not come says nothing at all, and only in an event.
  if (event && !event.message) return fault(generalFaults, 'E_FETCH', { file: null });
  const detail = event?.filename ? `${event.filename}:${event.lineno}:${event.colno}` : undefined;
  return fault(pageEngineFaults, 'E_WORKER_DIED', { said: event?.message ?? '' }, { detail });
}
