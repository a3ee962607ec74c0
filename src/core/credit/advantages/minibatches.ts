/** Which episodes an update takes together: shuffled anew in every epoch, by the seed alone. */
import type { TrainingSettings } from '../../document/trainingSchema.ts';
import { keyFor, permutation, STREAMS } from '../../random/streams.ts';

type MinibatchSettings = Pick<TrainingSettings, 'seed' | 'minibatches' | 'compat'>;

/** Indices of the episodes of each minibatch of an epoch, in the order they are learnt from; `iteration` counts from 1, `epoch` from 0. */
export function minibatchesIn(settings: MinibatchSettings, iteration: number, epoch: number, episodes: number): number[][] {
  const order = permutation(keyFor(settings.seed, STREAMS.shuffle, iteration, epoch), episodes);
  return minibatchesOf(order, settings.minibatches, settings.compat.includes('r1_drop_leftover'));
}

/** Exactly `count` parts of `order`, their sizes differing by one at most; R1 makes them equal and drops what is left over (Q17). */
export function minibatchesOf(order: Uint32Array, count: number, dropLeftover = false): number[][] {
  const size = Math.floor(order.length / count);
  const start = (part: number) => (dropLeftover ? part * size : Math.floor((part * order.length) / count));
  return Array.from({ length: count }, (_, part) => Array.from(order.subarray(start(part), start(part + 1))));
}
