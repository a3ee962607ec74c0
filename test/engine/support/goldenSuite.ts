/** The golden comparisons, run by one test file per backend. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trainingSchema } from '../../../src/core/document/trainingSchema.ts';
import { policyObjective } from '../../../src/core/objectives/policy.ts';
import { supervisedObjective } from '../../../src/core/objectives/supervised.ts';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import type { AdapterSlot } from '../../../src/engine/contracts/plan.ts';
import type { ScoredSequence } from '../../../src/engine/train/batches.ts';
import { scoreForTraining, scoreSequences } from '../../../src/engine/train/score.ts';
import { expectClose, relativeError } from './compare.ts';
import type { Expected, LoadedCase } from './golden.ts';

/** Rows of the case without their padding, scored from `first`; response masks select within. */
function sequencesOf(expected: Expected, slot: number, temperature = 1): ScoredSequence[] {
  return expected.ids.map((ids, row) => {
    const length = (expected.attention_mask[row] ?? []).reduce((a, b) => a + b, 0);
    return { ids: ids.slice(0, length), first: 1, slot, temperature };
  });
}

/** A [rows, T−1] array over the real tokens, flat. */
function flat(values: number[][], expected: Expected): number[] {
  return values.flatMap((row, index) => row.slice(0, (expected.attention_mask[index] ?? []).reduce((a, b) => a + b, 0) - 1));
}

export function describeGolden(backend: string, create: () => Promise<Executor>, tolerance: number, cases: readonly LoadedCase[]): void {
  describe(`golden files on ${backend}`, () => {
    let executor: Executor;
    beforeAll(async () => {
      executor = await create();
    });
    afterAll(() => executor.dispose());

    for (const golden of cases) {
      const { name, config, expected } = golden;

      it(`${name}: the base's logits, hidden states, log-probs and entropies`, async () => {
        executor.setParameters(golden.weights);
        const scores = await scoreSequences(executor, config, [], sequencesOf(expected, -1), { hidden: true });
        expectClose(scores.logprobs, flat(expected.base.logprobs, expected), tolerance, 'logprobs');
        expectClose(scores.entropies, flat(expected.base.entropy, expected), tolerance, 'entropies');
        const positions = (expected.ids[0]?.length ?? 0) - 1;
        expectClose(
          scores.hidden.subarray(0, positions * config.hiddenSize),
          expected.base.hidden_row0.slice(0, positions).flat(),
          tolerance,
          'hidden',
        );
      });

      for (const [role, adapter] of golden.adapters) {
        const slots: AdapterSlot[] = [adapter.slot];
        const want = expected.adapters[role];
        if (!want) throw new Error(`no expectation for ${role}`);

        it(`${name}/${role}: log-probs, entropies, temperature 0.7`, async () => {
          executor.setParameters([...golden.weights, ...adapter.parameters]);
          const scores = await scoreSequences(executor, config, slots, sequencesOf(expected, 0));
          expectClose(scores.logprobs, flat(want.logprobs, expected), tolerance, 'logprobs');
          expectClose(scores.entropies, flat(want.entropy, expected), tolerance, 'entropies');
          const warm = await scoreSequences(executor, config, slots, sequencesOf(expected, 0, 0.7));
          expectClose(warm.logprobs, flat(want['logprobs_temperature_0.7'], expected), tolerance, 'temperature 0.7');
        });

        it(`${name}/${role}: PPO loss and adapter gradients`, async () => {
          executor.setParameters([...golden.weights, ...adapter.parameters]);
          const { ppo } = want;
          const pass = await scoreForTraining(executor, config, slots, sequencesOf(expected, 0));
          const mask = flat(ppo.response_mask, expected);
          const count = mask.reduce((a, b) => a + b, 0);
          const objective = policyObjective(
            {
              logprobs: pass.logprobs,
              oldLogprobs: Float64Array.from(flat(ppo.old_logprobs, expected)),
              refLogprobs: Float64Array.from(flat(expected.base.logprobs, expected)),
              advantages: Float64Array.from(flat(ppo.advantages, expected)),
              entropies: pass.entropies,
              weights: Float64Array.from(mask, (m) => m / count),
              lengths: [mask.length],
            },
            trainingSchema.parse({ clip: ppo.clip, entropyCoef: ppo.entropy_coef, klCoef: ppo.kl_ref_coef, klEstimator: 'k3' }),
          );
          expect(relativeError([objective.loss], [ppo.loss])).toBeLessThan(tolerance * 5);
          const gradients = await pass.gradients(objective.dLogprobs, objective.dEntropies);
          const names = [...adapter.gradients.keys()];
          expect([...gradients.keys()].sort()).toEqual([...names].sort());
          const all = (from: ReadonlyMap<string, { data: Float32Array } | Float32Array>) =>
            names.flatMap((key) => {
              const value = from.get(key);
              return value instanceof Float32Array ? [...value] : [...(value?.data ?? [])];
            });
          expectClose(all(gradients), all(adapter.gradients), tolerance, 'all gradients');
          for (const key of names) expectClose(gradients.get(key) ?? [], adapter.gradients.get(key)?.data ?? [], tolerance * 5, key);
        });
      }

      const { baseGradients } = golden;
      const { supervised } = expected;
      if (baseGradients && supervised) {
        it(`${name}: supervised loss and the gradients of every base parameter`, async () => {
          executor.setParameters(golden.weights);
          const pass = await scoreForTraining(executor, config, [], sequencesOf(expected, -1), () => true);
          const mask = flat(supervised.response_mask, expected);
          const objective = supervisedObjective({ logprobs: pass.logprobs, weights: Float64Array.from(mask) });
          expect(relativeError([objective.loss], [supervised.loss])).toBeLessThan(tolerance);
          const gradients = await pass.gradients(objective.dLogprobs, new Float32Array(mask.length));
          expect([...gradients.keys()].sort()).toEqual([...baseGradients.keys()].sort());
          for (const [key, { data }] of baseGradients) expectClose(gradients.get(key) ?? [], data, tolerance * 5, key);
        });
      }
    }
  });
}
