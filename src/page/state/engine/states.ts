/** The engine's state before anything happened and when a run begins, and whether there is time for something new. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { BackendChoice, BackendMeasurement } from '../../../../workers/trainer/protocol.ts';
import { isActive } from './afterEvent.ts';
import type { EngineState } from './types.ts';
import { isWarming } from './warmStart.ts';

/** What is known of a run that has not said anything yet. */
const NOTHING_KNOWN = { report: null, memory: null, tokensPerSecond: null, activity: {}, progress: null, doing: null } as const;

/** The state without the commands. */
export type EngineFacts = {
  readonly [K in keyof EngineState as EngineState[K] extends (...given: never) => unknown ? never : K]: EngineState[K];
};

export function initialState(
  backend: BackendChoice,
  measurements: readonly BackendMeasurement[],
  server: EngineState['server'] = null,
): EngineFacts {
  return {
    backend,
    server,
    trainedBy: null,
    asking: false,
    phase: 'idle',
    runId: null,
    iteration: 0,
    iterations: 0,
    ...NOTHING_KNOWN,
    measurements,
    cost: null,
    baseFault: null,
    bases: {},
    kept: [],
    keepFault: null,
    warm: null,
    faults: [],
    faultsAtHand: false,
    continuing: null,
    silent: false,
  };
}

/** The page's side of a run that is about to be sent to the worker, so that a second click finds one under way. */
export function opening(
  runId: string,
  document: ProjectDocument,
  iteration: number,
  trainedBy: EngineState['trainedBy'] = null,
): Partial<EngineState> {
  const { iterations } = document.training;
  return { runId, phase: 'loading', iteration, iterations, trainedBy, ...NOTHING_KNOWN, faults: [], faultsAtHand: false };
}

/** Whether the worker trains or warms up, and has no time for anything new. */
export function isBusy({ phase, warm }: Pick<EngineState, 'phase' | 'warm'>): boolean {
  return isActive(phase) || isWarming(warm);
}
