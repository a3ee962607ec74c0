/**
 * Turns a plan into dispatches: one rule per macro-operation, the counterpart of tfjs/operations.ts. What comes out is
 * data again (kernels, names of buffers, uniforms, grids), without a device; the recording gives it buffers.
 */
import { type AdapterSlot, type BufferName, gradientOf, loraA, loraB, type Op, type Plan, type Stage } from '../../model/plan.ts';
import { gridFor } from './device.ts';
import { BLOCK, type Kernel } from './kernel.ts';
import * as attention from './kernels/attention.ts';
import * as gemm from './kernels/gemm.ts';
import * as rows from './kernels/rows.ts';
import * as tokens from './kernels/tokens.ts';

/** What a binding refers to. Activations live in the recording; the rest is shared or comes with a run. */
export type Ref =
  | { readonly at: 'activation'; readonly name: BufferName }
  | { readonly at: 'input'; readonly name: BufferName }
  | { readonly at: 'parameter'; readonly name: BufferName }
  /** All adapters' A [Σ ranks, in] or Bᵀ [Σ ranks, out] of a module. */
  | { readonly at: 'bank'; readonly module: string; readonly which: 'A' | 'B' }
  | { readonly at: 'slots'; readonly module: string }
  | { readonly at: 'turns' }
  | { readonly at: 'past'; readonly layer: number; readonly which: 'keys' | 'values' }
  | { readonly at: 'extents' };

export interface Dispatch {
  readonly kernel: Kernel;
  readonly refs: readonly Ref[];
  readonly uniforms: Readonly<Record<string, number>>;
  readonly grid: readonly [number, number, number];
}

/** Host data a run brings: the plan's inputs, and index lists derived from them. */
export interface LoweredInput {
  readonly name: BufferName;
  readonly count: number;
  /** Derived: the rows of `indices`, listed by the row of `rows` that each one names. */
  readonly inverse?: { readonly indices: BufferName; readonly rows: number; readonly part: 'starts' | 'order' };
}

/** Part of an activation that is an output of its own, in floats. */
export interface View {
  readonly buffer: BufferName;
  readonly offset: number;
  readonly length: number;
}

export interface Lowered {
  readonly dispatches: { readonly [S in Stage]: readonly Dispatch[] };
  readonly inputs: { readonly [S in Stage]: readonly LoweredInput[] };
  /** Floats of each activation. */
  readonly sizes: ReadonlyMap<BufferName, number>;
  readonly outputs: { readonly [S in Stage]: readonly (View & { readonly name: BufferName })[] };
}

/** Where each slot's matrices lie in a module's bank; rank 0 where the slot does not change the module. */
export function slotTable(slots: readonly AdapterSlot[], module: string): { offset: number; rank: number; scale: number }[] {
  let offset = 0;
  return slots.map((slot) => {
    const rank = slot.modules.has(module) ? slot.rank : 0;
    const place = { offset, rank, scale: slot.scale };
    offset += rank;
    return place;
  });
}

/** Lowers both stages; `cached` says whether attention appends to a cache and reads its past. */
export function lower(plan: Plan, cached: boolean): Lowered {
  return new Lowering(plan, cached).result();
}

class Lowering {
  readonly #sizes = new Map<BufferName, number>();
  readonly #views = new Map<BufferName, View>();
  readonly #inputs: { readonly [S in Stage]: LoweredInput[] };
  readonly #inputNames: ReadonlySet<BufferName>;
  /** Stride of the low-rank products: the largest rank, in vectors of four. */
  readonly #low: number;
  #dispatches: Dispatch[] = [];

  constructor(
    readonly plan: Plan,
    readonly cached: boolean,
  ) {
    const plain = (stage: Stage): LoweredInput[] => plan.inputs[stage].map(({ name, shape }) => ({ name, count: product(shape) }));
    this.#inputs = { forward: plain('forward'), backward: plain('backward') };
    this.#inputNames = new Set([...this.#inputs.forward, ...this.#inputs.backward].map(({ name }) => name));
    this.#low = Math.ceil(Math.max(1, ...plan.adapters.map((slot) => slot.rank)) / 4) * 4;
  }

  result(): Lowered {
    const stage = (name: Stage) => {
      this.#dispatches = [];
      for (const op of this.plan.ops[name]) this.#lower(op);
      return this.#dispatches;
    };
    const dispatches = { forward: stage('forward'), backward: stage('backward') };
    const outputs = (name: Stage) => this.plan.outputs[name].map((output) => ({ name: output, ...this.#view(output) }));
    return {
      dispatches,
      inputs: this.#inputs,
      sizes: this.#sizes,
      outputs: { forward: outputs('forward'), backward: outputs('backward') },
    };
  }

  #view(name: BufferName): View {
    const size = this.#sizes.get(name);
    const view = this.#views.get(name) ?? (size === undefined ? undefined : { buffer: name, offset: 0, length: size });
    if (!view) throw new Error(`plan ${this.plan.name} never writes its output ${name}`);
    return view;
  }

  /** Elements of a plan buffer or parameter. */
  #count(name: BufferName): number {
    const shape = this.plan.shapes.get(name) ?? this.plan.parameters.get(name);
    const count = shape ? product(shape) : this.#sizes.get(name);
    if (count === undefined) throw new Error(`plan ${this.plan.name} has no buffer ${name}`);
    return count;
  }

  #matrix(parameter: BufferName): [number, number] {
    const [rowCount = 1, columns = 1] = this.plan.parameters.get(parameter) ?? [];
    return [rowCount, columns];
  }

  #read(name: BufferName): Ref {
    if (this.plan.parameters.has(name)) return { at: 'parameter', name };
    return this.#inputNames.has(name) ? { at: 'input', name } : { at: 'activation', name };
  }

  #write(name: BufferName, count: number): Ref {
    this.#sizes.set(name, count);
    return { at: 'activation', name };
  }

  #dispatch(
    kernel: Kernel,
    refs: readonly Ref[],
    uniforms: Readonly<Record<string, number>>,
    work: number | readonly [number, number, number],
  ): void {
    this.#dispatches.push({ kernel, refs, uniforms, grid: typeof work === 'number' ? gridFor(work, BLOCK) : work });
  }

  #elementwise(kernel: Kernel, reads: readonly BufferName[], writes: readonly BufferName[], count: number): void {
    const quads = Math.ceil(count / 4);
    this.#dispatch(kernel, [...reads.map((name) => this.#read(name)), ...writes.map((name) => this.#write(name, count))], { quads }, quads);
  }

  #thin(x: BufferName, module: string, which: 'A' | 'B', K: number, low: BufferName): void {
    const { rows: rowCount, length } = this.plan;
    const M = rowCount * length;
    const refs: Ref[] = [
      this.#read(x),
      { at: 'bank', module, which },
      this.#read('adapter_rows'),
      { at: 'slots', module },
      this.#write(low, M * this.#low),
    ];
    this.#dispatch(gemm.thin(K, length), refs, { M, K, length, RS: this.#low }, (M / gemm.thinTokens(length)) * (this.#low / 4));
  }

  #gemm(
    form: gemm.Form,
    [I, J, K]: readonly [number, number, number],
    a: BufferName,
    b: BufferName,
    out: BufferName,
    extra: { bias?: BufferName; low?: BufferName; module?: string; which?: 'A' | 'B' } = {},
  ): void {
    const { bias, low, module, which } = extra;
    const adapters = low !== undefined && module !== undefined && which !== undefined;
    const refs: Ref[] = [this.#read(a), this.#read(b), this.#write(out, I * J)];
    if (bias) refs.push(this.#read(bias));
    if (adapters) refs.push(this.#read(low), { at: 'bank', module, which }, this.#read('adapter_rows'), { at: 'slots', module });
    const { length } = this.plan;
    const options = { form, I, J, K, bias: bias !== undefined, adapters: adapters ? { length } : undefined };
    this.#dispatch(gemm.gemm(options), refs, { I, J, K, length, RS: this.#low }, gemm.gemmGrid(options));
  }

  /** Lists, by row of a [rows, …] buffer, which of `indices` name it; made on the host, because sums on the device must have an order. */
  #inverse(indices: BufferName, rowCount: number): [Ref, Ref] {
    const refs = (['starts', 'order'] as const).map((part) => {
      const name = `${indices}:${part}`;
      const count = part === 'starts' ? rowCount + 1 : this.#count(indices);
      this.#inputs.forward.push({ name, count, inverse: { indices, rows: rowCount, part } });
      return { at: 'input', name } as const;
    });
    return refs as [Ref, Ref];
  }

  #lower(op: Op): void {
    const { plan } = this;
    const { heads = 1, kvHeads = 1, headDim = 1 } = plan.attention ?? {};
    const M = plan.rows * plan.length;
    const shape = { M, T: plan.length, heads, kvHeads, scale: 1 / Math.sqrt(headDim) };
    switch (op.kind) {
      case 'embed':
      case 'gather_rows': {
        const [table, indices] = op.kind === 'embed' ? [op.table, op.ids] : [op.x, op.indices];
        const N = this.#count(indices);
        const D = this.#count(op.out) / N;
        return this.#dispatch(
          rows.gatherRows(D),
          [this.#read(table), this.#read(indices), this.#write(op.out, N * D)],
          { N, D },
          N * Math.ceil(D / 4),
        );
      }
      case 'embed_backward':
      case 'scatter_rows': {
        const [indices, into, out] = op.kind === 'embed_backward' ? [op.of.ids, op.of.table, op.dTable] : [op.of.indices, op.of.x, op.dX];
        const D = this.#count(op.of.out) / this.#count(indices);
        const R = this.#count(into) / D;
        return this.#dispatch(
          rows.sumRows(D),
          [this.#read(op.dOut), ...this.#inverse(indices, R), this.#write(out, R * D)],
          { R, D },
          R * Math.ceil(D / 4),
        );
      }
      case 'rmsnorm': {
        const count = this.#count(op.x);
        const R = count / op.group;
        return this.#dispatch(
          rows.rmsnorm(op.group),
          [this.#read(op.x), this.#read(op.weight), this.#write(op.out, count)],
          { R, D: op.group, eps: op.eps },
          R,
        );
      }
      case 'rmsnorm_backward': {
        const { x, weight, group: D, eps } = op.of;
        const R = this.#count(x) / D;
        const inverses = `${op.of.out}.inverses`;
        const dX = op.dX ?? `${op.of.out}.unwanted`;
        this.#dispatch(
          rows.rmsnormBackward(D),
          [this.#read(x), this.#read(weight), this.#read(op.dOut), this.#write(dX, R * D), this.#write(inverses, R)],
          { R, D, eps },
          R,
        );
        if (op.dWeight)
          this.#dispatch(
            rows.rmsnormWeightGradient,
            [this.#read(x), this.#read(op.dOut), this.#read(inverses), this.#write(op.dWeight, D)],
            { R, D },
            D,
          );
        return;
      }
      case 'linear': {
        const [J, K] = this.#matrix(op.weight);
        const I = this.#count(op.out) / J;
        if (op.low && op.module) this.#thin(op.x, op.module, 'A', K, op.low);
        return this.#gemm('nt', [I, J, K], op.x, op.weight, op.out, { bias: op.bias, low: op.low, module: op.module, which: 'B' });
      }
      case 'linear_backward':
        return this.#linearBackward(op);
      case 'rope':
      case 'rope_backward': {
        const [x, out, sign] = op.kind === 'rope' ? [op.x, op.out, 1] : [op.dOut, op.dX, -1];
        const count = op.kind === 'rope' ? this.#count(op.x) : this.#count(op.dOut);
        const half = headDim / 2;
        const uniforms = { count: count / 2, heads: count / (M * headDim), half, sign };
        return this.#dispatch(
          rows.rope,
          [this.#read(x), this.#read('positions'), { at: 'turns' }, this.#write(out, count)],
          uniforms,
          count / 2,
        );
      }
      case 'attention': {
        const refs: Ref[] = [this.#read(op.q), this.#read(op.k), this.#read(op.v), this.#write(op.out, this.#count(op.q))];
        if (this.cached)
          refs.push({ at: 'past', layer: op.layer, which: 'keys' }, { at: 'past', layer: op.layer, which: 'values' }, { at: 'extents' });
        else refs.push(this.#write(op.probs, M * heads * 2));
        return this.#dispatch(attention.attention(headDim, this.cached), refs, shape, M * heads);
      }
      case 'attention_backward': {
        const { q, k, v, probs, out } = op.of;
        const common = [this.#read(q), this.#read(k), this.#read(v)];
        const toQueries = [...common, this.#read(out), this.#read(op.dOut), this.#read(probs), this.#write(op.dQ, this.#count(q))];
        this.#dispatch(attention.attentionBackwardQueries(headDim), toQueries, shape, M * heads);
        const toKeys = [
          ...common,
          this.#read(op.dOut),
          this.#read(probs),
          this.#write(op.dK, this.#count(k)),
          this.#write(op.dV, this.#count(v)),
        ];
        return this.#dispatch(attention.attentionBackwardKeys(headDim), toKeys, shape, M * kvHeads);
      }
      case 'swiglu':
        return this.#elementwise(rows.swiglu, [op.gate, op.up], [op.out], this.#count(op.gate));
      case 'swiglu_backward':
        return this.#elementwise(rows.swigluBackward, [op.of.gate, op.of.up, op.dOut], [op.dGate, op.dUp], this.#count(op.of.gate));
      case 'relu':
        return this.#elementwise(rows.relu, [op.x], [op.out], this.#count(op.x));
      case 'relu_backward':
        return this.#elementwise(rows.reluBackward, [op.of.out, op.dOut], [op.dX], this.#count(op.of.out));
      case 'add':
      case 'accumulate':
        return this.#elementwise(rows.add, [op.a, op.b], [op.out], this.#sizes.get(op.a) ?? this.#count(op.a));
      case 'token_stats': {
        const N = this.#count(op.targets);
        const V = this.#count(op.logits) / N;
        return this.#dispatch(
          tokens.tokenStats(op.kept !== undefined),
          [...this.#statsInputs(op), this.#write(op.logprobs, N), this.#write(op.entropies, N)],
          { N, V },
          N,
        );
      }
      case 'token_stats_backward': {
        const N = this.#count(op.of.targets);
        const V = this.#count(op.of.logits) / N;
        const refs = [...this.#statsInputs(op.of), this.#read(op.dLogprobs), this.#read(op.dEntropies), this.#write(op.dLogits, N * V)];
        return this.#dispatch(tokens.tokenStatsBackward(op.of.kept !== undefined), refs, { N, V }, N);
      }
      default:
        return op satisfies never;
    }
  }

  #statsInputs(op: Extract<Op, { kind: 'token_stats' }>): Ref[] {
    return [op.logits, op.targets, op.temperature, ...(op.kept ? [op.kept] : [])].map((name) => this.#read(name));
  }

  #linearBackward(op: Extract<Op, { kind: 'linear_backward' }>): void {
    const { of } = op;
    const [outputs, inputs] = this.#matrix(of.weight);
    const M = this.#count(of.out) / outputs;
    const { low, module } = of;
    const dLow = low && module && (op.dX || op.adapters) ? gradientOf(low) : undefined;
    if (dLow && module) this.#thin(op.dOut, module, 'B', outputs, dLow);
    if (op.dX) this.#gemm('nn', [M, inputs, outputs], op.dOut, of.weight, op.dX, { low: dLow, module, which: 'A' });
    if (op.dWeight) this.#gemm('tn', [outputs, inputs, M], op.dOut, of.x, op.dWeight);
    if (op.dBias) this.#dispatch(gemm.columnSums, [this.#read(op.dOut), this.#write(op.dBias, outputs)], { M, N: outputs }, outputs);
    if (!op.adapters || !dLow || !low || !module) return;

    const places = slotTable(this.plan.adapters, module);
    const total = places.reduce((sum, { rank }) => sum + rank, 0);
    const widest = Math.max(...places.map(({ rank }) => rank));
    for (const which of ['A', 'B'] as const) {
      const wide = which === 'A' ? inputs : outputs;
      const bank = `${gradientOf(of.out)}.${which}`;
      const factors = which === 'A' ? [dLow, of.x] : [op.dOut, low];
      const tiles = [Math.ceil(wide / 128), Math.ceil(widest / 8)] as const;
      this.#dispatch(
        gemm.adapterGradient(which, wide),
        [...factors.map((name) => this.#read(name)), this.#read('adapter_rows'), { at: 'slots', module }, this.#write(bank, total * wide)],
        { wide, rows: this.plan.rows, length: this.plan.length, RS: this.#low },
        which === 'A' ? [tiles[0], tiles[1], places.length] : [tiles[1], tiles[0], places.length],
      );
      this.plan.adapters.forEach((slot, i) => {
        const { offset = 0, rank = 0 } = places[i] ?? {};
        const parameter = (which === 'A' ? loraA : loraB)(slot.name, module);
        if (rank > 0 && slot.trainable)
          this.#views.set(gradientOf(parameter), { buffer: bank, offset: offset * wide, length: rank * wide });
      });
    }
  }
}

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);
