/**
 * The backward stage of a plan, derived from its forward operations by one rule per macro-operation (each rule's
 * arithmetic lives in the executors and is checked against finite differences and the golden gradients).
 * Gradients are computed only for what depends on a trainable parameter, so with LoRA on a frozen base nothing below
 * the first adapted projection is differentiated.
 */
import { type AdapterSlot, type BackwardOp, type BufferName, type ForwardOp, gradientOf, loraA, loraB, readsOf } from './plan.ts';

export function differentiate(forward: readonly ForwardOp[], seeds: readonly BufferName[], trainable: ReadonlySet<BufferName>, adapters: readonly AdapterSlot[]): BackwardOp[] {
  const adapted = (op: ForwardOp): boolean => {
    const module = op.kind === 'linear' ? op.module : undefined;
    return module !== undefined && adapters.some((slot) => trainable.has(loraA(slot.name, module)) || trainable.has(loraB(slot.name, module)));
  };
  const dependent = new Set<BufferName>(trainable);
  for (const op of forward) {
    if (readsOf(op).some((name) => dependent.has(name)) || adapted(op)) for (const out of outputsOf(op)) dependent.add(out);
  }

  const ops: BackwardOp[] = [];
  const available = new Set<BufferName>(seeds.map(gradientOf));
  const gradients = new Map<BufferName, BufferName>(seeds.map((seed) => [seed, gradientOf(seed)]));
  let sums = 0;

  /** Name for one contribution to `buffer`'s gradient, or undefined when nobody needs it; a second one is added to the first. */
  const contribute = (buffer: BufferName, after: (() => void)[]): BufferName | undefined => {
    if (!dependent.has(buffer)) return undefined;
    const existing = gradients.get(buffer);
    if (!existing) {
      gradients.set(buffer, gradientOf(buffer));
      available.add(gradientOf(buffer));
      return gradientOf(buffer);
    }
    sums += 1;
    const part = `${gradientOf(buffer)}+${sums}`;
    const total = trainable.has(buffer) ? gradientOf(buffer) : `${gradientOf(buffer)}=${sums}`;
    // A trainable parameter's gradient keeps its public name, so its earlier contribution gives the name up.
    const earlier = trainable.has(buffer) ? renameOutput(ops, existing, `${existing}-${sums}`) : existing;
    after.push(() => ops.push({ kind: 'accumulate', a: earlier, b: part, out: total }));
    gradients.set(buffer, total);
    return part;
  };

  for (const op of [...forward].reverse()) {
    const after: (() => void)[] = [];
    if (op.kind === 'token_stats') {
      const dLogprobs = gradients.get(op.logprobs);
      const dEntropies = gradients.get(op.entropies);
      if (!dLogprobs || !dEntropies) continue;
      const dLogits = contribute(op.logits, after);
      if (dLogits) ops.push({ kind: 'token_stats_backward', of: op, dLogprobs, dEntropies, dLogits });
    } else {
      const dOut = gradients.get(op.out);
      if (!dOut) continue;
      switch (op.kind) {
        case 'linear': {
          const adapters = adapted(op);
          const dX = contribute(op.x, after);
          const dWeight = trainable.has(op.weight) ? contribute(op.weight, after) : undefined;
          const dBias = op.bias && trainable.has(op.bias) ? contribute(op.bias, after) : undefined;
          if (adapters || dX || dWeight || dBias) ops.push({ kind: 'linear_backward', of: op, dOut, dX, dWeight, dBias, adapters });
          break;
        }
        case 'rmsnorm': {
          const dX = contribute(op.x, after);
          const dWeight = trainable.has(op.weight) ? contribute(op.weight, after) : undefined;
          if (dX || dWeight) ops.push({ kind: 'rmsnorm_backward', of: op, dOut, dX, dWeight });
          break;
        }
        case 'rope': {
          const dX = contribute(op.x, after);
          if (dX) ops.push({ kind: 'rope_backward', dOut, dX });
          break;
        }
        case 'attention': {
          // All three are computed together; those nobody asks for are dropped by liveness.
          const dQ = contribute(op.q, after) ?? `${gradientOf(op.q)}?`;
          const dK = contribute(op.k, after) ?? `${gradientOf(op.k)}?`;
          const dV = contribute(op.v, after) ?? `${gradientOf(op.v)}?`;
          ops.push({ kind: 'attention_backward', of: op, dOut, dQ, dK, dV });
          break;
        }
        case 'swiglu': {
          const dGate = contribute(op.gate, after) ?? `${gradientOf(op.gate)}?`;
          const dUp = contribute(op.up, after) ?? `${gradientOf(op.up)}?`;
          ops.push({ kind: 'swiglu_backward', of: op, dOut, dGate, dUp });
          break;
        }
        case 'relu': {
          const dX = contribute(op.x, after);
          if (dX) ops.push({ kind: 'relu_backward', of: op, dOut, dX });
          break;
        }
        case 'add':
          // Both branches receive dOut itself; a gradient already there is added to.
          for (const branch of [op.a, op.b]) {
            if (!dependent.has(branch)) continue;
            const existing = gradients.get(branch);
            if (!existing) gradients.set(branch, dOut);
            else {
              sums += 1;
              ops.push({ kind: 'accumulate', a: existing, b: dOut, out: `${gradientOf(branch)}=${sums}` });
              gradients.set(branch, `${gradientOf(branch)}=${sums}`);
            }
          }
          break;
        case 'gather_rows': {
          const dX = contribute(op.x, after);
          if (dX) ops.push({ kind: 'scatter_rows', of: op, dOut, dX });
          break;
        }
        case 'embed': {
          const dTable = trainable.has(op.table) ? contribute(op.table, after) : undefined;
          if (dTable) ops.push({ kind: 'embed_backward', of: op, dOut, dTable });
          break;
        }
        default:
          op satisfies never;
      }
    }
    for (const emit of after) emit();
  }
  return ops;
}

function outputsOf(op: ForwardOp): BufferName[] {
  return op.kind === 'token_stats' ? [op.logprobs, op.entropies] : [op.out];
}

/** Renames the output of the operation that wrote `from` (a tied embedding's first contribution). */
function renameOutput(ops: BackwardOp[], from: BufferName, to: BufferName): BufferName {
  const index = ops.findIndex((op) => Object.entries(op).some(([field, value]) => isOutputField(op, field) && value === from));
  const op = ops[index];
  if (!op) throw new Error(`no operation writes ${from}`);
  ops[index] = Object.fromEntries(Object.entries(op).map(([field, value]) => [field, isOutputField(op, field) && value === from ? to : value])) as BackwardOp;
  return to;
}

function isOutputField(op: BackwardOp, field: string): boolean {
  return op.kind === 'accumulate' ? field === 'out' : /^d(X|Weight|Bias|Logits|Q|K|V|Gate|Up|Table)$/.test(field);
}
