/** A job for a cluster as a zip for the downloads, whose bases are read where they lie; fetched when one is wanted, and our terminal with it. */
import { missingData } from '../../../../../core/dataset/attach.ts';
import { baseNames } from '../../../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import { fault, FaultError } from '../../../../../core/faults.ts';
import { type JobBase, type JobInput, TERMINAL_FILE } from '../../../../../core/formats/exports/cluster/input.ts';
import type { ServerKind } from '../../../../../core/formats/exports/cluster/servers.ts';
import { baseFolders } from '../../../../../core/formats/models/baseFolders.ts';
import { parseHubName } from '../../../../../core/formats/models/hub/hubName.ts';
import { clusterJob } from '../../../../../tinker/job/clusterJob.ts';
import { clusterFaults } from '../../../../../words/words.ts';
import { fileNameOf } from '../../../../kit/files/saveFile.ts';
import { saveZip } from '../../../../kit/files/saveZip.ts';
import { ownBases, readBase } from '../../../../kit/projects/basesToTake.ts';
import { browserFileCache } from '../../../../state/datasets/fileCache.ts';
import { httpFolder } from '../../../../state/runs/recorded.ts';
import { SHIPPED_BASES } from '../../../../../core/document/bases.ts';
import { sha256 } from '../../../../../core/sha256.ts';

/** What the dialogue knows already. */
export interface JobWishes {
  readonly chosen: ServerKind;
  readonly cost: JobInput['cost'];
  readonly adapters: JobInput['adapters'];
  readonly holds: ReadonlySet<string>;
}

/** Puts the job of `document` together and downloads it; null where a person called it off. Throws what keeps it from being whole. */
export async function downloadJob(
  document: ProjectDocument,
  { holds, ...wishes }: JobWishes,
): Promise<{ readonly file: string; readonly bytes: number } | null> {
  const [bases, data, terminal] = await Promise.all([basesOf(document), dataOf(document), packedTerminal()]);
  const files = clusterJob({ document, ...wishes, bases, data, terminal }, holds);
  const file = fileNameOf(document.name, 'zip').replace(/\.zip$/, '-job.zip');
  const bytes = await saveZip(file, files);
  return bytes === null ? null : { file, bytes };
}

/** Our terminal as the build packed it. Throws `E_JOB_TERMINAL`, also where a host unpacked it on the way. */
export async function packedTerminal(get: typeof fetch = fetch): Promise<Uint8Array> {
  const response = await get(`${import.meta.env.BASE_URL}${TERMINAL_FILE}`);
  if (!response.ok) throw new FaultError(fault(clusterFaults, 'E_JOB_TERMINAL', { status: response.status }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new FaultError(fault(clusterFaults, 'E_JOB_TERMINAL', { status: null }));
  return bytes;
}

async function basesOf(document: ProjectDocument): Promise<readonly JobBase[]> {
  const names = baseNames(document);
  const folders = baseFolders(names);
  const shipped: readonly string[] = SHIPPED_BASES;
  const own = await ownBases(document);
  return Promise.all(
    names.map(async (name): Promise<JobBase> => {
      const hub = parseHubName(name);
      if (hub) return { name, lies: 'hub', ...hub };
      const folder = folders.get(name) ?? 'base';
      const given = own[name];
      if (given) return { name, lies: 'here', folder, files: given };
      if (!shipped.includes(name)) throw new FaultError(fault(clusterFaults, 'E_JOB_BASE', { name }, { place: { subject: name } }));
      const files = await readBase(name, httpFolder(`${import.meta.env.BASE_URL}models/${encodeURIComponent(name)}`));
      return { name, lies: 'here', folder, files };
    }),
  );
}

/** The file of problems itself, since the terminal knows it again by its digest. */
async function dataOf({ environment: { dataset } }: ProjectDocument): Promise<JobInput['data']> {
  if (!dataset) return null;
  const kept = await browserFileCache.find(dataset.digest);
  if (!kept || sha256(kept.bytes) !== dataset.digest) throw missingData(dataset, 'panel_or_remove');
  return kept;
}
