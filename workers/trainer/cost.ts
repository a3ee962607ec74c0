/** What runs cost on this machine: computed from their plans, and how fast the last ones were. */
import type { BackendChoice } from '../../src/core/backend.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { nearestSpeed, type Speed, type Speeds, withSpeed } from '../../src/core/speeds.ts';
import { WEIGHT_FORMS } from '../../src/core/weights/packed.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { lanesFor } from '../../src/session/team/backend.ts';
import { type BaseOutline, bytesOfBases } from '../../src/session/team/base.ts';
import { dryRun, playedRun } from '../../src/session/play/dryRun.ts';
import { type Cost, costOf, type Estimate, estimateIteration } from '../../src/session/room/estimate.ts';
import { fit, roomFor, WASM_MEMORY } from '../../src/session/room/fits.ts';
import { byForm, bytesByForm, copiesFor } from '../../src/session/room/memory.ts';
import type { CostEstimate, Judged } from './protocol.ts';

/** How fast whole iterations of this visit were, by the backend that was asked for. */
let speeds: Speeds = {};

/** The environment must have been loaded. */
export async function estimateRun(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  backend: BackendChoice,
  problems?: readonly DataRow[],
): Promise<Estimate & { readonly memories?: number }> {
  const { workers, gpu } = optionsOf(backend, bases);
  const estimate = await estimateIteration(document, bases, environment, { workers, gpu, problems });
  if (gpu || estimate.memory.total / copiesFor(workers) <= WASM_MEMORY) return estimate;
  const { split, bytes } = fit(document, bases, await dryRun(document, bases, environment, 'typical', problems), roomFor(workers));
  return split ? { ...estimate, memory: { ...estimate.memory, total: bytes }, memories: split.count } : estimate;
}

const optionsOf = (backend: BackendChoice, bases: readonly BaseOutline[]) => ({
  workers: lanesFor(backend, bytesOfBases(bases)),
  gpu: backend === 'webgpu',
});
const total = ({ flops }: Cost): number => flops.rollout + flops.credit + flops.update;

/** Notes how long an iteration with these episodes took. */
export function noteSpeed(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  episodes: readonly EpisodeRecord[],
  backend: BackendChoice,
  seconds: number,
): void {
  if (seconds <= 0) return;
  const cost = costOf(document, bases, playedRun(document, episodes), optionsOf(backend, bases));
  speeds = withSpeed(speeds, backend, { perSecond: total(cost) / seconds, parameters: cost.parameters });
}

/**
 * What an iteration of `document` would cost if the whole team stood on a model like `config`: the messages are those that the bases
 * at hand would be given, since its tokenizer is not here.
 */
export async function judged(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  backend: BackendChoice,
  config: ModelConfig,
  problems?: readonly DataRow[],
): Promise<Judged> {
  const run = await dryRun(document, bases, environment, 'typical', problems);
  const [first] = bases;
  if (!first) throw new Error('a team stands on a base');
  const base = { ...first, name: document.team.base, config, form: document.team.weights };
  const agents = document.team.agents.map((agent) => ({ ...agent, base: '' }));
  const together = { ...document, team: { ...document.team, agents } };
  const cost = costOf(together, [base], run, optionsOf(backend, [base]));
  const held = byForm(WEIGHT_FORMS, (form) => {
    const other = { ...base, form };
    return fit(together, [other], run, { workers: lanesFor(backend, bytesOfBases([other])), worker: WASM_MEMORY });
  });
  const speed = nearestSpeed(speeds, backend, cost.parameters);
  return {
    parameters: cost.parameters,
    memory: byForm(WEIGHT_FORMS, (form) => held[form].bytes),
    memories: byForm(WEIGHT_FORMS, (form) => (held[form].lacks ? null : (held[form].split?.count ?? 1))),
    flopsPerIteration: total(cost),
    ...(speed ? { secondsPerIteration: total(cost) / speed.perSecond, measuredOn: speed.parameters } : {}),
  };
}

/** What the page is told. */
export function costEstimateOf(
  estimate: Awaited<ReturnType<typeof estimateRun>>,
  bases: readonly BaseOutline[],
  backend: BackendChoice,
): CostEstimate {
  const speed = nearestSpeed(speeds, backend, estimate.parameters);
  return {
    parameters: estimate.parameters,
    trainable: estimate.trainable,
    weightBytes: bytesByForm(bases, (bytes) => lanesFor(backend, bytes)),
    cacheBytes: estimate.cacheBytes,
    ...(estimate.memories !== undefined && estimate.memories > 1 && { memories: estimate.memories }),
    ...figuresOf(estimate, speed),
    ...(estimate.atMost ? { atMost: figuresOf(estimate.atMost, speed) } : {}),
  };
}

function figuresOf(cost: Cost, speed: Speed | null): NonNullable<CostEstimate['atMost']> {
  return {
    flopsPerIteration: total(cost),
    memoryBytes: cost.memory.total,
    ...(speed ? { secondsPerIteration: total(cost) / speed.perSecond, measuredOn: speed.parameters } : {}),
    ...(cost.dispatches > 0 ? { dispatches: cost.dispatches } : {}),
  };
}
