/** What runs of older builds measured otherwise: their numbers stay as they are, and the page says what they are. */
import type { KlEstimator } from '../../../core/objectives/kl.ts';
import type { RunSet } from '../runs/types.ts';

/**
 * By which a run's `kl_ref` was measured. Builds before 0.2 took the estimator of the KL penalty, after the update, on the
 * batch it had learnt from.
 */
export function klRefEstimator({ document, info }: Pick<RunSet, 'document' | 'info'>): KlEstimator {
  const { training } = document;
  return info?.['build'] === '0.1.0' ? training.klEstimator : training.klRefEstimator;
}
