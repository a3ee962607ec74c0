/** What runs cost on this machine: computed from their plans, and how fast the last ones were. */
import type { BackendChoice } from '../../src/core/backend.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { lanesFor } from '../../src/session/team/backend.ts';
import { type BaseOutline, bytesOfBases } from '../../src/session/team/base.ts';
import { playedRun } from '../../src/session/play/dryRun.ts';
import { bytesByForm, type Cost, costOf, type Estimate, estimateIteration } from '../../src/session/run/estimate.ts';
import type { CostEstimate } from './protocol.ts';

/** Floating-point operations a second of whole iterations, by the backend that was asked for. */
const speeds = new Map<BackendChoice, number>();

/** The environment must have been loaded. */
export function estimateRun(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  backend: BackendChoice,
  problems?: readonly DataRow[],
): Promise<Estimate> {
  return estimateIteration(document, bases, environment, { ...optionsOf(backend, bases), problems });
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
  if (seconds > 0) speeds.set(backend, total(costOf(document, bases, playedRun(document, episodes), optionsOf(backend, bases))) / seconds);
}

/** What the page is told. */
export function costEstimateOf(estimate: Estimate, bases: readonly BaseOutline[], backend: BackendChoice): CostEstimate {
  const speed = speeds.get(backend);
  return {
    parameters: estimate.parameters,
    trainable: estimate.trainable,
    weightBytes: bytesByForm(bases, (bytes) => lanesFor(backend, bytes)),
    cacheBytes: estimate.cacheBytes,
    ...figuresOf(estimate, speed),
    ...(estimate.atMost ? { atMost: figuresOf(estimate.atMost, speed) } : {}),
  };
}

function figuresOf(cost: Cost, speed: number | undefined): NonNullable<CostEstimate['atMost']> {
  return {
    flopsPerIteration: total(cost),
    memoryBytes: cost.memory.total,
    ...(speed ? { secondsPerIteration: total(cost) / speed } : {}),
    ...(cost.dispatches > 0 ? { dispatches: cost.dispatches } : {}),
  };
}
