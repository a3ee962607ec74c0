/**
 * A run as a folder to take away: each base as a Hugging Face folder, one PEFT folder per agent, the project and the run's
 * own files. Made from what the page holds, so it works while training goes on; nothing leaves the machine.
 */
import { baseNames } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { FaultError } from '../../core/faults.ts';
import { encodeJson, filesInto, filesUnder } from '../../core/formats/files.ts';
import { encodeJsonLines } from '../../core/formats/jsonl.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL } from '../../core/formats/peft.ts';
import { RUN_PATHS, START_ADAPTERS } from '../../core/formats/rundir.ts';
import { keptIterations } from '../../stores/runs/keep.ts';
import type { ReadFile } from '../../stores/runs/recorded.ts';
import type { RunCheckpoint, RunSet } from '../../stores/runs/types.ts';
import type { Files } from '../../../workers/trainer/protocol.ts';
import { fileNameOf } from '../shell/saveFile.ts';
import { BEST_ADAPTERS, exportReadme } from './exportReadme.ts';

/** Files of a shipped base model; those not required may be missing. */
const BASE_FILES: readonly { readonly path: string; readonly required: boolean }[] = [
  { path: 'config.json', required: true },
  { path: 'generation_config.json', required: false },
  { path: 'model.safetensors', required: true },
  { path: 'tokenizer.json', required: true },
  { path: 'tokenizer_config.json', required: false },
  { path: 'special_tokens_map.json', required: false },
  { path: 'README.md', required: false },
];

/** The files of a base model, read from where the page serves it. */
export async function readBase(name: string, read: ReadFile): Promise<Files> {
  const found = await Promise.all(BASE_FILES.map(async ({ path, required }) => ({ path, required, bytes: await read(path) })));
  const missing = found.find(({ required, bytes }) => required && !bytes);
  if (missing) {
    throw new FaultError({
      code: 'E_EXPORT_BASE',
      message: `The base model “${name}” could not be fetched: ${missing.path} is not there.`,
      hint: 'Reload the page and try again; the adapters of this run are safe until the tab closes.',
      place: { subject: name },
    });
  }
  return Object.fromEntries(found.flatMap(({ path, bytes }) => (bytes ? [[path, bytes] as const] : [])));
}

/** The files of every base the run's agents stand on, by name: those a person gave, the others from where `folderOf` finds them. */
export async function readBases(run: RunSet, folderOf: (name: string) => ReadFile): Promise<ReadonlyMap<string, Files>> {
  const own = new Map(Object.entries(run.bases));
  const read = baseNames(run.document).map(async (name) => [name, own.get(name) ?? (await readBase(name, folderOf(name)))] as const);
  return new Map(await Promise.all(read));
}

/** Folder of each base in the export; a dropped folder may be called anything. */
export function baseFolders(names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 1) return new Map(names.map((name) => [name, 'base']));
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const plain = `bases/${name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'base'}`;
      let folder = plain;
      for (let number = 2; taken.has(folder.toLowerCase()); number += 1) folder = `${plain}-${number}`;
      taken.add(folder.toLowerCase());
      return [name, folder];
    }),
  );
}

/** Each agent's adapter folder of a checkpoint, by role; empty when it has none. */
function adapterFolders(run: RunSet, checkpoint: RunCheckpoint | null): ReadonlyMap<string, Files> {
  const folders = new Map<string, Files>();
  const files = checkpoint?.files ?? {};
  const newest = Math.max(...Object.keys(files).map((path) => Number(/^checkpoints\/steps_(\d+)\//.exec(path)?.[1] ?? -1)));
  for (const { role } of run.document.team.agents) {
    const folder = filesUnder(files, `${RUN_PATHS.checkpoint(newest)}/${role}`);
    if (ADAPTER_MODEL in folder && ADAPTER_CONFIG in folder) folders.set(role, folder);
  }
  return folders;
}

/** The adapters of the newest checkpoint. A fault when there are none yet. */
function adaptersOf(run: RunSet): ReadonlyMap<string, Files> {
  const folders = adapterFolders(run, run.checkpoint);
  if (folders.size > 0) return folders;
  throw new FaultError({
    code: 'E_EXPORT_NOTHING',
    message: 'This run has no trained adapters to export yet.',
    hint:
      run.origin === 'recorded'
        ? 'The recorded run ships without its weights. Train a run of your own, then export that.'
        : 'They are saved with the first checkpoint: train on, or stop the run, then export.',
  });
}

/**
 * All files of the export; `bases` are those of each base model's folder, by name, `kept` the checkpoints and branches that this
 * browser keeps of the run, with their paths in its folder; `called` the run's own name, if it has one.
 */
export function exportFiles(run: RunSet, bases: ReadonlyMap<string, Files>, kept: Files = {}, called = ''): Files {
  const adapters = adaptersOf(run);
  const folders = baseFolders([...bases.keys()]);
  const last = keptIterations(run.episodes)[0];
  const encode = (text: string) => new TextEncoder().encode(text);
  return {
    ...Object.assign({}, ...[...bases].map(([name, files]) => filesInto(folders.get(name) ?? 'base', files))),
    ...Object.assign({}, ...[...adapters].map(([role, files]) => filesInto(`adapters/${role}`, files))),
    ...Object.assign({}, ...[...bestAdapters(run)].map(([role, files]) => filesInto(`${BEST_ADAPTERS}/${role}`, files))),
    ...filesInto(START_ADAPTERS, run.startedFrom ?? {}),
    ...kept,
    [RUN_PATHS.project]: encodeJson(run.document),
    [RUN_PATHS.run]: encodeJson(run.info ?? describeRun(run)),
    [RUN_PATHS.metrics]: encode(encodeJsonLines(run.metrics)),
    [RUN_PATHS.timing]: encode(encodeJsonLines(run.timing)),
    ...(last === undefined ? {} : { [RUN_PATHS.rollout(last)]: encode(encodeJsonLines(run.episodes[last] ?? [])) }),
    'README.md': encode(
      exportReadme(
        run,
        folders,
        last ?? null,
        checkpointsIn(kept),
        called,
        Object.keys(kept).some((path) => path.startsWith('branches/')),
      ),
    ),
  };
}

/** Iterations of the checkpoints among `files`, ascending. */
function checkpointsIn(files: Files): number[] {
  return Object.keys(files)
    .flatMap((path) => /^checkpoints\/steps_(\d+)\/trainer_state\.json$/.exec(path)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** The adapters of the best checkpoint; none where that is the newest one, whose adapters are there already. */
function bestAdapters(run: RunSet): ReadonlyMap<string, Files> {
  return run.best && run.best.iteration !== run.checkpoint?.iteration ? adapterFolders(run, run.best) : new Map();
}

/** Whether exporting can succeed at all, without doing it: a fault that says why not, or null. */
export function exportObstacle(run: RunSet): FaultError | null {
  try {
    adaptersOf(run);
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error;
    throw error;
  }
}

/** `run.json` of a live run: what is needed to repeat it, named as the terminal names it. */
function describeRun(run: RunSet) {
  const { backend, device, reason, workers } = run.backend ?? { backend: null, device: null, reason: null, workers: null };
  const { dataset } = run.document.environment;
  return {
    seed: run.document.training.seed,
    backend,
    device,
    workers,
    reason,
    iterations: run.iteration,
    ...(run.startedFrom ? { adapters: START_ADAPTERS } : {}),
    ...(dataset ? { dataset: { name: dataset.name, digest: dataset.digest, rows: dataset.rows } } : {}),
    checkpoint: run.checkpoint?.iteration ?? null,
    best: run.best && { iteration: run.best.iteration, metric: run.best.metric, value: run.best.value },
  };
}

/** A file name for the export of a run of `document`, such as `planner-solver-run.zip`; with the run's own name and seed where it has one. */
export function exportName(document: ProjectDocument, called = '', what = 'run'): string {
  const name = called === '' ? document.name : `${called} seed ${document.training.seed}`;
  return fileNameOf(name, 'zip').replace(/\.zip$/, `-${what}.zip`);
}
