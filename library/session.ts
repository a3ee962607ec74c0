/** `marft-workbench/session`: a team trained as the workbench trains it, from a project's document to adapters, in a browser and in Node. */
import { type OpenedTraining, type OpenOptions, openSessionOn } from '../src/session/open/openSession.ts';
import { PLATFORM } from './platform/node.ts';

/**
 * Opens a training of `document`: a project file's JSON as text or parsed, or what `presetDocument` of `marft-workbench/core` gives. Throws a
 * `FaultError` with code, sentence and hint where the document is refused, a base cannot be read, the device is not there or has too little
 * memory, or the environment's code fails.
 *
 *     const training = await openSession(document, { device: 'wasm' });
 *     for await (const { iteration, metrics } of training.train()) console.log(iteration, metrics['reward/mean']);
 *     await training.dispose();
 */
export const openSession = (document: unknown, options?: OpenOptions): Promise<OpenedTraining> =>
  openSessionOn(PLATFORM, document, options);

export type { OpenedTraining, OpenOptions };
export type { BaseSource } from '../src/session/open/bases.ts';
export type { Device } from '../src/session/open/platform.ts';
export type { IterationResult, MetricsRow, SessionEvent, SessionPhase } from '../src/session/events.ts';
export type { Evaluation, EvaluationOptions } from '../src/session/run/rollouts.ts';
export type { BackendReport } from '../src/core/backend.ts';
export type { ProjectDocument } from '../src/core/document/schema.ts';
export type { EnvironmentHost } from '../src/core/environment/contract.ts';
export { type Fault, FaultError } from '../src/core/faults.ts';
