/** What the campaign of docs/reliability.md found between the kernels and the reference, at the edge of what floats hold. */
import { afterAll, expect, it } from 'vitest';
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { computed } from '../../../headless/torture/numbers/agreement.ts';
import { relativeError } from '../support/compare.ts';
import { createExecutor } from '../support/executors.ts';
import { type Edge, randomPlan } from '../support/plans/randomPlans.ts';

const made: Executor[] = [];
afterAll(() => {
  for (const executor of made) executor.dispose();
});

async function both(seed: number, edge: Edge, change: (value: number) => number = Number) {
  const random = randomPlan(seed, new Set([edge]));
  const parameters = [...random.parameters].map(
    ([name, { shape, data }]) => [name, { shape, data: name.endsWith('.norm') ? data : data.map(change) }] as const,
  );
  const changed = { ...random, parameters: new Map(parameters) };
  made.push(await createExecutor('wasm'), await createExecutor('tfjs-cpu'));
  const [ours, theirs] = await Promise.all(made.slice(-2).map((executor) => computed(executor, changed)));
  return { ours: ours!, theirs: theirs! };
}

it('a vocabulary of one is scored by the reference as by the kernels: its word is certain', async () => {
  const { ours, theirs } = await both(3, 'vocabulary 1');
  expect([...theirs['logprobs']!].every((value) => Math.abs(value) < 1e-6)).toBe(true);
  expect([...ours['logprobs']!].every((value) => Math.abs(value) < 1e-6)).toBe(true);
});

it('scores of any size stay behind the mask of the reference', async () => {
  // Weights so large that scores are beyond 10⁹, which once was all that the reference took off.
  const { ours, theirs } = await both(9, 'sharp', (value) => value * 3);
  expect(relativeError(ours['chosen']!, theirs['chosen']!)).toBeLessThan(1e-2);
});

it('a token beside one that cannot be said keeps its log-probability; the entropy tells of the infinite logit', async () => {
  const { ours, theirs } = await both(9, 'infinite logits');
  for (const outputs of [ours, theirs]) {
    expect(outputs['entropies']!.some(Number.isNaN)).toBe(true);
    expect([...outputs['logprobs']!].filter(Number.isFinite).length).toBeGreaterThan(0);
  }
  const kinds = (values: Float32Array) => [...values].map((value) => (Number.isFinite(value) ? 'number' : String(value)));
  expect(kinds(theirs['logprobs']!)).toEqual(kinds(ours['logprobs']!));
});
