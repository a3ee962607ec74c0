/**
 * How fast whole iterations were on this machine, by the backend that was asked for, kept in this browser: so that a time can be
 * told before the first run of a visit. Operations are those the cost of a run is computed in.
 */
import type { CostEstimate } from '../../../../../workers/trainer/protocol.ts';
import { BACKENDS, type BackendChoice } from '../../../../core/backend.ts';

/** Floating-point operations a second. */
export type Speeds = Readonly<Partial<Record<BackendChoice, number>>>;

/** What was kept; nothing where the text is none of ours. */
export function speedsFrom(text: string | null): Speeds {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([name, speed]) => BACKENDS.some((known) => known === name) && typeof speed === 'number' && speed > 0),
    );
  } catch {
    return {};
  }
}

/** The speeds after an estimate that knows its time by measurement. */
export function withMeasured(speeds: Speeds, backend: BackendChoice, cost: CostEstimate | null): Speeds {
  if (!cost?.secondsPerIteration) return speeds;
  return { ...speeds, [backend]: cost.flopsPerIteration / cost.secondsPerIteration };
}

/** Seconds an iteration will take: as measured in this visit, else by the speed of an earlier one; null where neither is known. */
export function secondsPerIteration(cost: CostEstimate, speed: number | undefined): number | null {
  return cost.secondsPerIteration ?? (speed ? cost.flopsPerIteration / speed : null);
}
