/** Plans that nobody designed, with data at the edge of what floats hold: the engine's kernels against the reference. */
import type { Executor } from '../../../src/engine/contracts/executor.ts';
import { createExecutor } from '../../../test/engine/support/executors.ts';
import { type Edge, type RandomPlan, randomPlan } from '../../../test/engine/support/plans/randomPlans.ts';
import { draws } from '../draws.ts';
import { computed, difference } from '../numbers/agreement.ts';
import { SURVIVED, type TortureRow } from '../row.ts';

const EDGES: readonly (readonly Edge[])[] = [
  [],
  ['length 1'],
  ['vocabulary 1'],
  ['length 1', 'vocabulary 1'],
  ['denormal'],
  ['zero'],
  ['sharp'],
  ['infinite logits'],
  ['infinite logits', 'length 1'],
];

/** The plan of a seed, with what is at its edge. */
function planOf(seed: number): { readonly edges: readonly Edge[]; readonly random: RandomPlan } {
  const edges = EDGES[(seed - 1) % EDGES.length] ?? [];
  return { edges, random: randomPlan(1000 + draws(seed, 'numbers').below(2 ** 31), new Set(edges)) };
}

let made: Promise<{ readonly kernels: Executor; readonly reference: Executor }> | undefined;

const makeBoth = async (): Promise<{ kernels: Executor; reference: Executor }> => ({
  kernels: await createExecutor('wasm'),
  reference: await createExecutor('tfjs-cpu'),
});

export const row: TortureRow = {
  id: 'numbers',
  method: `A random chain of operations over random sizes, with random adapters, temperatures and data, is computed forward and backward by the WebAssembly kernels and by the reference executor (stock operations of TensorFlow.js on the processor). In turn nothing is at the edge, or sequences have one token, the vocabulary one word, weights are denormal, zero or a hundred times as large, logits infinite. Values that are no numbers must be so at the same indices, all others agree to 1e-4 of the norm, or as far as changing every parameter by some roundings explains, or, gradients, as rounding the terms that cancel in them (1e-6 of what they are at a temperature at which no word is certain); where logits are infinite, outputs are compared alone.`,
  source: 'property tests against a reference, as QuickCheck, https://doi.org/10.1145/351240.351266, and PyTorch’s OpInfo tests',
  codeUnderTest: [
    'src/engine/contracts',
    'src/engine/model/builder.ts',
    'src/engine/executors/wasm',
    'src/engine/executors/tfjs',
    'test/engine/support/plans/randomPlans.ts',
    'headless/torture/numbers',
    'headless/torture/draws.ts',
  ],
  packages: ['@tensorflow/tfjs'],
  goal: 100_000,
  short: Array.from({ length: 18 }, (_, index) => index + 1),
  async trial(seed) {
    const { kernels, reference } = await (made ??= makeBoth());
    const { edges, random } = planOf(seed);
    const want = await computed(reference, random);
    const how = { tolerance: 1e-4, overflows: edges.includes('infinite logits') };
    const what = await difference(await computed(kernels, random), want, random, how, (changed) => computed(reference, changed));
    const named = edges.length > 0 ? edges.join(', ') : 'nothing at the edge';
    if (what !== null) return { kind: 'failed', what: `${named}: ${what}` };
    return { ...SURVIVED, note: named };
  },
  async close() {
    const both = await made;
    both?.kernels.dispose();
    both?.reference.dispose();
    made = undefined;
  },
};
