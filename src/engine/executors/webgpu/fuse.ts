/**
 * Finds operations of a plan that one kernel can do together. A buffer that disappears must be read by nobody else, in
 * neither stage, so the same rules leave a training plan what its backward stage needs.
 */
import { type BufferName, type ForwardOp, type Plan, readsOf } from '../../contracts/plan.ts';
import { MOST_LAYERS } from './kernels/linear.ts';

/** Storage buffers that every adapter lets a kernel have. */
const STORAGE_BUFFERS = 8;

/** Storage buffers of a fused linear: rows, weights and result, and what comes in addition. */
const buffersOf = ({ layers, residual }: FusedLinear): number =>
  3 + Number(layers.some(({ bias }) => bias)) + Number(residual !== undefined) + (layers.some(({ module }) => module) ? 3 : 0);

type OpOf<Kind extends ForwardOp['kind']> = Extract<ForwardOp, { kind: Kind }>;

/** Linear layers that read the same rows, in one dispatch, results side by side. */
export interface FusedLinear {
  readonly kind: 'fused_linear';
  readonly x: BufferName;
  readonly layers: readonly OpOf<'linear'>[];
  readonly norm?: OpOf<'rmsnorm'>;
  /** Chooses the rows of x. */
  readonly indices?: BufferName;
  readonly residual?: BufferName;
  /** The layers are gate and up. */
  readonly swiglu?: boolean;
  readonly out: BufferName;
}

/** Attention over queries, keys and values that lie side by side as a fused linear left them: norms and turns happen inside. */
export interface FusedAttention {
  readonly kind: 'fused_attention';
  readonly qkv: BufferName;
  readonly norms?: readonly [OpOf<'rmsnorm'>, OpOf<'rmsnorm'>];
  /** Turned by the plan's local frequencies. */
  readonly local: boolean;
  readonly of: OpOf<'attention'>;
}

export type FusedOp = ForwardOp | FusedLinear | FusedAttention;

/**
 * The forward stage with what belongs together put together: `residuals` alone where products are by tiles, which leave no room
 * for more, or everything.
 */
export function fuse(plan: Plan, what: 'everything' | 'residuals' = 'everything'): FusedOp[] {
  return new Fusion(plan).result(what === 'everything');
}

class Fusion {
  readonly #ops: readonly ForwardOp[];
  readonly #kept: ReadonlySet<BufferName>;
  readonly #makers = new Map<BufferName, ForwardOp>();
  readonly #readers = new Map<BufferName, ForwardOp[]>();
  /** What an operation is replaced by: itself, a fused one, or nothing when a later one does its work. */
  readonly #become = new Map<ForwardOp, FusedOp | null>();

  constructor(readonly plan: Plan) {
    this.#ops = plan.ops.forward as readonly ForwardOp[];
    this.#kept = new Set([...plan.outputs.forward, ...plan.ops.backward.flatMap(readsOf)]);
    for (const op of this.#ops) {
      if ('out' in op) this.#makers.set(op.out, op);
      for (const name of readsOf(op)) this.#readers.set(name, [...(this.#readers.get(name) ?? []), op]);
    }
  }

  result(everything: boolean): FusedOp[] {
    for (const op of this.#ops) if (everything && op.kind === 'attention') this.#fuseAttention(op);
    for (const op of this.#ops) if (everything && op.kind === 'swiglu') this.#fuseSwiglu(op);
    for (const op of this.#ops)
      if (op.kind === 'linear' && !this.#become.has(op)) this.#become.set(op, { kind: 'fused_linear', x: op.x, layers: [op], out: op.out });
    for (const op of this.#ops) if (op.kind === 'add') this.#fuseResidual(op);
    for (const op of this.#ops) if (everything && op.kind === 'rmsnorm' && !this.#become.has(op)) this.#fuseNorm(op);
    return this.#ops.flatMap((op) => {
      const fused = this.#become.get(op);
      return fused === null ? [] : [fused ?? op];
    });
  }

  /** Whether `name` may disappear: made by an operation of `kind` and read by `readers` only. */
  #inner<Kind extends ForwardOp['kind']>(name: BufferName, kind: Kind, readers: readonly ForwardOp[]): OpOf<Kind> | undefined {
    const maker = this.#makers.get(name);
    const all = this.#readers.get(name) ?? [];
    if (maker?.kind !== kind || this.#kept.has(name) || all.some((reader) => !readers.includes(reader))) return undefined;
    return maker as OpOf<Kind>;
  }

  #fuseAttention(op: OpOf<'attention'>): void {
    const { headDim = 1 } = this.plan.attention ?? {};
    const behind = (name: BufferName) => {
      const rope = this.#inner(name, 'rope', [op]);
      const norm = rope && this.#inner(rope.x, 'rmsnorm', [rope]);
      const layer = rope && this.#inner(norm ? norm.x : rope.x, 'linear', [norm ?? rope]);
      return rope && layer && (!norm || norm.group === headDim) ? { rope, norm, layer } : undefined;
    };
    const q = behind(op.q);
    const k = behind(op.k);
    const v = this.#inner(op.v, 'linear', [op]);
    if (!q || !k || !v || this.#kept.has(op.stats)) return;
    const layers = [q.layer, k.layer, v];
    const alike = layers.every(({ x, bias }) => x === v.x && (bias === undefined) === (v.bias === undefined));
    const local = q.rope.local ?? false;
    if (local !== (k.rope.local ?? false)) return;
    if (!alike || layers.length > MOST_LAYERS || (q.norm === undefined) !== (k.norm === undefined) || q.norm?.eps !== k.norm?.eps) return;
    const qkv = `${op.out}.qkv`;
    for (const gone of [q.layer, k.layer, q.norm, k.norm, q.rope, k.rope]) if (gone) this.#become.set(gone, null);
    this.#become.set(v, { kind: 'fused_linear', x: v.x, layers, out: qkv });
    this.#become.set(op, { kind: 'fused_attention', qkv, norms: q.norm && k.norm ? [q.norm, k.norm] : undefined, local, of: op });
  }

  #fuseSwiglu(op: OpOf<'swiglu'>): void {
    const gate = this.#inner(op.gate, 'linear', [op]);
    const up = this.#inner(op.up, 'linear', [op]);
    if (op.gelu || !gate || !up || gate === up || gate.x !== up.x || gate.bias || up.bias) return;
    this.#become.set(gate, null);
    this.#become.set(up, null);
    this.#become.set(op, { kind: 'fused_linear', x: gate.x, layers: [gate, up], swiglu: true, out: op.out });
  }

  #fuseResidual(op: OpOf<'add'>): void {
    for (const [name, residual] of [
      [op.b, op.a],
      [op.a, op.b],
    ] as const) {
      const layer = this.#inner(name, 'linear', [op]);
      const fused = layer && this.#become.get(layer);
      if (fused?.kind !== 'fused_linear' || name === residual) continue;
      this.#become.set(layer as ForwardOp, null);
      this.#become.set(op, { ...fused, residual, out: op.out });
      return;
    }
  }

  /** A norm, and a choice of rows before it, go into the one fused linear that reads it. */
  #fuseNorm(op: OpOf<'rmsnorm'>): void {
    const [user, ...others] = [...this.#become].filter(([, fused]) => fused?.kind === 'fused_linear' && fused.x === op.out);
    const [at, fused] = user ?? [];
    if (!at || fused?.kind !== 'fused_linear' || others.length || op.group !== this.plan.shapes.get(op.x)?.[1]) return;
    if (!this.#inner(op.out, 'rmsnorm', fused.layers) || buffersOf(fused) + 1 > STORAGE_BUFFERS) return;
    const gather = fused.layers.some(({ module }) => module) ? undefined : this.#inner(op.x, 'gather_rows', [op]);
    this.#become.set(op, null);
    if (gather) this.#become.set(gather, null);
    this.#become.set(at, { ...fused, norm: op, x: gather?.x ?? op.x, indices: gather?.indices });
  }
}
