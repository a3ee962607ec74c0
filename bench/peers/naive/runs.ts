/** The naive twin at work: one update or decoding steps, the same work as our own bench's, each a `Measure`. */
import type { Scalar, Tensor2D } from '@tensorflow/tfjs';
import { tf } from '../../../src/engine/executors/tfjs/runtime.ts';
import { type Measure, timing } from '../../measure.ts';
import { disposeCaches, type LayerCache, type NaiveLlama } from './llama.ts';

export interface UpdateWork {
  readonly rows: number;
  readonly length: number;
  /** First scored token: targets `first … length` of `length + 1` ids. */
  readonly first: number;
}

/** Forward, log-probabilities and entropies of the scored tokens, gradients of the first adapter by autodiff, Adam. */
export function updateRun(model: NaiveLlama, { rows, length, first }: UpdateWork): Measure {
  const adapter = model.adapters[0]?.name;
  if (adapter === undefined) throw new Error('an update needs an adapter');
  const { vocabularySize } = model.config;
  const id = (row: number, t: number) => (row * 7 + t * 3) % vocabularySize;
  const table = (from: number, to: number) =>
    tf.tensor2d(
      Array.from({ length: rows }, (_, row) => Array.from({ length: to - from }, (_x, t) => id(row, from + t))),
      [rows, to - from],
      'int32',
    );
  const ids = table(0, length);
  const targets = table(first, length + 1);
  const optimizer = tf.train.adam(1e-6, 0.9, 0.999, 1e-5);
  return timing(async () => {
    const { value, grads } = model.gradients(adapter, () => {
      const { logprobs, entropies } = model.score(adapter, ids, targets, first - 1);
      return logprobs.add(entropies).mean<Scalar>();
    });
    // Gradients by name; the parameter's type says variables.
    optimizer.applyGradients(grads as Parameters<typeof optimizer.applyGradients>[0]);
    tf.dispose(grads);
    await value.data(); // waits for the device
    await model.variablesOf(adapter)[0]?.data();
    value.dispose();
  });
}

export interface DecodeWork {
  readonly rows: number;
  readonly prompt: number;
  readonly steps: number;
}

/** One step: the model on one token a row, each row with its own adapter, a token drawn from the softmax, read back. */
export function decodeRun(model: NaiveLlama, { rows, prompt, steps }: DecodeWork): Measure {
  const { vocabularySize } = model.config;
  const { lora } = model.gather(Array.from({ length: rows }, (_, row) => row % model.adapters.length));
  const ids = tf.tensor2d(
    Array.from({ length: rows * prompt }, (_, i) => (i * 7) % vocabularySize),
    [rows, prompt],
    'int32',
  );
  return async () => {
    const filled = model.extend(lora, ids, null);
    let caches: LayerCache[] = filled.caches;
    let tokens = draw(filled.logits);
    await tokens.data();
    const time = await timing(async () => {
      for (let step = 0; step < steps; step += 1) {
        const next = model.extend(lora, tokens, caches);
        caches = next.caches;
        tokens.dispose();
        tokens = draw(next.logits);
        await tokens.data();
      }
    }, steps)();
    tokens.dispose();
    disposeCaches(caches);
    return time;
  };
}

/** A token per row of logits [rows, V] by the Gumbel-max trick, [rows, 1]; disposes of the logits. */
function draw(logits: Tensor2D): Tensor2D {
  const tokens = tf.tidy(() => {
    const noise = tf
      .randomUniform(logits.shape, 1e-6, 1 - 1e-6)
      .log()
      .neg()
      .log()
      .neg();
    return logits.add(noise).argMax(-1).expandDims<Tensor2D>(1);
  });
  logits.dispose();
  return tokens;
}
