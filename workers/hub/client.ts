/** The page's end of the worker that fetches models of the Hub: faults come back as thrown `FaultError`s. */
import * as Comlink from 'comlink';
import { fault, FaultError, type Outcome, valueOf } from '../../src/core/faults.ts';
import { clientsFaults } from '../../src/words/words.ts';
import { answersUntilDeath, watchLife } from '../life/client.ts';
import type { Files, GivenFiles } from '../../src/core/formats/files.ts';
import type { BegunCopy, ChosenProgress, HubApi, HubKept, HubLook, HubProgress, HubRequest } from './protocol.ts';

export interface HubClient {
  look(request: HubRequest): Promise<HubLook>;
  take(request: HubRequest, onProgress: (progress: HubProgress) => void): Promise<string | null>;
  callOff(): Promise<void>;
  list(): Promise<readonly HubKept[]>;
  remove(name: string): Promise<void>;
  check(name: string, files: GivenFiles, onProgress: (progress: ChosenProgress) => void): Promise<Files | null>;
  fingerprint(name: string, files: GivenFiles): Promise<string>;
  keep(name: string, files: GivenFiles, onProgress: (progress: ChosenProgress) => void): Promise<boolean>;
  leave(): Promise<void>;
  begun(): Promise<readonly BegunCopy[]>;
  forget(name: string): Promise<void>;
  close(): void;
}

/** Starts the worker; once it has died, `onDeath` is called and all calls reject. */
export function spawnHub(onDeath: () => void): HubClient {
  const worker = new Worker(new URL('./hub.worker.ts', import.meta.url), { type: 'module', name: 'hub' });
  const api = Comlink.wrap<HubApi>(worker);
  const answers = answersUntilDeath();
  const die = (detail: string): void => {
    close();
    answers.end(new FaultError(fault(clientsFaults, 'E_HUB_DIED', {}, { detail })));
    onDeath();
  };
  const stopWatching = watchLife(worker, () => die('the worker ended without a word'));
  worker.addEventListener('error', ({ message }) => die(message));
  const close = (): void => {
    stopWatching();
    worker.terminate();
  };
  const unpacked = async <T>(answer: Promise<Outcome<T>>): Promise<T> => valueOf(await answers.of(answer));
  return {
    look: (request) => unpacked(api.look(request)),
    take: (request, onProgress) => unpacked(api.take(request, Comlink.proxy(onProgress))),
    callOff: () => answers.of(api.callOff()),
    list: () => unpacked(api.list()),
    remove: (name) => unpacked(api.remove(name)),
    check: (name, files, onProgress) => unpacked(api.check(name, files, Comlink.proxy(onProgress))),
    fingerprint: (name, files) => unpacked(api.fingerprint(name, files)),
    keep: (name, files, onProgress) => unpacked(api.keep(name, files, Comlink.proxy(onProgress))),
    leave: () => answers.of(api.leave()),
    begun: () => unpacked(api.begun()),
    forget: (name) => unpacked(api.forget(name)),
    close,
  };
}
