/** Fetches models of the Hub into the browser's private files, piece by piece. */
import * as Comlink from 'comlink';
import { fault, faultFrom, FaultError, outcomeOf } from '../../src/core/faults.ts';
import { decodeJson } from '../../src/core/formats/files.ts';
import { baseFingerprint } from '../../src/core/formats/models/fingerprint.ts';
import { modelTensorShapes, openModelFolder, parseModelConfig } from '../../src/core/formats/models/hf.ts';
import type { HubModel } from '../../src/core/formats/models/hub/hubModel.ts';
import { hubBaseName, type HubName, parseHubName } from '../../src/core/formats/models/hub/hubName.ts';
import { HUB_FOLDER, keptBytes, keptName, MOST_IN_PAGE } from '../../src/core/formats/models/hub/keptHub.ts';
import { Hub } from '../../src/hub/hub.ts';
import { KeptModels } from '../../src/hub/keptModels.ts';
import { lookAtModel, takeModel } from '../../src/hub/takeModel.ts';
import { hubFaults, modelFaults } from '../../src/words/words.ts';
import { bytesOf } from '../../src/core/askStorage.ts';
import { isBytes } from '../../src/core/formats/byteSource.ts';
import type { GivenFiles } from '../../src/core/formats/files.ts';
import { checkingBase, withPromptFiles } from '../../src/core/formats/models/chosenBase.ts';
import { sha256 } from '../../src/core/sha256.ts';
import { type ChosenFile, keepChosen } from '../../src/hub/keepChosen.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { browserLocks } from '../library/locks.ts';
import { openOpfs } from '../opfs/opfs.ts';
import { holdLife } from '../life/hold.ts';
import type { ChosenProgress, HubApi, HubLook, HubProgress, HubRequest } from './protocol.ts';

/** Least time between two reports, milliseconds. */
const INTERVAL = 100;

const locks = browserLocks();
let store: Promise<KeptModels> | null = null;
let taking: AbortController | null = null;

function models(): Promise<KeptModels> {
  store ??= openOpfs(HUB_FOLDER).then(
    (fs) => new KeptModels(fs, room),
    (error: unknown) => {
      store = null; // the next call tries again
      throw error;
    },
  );
  return store;
}

async function room(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

function named(text: string): HubName {
  const name = parseHubName(text.trim());
  if (name) return name;
  throw new FaultError(fault(hubFaults, 'E_HUB_NAME', { given: text }));
}

const hubOf = ({ endpoint, token }: HubRequest, signal?: AbortSignal, onWait?: (seconds: number) => void): Hub =>
  new Hub({
    endpoint,
    token,
    fetch: (...asked) => fetch(...asked),
    wait: (milliseconds) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      }),
    ...(onWait ? { onWait } : {}),
    ...(signal ? { signal } : {}),
  });

/** What its configuration says of a model; nothing where it is given only to who has agreed to terms. */
async function shapeOf(hub: Hub, model: HubModel): Promise<Pick<HubLook, 'parameters' | 'config' | 'fault'>> {
  if (model.gated && !hub.hasToken) return { parameters: null, config: null, fault: null };
  try {
    const response = await hub.open(model, 'config.json', 0);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const subject = `${model.id}/config.json`;
    const config = parseModelConfig(decodeJson(bytes, subject, modelFaults, 'E_MODEL_CONFIG'), subject);
    const shapes = [...modelTensorShapes(config).values()];
    return { parameters: shapes.reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0), config, fault: null };
  } catch (error) {
    return { parameters: null, config: null, fault: faultFrom(error) };
  }
}

const api: HubApi = {
  look: (request) =>
    outcomeOf(async () => {
      const hub = hubOf(request);
      const { model, bytes } = await lookAtModel(hub, named(request.name));
      const { id, commit, licence, gated } = model;
      const name = hubBaseName({ id, revision: commit });
      return { id, commit, name, licence, gated, bytes, page: hub.pageOf(id), ...(await shapeOf(hub, model)) };
    }),
  take: (request, onProgress) =>
    outcomeOf(async () => {
      const name = named(request.name);
      const called = new AbortController();
      const release = taking === null ? await locks.hold(`hub ${name.id}`) : null;
      if (release === null) throw new FaultError(fault(hubFaults, 'E_HUB_BUSY', { subject: name.id }, { place: { subject: name.id } }));
      taking = called;
      let last: HubProgress = { doing: 'asking', file: null, done: 0, total: 0 };
      let told = 0;
      const tell = (progress: HubProgress): void => {
        const isNews = progress.doing !== last.doing || progress.done === progress.total;
        last = progress;
        const now = performance.now();
        if (!isNews && now - told < INTERVAL) return;
        told = now;
        onProgress(progress);
      };
      try {
        const hub = hubOf(request, called.signal, () => tell({ ...last, doing: 'waiting' }));
        const { model } = await takeModel(hub, name, await models(), { most: MOST_IN_PAGE, onProgress: tell });
        return hubBaseName({ id: model.id, revision: model.commit });
      } catch (error) {
        if (called.signal.aborted) return null;
        throw error;
      } finally {
        taking = null;
        release();
      }
    }),
  callOff: async () => taking?.abort(),
  list: () =>
    outcomeOf(async () => {
      const kept = await models();
      const found = (await kept.list())
        .filter(({ chosen }) => !chosen)
        .map(async (model) => {
          const { id, commit, licence, complete } = model;
          const bytes = keptBytes(model);
          return { id, commit, name: keptName(model), licence, bytes, held: complete ? bytes : await kept.held(model), complete };
        });
      return Promise.all(found);
    }),
  remove: (name) =>
    outcomeOf(async () => {
      const { id, revision } = named(name);
      if (revision !== null) await (await models()).remove(id, revision);
    }),
  check: (name, files, onProgress) =>
    outcomeOf(async () => {
      const called = leaving();
      const opened = modelFilesOf(files);
      let told = 0;
      for (const share of checkingBase(opened, name)) {
        if (performance.now() - told < INTERVAL) continue;
        onProgress({ doing: 'checking', done: share, total: 1 });
        // Between two tensors, so that calling it off gets through.
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (called.aborted) return null;
        told = performance.now();
      }
      return Object.fromEntries(
        Object.entries(withPromptFiles(opened, name)).flatMap(([path, file]) => (isBytes(file) ? [[path, file]] : [])),
      );
    }),
  fingerprint: (name, files) =>
    outcomeOf(async () => {
      const { config, stored } = openModelFolder(modelFilesOf(files), name);
      return baseFingerprint(config, stored);
    }),
  keep: (name, files, onProgress) =>
    outcomeOf(async () => {
      const signal = leaving();
      const release = await locks.hold(`base ${name}`);
      if (release === null) throw new FaultError(fault(hubFaults, 'E_HUB_BUSY', { subject: name }, { place: { subject: name } }));
      try {
        await keepChosen(await models(), name, chosenFiles(files), { signal, hash: quickly, onProgress: now(onProgress) });
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      } finally {
        release();
      }
    }),
  leave: async () => left?.abort(),
  begun: () =>
    outcomeOf(async () => {
      const kept = await models();
      const found = (await kept.list()).filter(({ chosen, complete }) => chosen && !complete);
      return Promise.all(found.map(async (model) => ({ name: model.id, bytes: keptBytes(model), held: await kept.held(model) })));
    }),
  forget: (name) =>
    outcomeOf(async () => {
      const kept = await models();
      for (const { id, commit, chosen } of await kept.list()) if (chosen && id === name) await kept.remove(id, commit);
    }),
};

/** What {@link HubApi.leave} calls off; one model is chosen at a time. */
let left: AbortController | null = null;
function leaving(): AbortSignal {
  left?.abort();
  left = new AbortController();
  return left.signal;
}

const chosenFiles = (files: GivenFiles): readonly ChosenFile[] =>
  Object.entries(files).map(([path, file]) => {
    const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]);
    const modified = file instanceof File ? file.lastModified : 0;
    return { path, bytes: blob.size, modified, read: (from, bytes) => bytesOf(blob.slice(from, from + bytes)) };
  });

/** The browser's own SHA-256, which is many times as fast; it is not there on pages without TLS. */
async function quickly(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return sha256(bytes);
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reports at most every so often, but each new doing and the end. */
function now(onProgress: (progress: ChosenProgress) => void): (progress: ChosenProgress) => void {
  let [last, told] = ['', 0];
  return (progress) => {
    if (progress.doing === last && progress.done < progress.total && performance.now() - told < INTERVAL) return;
    last = progress.doing;
    told = performance.now();
    onProgress(progress);
  };
}

holdLife();
Comlink.expose(api);
