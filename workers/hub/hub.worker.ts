/** Fetches models of the Hub into the browser's private files, piece by piece. */
import * as Comlink from 'comlink';
import { fault, faultFrom, FaultError, outcomeOf } from '../../src/core/faults.ts';
import { decodeJson } from '../../src/core/formats/files.ts';
import { modelTensorShapes, parseModelConfig } from '../../src/core/formats/models/hf.ts';
import type { HubModel } from '../../src/core/formats/models/hubModel.ts';
import { hubBaseName, type HubName, parseHubName } from '../../src/core/formats/models/hubName.ts';
import { HUB_FOLDER, keptBytes, keptName, MOST_IN_PAGE } from '../../src/core/formats/models/keptHub.ts';
import { Hub } from '../../src/hub/hub.ts';
import { KeptModels } from '../../src/hub/keptModels.ts';
import { lookAtModel, takeModel } from '../../src/hub/takeModel.ts';
import { hubFaults, modelFaults } from '../../src/words/words.ts';
import { browserLocks } from '../library/locks.ts';
import { openOpfs } from '../opfs/opfs.ts';
import { holdLife } from '../life/hold.ts';
import type { HubApi, HubLook, HubProgress, HubRequest } from './protocol.ts';

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
async function shapeOf(hub: Hub, model: HubModel): Promise<Pick<HubLook, 'parameters' | 'fault'>> {
  if (model.gated && !hub.hasToken) return { parameters: null, fault: null };
  try {
    const response = await hub.open(model, 'config.json', 0);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const subject = `${model.id}/config.json`;
    const config = parseModelConfig(decodeJson(bytes, subject, modelFaults, 'E_MODEL_CONFIG'), subject);
    const shapes = [...modelTensorShapes(config).values()];
    return { parameters: shapes.reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0), fault: null };
  } catch (error) {
    return { parameters: null, fault: faultFrom(error) };
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
      const found = (await kept.list()).map(async (model) => {
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
};

holdLife();
Comlink.expose(api);
