/** What the terminal's commands share: base, executor and sandbox put together into a session. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { BackendChoice, BackendReport } from '../../src/core/backend.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { basePathsIn } from '../../src/core/formats/models/adapters/adapters.ts';
import { baseFingerprint } from '../../src/core/formats/models/fingerprint.ts';
import { openModelFolder } from '../../src/core/formats/models/hf.ts';
import type { TeacherFiles } from '../../src/core/formats/models/teacherFiles.ts';
import type { LoraWeights } from '../../src/core/formats/models/adapters/peft.ts';
import type { RunInfo } from '../../src/core/formats/runs/rundir.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import type { RoomOptions } from '../../src/session/room/fits.ts';
import type { OpenedSession } from '../../src/session/run/lasting.ts';
import { openerOf } from '../../src/session/run/opening.ts';
import { adaptersFrom, type BaseModel, fingerprintOf, openBase, type OpenBase } from '../../src/session/team/base.ts';
import { baseNames, toldBase } from '../../src/core/document/bases.ts';
import type { SessionEvent } from '../../src/session/events.ts';
import { type Manifest, runInfo as infoOf } from '../../src/session/run/runInfo.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { type SessionOptions, TrainingSession } from '../../src/session/run/session.ts';
import { terminalBaseFaults } from '../../src/words/words.ts';
import { commitAt } from '../../scripts/package/commit.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import type { Progress } from '../../src/tinker/server.ts';
import { basesBeside, openOnServer, type ServerChoice } from '../../src/session/tinker/served.ts';
import { spawnLane } from '../lane/spawn.ts';
import type { Outside } from '../../src/tinker/http.ts';
import { NODE_OUTSIDE } from '../server/tinkerServer.ts';
import { type BaseFiles, basesFrom } from './bases.ts';
import type { EngineOptions } from './engineFlags.ts';
import { fileSource } from './fileSource.ts';
import { exportedBases, projectRoot, readFiles, readFolder } from './folders.ts';

/** The memory of this computer. */
export const MACHINE: RoomOptions['machine'] = { device: totalmem() };

export const BACKEND_FILES = { kernels: KERNEL_FILES, spawnLane };

/** The same with adapters to start from, the rows of the document's data set, and the folder of a run that goes on. */
export type HostOptions = EngineOptions & {
  readonly run?: string;
  readonly adapters?: ReadonlyMap<string, LoraWeights>;
  readonly rows?: readonly DataRow[];
  readonly teachers?: TeacherFiles;
  /** What is taken of this machine's memory; tests take little. */
  readonly machine?: RoomOptions['machine'];
  /** What trains the policies in this computer's place; it still scores references and trains critics, of the bases it can hold. */
  readonly server?: ServerChoice | null;
  /** This process as a server's client sees it; tests bring one that ends. */
  readonly outside?: Outside;
  /** What the server is doing. */
  readonly onServer?: (progress: Progress) => void;
};

export interface HostedSession extends OpenedSession {
  /** Opens it once more, from its beginning, on another engine. */
  readonly reopen: (backend: BackendReport['backend']) => Promise<OpenedSession>;
}

export async function openSession(
  document: ProjectDocument,
  backend: BackendChoice,
  onEvent?: (event: SessionEvent) => void,
  options: HostOptions = {},
): Promise<HostedSession> {
  if (backend === 'webgpu' || backend === 'tfjs-webgpu') await installWebGpu();
  const { server: choice = null, onServer, outside = NODE_OUTSIDE, adapters, rows, teachers, machine } = options;
  const beside = choice && basesBeside(document, options.bases ?? basesFrom());
  const opened = beside?.opened ?? openBases(document, options.bases);
  let bases: readonly BaseModel[] | undefined;
  const environment = createSandbox();
  const open = openerOf({
    document,
    bases: opened,
    files: BACKEND_FILES,
    engine: { workers: Math.min(4, availableParallelism()), ...options },
    environment,
    room: choice ? null : { rows, fewerWorkers: true, machine: { ...MACHINE, ...machine } },
    make: async (engine, _report, reopened) => {
      const read = (bases ??= choice ? opened.map((base) => base.read()) : await readBases(opened, options.run));
      const create = (trainers?: SessionOptions['trainers']) =>
        TrainingSession.create({ document, bases: read, engine, environment, adapters, rows, teachers, onEvent, reopened, trainers });
      return choice && beside ? openOnServer(document, choice, beside.held, outside, create, onServer) : { session: await create() };
    },
  });
  return { ...(await open(backend)), reopen: (on) => open(on, true) };
}

/** Every base of the document, without weights. */
function openBases(document: ProjectDocument, files: BaseFiles = basesFrom(), form = document.team.weights): readonly OpenBase[] {
  const names = baseNames(document);
  return names.map((name) => openBase(name, files(name, names, toldBase(document, name)), form));
}

/** Their weights; those that an exported `run` brings must be the ones it was trained on. */
async function readBases(opened: readonly OpenBase[], run?: string): Promise<BaseModel[]> {
  const told = run === undefined ? {} : exportedBases(run);
  const found = opened.map(async ({ name, read }) => {
    const base = read();
    const { sha256 } = told[name] ?? {};
    if (sha256 === undefined || sha256 === (await fingerprintOf(base))) return base;
    throw new FaultError(fault(terminalBaseFaults, 'E_BASE_OTHER', { name }, { place: { subject: name } }));
  });
  return Promise.all(found);
}

/** Every base of the document; those that an exported `run` brings must be the ones it was trained on. */
export const loadBases = (document: ProjectDocument, files?: BaseFiles, run?: string): Promise<BaseModel[]> =>
  readBases(openBases(document, files), run);

/** Adapters of `folder` for the project's agents, such as a checkpoint of another run; `tell` hears what could not be made sure of. */
export async function givenAdapters(
  document: ProjectDocument,
  folder: string,
  tell: (message: string) => void,
  bases?: BaseFiles,
): Promise<ReadonlyMap<string, LoraWeights>> {
  const files = readFolder(folder);
  const named = new Map<string, string>();
  for (const path of basePathsIn(files)) {
    // PEFT writes the path that the base was loaded from: seen from here, from the adapters, or from the export they lie in.
    const baseFolder = ['.', folder, join(folder, '..'), join(folder, '../..')]
      .map((from) => resolve(from, path))
      .find((candidate) => existsSync(join(candidate, 'config.json')) && existsSync(join(candidate, 'model.safetensors')));
    if (!baseFolder) continue;
    const { config, stored } = openModelFolder(
      { ...readFiles(baseFolder, ['config.json']), 'model.safetensors': fileSource(join(baseFolder, 'model.safetensors')) },
      baseFolder,
    );
    named.set(path, await baseFingerprint(config, stored));
  }
  return adaptersFrom(document, openBases(document, bases), files, { folder, tell, baseAt: (path) => named.get(path) ?? null });
}

/** What a run is told of: of a terminal packed for a cluster the packages are its own, elsewhere they are in the bundles. */
type PackageJson = Pick<Manifest, 'version'> & { readonly [group in 'dependencies' | 'devDependencies']?: Manifest['dependencies'] };

/** Contents of `run.json`; `adapters` is the folder of those it started from. */
export function runInfo({ session, report, server }: OpenedSession, adapters?: string): RunInfo {
  const { version, dependencies, devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as PackageJson;
  const manifest: Manifest = { version, dependencies: { ...dependencies, ...devDependencies } };
  const versions = { node: process.versions.node };
  return infoOf(session, report, { ...manifest, commit: commitAt(projectRoot) }, { adapters, server, versions });
}
