/**
 * A critic with adapters and a head of each agent's own (`critic.kind: lora`), fitted at once to states and what came of them, as a run would
 * train it but to no end of epochs: a fifth of the episodes is left out, and the epoch counts that errs least on them. It says the mean of
 * the targets and what it has learnt of their differences from it.
 */
import { at } from '../../core/at.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { keyFor, permutation, STREAMS } from '../../core/random/streams.ts';
import { FOLDS } from '../../core/statistics/ridge.ts';
import { mean } from '../../core/statistics/intervals.ts';
import { initialAdamW } from '../../engine/train/adamw.ts';
import type { Critic, CriticMessage } from '../critics/critic.ts';

/** Messages of one optimiser step. */
const MINIBATCH = 32;
/** It ends after so many epochs, or `PATIENCE` after the best. */
export const EPOCHS = 16;
const PATIENCE = 4;

export interface AdaptedRow extends CriticMessage {
  readonly target: number;
  /** Rows of one group depend on one another: they are left out together. */
  readonly group: number;
}

/** The run's settings with a critic of adapters that values messages, and learns by the plain square. */
export function adaptedDocument(document: ProjectDocument): ProjectDocument {
  const { training } = document;
  const critic = { ...training.critic, kind: 'lora' as const, steps: 1, coef: 1, valueClip: 0, huberDelta: 0 };
  return { ...document, training: { ...training, algorithm: 'appo', compat: [], critic } };
}

/** What the critic, new as it is given, says of `asked` after it was fitted to `rows`. `told` is called after each epoch. */
export async function fitAdapted(
  critic: Critic,
  rows: readonly AdaptedRow[],
  asked: readonly CriticMessage[],
  seed: number,
  told?: () => void,
): Promise<number[]> {
  const centre = mean(rows.map(({ target }) => target));
  const valuesOf = async (messages: readonly CriticMessage[]) => Array.from(await critic.values({ messages, hidden: new Float32Array() }));
  const held = rows.filter(({ group }) => group % FOLDS === 0);
  const learnt = rows.filter(({ group }) => group % FOLDS !== 0);
  const missed = async () => {
    const values = await valuesOf(held);
    return mean(held.map(({ target }, index) => (at(values, index, 'value') + centre - target) ** 2));
  };
  let best = { error: await missed(), parameters: critic.parameters, epoch: 0 };
  for (let epoch = 1; epoch <= EPOCHS && epoch - best.epoch <= PATIENCE; epoch += 1) {
    const order = Array.from(permutation(keyFor(seed, STREAMS.criticInit, epoch), learnt.length), (index) => at(learnt, index, 'row'));
    for (let first = 0; first < order.length; first += MINIBATCH) {
      const messages = order.slice(first, first + MINIBATCH);
      const returns = messages.map(({ target }) => target - centre);
      await critic.train({ messages, hidden: new Float32Array() }, returns, returns);
    }
    const error = await missed();
    if (error < best.error) best = { error, parameters: critic.parameters, epoch };
    told?.();
  }
  critic.restore(best.parameters, initialAdamW());
  return (await valuesOf(asked)).map((value) => value + centre);
}
