/**
 * Every macro-operation in stock TensorFlow.js ops: the reference the fused executors are compared with. Formulations
 * are the ones measured fast among stock ops on WASM (products of untransposed operands, same-shape element-wise work,
 * no slicing); each row's numbers are independent of its neighbours because every reduction runs within a row.
 */
import type { BackwardOp, ForwardOp, Op, Plan } from '../../contracts/plan.ts';
import { gradientOf, isOptimizerOp, loraA, loraB } from '../../contracts/plan.ts';
import type { HostInputs } from '../../contracts/executor.ts';
import { attend, attendBackward, attendCached, type Rectangles } from './attention.ts';
import { adapterMask, rotaryTables, rotationMatrix } from './batch.ts';
import type { TfjsCache } from './cache.ts';
import type { ParameterStore } from './parameters.ts';
import { optimize } from './optimizer.ts';
import { type Tensor, type Tensor2D, tf } from './runtime.ts';

/** What an operation may use; `shared` makes a tensor once per run and keeps it until the run ends. */
export interface OperationContext {
  readonly plan: Plan;
  readonly inputs: HostInputs;
  readonly parameters: ParameterStore;
  readonly cache: TfjsCache | undefined;
  /** How the batch's sequences attend. */
  readonly rectangles: Rectangles;
  value(name: string): Tensor;
  shared(key: string, make: () => Tensor): Tensor;
}

export type Results = Record<string, Tensor>;

/** One-hot products beat gather up to this vocabulary (engine-perf.md §1: 0.9 against 4.5 ms per 1024 rows). */
const ONE_HOT_VOCABULARY = 1024;

function rotate(context: OperationContext, x: Tensor, backward: boolean, local = false): Tensor {
  const headDim = context.plan.attention?.headDim ?? 0;
  const heads = (x.shape[1] ?? 0) / headDim;
  const positions = context.inputs['positions'] ?? [];
  const tokens = positions.length;
  const cos = context.shared(`cos:${heads}:${local}`, () => rotaryTables(context.plan, positions, heads, local).cos);
  const sin = context.shared(`sin:${heads}:${local}`, () => rotaryTables(context.plan, positions, heads, local).sin);
  const turn = context.shared(`turn:${backward}`, () => rotationMatrix(headDim, backward));
  const flat = tf.reshape(x, [tokens * heads, headDim]);
  // Forward: x·cos + rotate(x)·sin. Backward is its transpose: dy·cos + rotateᵀ(dy·sin).
  const turned = backward ? tf.matMul(tf.mul(flat, sin), turn) : tf.mul(tf.matMul(flat, turn), sin);
  return tf.reshape(tf.add(tf.mul(flat, cos), turned), [tokens, heads * headDim]);
}

/** The adapters of a linear layer's rows. */
function maskOf(context: OperationContext, out: string): Tensor {
  const axis = context.plan.axes.get(out) ?? 'tokens';
  return context.shared(`adapters:${axis}`, () => adapterMask(context.plan.adapters, axis, context.inputs));
}

/** GELU's tanh form is x·σ(a(x)) with a(x) = √(8/π)·(x + 0.044715·x³). */
const GELU = Math.sqrt(8 / Math.PI);
const geluArgument = (x: Tensor): Tensor => tf.mul(tf.mul(x, tf.add(tf.mul(tf.square(x), 0.044715), 1)), GELU);
const geluArgumentSlope = (x: Tensor): Tensor => tf.mul(tf.add(tf.mul(tf.square(x), 3 * 0.044715), 1), GELU);

/** 1 / √(mean x² + eps) per group, and x in groups. */
function rootMeanSquare(x: Tensor, group: number, eps: number): { grouped: Tensor; inverse: Tensor } {
  const grouped = tf.reshape(x, [-1, group]);
  return { grouped, inverse: tf.rsqrt(tf.add(tf.mean(tf.square(grouped), -1, true), eps)) };
}

/** log-softmax of logits / temperature over the kept entries, and the probabilities. */
function distribution(
  context: OperationContext,
  op: Pick<Extract<ForwardOp, { kind: 'token_stats' }>, 'temperature' | 'kept'>,
  logits: Tensor,
): { logp: Tensor; p: Tensor; temperature: Tensor } {
  const temperature = tf.reshape(context.value(op.temperature), [-1, 1]);
  let z = tf.div(logits, temperature);
  if (op.kept) z = tf.add(z, tf.mul(tf.sub(context.value(op.kept), 1), 1e30));
  const shifted = tf.sub(z, tf.max(z, -1, true));
  const logp = tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), -1, true)));
  return { logp, p: tf.exp(logp), temperature };
}

type HeadStats = Extract<ForwardOp, { kind: 'head_stats' }>;

/** The whole of what the operation would compute in parts: stock ops have no room to save. */
function headLogits({ parameters, value }: OperationContext, { x, weight, cap }: HeadStats): Tensor {
  const logits = tf.matMul(value(x), parameters.transposed(weight));
  return cap === undefined ? logits : tf.mul(tf.tanh(tf.div(logits, cap)), cap);
}

/** ∂L/∂logits: d logp(target)/dz = 1[target] − p ; dH/dz = −p·(log p + H), both divided by the temperature. */
function logitGradient(
  context: OperationContext,
  op: Extract<BackwardOp, { kind: 'token_stats_backward' | 'head_stats_backward' }>,
  logits: Tensor,
): Tensor {
  const { logp, p, temperature } = distribution(context, op.of, logits);
  const entropy = tf.neg(tf.sum(tf.mul(p, logp), -1, true));
  const dLogprobs = tf.reshape(context.value(op.dLogprobs), [-1, 1]);
  const dEntropies = tf.reshape(context.value(op.dEntropies), [-1, 1]);
  const fromLogprob = tf.mul(tf.sub(oneHot(context, op.of.targets, logp.shape[1] ?? 0), p), dLogprobs);
  const fromEntropy = tf.mul(tf.mul(p, tf.add(logp, entropy)), dEntropies);
  return tf.div(tf.sub(fromLogprob, fromEntropy), temperature);
}

function oneHot(context: OperationContext, indices: string, depth: number): Tensor {
  // TensorFlow.js knows none of fewer than two: of a vocabulary of one every index is its 0.
  if (depth === 1) return tf.ones([context.value(indices).size, 1]);
  return tf.cast(tf.oneHot(context.value(indices), depth), 'float32');
}

function attended(context: OperationContext, op: Extract<ForwardOp, { kind: 'attention' }>): { q: Tensor2D; k: Tensor2D; v: Tensor2D } {
  const [q, k, v] = [op.q, op.k, op.v].map((name) => context.value(name) as Tensor2D);
  if (!q || !k || !v) throw new Error('attention lost an operand');
  return { q, k, v };
}

export function forward(context: OperationContext, op: ForwardOp): Results {
  const { parameters, plan } = context;
  switch (op.kind) {
    case 'embed': {
      const [vocabulary = 0] = plan.parameters.get(op.table) ?? [];
      const table = parameters.stored(op.table);
      const out =
        vocabulary <= ONE_HOT_VOCABULARY ? tf.matMul(oneHot(context, op.ids, vocabulary), table) : tf.gather(table, context.value(op.ids));
      return { [op.out]: out };
    }
    case 'rmsnorm': {
      const x = context.value(op.x);
      const { grouped, inverse } = rootMeanSquare(x, op.group, op.eps);
      return { [op.out]: tf.reshape(tf.mul(tf.mul(grouped, inverse), parameters.stored(op.weight)), x.shape) };
    }
    case 'linear': {
      const x = context.value(op.x);
      let out: Tensor = tf.matMul(x, parameters.transposed(op.weight));
      if (op.bias) out = tf.add(out, parameters.stored(op.bias));
      if (!op.low || !op.module) return { [op.out]: out };
      const [outputs = 0, inputs = 0] = plan.parameters.get(op.weight) ?? [];
      const mask = maskOf(context, op.out);
      const low = tf.mul(tf.matMul(x, parameters.bank(op.module, plan.adapters, 'At', inputs)), mask);
      return { [op.out]: tf.add(out, tf.matMul(low, parameters.bank(op.module, plan.adapters, 'Bt', outputs))), [op.low]: low };
    }
    case 'rope':
      return { [op.out]: rotate(context, context.value(op.x), false, op.local) };
    case 'attention': {
      const { q, k, v } = attended(context, op);
      const { attention: shape } = plan;
      if (!shape) throw new Error(`plan ${plan.name} has attention of no shape`);
      if (!op.cacheSlots) return { [op.out]: attend(context.rectangles, shape, q, k, v, op.window) };
      if (!context.cache) throw new Error(`plan ${plan.name} needs a cache`);
      return { [op.out]: attendCached(context.cache, op.layer, shape, context.inputs, q, k, v, op.window) };
    }
    case 'swiglu': {
      const gate = context.value(op.gate);
      const chance = tf.sigmoid(op.gelu ? geluArgument(gate) : gate);
      return { [op.out]: tf.mul(tf.mul(gate, chance), context.value(op.up)) };
    }
    case 'scale':
      return { [op.out]: tf.mul(context.value(op.x), op.factor) };
    case 'softcap':
      return { [op.out]: tf.mul(tf.tanh(tf.div(context.value(op.x), op.cap)), op.cap) };
    case 'relu':
      return { [op.out]: tf.relu(context.value(op.x)) };
    case 'add':
      return { [op.out]: tf.add(context.value(op.a), context.value(op.b)) };
    case 'gather_rows':
      return { [op.out]: tf.gather(context.value(op.x), context.value(op.indices)) };
    case 'round':
    case 'sample':
      throw new Error(`${op.kind} reads back and is not one of the synchronous operations`);
    case 'token_stats':
    case 'head_stats': {
      const { logp, p } = distribution(context, op, op.kind === 'token_stats' ? context.value(op.logits) : headLogits(context, op));
      // Not by a product, to which every other token that cannot be said would bring 0 · ∞.
      const chosen = tf.where(tf.equal(oneHot(context, op.targets, logp.shape[1] ?? 0), 0), tf.zerosLike(logp), logp);
      return { [op.logprobs]: tf.sum(chosen, -1), [op.entropies]: tf.neg(tf.sum(tf.mul(p, logp), -1)) };
    }
    default:
      return op satisfies never;
  }
}

export function backward(context: OperationContext, op: BackwardOp): Results {
  const { parameters, plan } = context;
  switch (op.kind) {
    case 'token_stats_backward':
      return { [op.dLogits]: logitGradient(context, op, context.value(op.of.logits)) };
    case 'head_stats_backward': {
      const { of } = op;
      const logits = headLogits(context, of);
      const slope = of.cap === undefined ? undefined : tf.sub(1, tf.square(tf.div(logits, of.cap)));
      const dLogits = logitGradient(context, op, logits);
      return { [op.dX]: tf.matMul(slope ? tf.mul(dLogits, slope) : dLogits, parameters.stored(of.weight)) };
    }
    case 'linear_backward': {
      const { of } = op;
      const dOut = context.value(op.dOut);
      const results: Results = {};
      const x = () => context.value(of.x);
      const [outputs = 0, inputs = 0] = plan.parameters.get(of.weight) ?? [];
      const module = of.module;
      const dLow =
        of.low && module
          ? tf.mul(tf.matMul(dOut, parameters.bank(module, plan.adapters, 'B', outputs)), maskOf(context, of.out))
          : undefined;
      if (op.dX) {
        const dense = tf.matMul(dOut, parameters.stored(of.weight));
        results[op.dX] = dLow && module ? tf.add(dense, tf.matMul(dLow, parameters.bank(module, plan.adapters, 'A', inputs))) : dense;
      }
      if (op.dWeight) results[op.dWeight] = tf.matMul(tf.transpose(dOut), x());
      if (op.dBias) results[op.dBias] = tf.sum(dOut, 0);
      if (op.adapters && module && of.low && dLow) {
        const dA = tf.matMul(tf.transpose(dLow), x()); // [R, in]
        const dB = tf.matMul(tf.transpose(dOut), context.value(of.low)); // [out, R]
        let offset = 0;
        for (const slot of plan.adapters) {
          if (slot.modules.has(module) && slot.trainable) {
            results[gradientOf(loraA(slot.name, module))] = tf.slice(dA, [offset, 0], [slot.rank, inputs]);
            results[gradientOf(loraB(slot.name, module))] = tf.slice(dB, [0, offset], [outputs, slot.rank]);
          }
          offset += slot.rank;
        }
      }
      return results;
    }
    case 'rmsnorm_backward': {
      const x = context.value(op.of.x);
      const { grouped, inverse } = rootMeanSquare(x, op.of.group, op.of.eps);
      const dOut = tf.reshape(context.value(op.dOut), grouped.shape);
      const results: Results = {};
      if (op.dX) {
        // dx = r·(w·dy) − x·r³·mean(w·dy·x)
        const weighted = tf.mul(dOut, parameters.stored(op.of.weight));
        const mean = tf.mean(tf.mul(weighted, grouped), -1, true);
        const cube = tf.mul(tf.mul(inverse, inverse), inverse);
        results[op.dX] = tf.reshape(tf.sub(tf.mul(weighted, inverse), tf.mul(grouped, tf.mul(cube, mean))), x.shape);
      }
      if (op.dWeight) results[op.dWeight] = tf.sum(tf.mul(dOut, tf.mul(grouped, inverse)), 0);
      return results;
    }
    case 'rope_backward':
      return { [op.dX]: rotate(context, context.value(op.dOut), true, op.local) };
    case 'attention_backward': {
      const { q, k, v } = attended(context, op.of);
      const { attention: shape } = plan;
      if (!shape) throw new Error(`plan ${plan.name} has attention of no shape`);
      const { dQ, dK, dV } = attendBackward(context.rectangles, shape, q, k, v, context.value(op.dOut) as Tensor2D, op.of.window);
      return { [op.dQ]: dQ, [op.dK]: dK, [op.dV]: dV };
    }
    case 'swiglu_backward': {
      const gate = context.value(op.of.gate);
      const up = context.value(op.of.up);
      const dOut = context.value(op.dOut);
      const sigmoid = tf.sigmoid(op.of.gelu ? geluArgument(gate) : gate);
      const silu = tf.mul(gate, sigmoid);
      // silu' = σ + silu·(1 − σ), of GELU times the slope of σ's argument
      const bend = tf.mul(silu, tf.sub(1, sigmoid));
      const slope = tf.add(sigmoid, op.of.gelu ? tf.mul(bend, geluArgumentSlope(gate)) : bend);
      return { [op.dGate]: tf.mul(tf.mul(dOut, up), slope), [op.dUp]: tf.mul(dOut, silu) };
    }
    case 'scale_backward':
      return { [op.dX]: tf.mul(context.value(op.dOut), op.of.factor) };
    case 'softcap_backward': {
      const bent = tf.tanh(tf.div(context.value(op.of.x), op.of.cap));
      return { [op.dX]: tf.mul(context.value(op.dOut), tf.sub(1, tf.square(bent))) };
    }
    case 'relu_backward':
      return { [op.dX]: tf.mul(context.value(op.dOut), tf.step(context.value(op.of.out))) };
    case 'scatter_rows': {
      const dOut = context.value(op.dOut);
      const tokens = context.inputs['ids']?.length ?? 0;
      const indices = tf.reshape(context.value(op.of.indices), [-1, 1]);
      return { [op.dX]: tf.scatterND(indices, dOut, [tokens, dOut.shape[1] ?? 0]) };
    }
    case 'embed_backward': {
      const [vocabulary = 0] = plan.parameters.get(op.of.table) ?? [];
      const dOut = context.value(op.dOut);
      const hot = tf.transpose(oneHot(context, op.of.ids, vocabulary));
      return { [op.dTable]: tf.matMul(hot, dOut) };
    }
    case 'accumulate':
      return { [op.out]: tf.add(context.value(op.a), context.value(op.b)) };
    default:
      return op satisfies never;
  }
}

const BACKWARD_KINDS = /_backward$|^scatter_rows$|^accumulate$/;

export function runOperation(context: OperationContext, op: Op): Results {
  if (isOptimizerOp(op)) return optimize(context, op);
  return BACKWARD_KINDS.test(op.kind) ? backward(context, op as BackwardOp) : forward(context, op as ForwardOp);
}
