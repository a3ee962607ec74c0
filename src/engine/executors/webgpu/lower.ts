/**
 * Turns a plan into dispatches: one rule per (fused) operation, the counterpart of tfjs/operations.ts. What comes out has
 * kernels, names of buffers, uniforms and grids, but no device; the recording gives it buffers.
 */
import {
  type Axis,
  type AdapterSlot,
  type BufferName,
  gradientOf,
  loraA,
  loraB,
  type Op,
  type Plan,
  type Stage,
} from '../../model/plan.ts';
import { fuse, type FusedAttention, type FusedLinear, type FusedOp } from './fuse.ts';
import { gridFor } from './device.ts';
import { boundsOf, ends, first, given, type LoweredInput, listed, membersOf, rules } from './inputs.ts';
import { BLOCK, type Kernel, LIVE_AXES } from './kernel.ts';
import * as attention from './kernels/attention.ts';
import * as gemm from './kernels/gemm.ts';
import * as linear from './kernels/linear.ts';
import * as optimizer from './kernels/optimizer.ts';
import * as rows from './kernels/rows.ts';
import * as tokens from './kernels/tokens.ts';
import * as wide from './kernels/wide.ts';

/** Modules whose adapters lie in one bank; undefined where a layer has none. */
export type Modules = readonly (string | undefined)[];

/** What a binding refers to. Activations live in the recording; the rest is shared or comes with a run. */
export type Ref =
  | { readonly at: 'activation'; readonly name: BufferName }
  | { readonly at: 'input'; readonly name: BufferName }
  /** Parameters, one after another in one buffer. */
  | { readonly at: 'parameters'; readonly names: readonly BufferName[] }
  /** All adapters' A [Σ ranks, in] or Bᵀ [Σ ranks, out], module after module. */
  | { readonly at: 'bank'; readonly modules: Modules; readonly which: 'A' | 'B' }
  | { readonly at: 'slots'; readonly modules: Modules; readonly which: 'A' | 'B' }
  | { readonly at: 'turns' }
  | { readonly at: 'past'; readonly layer: number; readonly which: 'keys' | 'values' }
  /** Inputs that repetitions change, whole. */
  | { readonly at: 'state' }
  /** Draws of all repetitions: [repetition, token · log-probability · entropy, row]. */
  | { readonly at: 'drawn' };

export type Grid = readonly [number, number, number];

/** Rows in use, by LIVE_AXES. */
export type LiveCounts = readonly number[];

export interface Dispatch {
  readonly kernel: Kernel;
  readonly refs: readonly Ref[];
  readonly uniforms: Readonly<Record<string, number>>;
  /** Inputs whose place in the state is a uniform, by the uniform's name. */
  readonly state?: Readonly<Record<string, BufferName>>;
  readonly grid: (live: LiveCounts) => Grid;
}

/** Part of an activation that is an output of its own, in floats; `width` floats for each row in use of `axis`, or for one row. */
export interface View {
  readonly buffer: BufferName;
  readonly offset: number;
  readonly width: number;
  readonly axis: number | undefined;
}

/** Where an output is found: a view, or the draws. */
export type Output = { readonly name: BufferName } & (View | { readonly drawn: 0 | 1 | 2 });

export interface Lowered {
  readonly dispatches: { readonly [S in Stage]: readonly Dispatch[] };
  readonly inputs: { readonly [S in Stage]: readonly LoweredInput[] };
  /** Inputs that repetitions change. */
  readonly state: readonly LoweredInput[];
  /** Most rows of a draw, and which of LIVE_AXES they run along. */
  readonly drawn: { readonly rows: number; readonly axis: number } | undefined;
  /** Floats of each activation. */
  readonly sizes: ReadonlyMap<BufferName, number>;
  readonly outputs: { readonly [S in Stage]: readonly Output[] };
}

/** How a plan is run, which changes its kernels. */
export interface LowerOptions {
  /** Every sequence brings one token, as in decoding. */
  readonly single: boolean;
  /** Kernels that share work through workgroup memory, which real graphics processors want and software ones do not. */
  readonly wide: boolean;
}

/** Name of what counts the repetitions of each row. */
export const STEPS = 'steps';

/** Where each slot's matrices lie in the bank, in floats; rank 0 where the slot does not change the module. Slots of the first module, then of the next. */
export function slotTable(plan: Plan, modules: Modules, which: 'A' | 'B'): { offset: number; rank: number; scale: number }[] {
  let offset = 0;
  return modules.flatMap((module) =>
    plan.adapters.map((slot) => {
      const rank = module !== undefined && slot.modules.has(module) ? slot.rank : 0;
      const place = { offset, rank, scale: slot.scale };
      if (module !== undefined && rank > 0) offset += rank * widthOf(plan, slot, module, which);
      return place;
    }),
  );
}

/** Columns of A, or rows of B. */
function widthOf(plan: Plan, slot: AdapterSlot, module: string, which: 'A' | 'B'): number {
  const shape = plan.parameters.get((which === 'A' ? loraA : loraB)(slot.name, module)) ?? [];
  return shape[which === 'A' ? 1 : 0] ?? 0;
}

export function lower(plan: Plan, options: LowerOptions): Lowered {
  return new Lowering(plan, options).result();
}

class Lowering {
  readonly #sizes = new Map<BufferName, number>();
  readonly #views = new Map<BufferName, View>();
  readonly #inputs: { readonly [S in Stage]: LoweredInput[] };
  readonly #inputNames: ReadonlySet<BufferName>;
  readonly #state: LoweredInput[] = [];
  readonly #drawn = new Map<BufferName, 0 | 1 | 2>();
  #draw: Lowered['drawn'];
  /** Few rows at a time, so sums are shared; all runs of a cache alike, because a prompt's numbers must not depend on its cuts. */
  readonly #split: boolean;
  /** Gradients that lie in another buffer than their own. */
  readonly #aliases = new Map<BufferName, BufferName>();
  /** Stride of one layer's low-rank products: the largest rank, in vectors of four. */
  readonly #low: number;
  #dispatches: Dispatch[] = [];

  constructor(
    readonly plan: Plan,
    readonly options: LowerOptions,
  ) {
    const sample = plan.ops.forward.find((op) => op.kind === 'sample');
    const changing = new Set([...plan.feedback.map(({ input }) => input), ...(sample ? [sample.counters] : [])]);
    const plain = (stage: Stage) => plan.inputs[stage].map((input) => given(input));
    this.#inputs = { forward: plain('forward').filter(({ name }) => !changing.has(name)), backward: plain('backward') };
    this.#state = plain('forward').filter(({ name }) => changing.has(name));
    this.#inputNames = new Set([...plan.inputs.forward, ...plan.inputs.backward].map(({ name }) => name));
    this.#split = options.wide && plan.ops.forward.some((op) => op.kind === 'attention' && op.places !== undefined);
    this.#low = Math.ceil(Math.max(1, ...plan.adapters.map((slot) => slot.rank)) / 4) * 4;
  }

  result(): Lowered {
    const stage = (ops: readonly (FusedOp | Op)[]) => {
      this.#dispatches = [];
      ops.forEach((op, i) => {
        const [before, after] = [ops[i - 1], ops[i + 1]];
        if (op.kind === 'linear_backward' && addsTo(op, after)) this.#linearBackward({ ...op, dX: after.out }, after.a);
        else if (!addsTo(before, op)) this.#lower(op);
      });
      return this.#dispatches;
    };
    const dispatches = { forward: stage(fuse(this.plan)), backward: stage(this.plan.ops.backward) };
    const outputs = (name: Stage) => this.plan.outputs[name].map((output) => this.#output(output));
    return {
      dispatches,
      inputs: this.#inputs,
      state: this.#state,
      drawn: this.#draw,
      sizes: this.#sizes,
      outputs: { forward: outputs('forward'), backward: outputs('backward') },
    };
  }

  #output(name: BufferName): Output {
    const drawn = this.#drawn.get(name);
    if (drawn !== undefined) return { name, drawn };
    const view = this.#views.get(name);
    if (view) return { name, ...view };
    const buffer = this.#aliases.get(name) ?? name;
    const size = this.#sizes.get(buffer);
    if (size === undefined) throw new Error(`plan ${this.plan.name} never writes its output ${name}`);
    const axis = this.plan.axes.has(name) ? this.#axis(name) : undefined;
    return { name, buffer, offset: 0, width: axis === undefined ? size : size / this.#capacity(name), axis };
  }

  /** Which of LIVE_AXES a buffer's rows run along. */
  #axis(name: BufferName): number {
    return LIVE_AXES.indexOf(this.#axisName(name));
  }

  #axisName(name: BufferName): Axis {
    const axis = this.plan.axes.get(name);
    if (!axis) throw new Error(`plan ${this.plan.name} has no rows called ${name}`);
    return axis;
  }

  #capacity(name: BufferName): number {
    return this.plan.shapes.get(name)?.[0] ?? 1;
  }

  /** Elements of a plan buffer or parameter. */
  #count(name: BufferName): number {
    const shape = this.plan.shapes.get(name) ?? this.plan.parameters.get(name);
    if (!shape) throw new Error(`plan ${this.plan.name} has no buffer ${name}`);
    return product(shape);
  }

  #width(name: BufferName): number {
    return this.#count(name) / this.#capacity(name);
  }

  #matrix(parameter: BufferName): [number, number] {
    const [rowCount = 1, columns = 1] = this.plan.parameters.get(parameter) ?? [];
    return [rowCount, columns];
  }

  #read(name: BufferName): Ref {
    if (this.plan.parameters.has(name)) return { at: 'parameters', names: [name] };
    return this.#inputNames.has(name) ? { at: 'input', name } : { at: 'activation', name: this.#aliases.get(name) ?? name };
  }

  #write(name: BufferName, count: number): Ref {
    this.#sizes.set(name, count);
    return { at: 'activation', name };
  }

  /** An input made from others on the host. */
  #derived(input: LoweredInput): Ref {
    if (!this.#inputs.forward.some(({ name }) => name === input.name)) this.#inputs.forward.push(input);
    return { at: 'input', name: input.name };
  }

  #dispatch(
    kernel: Kernel,
    refs: readonly Ref[],
    uniforms: Readonly<Record<string, number>>,
    grid: Dispatch['grid'],
    state?: Dispatch['state'],
  ): void {
    this.#dispatches.push({ kernel, refs, uniforms, grid, state });
  }

  /** One invocation for each of `per` things a row of the axis has. */
  #perRow(kernel: Kernel, refs: readonly Ref[], axis: number, per: number, uniforms: Readonly<Record<string, number>>): void {
    this.#dispatch(kernel, refs, { axis, ...uniforms }, (live) => gridFor(Math.ceil((live[axis] ?? 0) * per), BLOCK));
  }

  /** As #perRow, one workgroup for each. */
  #perGroup(
    kernel: Kernel,
    refs: readonly Ref[],
    axis: number,
    per: number,
    uniforms: Readonly<Record<string, number>>,
    state?: Dispatch['state'],
  ): void {
    this.#dispatch(kernel, refs, { axis, ...uniforms }, (live) => gridFor((live[axis] ?? 0) * per, 1), state);
  }

  /** Width `W` floats a row, four an invocation. */
  #elementwise(kernel: Kernel, reads: readonly BufferName[], writes: readonly BufferName[], like: BufferName): void {
    const W = this.#width(like);
    const refs = [...reads.map((name) => this.#read(name)), ...writes.map((name) => this.#write(name, this.#count(like)))];
    this.#perRow(kernel, refs, this.#axis(like), W / 4, { W });
  }

  #lower(op: FusedOp | Op): void {
    const { heads = 1, kvHeads = 1, headDim = 1 } = this.plan.attention ?? {};
    const shape = { heads, kvHeads, scale: 1 / Math.sqrt(headDim) };
    switch (op.kind) {
      case 'embed':
      case 'gather_rows': {
        const [table, indices] = op.kind === 'embed' ? [op.table, op.ids] : [op.x, op.indices];
        const D = this.#width(op.out);
        const refs = [this.#read(table), this.#read(indices), this.#write(op.out, this.#count(op.out))];
        return this.#perRow(rows.gatherRows(D), refs, this.#axis(op.out), Math.ceil(D / 4), { D });
      }
      case 'embed_backward':
      case 'scatter_rows': {
        const [indices, into, out] = op.kind === 'embed_backward' ? [op.of.ids, op.of.table, op.dTable] : [op.of.indices, op.of.x, op.dX];
        const D = this.#width(op.of.out);
        const R = this.#count(into) / D;
        const lists = listed(indices, this.#capacity(indices), R).map((input) => this.#derived(input));
        return this.#dispatch(rows.sumRows(D), [this.#read(op.dOut), ...lists, this.#write(out, R * D)], { R, D }, () =>
          gridFor(R * Math.ceil(D / 4), BLOCK),
        );
      }
      case 'rmsnorm': {
        const count = this.#count(op.x);
        const G = this.#width(op.x) / op.group;
        const refs = [this.#read(op.x), this.#read(op.weight), this.#write(op.out, count)];
        return this.#perRow(rows.rmsnorm(op.group), refs, this.#axis(op.x), G, { G, D: op.group, eps: op.eps });
      }
      case 'rmsnorm_backward': {
        const { x, weight, group: D, eps } = op.of;
        const axis = this.#axis(x);
        const G = this.#width(x) / D;
        const inverses = `${op.of.out}.inverses`;
        const dX = op.dX ?? `${op.of.out}.unwanted`;
        const refs = [
          this.#read(x),
          this.#read(weight),
          this.#read(op.dOut),
          this.#write(dX, this.#count(x)),
          this.#write(inverses, this.#count(x) / D),
        ];
        this.#perRow(rows.rmsnormBackward(D), refs, axis, G, { G, D, eps });
        if (op.dWeight)
          this.#dispatch(
            rows.rmsnormWeightGradient,
            [this.#read(x), this.#read(op.dOut), this.#read(inverses), this.#write(op.dWeight, D)],
            { axis, G, D },
            () => gridFor(D, BLOCK),
          );
        return;
      }
      case 'linear':
        return this.#linear({ kind: 'fused_linear', x: op.x, layers: [op], out: op.out });
      case 'fused_linear':
        return this.#linear(op);
      case 'linear_backward':
        return this.#linearBackward(op);
      case 'rope':
      case 'rope_backward': {
        const [x, out, sign] = op.kind === 'rope' ? [op.x, op.out, 1] : [op.dOut, op.dX, -1];
        // A gradient has the shape of what it is of; both run along the tokens.
        const count = op.kind === 'rope' ? this.#count(op.x) : (this.#sizes.get(op.dOut) ?? 0);
        const own = count / this.plan.tokens / headDim;
        const half = rows.ropeHalf(headDim);
        const refs = [this.#read(x), this.#read('positions'), { at: 'turns' } as const, this.#write(out, count)];
        return this.#perRow(rows.rope(headDim), refs, 0, own * half, { heads: own, half, sign });
      }
      case 'attention':
        return this.#attention(op);
      case 'fused_attention':
        return this.#fusedAttention(op);
      case 'attention_backward': {
        const { q, k, v, stats, out } = op.of;
        const common = [this.#read(q), this.#read(k), this.#read(v)];
        const toQueries = [
          ...common,
          this.#read(out),
          this.#read(op.dOut),
          this.#read(stats),
          this.#write(op.dQ, this.#count(q)),
          this.#derived(first(undefined, this.plan.tokens)),
        ];
        this.#perRow(attention.attentionBackwardQueries(headDim), toQueries, 0, heads, shape);
        const toKeys = [
          ...common,
          this.#read(op.dOut),
          this.#read(stats),
          this.#write(op.dK, this.#count(k)),
          this.#write(op.dV, this.#count(v)),
          this.#derived(ends(this.plan.tokens)),
        ];
        return this.#perRow(attention.attentionBackwardKeys(headDim), toKeys, 0, kvHeads, shape);
      }
      case 'swiglu':
        return this.#elementwise(rows.swiglu, [op.gate, op.up], [op.out], op.gate);
      case 'swiglu_backward':
        return this.#elementwise(rows.swigluBackward, [op.of.gate, op.of.up, op.dOut], [op.dGate, op.dUp], op.of.gate);
      case 'relu':
        return this.#elementwise(rows.relu, [op.x], [op.out], op.x);
      case 'relu_backward':
        return this.#elementwise(rows.reluBackward, [op.of.out, op.dOut], [op.dX], op.of.out);
      case 'add':
        return this.#elementwise(rows.add, [op.a, op.b], [op.out], op.a);
      case 'accumulate': {
        const count = this.#sizes.get(op.a) ?? this.#count(op.a);
        const refs = [this.#read(op.a), this.#read(op.b), this.#write(op.out, count)];
        return this.#dispatch(rows.sum, refs, { count }, () => gridFor(count / 4, BLOCK));
      }
      case 'token_stats': {
        const N = this.#capacity(op.targets);
        const refs = [
          ...this.#statsInputs(op),
          this.#write(op.logprobs, N),
          this.#write(op.entropies, N),
          this.#write(`${op.logprobs}.parts`, N * 4),
        ];
        const [axis, kept, uniforms] = [this.#axis(op.targets), op.kept !== undefined, { V: this.#width(op.logits) }];
        if (this.options.wide) return this.#perGroup(wide.wideTokenStats(kept), refs, axis, 1, uniforms);
        return this.#perRow(tokens.tokenStats(kept), refs, axis, 1, uniforms);
      }
      case 'token_stats_backward':
        return this.#tokenStatsBackward(op);
      case 'sample':
        return this.#sample(op);
      case 'gradient_norm': {
        const count = this.#count(op.gradients);
        const strips = optimizer.stripsOf(count);
        const parts = `${op.out}.parts`;
        this.#dispatch(
          optimizer.gradientNormStrips,
          [this.#read(op.gradients), this.#write(parts, strips * 2)],
          { quads: Math.ceil(count / 4), strips },
          () => gridFor(strips, BLOCK),
        );
        return this.#dispatch(optimizer.gradientNorm, [this.#read(parts), this.#write(op.out, 1)], { strips }, () => [1, 1, 1]);
      }
      case 'adamw': {
        const count = this.#count(op.parameters);
        const quads = Math.ceil(count / 4);
        const refs = [
          ...[op.parameters, op.gradients, op.m, op.v, op.norm, op.settings].map((name) => this.#read(name)),
          ...[op.nextParameters, op.nextM, op.nextV].map((name) => this.#write(name, count)),
        ];
        return this.#dispatch(optimizer.adamw, refs, { quads }, () => gridFor(quads, BLOCK));
      }
      default:
        return op satisfies never;
    }
  }

  /** Fused linear layers; one more dispatch before them makes the low-rank products of all their adapters. */
  #linear(op: FusedLinear): void {
    const { layers, norm, indices, residual, swiglu } = op;
    const bias = layers[0]?.bias;
    const [, K] = this.#matrix(layers[0]?.weight ?? '');
    const widths = layers.map(({ weight }) => this.#matrix(weight)[0]);
    const W = swiglu ? (widths[0] ?? 0) : widths.reduce((a, b) => a + b, 0);
    const like = indices ?? op.x;
    const axis = this.#axis(like);
    const most = this.#capacity(like);
    const adapted = layers.some(({ low }) => low !== undefined);
    const modules: Modules = layers.map(({ module }) => module);
    const slots = adapted ? this.plan.adapters.length * layers.length : 0;
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
      split: this.#split,
    };
    const low = layers.length === 1 && layers[0]?.low ? layers[0].low : `${op.out}.low`;
    if (adapted) this.#lowRank(op.x, like, modules, 'A', K, low, norm);
    const refs: Ref[] = [this.#read(op.x), { at: 'parameters', names: layers.map(({ weight }) => weight) }, this.#write(op.out, most * W)];
    if (bias) refs.push({ at: 'parameters', names: layers.map((layer) => layer.bias ?? '') });
    if (norm) refs.push(this.#read(norm.weight));
    if (indices) refs.push(this.#read(indices));
    if (residual) refs.push(this.#read(residual));
    if (adapted) refs.push(this.#read(low), { at: 'bank', modules, which: 'B' }, this.#members(like), { at: 'slots', modules, which: 'B' });
    const columns = Object.fromEntries(widths.map((width, n) => [`J${n}`, width]));
    const grid = linear.linearGrid(options);
    this.#dispatch(
      linear.linear(options),
      refs,
      { axis, K, W, ...columns, RS: this.#low, LS: this.#low * layers.length, eps: norm?.eps ?? 0 },
      (live) => grid(live[axis] ?? 0),
    );
  }

  /** scale · x · bankᵀ of each token's own adapter, for all modules of a bank. */
  #lowRank(
    x: BufferName,
    like: BufferName,
    modules: Modules,
    which: 'A' | 'B',
    K: number,
    out: BufferName,
    norm?: FusedLinear['norm'],
  ): void {
    const layers = modules.length;
    const slots = this.plan.adapters.length * layers;
    const refs: Ref[] = [
      this.#read(x),
      { at: 'bank', modules, which },
      this.#members(like),
      { at: 'slots', modules, which },
      this.#write(out, this.#capacity(like) * this.#low * layers),
      ...(norm ? [this.#read(norm.weight)] : []),
    ];
    const axis = this.#axis(like);
    const uniforms = { axis, K, RS: this.#low, eps: norm?.eps ?? 0 };
    const options: linear.LowRankOptions = {
      K,
      norm: norm !== undefined,
      slots,
      layers,
      tokens: this.options.single ? 1 : 4,
      split: this.#split,
    };
    this.#dispatch(linear.lowRank(options), refs, uniforms, (live) =>
      gridFor(linear.lowRankInvocations(options, live[axis] ?? 0, this.#low), BLOCK),
    );
  }

  /** The rows of `like` in the order of their adapters. */
  #members(like: BufferName): Ref {
    return this.#derived(membersOf(this.#axisName(like), this.#capacity(like)));
  }

  #attention(op: Extract<Op, { kind: 'attention' }>): void {
    const { heads = 1, kvHeads = 1, headDim = 1 } = this.plan.attention ?? {};
    const cached = op.places !== undefined;
    const start = this.#derived(first(op.places, this.plan.tokens));
    const past = (which: 'keys' | 'values'): Ref => ({ at: 'past', layer: op.layer, which });
    if (cached) {
      const refs = [this.#read(op.k), this.#read(op.v), past('keys'), past('values'), start, this.#read('positions')];
      this.#perRow(attention.storeKeys(headDim), refs, 0, kvHeads, { kvHeads });
    }
    const refs = [
      this.#read(op.q),
      cached ? past('keys') : this.#read(op.k),
      cached ? past('values') : this.#read(op.v),
      start,
      this.#write(op.out, this.#count(op.q)),
      ...(cached ? [this.#read('positions')] : [this.#write(op.stats, this.plan.tokens * heads * 2)]),
    ];
    const uniforms = { heads, kvHeads, scale: 1 / Math.sqrt(headDim), Q: heads * headDim };
    this.#attend({ headDim, cached, statistics: !cached }, refs, uniforms);
  }

  #attend(options: attention.AttentionOptions, refs: readonly Ref[], uniforms: Readonly<Record<string, number>>): void {
    const { heads = 1 } = this.plan.attention ?? {};
    if (!this.options.wide) return this.#perRow(attention.attention(options), refs, 0, heads, uniforms);
    this.#perGroup(wide.wideAttention(options), refs, 0, heads, uniforms);
  }

  #fusedAttention({ qkv, norms, of: op }: FusedAttention): void {
    const { heads = 1, kvHeads = 1, headDim = 1 } = this.plan.attention ?? {};
    const cached = op.places !== undefined;
    const own = cached && this.options.single;
    const start = this.#derived(first(op.places, this.plan.tokens));
    const width = kvHeads * headDim;
    const past = (which: 'keys' | 'values', written: boolean): Ref => {
      if (cached) return { at: 'past', layer: op.layer, which };
      const name = `${op.out}.${which}`;
      return written ? this.#write(name, this.plan.tokens * width) : this.#read(name);
    };
    const uniforms = {
      heads,
      kvHeads,
      scale: 1 / Math.sqrt(headDim),
      Q: (heads + 2 * kvHeads) * headDim,
      kAt: heads * headDim,
      vAt: heads * headDim + width,
      eps: norms?.[0].eps ?? 0,
    };
    const gains: Ref[] = norms ? [{ at: 'parameters', names: norms.map(({ weight }) => weight) }] : [];
    const turning = [this.#read('positions'), { at: 'turns' } as const, ...gains];
    if (!own) {
      const refs = [this.#read(qkv), past('keys', true), past('values', true), start, ...turning];
      this.#perRow(attention.appendKeys(headDim, cached, norms !== undefined), refs, 0, kvHeads, uniforms);
    }
    const refs = [this.#read(qkv), past('keys', false), past('values', false), start, this.#write(op.out, this.#count(op.q)), ...turning];
    this.#attend({ headDim, cached, raw: { norms: norms !== undefined }, own }, refs, uniforms);
  }

  #statsInputs(op: Extract<Op, { kind: 'token_stats' }>): Ref[] {
    return [op.logits, op.targets, op.temperature, ...(op.kept ? [op.kept] : [])].map((name) => this.#read(name));
  }

  #tokenStatsBackward(op: Extract<Op, { kind: 'token_stats_backward' }>): void {
    const { of } = op;
    const V = this.#width(of.logits);
    // Logits that nobody else wants become their own gradient.
    const inPlace = !this.plan.outputs.forward.includes(of.logits);
    const refs = [...this.#statsInputs(of), this.#read(op.dLogprobs), this.#read(op.dEntropies), this.#read(`${of.logprobs}.parts`)];
    if (inPlace) this.#aliases.set(op.dLogits, of.logits);
    else refs.push(this.#write(op.dLogits, this.#count(of.logits)));
    this.#perRow(tokens.tokenStatsBackward(of.kept !== undefined, inPlace), refs, this.#axis(of.targets), V, { V });
  }

  #sample(op: Extract<Op, { kind: 'sample' }>): void {
    const { plan } = this;
    const N = this.#capacity(op.temperature);
    if (plan.ops.forward.at(-1) !== op || plan.feedback.some((change) => 'from' in change && change.from !== op.tokens))
      throw new Error(`plan ${plan.name} must end with its draw, and only the drawn tokens can be fed back`);
    const takes = plan.feedback.flatMap((change) => ('from' in change ? [change.input] : []));
    const raises = plan.feedback.flatMap((change) => ('from' in change ? [] : [change.input]));
    this.#state.push({ name: STEPS, count: N, fill: () => new Int32Array(N) });
    this.#draw = { rows: N, axis: this.#axis(op.temperature) };
    for (const [which, name] of [op.tokens, op.logprobs, op.entropies].entries()) this.#drawn.set(name, which as 0 | 1 | 2);
    const axis = this.#axis(op.temperature);
    const refs: Ref[] = [this.#read(op.logits), this.#derived(rules(op, N)), { at: 'state' }, { at: 'drawn' }];
    const state = Object.fromEntries([
      ['counters', op.counters],
      ['steps', STEPS],
      ...takes.map((name, n) => [`take${n}`, name]),
      ...raises.map((name, n) => [`raise${n}`, name]),
    ]);
    const feedback = { takes: takes.length, raises: raises.length };
    const uniforms = { V: this.#width(op.logits) };
    if (this.options.wide) this.#perGroup(wide.wideSample(feedback), refs, axis, 1, uniforms, state);
    else this.#dispatch(tokens.sample(feedback), refs, { axis, ...uniforms }, (live) => gridFor(live[axis] ?? 0, BLOCK), state);
  }

  /** `before`: what its input's gradient is added to. */
  #linearBackward(op: Extract<Op, { kind: 'linear_backward' }>, before?: BufferName): void {
    const { of } = op;
    const [outputs, inputs] = this.#matrix(of.weight);
    const axis = this.#axis(of.out);
    const most = this.#capacity(of.out);
    const { low, module } = of;
    const dLow = low && module && (op.dX || op.adapters) ? gradientOf(low) : undefined;
    const modules: Modules = [module];
    const slots = this.plan.adapters.length;
    if (dLow) this.#lowRank(op.dOut, of.out, modules, 'B', outputs, dLow);
    if (op.dX) {
      const options = { J: inputs, K: outputs, slots: dLow ? slots : 0, accumulate: before !== undefined };
      const refs: Ref[] = [this.#read(op.dOut), this.#read(of.weight), this.#write(op.dX, most * inputs)];
      if (before) refs.push(this.#read(before));
      if (dLow)
        refs.push(this.#read(dLow), { at: 'bank', modules, which: 'A' }, this.#members(of.out), { at: 'slots', modules, which: 'A' });
      const grid = gemm.inputGradientGrid(options);
      this.#dispatch(gemm.inputGradient(options), refs, { axis, J: inputs, K: outputs, RS: this.#low }, (live) => grid(live[axis] ?? 0));
    }
    if (op.dWeight) {
      const refs = [this.#read(op.dOut), this.#read(of.x), this.#write(op.dWeight, outputs * inputs)];
      this.#dispatch(gemm.weightGradient(outputs, inputs), refs, { axis, I: outputs, J: inputs }, () =>
        gemm.weightGradientGrid(outputs, inputs),
      );
    }
    if (op.dBias)
      this.#dispatch(gemm.columnSums, [this.#read(op.dOut), this.#write(op.dBias, outputs)], { axis, N: outputs }, () =>
        gridFor(outputs, BLOCK),
      );
    if (!op.adapters || !dLow || !low || !module) return;

    const widest = Math.max(...this.plan.adapters.map((slot) => (slot.modules.has(module) ? slot.rank : 0)));
    for (const which of ['A', 'B'] as const) {
      const places = slotTable(this.plan, modules, which);
      const wide = which === 'A' ? inputs : outputs;
      const bank = `${gradientOf(of.out)}.${which}`;
      const factors = which === 'A' ? [dLow, of.x] : [op.dOut, low];
      const tiles = [Math.ceil(wide / 128), Math.ceil(widest / 8)] as const;
      const total = places.reduce((sum, { rank }) => sum + rank, 0) * wide;
      const grid: Grid = which === 'A' ? [tiles[0], tiles[1], slots] : [tiles[1], tiles[0], slots];
      this.#dispatch(
        gemm.adapterGradient(which, wide, slots),
        [
          ...factors.map((name) => this.#read(name)),
          this.#read('adapter_rows'),
          this.#derived(boundsOf(this.#axisName(of.out), this.plan.sequences)),
          { at: 'slots', modules, which },
          this.#write(bank, total),
        ],
        { wide, RS: this.#low },
        () => grid,
      );
      this.plan.adapters.forEach((slot, i) => {
        const { offset = 0, rank = 0 } = places[i] ?? {};
        const parameter = (which === 'A' ? loraA : loraB)(slot.name, module);
        if (rank > 0 && slot.trainable)
          this.#views.set(gradientOf(parameter), { buffer: bank, offset, width: rank * wide, axis: undefined });
      });
    }
  }
}

/** Whether `next` only adds a layer's gradient of its input to what is there already. */
function addsTo(op: FusedOp | Op | undefined, next: FusedOp | Op | undefined): next is Extract<Op, { kind: 'accumulate' }> {
  return op?.kind === 'linear_backward' && next?.kind === 'accumulate' && next.b === op.dX;
}

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);
