/** Linear layers, fused or not, with their adapters; and their gradients. */
import type { WeightForm } from '../../../core/weights/packed.ts';
import { type BufferName, gradientOf, loraA, loraB, type Op } from '../../contracts/plan.ts';
import { gridFor } from './device.ts';
import type { Draft } from './draft.ts';
import type { FusedLinear } from './fuse.ts';
import { boundsOf } from './inputs.ts';
import { BLOCK } from './kernels/kernel.ts';
import { type Grid, type Modules, type Ref, slotTable } from './lowered.ts';
import * as gemm from './kernels/gemm.ts';
import * as linear from './kernels/linear.ts';
import { tile, tileGrid, type TileOptions, tiles } from './kernels/tile.ts';
import { lowRank, lowRankInvocations, type LowRankOptions, lowRankWorkgroup } from './kernels/lowRank.ts';

/** Fused linear layers; one more dispatch before them makes the low-rank products of all their adapters. */
export function lowerLinear(draft: Draft, op: FusedLinear): void {
  const { layers, norm, indices, residual, swiglu } = op;
  const bias = layers[0]?.bias;
  const [, K] = draft.matrix(layers[0]?.weight ?? '');
  const widths = layers.map(({ weight }) => draft.matrix(weight)[0]);
  const W = swiglu ? (widths[0] ?? 0) : widths.reduce((a, b) => a + b, 0);
  const like = indices ?? op.x;
  const axis = draft.axis(like);
  const most = draft.capacity(like);
  const adapted = layers.some(({ low }) => low !== undefined);
  const modules: Modules = layers.map(({ module }) => module);
  const slots = adapted ? draft.plan.adapters.length * layers.length : 0;
  const options: linear.LinearOptions = {
    K,
    widths,
    bias: bias !== undefined,
    norm: norm !== undefined,
    gather: indices !== undefined,
    residual: residual !== undefined,
    swiglu,
    slots,
    rows: most,
    form: formOfLayers(draft, op),
    split: draft.tiled ? undefined : draft.split,
  };
  const low = layers.length === 1 && layers[0]?.low ? layers[0].low : `${op.out}.low`;
  if (adapted) lowerLowRank(draft, op.x, like, modules, 'A', K, low, norm);
  const refs: Ref[] = [draft.read(op.x), { at: 'parameters', names: layers.map(({ weight }) => weight) }, draft.write(op.out, most * W)];
  if (bias) refs.push({ at: 'parameters', names: layers.map((layer) => layer.bias ?? '') });
  if (norm) refs.push(draft.read(norm.weight));
  if (indices) refs.push(draft.read(indices));
  if (residual) refs.push(draft.read(residual));
  if (adapted) refs.push(draft.read(low), { at: 'bank', modules, which: 'B' }, draft.members(like), { at: 'slots', modules, which: 'B' });
  if (draft.tiled && tiles({ J: W, K })) {
    const { bias, gather, form = 'f32' } = options;
    return lowerTile(draft, { J: W, K, across: 'rows', bias, gather, before: residual !== undefined, rows: most, slots, form }, refs, axis);
  }
  const columns = Object.fromEntries(widths.map((width, n) => [`J${n}`, width]));
  const grid = linear.linearGrid(options);
  draft.dispatch(
    linear.linear(options),
    refs,
    { axis, K, W, ...columns, RS: draft.low, LS: draft.low * layers.length, eps: norm?.eps ?? 0 },
    (live) => grid(live[axis] ?? 0),
  );
}

function lowerTile(draft: Draft, options: TileOptions, refs: readonly Ref[], axis: number): void {
  const grid = tileGrid(options);
  draft.dispatch(tile(options), refs, { axis, J: options.J, K: options.K, RS: draft.low }, (live) => grid(live[axis] ?? 0));
}

/** Layers that are computed together lie in one buffer. */
function formOfLayers(draft: Draft, { layers }: FusedLinear): WeightForm {
  const forms = new Set(layers.map(({ weight }) => draft.formOf(weight)));
  const [form = 'f32', another] = forms;
  if (another)
    throw new Error(`plan ${draft.plan.name} computes ${layers.map(({ weight }) => weight).join()} together, in ${form} and ${another}`);
  return form;
}

/** scale · x · bankᵀ of each token's own adapter, for all modules of a bank. */
function lowerLowRank(
  draft: Draft,
  x: BufferName,
  like: BufferName,
  modules: Modules,
  which: 'A' | 'B',
  K: number,
  out: BufferName,
  norm?: FusedLinear['norm'],
): void {
  const layers = modules.length;
  const slots = draft.plan.adapters.length * layers;
  const refs: Ref[] = [
    draft.read(x),
    { at: 'bank', modules, which },
    draft.members(like),
    { at: 'slots', modules, which },
    draft.write(out, draft.capacity(like) * draft.low * layers),
    ...(norm ? [draft.read(norm.weight)] : []),
  ];
  const axis = draft.axis(like);
  const uniforms = { axis, K, RS: draft.low, eps: norm?.eps ?? 0 };
  const options: LowRankOptions = {
    K,
    norm: norm !== undefined,
    slots,
    layers,
    tokens: draft.options.single ? 1 : 4,
    split: draft.split,
  };
  draft.dispatch(lowRank(options), refs, uniforms, (live) =>
    gridFor(lowRankInvocations(options, live[axis] ?? 0, draft.low), lowRankWorkgroup(options.split)),
  );
}

/** `before`: what its input's gradient is added to. */
export function lowerLinearBackward(draft: Draft, op: Extract<Op, { kind: 'linear_backward' }>, before?: BufferName): void {
  const { of } = op;
  const [outputs, inputs] = draft.matrix(of.weight);
  const axis = draft.axis(of.out);
  const most = draft.capacity(of.out);
  const { low, module } = of;
  const dLow = low && module && (op.dX || op.adapters) ? gradientOf(low) : undefined;
  const modules: Modules = [module];
  const slots = draft.plan.adapters.length;
  if (dLow) lowerLowRank(draft, op.dOut, of.out, modules, 'B', outputs, dLow);
  if (op.dX) {
    const form = draft.formOf(of.weight);
    const options = { J: inputs, K: outputs, slots: dLow ? slots : 0, accumulate: before !== undefined, form };
    const refs: Ref[] = [draft.read(op.dOut), draft.read(of.weight), draft.write(op.dX, most * inputs)];
    if (before) refs.push(draft.read(before));
    if (dLow) refs.push(draft.read(dLow), { at: 'bank', modules, which: 'A' }, draft.members(of.out), { at: 'slots', modules, which: 'A' });
    if (draft.tiled && tiles(options))
      lowerTile(draft, { ...options, across: 'columns', before: before !== undefined, rows: most }, refs, axis);
    else {
      const grid = gemm.inputGradientGrid(options);
      draft.dispatch(gemm.inputGradient(options), refs, { axis, J: inputs, K: outputs, RS: draft.low }, (live) => grid(live[axis] ?? 0));
    }
  }
  if (op.dWeight) {
    const refs = [draft.read(op.dOut), draft.read(of.x), draft.write(op.dWeight, outputs * inputs)];
    draft.dispatch(gemm.weightGradient(outputs, inputs), refs, { axis, I: outputs, J: inputs }, () =>
      gemm.weightGradientGrid(outputs, inputs),
    );
  }
  if (op.dBias)
    draft.dispatch(gemm.columnSums, [draft.read(op.dOut), draft.write(op.dBias, outputs)], { axis, N: outputs }, () =>
      gridFor(outputs, BLOCK),
    );
  if (!op.adapters || !dLow || !low || !module) return;

  const widest = Math.max(...draft.plan.adapters.map((slot) => (slot.modules.has(module) ? slot.rank : 0)));
  for (const which of ['A', 'B'] as const) {
    const table = slotTable(draft.plan, modules, which);
    const wide = which === 'A' ? inputs : outputs;
    const bank = `${gradientOf(of.out)}.${which}`;
    const factors = which === 'A' ? [dLow, of.x] : [op.dOut, low];
    const total = table.reduce((sum, { rank }) => sum + rank, 0) * wide;
    const grid: Grid = [...gemm.adapterGradientGrid(which, wide, widest, draft.options.wide), slots];
    draft.dispatch(
      gemm.adapterGradient(which, wide, slots, draft.options.wide),
      [
        ...factors.map((name) => draft.read(name)),
        draft.read('adapter_rows'),
        draft.derived(boundsOf(draft.axisName(of.out), draft.plan.sequences)),
        { at: 'slots', modules, which },
        draft.write(bank, total),
      ],
      { wide, RS: draft.low },
      () => grid,
    );
    draft.plan.adapters.forEach((slot, i) => {
      const { offset = 0, rank = 0 } = table[i] ?? {};
      const parameter = (which === 'A' ? loraA : loraB)(slot.name, module);
      if (rank > 0 && slot.trainable) draft.views.set(gradientOf(parameter), { buffer: bank, offset, width: rank * wide, axis: undefined });
    });
  }
}
