/** How the campaign compares the kernels with the reference (docs/reliability.md): what it once took for a failure, and what stays one. */
import { afterAll, describe, expect, it } from 'vitest';
import { computed, difference } from '../../../headless/torture/numbers/agreement.ts';
import { row } from '../../../headless/torture/rows/numbers.ts';
import type { Executor, HostOutputs } from '../../../src/engine/contracts/executor.ts';
import { createExecutor } from '../support/executors.ts';
import { type RandomPlan, randomPlan } from '../support/plans/randomPlans.ts';

afterAll(() => row.close?.());

describe('plans that once stood as failed', () => {
  it.each([58228, 84805, 97675])('%i: where every word is certain a gradient is what rounding leaves', async (seed) => {
    expect(await row.trial(seed)).toEqual({ kind: 'survived', note: 'sharp' });
  });

  it('66969: of an adapter that no token has, the gradient is 0 whatever the outputs are', async () => {
    expect(await row.trial(66969)).toEqual({ kind: 'survived', note: 'infinite logits, length 1' });
  });
});

describe('a difference that rounding does not explain', () => {
  let reference: Executor | undefined;
  afterAll(() => reference?.dispose());

  /** What is said of a reference that agrees with itself but where `change` changes it. */
  async function said(random: RandomPlan, overflows: boolean, change: (outputs: HostOutputs) => HostOutputs): Promise<string | null> {
    const executor = (reference ??= await createExecutor('tfjs-cpu'));
    const want = await computed(executor, random);
    return difference(change(want), want, random, { tolerance: 1e-4, overflows }, (changed) => computed(executor, changed));
  }
  const withGradients = (outputs: HostOutputs, change: (value: number) => number): HostOutputs =>
    Object.fromEntries(Object.entries(outputs).map(([name, values]) => [name, name.startsWith('d:') ? values.map(change) : values]));

  it('is told in a gradient that is 1 % off', async () => {
    const random = randomPlan(9);
    expect(await said(random, false, (outputs) => outputs)).toBeNull();
    expect(await said(random, false, (outputs) => withGradients(outputs, (value) => value * 1.01))).toMatch(/^d:.* is off by 1\.0e-2/);
  });

  it('is told where gradients of a token whose outputs are none are numbers', async () => {
    const random = randomPlan(9, new Set(['infinite logits']));
    expect(await said(random, true, (outputs) => outputs)).toBeNull();
    expect(await said(random, true, (outputs) => withGradients(outputs, () => 0))).toBe('gradients are numbers where outputs are none');
  });
});
