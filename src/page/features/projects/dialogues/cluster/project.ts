/** What the page has of a project that is taken to a cluster: what its iterations take, which bases a terminal can hold, its adapters. */
import { baseNames, SHIPPED_BASES } from '../../../../../core/document/bases.ts';
import type { AgentSettings, ProjectDocument } from '../../../../../core/document/schema.ts';
import { FaultError } from '../../../../../core/faults.ts';
import { damageOf } from '../../../../../core/formats/checksums.ts';
import type { JobCost } from '../../../../../core/formats/exports/cluster/cost.ts';
import type { JobInput } from '../../../../../core/formats/exports/cluster/input.ts';
import { adapterFolders } from '../../../../../core/formats/exports/loadable.ts';
import { filesUnder } from '../../../../../core/formats/files.ts';
import { damagedFault, RUN_PATHS } from '../../../../../core/formats/runs/rundir.ts';
import type { EngineState } from '../../../../state/engine/engine.ts';
import { newestCheckpoint } from '../../../../state/library/keptRun.ts';
import { libraryStore } from '../../../../state/library/library.ts';
import { keptIterations } from '../../../../state/runs/keep.ts';
import { currentRun, runsStore } from '../../../../state/runs/runs.ts';
import type { RunSet } from '../../../../state/runs/types.ts';

/** Most bytes that WebAssembly addresses, in which the terminal holds a base that it reads itself. */
const WASM_MEMORY = 2 ** 32;

type Counted = EngineState['cost'];

/** Bases that a computer like this one can read values from; of what nobody counted only those that ship, which are small. */
export function heldBases(document: ProjectDocument, cost: Counted): ReadonlySet<string> {
  const shipped: readonly string[] = SHIPPED_BASES;
  const names = baseNames(document);
  const fit = cost !== null && cost.weightBytes[document.team.weights] < WASM_MEMORY;
  return new Set(fit ? names : names.filter((name) => shipped.includes(name)));
}

/** What an iteration takes, as the engine counts it; null while it did not. */
export function jobCost(document: ProjectDocument, cost: Counted, run = runOf(document)): JobCost | null {
  if (!cost) return null;
  const { parameters, flopsPerIteration, atMost } = cost;
  return {
    parameters,
    flopsPerIteration,
    flopsAtMost: atMost?.flopsPerIteration ?? null,
    tokensPerIteration: run && tokensOf(document, run),
  };
}

/** Tokens of an iteration like the newest that is here, of which not every episode need be kept. */
function tokensOf({ training }: ProjectDocument, { episodes }: RunSet): number | null {
  const [newest] = keptIterations(episodes);
  const played = newest === undefined ? [] : (episodes[newest] ?? []);
  if (played.length === 0) return null;
  const tokens = played.flatMap(({ messages }) => messages.map((message) => message.prompt_ids.length + message.response_ids.length));
  return (tokens.reduce((a, b) => a + b, 0) / played.length) * training.episodes;
}

/** The run on screen, if its team is this project's; null otherwise. */
function runOf(document: ProjectDocument): RunSet | null {
  const run = currentRun(runsStore.getState());
  const shape = ({ team }: ProjectDocument) => JSON.stringify([team.base, team.agents.map(shapeOf)]);
  return run && shape(run.document) === shape(document) ? run : null;
}

const shapeOf = ({ role, base, adapter: { rank, alpha, targets, group } }: AgentSettings) => [role, base, rank, alpha, targets, group];

/** Adapters of the newest checkpoint of the run on screen; null where none fits the project. Throws for one that is damaged. */
export async function adaptersHere(document: ProjectDocument): Promise<JobInput['adapters']> {
  const run = runOf(document);
  if (!run || run.origin === 'recorded') return null;
  const kept = async () => newestCheckpoint(await libraryStore.getState().checkpoints(run.id, 'newest and best'));
  const checkpoint = run.checkpoint ?? (run.origin === 'kept' ? await kept() : null);
  if (!checkpoint) return null;
  const folder = RUN_PATHS.checkpoint(checkpoint.iteration);
  const files = filesUnder(checkpoint.files, folder);
  const [damage] = damageOf(files) ?? [];
  if (damage !== undefined) throw new FaultError(damagedFault(folder, damage, { instead: 'train_again' }).fault);
  const folders = adapterFolders({ document }, files);
  return folders.size === 0 ? null : { iteration: checkpoint.iteration, folders };
}
