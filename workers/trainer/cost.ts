/** What runs cost on this machine: computed from their plans, and how fast the last ones were. */
import type { BackendChoice } from '../../src/core/backend.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import { lanesFor } from '../../src/session/backend.ts';
import type { BaseModel } from '../../src/session/base.ts';
import { type Estimate, estimateIteration } from '../../src/session/estimate.ts';
import type { CostEstimate } from './protocol.ts';

/** Floating-point operations a second of whole iterations, by the backend that was asked for. */
const speeds = new Map<BackendChoice, number>();

/** The environment must have been loaded. */
export function estimateRun(
  document: ProjectDocument,
  bases: readonly BaseModel[],
  environment: EnvironmentHost,
  backend: BackendChoice,
): Promise<Estimate> {
  return estimateIteration(document, bases, environment, { workers: lanesFor(backend), gpu: backend === 'webgpu' });
}

const total = ({ flops }: Estimate): number => flops.rollout + flops.credit + flops.update;

/** Notes how long an iteration took. */
export function noteSpeed(backend: BackendChoice, estimate: Estimate, seconds: number): void {
  if (seconds > 0) speeds.set(backend, total(estimate) / seconds);
}

export function costOf(estimate: Estimate, backend: BackendChoice): CostEstimate {
  const speed = speeds.get(backend);
  return {
    parameters: estimate.parameters,
    trainable: estimate.trainable,
    flopsPerIteration: total(estimate),
    memoryBytes: estimate.memory.total,
    ...(speed ? { secondsPerIteration: total(estimate) / speed } : {}),
    ...(estimate.dispatches > 0 ? { dispatches: estimate.dispatches } : {}),
  };
}
