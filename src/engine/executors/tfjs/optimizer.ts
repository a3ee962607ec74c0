/** The optimiser in stock ops. Scalars come from the host's inputs, the norm from the device. */
import { OPTIMIZER_SCALARS, type OptimizerOp } from '../../contracts/plan.ts';
import type { OperationContext, Results } from './operations.ts';
import { tf } from './runtime.ts';

/** What the largest gradient is held above, so that squares neither overflow nor vanish in single precision. */
const LEAST = 1e-30;

export function optimize(context: OperationContext, op: OptimizerOp): Results {
  switch (op.kind) {
    case 'gradient_norm': {
      const gradients = context.value(op.gradients);
      const largest = tf.maximum(tf.max(tf.abs(gradients)), LEAST);
      const shares = tf.div(gradients, largest);
      return { [op.out]: tf.reshape(tf.mul(largest, tf.sqrt(tf.sum(tf.square(shares)))), [1]) };
    }
    case 'adamw': {
      const scalars = context.inputs[op.settings] ?? [];
      const [learningRate, beta1, rest1, beta2, rest2, epsilon, weightDecay, correction1, correction2, most] = OPTIMIZER_SCALARS.map(
        (_, i) => scalars[i] ?? 0,
      ) as [number, number, number, number, number, number, number, number, number, number];
      const parameters = context.value(op.parameters);
      const given = context.value(op.gradients);
      const gradients = most > 0 ? tf.mul(given, tf.minimum(1, tf.div(most, context.value(op.norm)))) : given;
      const nextM = tf.add(tf.mul(context.value(op.m), beta1), tf.mul(gradients, rest1));
      const nextV = tf.add(tf.mul(context.value(op.v), beta2), tf.mul(tf.square(gradients), rest2));
      const direction = tf.div(tf.div(nextM, correction1), tf.add(tf.sqrt(tf.div(nextV, correction2)), epsilon));
      const change = tf.mul(tf.add(direction, tf.mul(parameters, weightDecay)), learningRate);
      return { [op.nextParameters]: tf.sub(parameters, change), [op.nextM]: nextM, [op.nextV]: nextV };
    }
    default:
      return op satisfies never;
  }
}
