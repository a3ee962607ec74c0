/** The naive TensorFlow.js peer of the benchmarks computes the right thing: the golden file's log-probs and adapter gradients. */
import type { Scalar } from '@tensorflow/tfjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NaiveAdapter, NaiveLlama, disposeCaches } from '../../../bench/peers/naive/llama.ts';
import { decodeRun, updateRun } from '../../../bench/peers/naive/runs.ts';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { trainingSchema } from '../../../src/core/document/trainingSchema.ts';
import { policyObjective } from '../../../src/core/objectives/policy.ts';
import { startBackend, tf, type TfjsBackend } from '../../../src/engine/executors/tfjs/runtime.ts';
import { long } from '../../support/long.ts';
import { expectClose } from '../support/compare.ts';
import { loadGolden } from '../support/golden.node.ts';

if (!(await installWebGpu())) throw new Error('these tests need WebGPU in Node: see scripts/testing/vulkan.ts for how a driver is found');

const golden = loadGolden('llama-tied');
const { ids, attention_mask } = golden.expected;
const adapters = [...golden.adapters.values()].map(
  ({ slot, parameters }): NaiveAdapter => ({ name: slot.name, scale: slot.scale, parameters }),
);
const length = ids[0]!.length;

/** The real entries of a [rows, length − 1] table. */
const real = (table: number[][]) => table.flatMap((row, index) => row.slice(0, attention_mask[index]!.reduce((a, b) => a + b, 0) - 1));

function transpose(data: Float32Array, [rows = 0, columns = 0]: readonly number[]): Float32Array {
  return Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]!);
}

for (const backend of ['tfjs-wasm', 'tfjs-webgpu'] as const satisfies readonly TfjsBackend[]) {
  describe(`the naive peer on ${backend}`, () => {
    let model: NaiveLlama;
    beforeEach((context) => {
      if (backend === 'tfjs-webgpu') long(context);
    });
    beforeAll(async () => {
      await startBackend(backend);
      tf.engine().startScope(); // what the tests look at and leave lying
      model = new NaiveLlama(golden.config, golden.weights, adapters);
    });
    afterAll(() => {
      model.dispose();
      tf.engine().endScope();
      tf.disposeVariables(); // the moments of the optimizers that were measured
    });

    const inputs = () =>
      tf.tensor2d(
        ids.map((row) => row.slice(0, -1)),
        [ids.length, length - 1],
        'int32',
      );
    const targets = () =>
      tf.tensor2d(
        ids.map((row) => row.slice(1)),
        [ids.length, length - 1],
        'int32',
      );

    it('scores the base as the golden file does', async () => {
      const { logprobs, entropies } = model.score(null, inputs(), targets(), 0);
      expectClose(real((await logprobs.array()) as number[][]), real(golden.expected.base.logprobs), 1e-4, 'log-probabilities');
      expectClose(real((await entropies.array()) as number[][]), real(golden.expected.base.entropy), 1e-4, 'entropies');
    });

    it.each(adapters.map(({ name }) => name))('scores and differentiates %s as the golden file does', async (role) => {
      const expected = golden.expected.adapters[role]!;
      const { logprobs, entropies } = model.score(role, inputs(), targets(), 0);
      expectClose(real((await logprobs.array()) as number[][]), real(expected.logprobs), 1e-4, 'log-probabilities');
      const { ppo } = expected;
      const objective = policyObjective(
        {
          logprobs: await logprobs.data(),
          entropies: await entropies.data(),
          oldLogprobs: ppo.old_logprobs.flat(),
          refLogprobs: golden.expected.base.logprobs.flat(),
          advantages: ppo.advantages.flat(),
          weights: ppo.response_mask.flat(),
          lengths: ppo.advantages.map((row) => row.length),
        },
        trainingSchema.parse({ clip: ppo.clip, entropyCoef: ppo.entropy_coef, klCoef: ppo.kl_ref_coef, klEstimator: 'k3' }),
      );
      const { grads } = model.gradients(role, () => {
        const scores = model.score(role, inputs(), targets(), 0);
        const part = (tensor: typeof scores.logprobs, slope: Float32Array) =>
          tensor.mul(tf.tensor2d(slope, [ids.length, length - 1])).sum();
        return part(scores.logprobs, objective.dLogprobs).add(part(scores.entropies, objective.dEntropies)) as Scalar;
      });
      const { gradients } = golden.adapters.get(role)!;
      for (const [name, { shape, data }] of gradients) {
        const gradient = grads[model.variables.get(name)!.name];
        expectClose(transpose((await gradient!.data()) as Float32Array, [...shape].reverse()), data as Float32Array, 1e-3, name);
      }
      expect(Object.keys(grads)).toHaveLength(gradients.size);
    });

    it('decodes behind its cache what it scores in one piece, each row with its adapter', async () => {
      const solver = golden.adapters.get('solver')!;
      const own = new NaiveLlama(golden.config, golden.weights, [
        { name: 'solver', scale: solver.slot.scale, parameters: solver.parameters },
        {
          name: 'none',
          scale: solver.slot.scale,
          parameters: new Map(
            [...solver.parameters].map(([name, { shape, data }]) => [name.replace('solver/', 'none/'), { shape, data: data.map(() => 0) }]),
          ),
        },
      ]);
      const row = ids[0]!;
      const { lora, dispose } = own.gather([0, 1]);
      let { logits, caches } = own.extend(lora, tf.tensor2d([row.slice(0, 4), row.slice(0, 4)], [2, 4], 'int32'), null);
      for (let t = 4; t < row.length - 1; t += 1)
        ({ logits, caches } = own.extend(lora, tf.tensor2d([[row[t]!], [row[t]!]], [2, 1], 'int32'), caches));
      const [withAdapter, withoutAdapter] = (await logits.array()) as number[][];
      expectClose(withAdapter!, golden.expected.adapters['solver']!.logits_row0[row.length - 2]!, 1e-4, 'with the adapter');
      expectClose(withoutAdapter!, golden.expected.base.logits_row0[row.length - 2]!, 1e-4, 'the base alone');
      disposeCaches(caches);
      dispose();
      own.dispose();
    });

    it('leaves no tensors behind when it is measured', async () => {
      const solver = golden.adapters.get('solver')!;
      const own = new NaiveLlama(golden.config, golden.weights, [
        { name: 'solver', scale: solver.slot.scale, parameters: solver.parameters },
      ]);
      const update = updateRun(own, { rows: 2, length: 8, first: 4 });
      const decode = decodeRun(own, { rows: 2, prompt: 4, steps: 3 });
      await update();
      await decode();
      const before = tf.memory().numTensors;
      const { wall } = await update();
      await decode();
      expect(wall).toBeGreaterThan(0);
      expect(tf.memory().numTensors).toBe(before);
      own.dispose();
    });
  });
}
