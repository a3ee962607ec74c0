/** What `run.json` says of a run, the same in the page and in the terminal. */
import type { BackendReport } from '../../core/backend.ts';
import type { AttachedData } from '../../core/dataset/attach.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { RunInfo } from '../../core/formats/runs/rundir.ts';
import { SHARD_TOKENS } from '../../engine/train/batches.ts';
import type { TrainingSession } from './session.ts';

/** What a run records of the workbench that made it: parts of `package.json`, and the commit. */
export interface Manifest {
  readonly version: string;
  /** As `scripts/package/commit.ts` says it; absent where it is not known. */
  readonly commit?: string | undefined;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** `adapters` is the folder of those it started from; `versions` are those of the host, such as Node's. */
export function runInfo(
  { document, data }: Pick<TrainingSession, 'document' | 'data'>,
  report: BackendReport,
  manifest: Manifest,
  {
    adapters,
    server,
    versions = {},
  }: { readonly adapters?: string; readonly server?: RunInfo['server']; readonly versions?: Readonly<Record<string, string>> } = {},
): RunInfo {
  const computing = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => /tensorflow|quickjs|tokenizers/.test(name)),
  );
  return {
    seed: document.training.seed,
    backend: report.backend,
    device: report.device,
    reason: report.reason,
    build: manifest.version,
    ...(manifest.commit === undefined ? {} : { commit: manifest.commit }),
    shards: SHARD_TOKENS,
    workers: report.workers,
    reproducible: report.reproducible ?? false,
    ...(adapters === undefined ? {} : { adapters }),
    ...(server === undefined ? {} : { server: toldServer(server) }),
    ...(data ? { dataset: datasetInfo(document, data) } : {}),
    versions: { ...versions, ...computing },
  };
}

const toldServer = ({ url, bases, model }: NonNullable<RunInfo['server']>) => ({ url, bases, ...(model !== undefined && { model }) });

function datasetInfo({ environment }: ProjectDocument, { splits, fingerprint }: AttachedData): RunInfo['dataset'] {
  const { name = '', digest = '', rows = 0 } = environment.dataset ?? {};
  return { name, digest, rows, train: splits.train.length, test: splits.test.length, fingerprint };
}
