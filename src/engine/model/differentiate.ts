/**
 * The backward stage of a plan, derived from its forward operations by one rule per macro-operation (each rule's
 * arithmetic lives in the executors and is checked against finite differences and the golden gradients).
 * Gradients are computed only for what depends on a trainable parameter, so with LoRA on a frozen base nothing below
 * the first adapted projection is differentiated.
 */
import {
  type AdapterSlot,
  type BackwardOp,
  type BufferName,
  type ForwardOp,
  gradientOf,
  loraA,
  loraB,
  readsOf,
} from '../contracts/plan.ts';

export interface Derivative {
  readonly ops: BackwardOp[];
  /** The buffer that holds each trainable parameter's gradient. */
  readonly gradients: ReadonlyMap<BufferName, BufferName>;
}

export function differentiate(
  forward: readonly ForwardOp[],
  seeds: readonly BufferName[],
  trainable: ReadonlySet<BufferName>,
  adapters: readonly AdapterSlot[],
): Derivative {
  const adapted = (op: ForwardOp): boolean => {
    const module = op.kind === 'linear' ? op.module : undefined;
    return (
      module !== undefined && adapters.some((slot) => trainable.has(loraA(slot.name, module)) || trainable.has(loraB(slot.name, module)))
    );
  };
  const dependent = new Set<BufferName>(trainable);
  for (const op of forward) {
    if (readsOf(op).some((name) => dependent.has(name)) || adapted(op)) for (const out of outputsOf(op)) dependent.add(out);
  }

  const ops: BackwardOp[] = [];
  const gradients = new Map<BufferName, BufferName>(seeds.map((seed) => [seed, gradientOf(seed)]));
  let sums = 0;

  /** Name for one contribution to `buffer`'s gradient, or undefined when nobody needs it; a second one is added to the first. */
  const contribute = (buffer: BufferName, after: (() => void)[]): BufferName | undefined => {
    if (!dependent.has(buffer)) return undefined;
    const existing = gradients.get(buffer);
    if (!existing) {
      gradients.set(buffer, gradientOf(buffer));
      return gradientOf(buffer);
    }
    sums += 1;
    const part = `${gradientOf(buffer)}+${sums}`;
    const total = `${gradientOf(buffer)}=${sums}`;
    after.push(() => ops.push({ kind: 'accumulate', a: existing, b: part, out: total }));
    gradients.set(buffer, total);
    return part;
  };

  for (const op of [...forward].reverse()) {
    const after: (() => void)[] = [];
    // A head in parts is made of a finished plan (chunkedHead.ts).
    if (op.kind === 'sample' || op.kind === 'head_stats') continue;
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
          if (dX) ops.push({ kind: 'rope_backward', ...(op.local && { local: true }), dOut, dX });
          break;
        }
        case 'scale': {
          const dX = contribute(op.x, after);
          if (dX) ops.push({ kind: 'scale_backward', of: op, dOut, dX });
          break;
        }
        case 'softcap': {
          const dX = contribute(op.x, after);
          if (dX) ops.push({ kind: 'softcap_backward', of: op, dOut, dX });
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
        case 'round':
          // What is added up receives dOut itself, as does what was rounded; a gradient already there is added to.
          for (const branch of op.kind === 'add' ? [op.a, op.b] : [op.x]) {
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
  // An adapter's gradients come out of `linear_backward` under their own names.
  const own = [...trainable].map((parameter) => [parameter, gradients.get(parameter) ?? gradientOf(parameter)] as const);
  return { ops, gradients: new Map(own) };
}

function outputsOf(op: ForwardOp): BufferName[] {
  if (op.kind === 'sample') return [op.tokens, op.logprobs, op.entropies];
  return op.kind === 'token_stats' || op.kind === 'head_stats' ? [op.logprobs, op.entropies] : [op.out];
}
