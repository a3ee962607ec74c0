/** Models of the Hub that `--base` passes: found in the cache of huggingface_hub or fetched into it, then folders like any other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { baseNames } from '../../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { hubBaseName, type HubName, isCommit, parseHubName, shortHubName } from '../../../src/core/formats/models/hub/hubName.ts';
import { Hub } from '../../../src/hub/hub.ts';
import { takeModel } from '../../../src/hub/takeModel.ts';
import { flagFaults, hubFaults, terminalBaseFaults } from '../../../src/words/words.ts';
import type { ProgressLine } from '../console.ts';
import { MOST_BYTES, MOST_IN_ALL, passedBase } from '../bases.ts';
import { HubCache, type HubSettings, hubSettings, nodeHasher } from './hubCache.ts';
import { withLock } from '../run/lock.ts';

/** What is told while a model is fetched. */
export interface HubListener {
  notice(code: string, message: string): void;
  /** MiB that are there, of `total`. */
  progress?(done: number, total: number, text: string): void;
}

/** What a command shows of it on its progress line. */
export const hubListener = (line: ProgressLine, notice: HubListener['notice']): HubListener => ({
  notice,
  progress: (done, total, text) => line.show(done, total, text),
});

export interface FetchedBases {
  /** The same flags with folders alone: what `basesFrom` takes. */
  readonly base: readonly string[];
  /** The document; its team stands on a model that was passed without a name, where none of its bases is called so. */
  readonly document: ProjectDocument;
}

/**
 * Has every model of the Hub that `flags` pass here. `begins`: whether the command begins something, so that the team may be put on
 * a model; a run that is there keeps its bases. Throws `E_HUB_*`, `E_FLAG`, and what the model's own files are refused for.
 */
export async function withHubBases(
  document: ProjectDocument,
  flags: readonly string[] | undefined,
  begins: boolean,
  listener: HubListener,
  settings: HubSettings = hubSettings(),
): Promise<FetchedBases> {
  const passed = (flags ?? []).map((flag) => ({ flag, base: passedBase(flag) }));
  const base: string[] = [];
  let stands = document;
  for (const { flag, base: given } of passed) {
    if ('folder' in given) {
      base.push(flag);
      continue;
    }
    const { hub } = given;
    const names = given.name === null ? calledSo(document, hub) : [given.name];
    if (names.length === 0 && (!begins || stands !== document))
      throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'base unused', given: flag, id: hub.id, names: baseNames(document) }));
    // What the document pins is meant, where the flag leaves it open.
    const pinned =
      hub.revision === null && given.name === null ? names.map((name) => parseHubName(name)?.revision).find(isKnown) : undefined;
    const { folder, commit } = await modelFolder({ id: hub.id, revision: pinned ?? hub.revision }, listener, settings);
    if (names.length === 0) {
      const own = hubBaseName({ id: hub.id, revision: commit });
      stands = { ...document, team: { ...document.team, base: own } };
      names.push(own);
    }
    base.push(...names.map((name) => `${name}=${folder}`));
  }
  return { base, document: stands };
}

const isKnown = (revision: string | null | undefined): revision is string => typeof revision === 'string';

/** The bases of a document that are this model, by their names. */
function calledSo(document: ProjectDocument, { id, revision }: HubName): string[] {
  return baseNames(document).filter((name) => {
    const own = parseHubName(name);
    return own?.id === id && (revision === null || own.revision === null || own.revision === revision);
  });
}

/** The folder of a model in the cache, fetched where it is not there; a commit that is there is not even asked for. */
export async function modelFolder(
  name: HubName,
  listener: HubListener,
  { endpoint, cache: root, offline, token }: HubSettings,
): Promise<{ readonly folder: string; readonly commit: string }> {
  const cache = new HubCache(root);
  const there = (): { folder: string; commit: string } | null => {
    const folder = cache.wholeSnapshot(name);
    const commit = cache.commitOf(name);
    return folder === null || commit === null ? null : { folder, commit };
  };
  const kept = isCommit(name.revision) || offline ? there() : null;
  if (kept) return kept;
  if (offline) throw new FaultError(fault(terminalBaseFaults, 'E_BASE_UNCACHED', { name: hubBaseName(name), cache: root }));
  let fetched = false;
  const hub = new Hub({
    endpoint,
    token: token(),
    fetch: globalThis.fetch,
    wait: (milliseconds) => sleep(milliseconds),
    onWait: (seconds) => listener.notice('hub_wait', `${name.id}: the Hub asks to wait ${seconds} s.`),
  });
  try {
    const taken = await alone(cache, name, listener, () =>
      takeModel(hub, name, cache, {
        most: { file: MOST_BYTES.weights, all: MOST_IN_ALL },
        makeHasher: nodeHasher,
        onProgress: ({ doing, file, done, total }) => {
          fetched ||= doing === 'fetching';
          if (file !== null) listener.progress?.(mebibytes(done), mebibytes(total), `MiB  ${name.id}  ${file}`);
        },
      }),
    );
    const { commit, licence } = taken.model;
    const bytes = taken.files.reduce((sum, file) => sum + file.bytes, 0);
    listener.notice(
      'hub_model',
      `${shortHubName({ id: name.id, revision: commit })} (commit ${commit}; licence ${licence ?? 'not stated'}; ${mebibytes(bytes)} MiB) ${fetched ? 'was fetched' : 'was here already'}.`,
    );
    return { folder: cache.snapshot(name.id, commit), commit };
  } catch (error) {
    const code = error instanceof FaultError ? error.fault.code : '';
    const older = code === 'E_HUB_OFFLINE' || code === 'E_HUB_RATE' ? there() : null;
    if (!older) throw error;
    listener.notice('hub_offline', `${name.id}: the Hub did not answer; what is in the cache is taken, of commit ${older.commit}.`);
    return older;
  }
}

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** One process fetches a model at a time: two would write into one part file. */
async function alone<T>(cache: HubCache, { id }: HubName, { notice }: HubListener, work: () => Promise<T>): Promise<T> {
  try {
    return await withLock(cache.lockFolder(id), notice, work);
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.code !== 'E_RUN_LOCKED') throw error;
    throw new FaultError(fault(hubFaults, 'E_HUB_BUSY', { subject: id }, { place: { subject: id }, detail: error.fault.message }));
  }
}
