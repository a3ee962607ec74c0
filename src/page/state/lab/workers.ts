/** Starts the lab worker with an environment worker of its own, so that it never waits for a training, nor a training for it. */
import * as Comlink from 'comlink';
import { spawnEnvironmentWorker } from '../../../../workers/environment/spawn.ts';
import { answersUntilDeath } from '../../../../workers/life/client.ts';
import type { LabApi } from '../../../../workers/lab/protocol.ts';
import { fault, FaultError, valueOf, type Fault, type Outcome } from '../../../core/faults.ts';
import { labFaults } from '../../../words/words.ts';
import { requireConsent } from '../consent/consent.ts';
import type { LabConnection } from './types.ts';

export async function connectLab(onProgress: (done: number, of: number) => void, onDeath: () => void): Promise<LabConnection> {
  // A worker that dies answers nothing more: without this, a question to it would wait for ever.
  const answers = answersUntilDeath();
  let dead = false;
  const die = (why: Fault): void => {
    if (dead) return;
    dead = true;
    answers.end(new FaultError(why));
    onDeath();
  };
  const worker = new Worker(new URL('../../../../workers/lab/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' });
  worker.addEventListener('error', (event) => die(labDied(event)));
  const environment = spawnEnvironmentWorker({ onLost: (lost) => die(lost.fault) });
  const lab = Comlink.wrap<LabApi>(worker);
  const unpacked = async <T>(answer: Promise<Outcome<T>>): Promise<T> => valueOf(await answers.of(answer));
  const close = (): void => {
    worker.terminate();
    environment.terminate();
  };
  try {
    const port = await answers.of(environment.connect());
    await answers.of(lab.connectEnvironment(Comlink.transfer(port, [port])));
    await answers.of(lab.subscribe(Comlink.proxy(onProgress)));
  } catch (error) {
    close();
    throw error;
  }
  return {
    // The last gate: whoever asks, no code that may not run reaches a worker.
    open: async (run) => {
      requireConsent(run.document.environment.source);
      return unpacked(lab.open(run));
    },
    answer: (request) => unpacked(lab.answer(request)),
    callOff: () => void answers.of(lab.callOff()).catch(() => undefined), // a dead one has stopped
    compareWeights: (request) => unpacked(lab.compareWeights(request)),
    close: () => {
      // A question that is still waited for is over.
      die(fault(labFaults, 'E_LAB_CLOSED', {}));
      close();
    },
  };
}

function labDied({ message, filename, lineno, colno }: ErrorEvent): Fault {
  const detail = filename ? `${filename}:${lineno}:${colno}` : undefined;
  return fault(labFaults, 'E_WORKER_DIED', { said: message }, { detail });
}
