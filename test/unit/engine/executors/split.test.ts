/** A plan in parts: nothing is lost, nothing is read before it is there, and no range holds more than it need. */
import { describe, expect, it } from 'vitest';
import { QWEN_05B } from '../../../../bench/shapes.ts';
import { foldIn, keyFor, uniformAt } from '../../../../src/core/random/streams.ts';
import { gradientOf, loraA, loraB, type Op, type Plan, readsOf, type Stage, writesOf } from '../../../../src/engine/contracts/plan.ts';
import { type Part, partsOf } from '../../../../src/engine/executors/split/parts.ts';
import { layerRanges, type Ranges } from '../../../../src/engine/executors/split/ranges.ts';
import { chunkedHead } from '../../../../src/engine/model/chunkedHead.ts';
import { scoringPlan } from '../../../../src/engine/model/llama.ts';
import { plainLlama } from '../../../../src/engine/model/plainLlama.ts';
import { recomputing } from '../../../../src/engine/model/recompute.ts';
import { evenly, layerShare, splitOver } from '../../../../src/session/room/split.ts';
import { randomPlan } from '../../../engine/support/plans/randomPlans.ts';

const STAGES = ['forward', 'backward'] as const;

function expectWhole(plan: Plan, parts: readonly Part[]): void {
  for (const stage of STAGES) {
    const inOrder = stage === 'forward' ? parts : parts.toReversed();
    const ops: readonly Op[] = inOrder.flatMap((part) => part.plan.ops[stage]);
    expect(ops.length).toBe(plan.ops[stage].length);
    expect(new Set(ops)).toEqual(new Set(plan.ops[stage]));
    expect(inOrder.flatMap((part) => part.plan.outputs[stage])).toEqual(expect.arrayContaining([...plan.outputs[stage]]));
  }
  expect(new Map(parts.flatMap((part) => [...part.plan.gradients]))).toEqual(plan.gradients);
  expect(new Map(parts.flatMap((part) => [...part.plan.parameters]))).toEqual(plan.parameters);
}

/** Runs the parts by name alone. */
function expectSatisfied(plan: Plan, parts: readonly Part[]): void {
  const handed = new Map(STAGES.flatMap((stage) => plan.inputs[stage].map((input) => [input.name, input.shape] as const)));
  const there = new Map(parts.map((part) => [part, new Set<string>()]));
  const visit = (part: Part, stage: Stage): void => {
    const own = there.get(part)!;
    for (const { name, shape, axis } of part.plan.inputs[stage]) {
      expect(handed.has(name), `${name} of range ${part.range}`).toBe(true);
      expect(shape.length).toBeGreaterThan(0);
      if (plan.axes.has(name)) expect([shape, axis]).toEqual([plan.shapes.get(name), plan.axes.get(name)]);
      own.add(name);
    }
    for (const op of part.plan.ops[stage]) {
      for (const name of readsOf(op)) expect(own.has(name) || part.plan.parameters.has(name), `${op.kind} reads ${name}`).toBe(true);
      for (const name of writesOf(op)) own.add(name);
      if (op.kind === 'linear_backward' && op.adapters)
        for (const { name } of plan.adapters) for (const of of [loraA, loraB]) own.add(gradientOf(of(name, op.of.module ?? '')));
    }
    for (const name of part.plan.outputs[stage]) {
      expect(own.has(name), `${name} is made in range ${part.range}`).toBe(true);
      handed.set(name, []);
    }
  };
  for (const part of parts) visit(part, 'forward');
  for (const part of parts.toReversed()) visit(part, 'backward');
}

describe('parts of a plan', () => {
  it.each(Array.from({ length: 24 }, (_, seed) => seed))('random plan %i: every operation once, and every read is there', (seed) => {
    const { plan } = randomPlan(seed);
    let most = 0;
    for (let first = 1; first < 16; first += 1) {
      const cuts = [first, first + 1 + (seed % 4)];
      const of = (name: string): [number] => [name === 'table' ? 0 : cuts.filter((cut) => Number(/\d+/.exec(name)) >= cut).length];
      const ranges: Ranges = { count: 3, of };
      const parts = partsOf(plan, ranges);
      most = Math.max(most, parts.length);
      expectWhole(plan, parts);
      expectSatisfied(plan, parts);
      expect(partsOf(plan, ranges)).toBe(parts);
    }
    expect(most).toBeGreaterThan(1);
  });

  it('hand one activation up and one gradient down, where layers are cut and computed again', () => {
    const config = plainLlama({ vocabularySize: 32, hiddenSize: 16, intermediateSize: 24, layers: 5 });
    const modules = new Set(Array.from({ length: 5 }, (_, layer) => `model.layers.${layer}.self_attn.q_proj`));
    const slots = [{ name: 'agent', rank: 2, scale: 1, modules, trainable: true }];
    const plan = scoringPlan(config, { tokens: 12, sequences: 2 }, slots, { scored: 5, backward: true });
    const ends = Array.from({ length: 5 }, (_, layer) => `${layer}.out`);
    const anew = recomputing(chunkedHead(plan, 2), ['x', ...ends]);
    const parts = partsOf(anew, layerRanges(3, [{ scope: '', tied: config.tieWordEmbeddings, starts: [0, 2, 4] }]));
    expectWhole(anew, parts);
    expectSatisfied(anew, parts);
    expect(parts.map((part) => part.plan.outputs.forward)).toEqual([['1.out'], ['3.out'], ['logprobs', 'entropies']]);
    const carried = parts.map((part) => part.plan.outputs.backward.filter((name) => !anew.outputs.backward.includes(name)));
    expect(carried.map((names) => names.length)).toEqual([0, 1, 1]);
    // What is computed again is computed where it was.
    const layers = parts.map(
      ({ plan: part }) => new Set([...part.parameters.keys()].flatMap((name) => /model\.layers\.(\d)/.exec(name)?.[1] ?? [])),
    );
    expect(layers.map((own) => [...own].toSorted())).toEqual([['0', '1'], ['2', '3'], ['4']]);
  });
});

it('ranges are those of the layers of each base; a table that is the head too lies in the first and the last', () => {
  const ranges = layerRanges(3, [
    { scope: 'a:', tied: true, starts: [0, 0, 2] },
    { scope: 'b:', tied: false, starts: [0, 1, 4] },
  ]);
  expect(ranges.of('a:model.layers.0.mlp.up_proj.weight')).toEqual([1]);
  expect(ranges.of('a:model.layers.11.mlp.up_proj.weight')).toEqual([2]);
  expect(ranges.of('b:model.layers.0.mlp.up_proj.weight')).toEqual([0]);
  expect(ranges.of('b:model.layers.3.mlp.up_proj.weight')).toEqual([1]);
  expect(ranges.of('a:model.embed_tokens.weight')).toEqual([0, 2]);
  expect(ranges.of('b:model.embed_tokens.weight')).toEqual([0]);
  expect(['b:lm_head.weight', 'a:model.norm.weight', 'critic/a:value.weight'].map((name) => ranges.of(name))).toEqual([[2], [2], [2]]);
});

it('several bases are each cut for themselves, under the names that they have on an engine', () => {
  const small = plainLlama({ vocabularySize: 32, hiddenSize: 16, intermediateSize: 24, layers: 4 });
  const bases = [
    { name: 'a', config: small, form: 'f32' },
    { name: 'b', config: { ...small, layers: 8 }, form: 'f32' },
  ] as const;
  const split = splitOver(2, bases, 0);
  for (const base of bases) {
    const shares = [0, 1].map((index) => layerShare({ split, index }, base));
    expect(shares[0]! + shares[1]!).toBe(1);
    expect(Math.min(...shares)).toBeGreaterThan(0.2);
    const last = `model.layers.${base.config.layers - 1}.mlp.up_proj.weight`;
    expect(split.together.of(`${base.name}:${last}`)).toEqual([1]);
    expect(split.together.of(`${base.name}:model.layers.0.mlp.up_proj.weight`)).toEqual([0]);
    expect(split.ranges.get(base.name)?.of(last)).toEqual([1]);
  }
  expect(splitOver(2, bases.slice(1), 0).together.of('model.layers.7.mlp.up_proj.weight')).toEqual([1]);
});

it('neighbours are put together so that the largest run is as small as can be', () => {
  /** By trying all. */
  const least = (pieces: readonly number[], count: number): number => {
    const total = pieces.reduce((a, b) => a + b, 0);
    if (count === 1) return total;
    return Math.min(
      total,
      ...pieces.slice(1).map((_, index) =>
        Math.max(
          pieces.slice(0, index + 1).reduce((a, b) => a + b, 0),
          least(pieces.slice(index + 1), count - 1),
        ),
      ),
    );
  };
  let key = keyFor(5, 5);
  for (let time = 0; time < 30; time += 1) {
    const pieces = Array.from({ length: 9 }, () => uniformAt((key = foldIn(key, 1)), 0) + 0.05);
    const count = 1 + (time % 4);
    const starts = evenly(pieces, count);
    expect(starts.length).toBeLessThanOrEqual(count);
    const sums = starts.map((start, run) => pieces.slice(start, starts[run + 1]).reduce((a, b) => a + b, 0));
    expect(Math.max(...sums)).toBeLessThan(1.002 * least(pieces, count));
  }
  expect(evenly([1, ...new Array<number>(QWEN_05B.layers).fill(1), 1], 2)).toEqual([0, 13]);
});
