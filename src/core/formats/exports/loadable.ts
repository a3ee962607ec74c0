/**
 * The adapter folders of an export as others load them: each with the base's folder as seen from the export's, so that
 * `AutoPeftModelForCausalLM` finds it there, and with a model card.
 */
import { baseNameOf } from '../../document/bases.ts';
import { FaultError } from '../../faults.ts';
import { damageOf, resummed, SUMS } from '../checksums.ts';
import { type Files, filesInto, filesUnder } from '../files.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, readPeft, writePeft } from '../models/adapters/peft.ts';
import { checkpointsIn, RUN_PATHS, START_ADAPTERS } from '../runPaths.ts';
import type { ProjectDocument } from '../../document/schema.ts';
import { adapterCard } from './adapterCard.ts';
import type { ToldBase } from './exportedBase.ts';

/** What is read of a run here. */
export interface TrainedRun {
  readonly document: ProjectDocument;
}

/** Each agent's adapter folder among `files`, by role; those that lack a file are left out. */
export function adapterFolders({ document }: TrainedRun, files: Files): ReadonlyMap<string, Files> {
  const folders = new Map<string, Files>();
  for (const { role } of document.team.agents) {
    const folder = filesUnder(files, role);
    if (ADAPTER_MODEL in folder && ADAPTER_CONFIG in folder) folders.set(role, folder);
  }
  return folders;
}

/** The `adapters` of iteration `iteration` (null: those the run started from) as others load them from `folder` of the export. */
export function loadable(
  run: TrainedRun,
  bases: ReadonlyMap<string, ToldBase>,
  adapters: ReadonlyMap<string, Files>,
  { folder, iteration }: { readonly folder: string; readonly iteration: number | null },
): Files {
  const folders = run.document.team.agents.map((agent) => {
    const { role } = agent;
    const [files, baseCalled] = [adapters.get(role), baseNameOf(run.document, agent)];
    const base = bases.get(baseCalled);
    if (!files || !base) return {};
    const own = `${folder}/${role}`;
    const weights = readPeft(files, { folder: own });
    const card = adapterCard(run, { role, folder: own, base, baseName: baseCalled, iteration });
    const told = {
      baseName: base.folder,
      baseCalled,
      baseFingerprint: base.sha256,
      baseForm: base.form,
      baseOriginal: base.dequantised?.sha256,
    };
    return filesInto(own, writePeft({ ...weights, ...told, card }));
  });
  return Object.assign({}, ...folders) as Files;
}

/** What the run started from, with its adapters as others load them; empty where it began with fresh ones. */
export function loadableStart(run: TrainedRun & { readonly startedFrom?: Files | undefined }, bases: ReadonlyMap<string, ToldBase>): Files {
  const files = run.startedFrom ?? {};
  return {
    ...filesInto(START_ADAPTERS, files),
    ...loadable(run, bases, adapterFolders(run, files), { folder: START_ADAPTERS, iteration: null }),
  };
}

/**
 * What is `kept` of a run, with the adapters of its checkpoints as others load them and the checksums of what that changes. A checkpoint
 * with adapters that are not what was written stays as it is: new checksums would hide the damage.
 */
export function loadableCheckpoints(run: TrainedRun, bases: ReadonlyMap<string, ToldBase>, kept: Files): Files {
  const changed = checkpointsIn(Object.keys(kept)).map((iteration) => {
    const folder = RUN_PATHS.checkpoint(iteration);
    const own = filesUnder(kept, folder);
    const adapters = adapterFolders(run, own);
    const sums = own[SUMS];
    const held = Object.assign({}, ...[...adapters].map(([role, files]) => filesInto(role, files))) as Files;
    try {
      if (sums && damageOf({ ...held, [SUMS]: sums }, Object.keys(held))?.length !== 0) return {};
      const written = loadable(run, bases, adapters, { folder, iteration });
      return { ...written, ...(sums && filesInto(folder, { [SUMS]: resummed(sums, filesUnder(written, folder)) })) };
    } catch (error) {
      // One of an earlier version, which has no checksums by which the damage would show.
      if (error instanceof FaultError) return {};
      throw error;
    }
  });
  return Object.assign({}, kept, ...changed) as Files;
}
