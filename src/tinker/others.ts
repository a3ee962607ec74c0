/**
 * Gradients that others left on a server: of a run that was killed or lost between a gradient and its step, or of one under way. Nobody
 * may drop them but who sent them. Where they count in every step's norm and limit, they are counted out again.
 */
import type { StepRequest } from './server.ts';

/** A step that moves nothing, so that a gradient is told and dropped. */
export const STILL: StepRequest = { learningRate: 0, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 };

/** Norm of a gradient where that of others is `others`, and of both together `all`. */
export const withoutOthers = (all: number, others: number): number => Math.sqrt(Math.max(0, all ** 2 - others ** 2));
