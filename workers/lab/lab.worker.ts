/**
 * Thin host of a lab (`session/run/lab.ts`): a run is loaded once, questions about it come one after the other. Compares a run's bases
 * with the form they are held in as well (`session/run/compareBase.ts`).
 */
import * as Comlink from 'comlink';
import { baseNames } from '../../src/core/document/bases.ts';
import { FaultError, outcomeOf } from '../../src/core/faults.ts';
import type { ComparedWeights } from '../../src/core/formats/runs/weightDifference.ts';
import { compareBase } from '../../src/session/run/compareBase.ts';
import { startEngine, type StartedBackend } from '../../src/session/team/backend.ts';
import { bytesOfBases, openBase } from '../../src/session/team/base.ts';
import { requireRoom } from '../../src/session/room/fits.ts';
import { QUESTIONS } from '../../src/session/room/fitWork.ts';
import { CalledOff, Lab } from '../../src/session/run/lab.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { EnvironmentClient } from '../environment/client.ts';
import { BACKEND_FILES } from '../trainer/backendFiles.ts';
import { fetchBase } from '../trainer/fetchBase.ts';
import type { LabApi, LabRun } from './protocol.ts';

let listener: (done: number, of: number) => void = () => {};
let environment: EnvironmentClient | null = null;
let opened: { readonly lab: Lab; readonly started: StartedBackend } | null = null;

function close(): void {
  opened?.lab.dispose();
  opened?.started.engine.dispose();
  opened = null;
}

/** The files of one of a run's bases. */
async function filesOf({ document, bases }: Pick<LabRun, 'document' | 'bases'>, name: string) {
  const files = Object.hasOwn(bases, name) ? bases[name] : undefined;
  return files ? modelFilesOf(files) : fetchBase(document, name);
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
  open({ document, backend, measured, bases: given, rows }) {
    return answering(async () => {
      close();
      if (!environment) throw new Error('no environment worker is connected');
      const outlines = await Promise.all(
        baseNames(document).map(async (name) => openBase(name, await filesOf({ document, bases: given }, name), document.team.weights)),
      );
      const { weights, kvCache } = document.team;
      const sandbox = environment;
      const started = await startEngine(backend, BACKEND_FILES, {
        known: measured,
        weights,
        kvCache,
        weightBytes: bytesOfBases(outlines),
        room: (engine) => requireRoom(document, outlines, sandbox, engine, { rows, work: QUESTIONS }),
      });
      try {
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
  compareWeights({ run, sequences, source }) {
    return answering(async () => {
      close();
      const { document, backend, measured } = run;
      const form = document.team.weights;
      const bases = Object.entries(sequences);
      const found: ComparedWeights[] = [];
      for (const [index, [name, own]] of bases.entries()) {
        const files = await filesOf(run, name);
        const given = { name, files, form, source, backend, backendFiles: BACKEND_FILES, options: { known: measured } };
        found.push(await compareBase(given, own, (done, of) => listener(index * of + done, bases.length * of)));
      }
      return found;
    });
  },
};

Comlink.expose(api);
