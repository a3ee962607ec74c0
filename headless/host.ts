/** What the terminal's commands share: base, executor and sandbox put together into a session. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BACKENDS, type BackendChoice, type BackendReport } from '../src/core/backend.ts';
import type { DataRow } from '../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../src/core/document/schema.ts';
import { FaultError } from '../src/core/faults.ts';
import type { LoraWeights } from '../src/core/formats/peft.ts';
import type { RunInfo } from '../src/core/formats/rundir.ts';
import { KERNEL_FILES } from '../src/engine/executors/wasm/kernels.node.ts';
import { type BackendOptions, startEngine } from '../src/session/backend.ts';
import { adaptersFrom, loadBase } from '../src/session/base.ts';
import { baseNames } from '../src/core/document/bases.ts';
import type { SessionEvent } from '../src/session/events.ts';
import { type Manifest, runInfo as infoOf } from '../src/session/runInfo.ts';
import { createSandbox } from '../src/session/sandbox/node.ts';
import { TrainingSession } from '../src/session/session.ts';
import { installWebGpu } from '../scripts/webgpu-node.ts';
import { spawnLane } from './lane/spawn.ts';
import { wholeNumber } from './project.ts';
import { baseFolder, projectRoot, readFolder } from './folders.ts';

export const BACKEND_FILES = { kernels: KERNEL_FILES, spawnLane };

/** How the engine runs, adapters to start from, and the rows of the document's data set. */
export type HostOptions = BackendOptions & {
  readonly adapters?: ReadonlyMap<string, LoraWeights>;
  readonly rows?: readonly DataRow[];
};

export interface HostedSession {
  readonly session: TrainingSession;
  readonly report: BackendReport;
}

export function backendFlag(text: string | undefined): BackendChoice {
  const choice = BACKENDS.find((name) => name === (text ?? 'auto'));
  if (choice) return choice;
  throw new FaultError({ code: 'E_FLAG', message: `There is no backend “${text}”.`, hint: `Available: ${BACKENDS.join(', ')}.` });
}

/** Flags of all commands that compute. */
export const ENGINE_FLAGS = { backend: { type: 'string' }, workers: { type: 'string' }, reproducible: { type: 'boolean' } } as const;

/** What the flags ask of the engine; `reproducible` of an earlier run is kept to. */
export function engineOptions(values: { readonly workers?: string; readonly reproducible?: boolean }, earlier = false): BackendOptions {
  const workers = wholeNumber(values.workers, '--workers', 1);
  return { reproducible: values.reproducible ?? earlier, ...(workers ? { workers } : {}) };
}

export async function openSession(
  document: ProjectDocument,
  backend: BackendChoice,
  onEvent?: (event: SessionEvent) => void,
  options: HostOptions = {},
): Promise<HostedSession> {
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const bases = baseNames(document).map((name) => loadBase(name, readFolder(baseFolder(name))));
  const { engine, report } = await startEngine(backend, BACKEND_FILES, { workers: Math.min(4, availableParallelism()), ...options });
  const session = await TrainingSession.create({
    document,
    bases,
    engine,
    environment: createSandbox(),
    adapters: options.adapters,
    rows: options.rows,
    onEvent,
  });
  return { session, report };
}

/** Adapters of `folder` for the project's agents, such as a checkpoint of another run. */
export function givenAdapters(document: ProjectDocument, folder: string): ReadonlyMap<string, LoraWeights> {
  const bases = baseNames(document).map((name) => loadBase(name, readFolder(baseFolder(name))));
  return adaptersFrom(document, bases, readFolder(folder), folder);
}

/** Contents of `run.json`; `adapters` is the folder of those it started from. */
export function runInfo(session: TrainingSession, report: BackendReport, adapters?: string): RunInfo {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;
  return infoOf(session, report, manifest, { adapters, versions: { node: process.versions.node } });
}
