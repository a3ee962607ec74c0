/** Thin host of a lab (`session/run/lab.ts`): a run is loaded once, questions about it come one after the other. */
import * as Comlink from 'comlink';
import { baseNames, baseSubject } from '../../src/core/document/bases.ts';
import { FaultError, outcomeOf } from '../../src/core/faults.ts';
import { startEngine, type StartedBackend } from '../../src/session/team/backend.ts';
import { bytesOfBases, openBase } from '../../src/session/team/base.ts';
import { requireRoom } from '../../src/session/run/fits.ts';
import { QUESTIONS } from '../../src/session/run/fitWork.ts';
import { CalledOff, Lab } from '../../src/session/run/lab.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { EnvironmentClient } from '../environment/client.ts';
import { BACKEND_FILES } from '../trainer/backendFiles.ts';
import { fetchBase } from '../trainer/fetchBase.ts';
import type { LabApi } from './protocol.ts';

let listener: (done: number, of: number) => void = () => {};
let environment: EnvironmentClient | null = null;
let opened: { readonly lab: Lab; readonly started: StartedBackend } | null = null;

function close(): void {
  opened?.lab.dispose();
  opened?.started.engine.dispose();
  opened = null;
}

/** What nobody foresaw may have broken the backend for good: the page replaces a worker that reports an error. */
async function answering<T>(work: () => Promise<T>) {
  return outcomeOf(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FaultError)) setTimeout(() => reportError(error), 0);
      throw error;
    }
  });
}

const api: LabApi = {
  async connectEnvironment(port) {
    environment = new EnvironmentClient(port, { onLost: (fault) => setTimeout(() => reportError(fault), 0) });
  },
  async subscribe(callback) {
    listener = callback;
  },
  open({ document, backend, measured, bases: dropped, rows }) {
    return answering(async () => {
      close();
      if (!environment) throw new Error('no environment worker is connected');
      const outlines = await Promise.all(
        baseNames(document).map(async (name) => {
          const files = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
          const found = files ? modelFilesOf(files) : await fetchBase(name, baseSubject(document, name));
          return openBase(name, found, document.team.weights);
        }),
      );
      const { weights, kvCache } = document.team;
      const started = await startEngine(backend, BACKEND_FILES, { known: measured, weights, kvCache, weightBytes: bytesOfBases(outlines) });
      try {
        await requireRoom(document, outlines, environment, started.engine, { rows, work: QUESTIONS });
        const bases = outlines.map((base) => base.read());
        opened = { lab: await Lab.open({ document, bases, rows, engine: started.engine, environment }), started };
      } catch (error) {
        started.engine.dispose();
        throw error;
      }
      return started.report;
    });
  },
  answer({ question, iteration, adapters }) {
    return answering(async () => {
      if (!opened) throw new Error('no run is open');
      try {
        return await opened.lab.answer(question, iteration, adapters, (done, of) => listener(done, of));
      } catch (error) {
        if (error instanceof CalledOff) return null;
        throw error;
      }
    });
  },
  async callOff() {
    opened?.lab.callOff();
  },
};

Comlink.expose(api);
