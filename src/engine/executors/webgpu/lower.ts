/**
 * Turns a plan into dispatches: one rule per (fused) operation, the counterpart of tfjs/operations.ts. What comes out has
 * kernels, names of buffers, uniforms and grids, but no device; the recording gives it buffers.
 */
import type { Op, Plan, Stage } from '../../contracts/plan.ts';
import { gridFor } from './device.ts';
import { Draft } from './draft.ts';
import { fuse, type FusedOp } from './fuse.ts';
import { listed } from './inputs.ts';
import { BLOCK } from './kernels/kernel.ts';
import { lowerAttention, lowerFusedAttention, lowerAttentionBackward } from './lowerAttention.ts';
import type { Lowered, LowerOptions } from './lowered.ts';
import { lowerLinear, lowerLinearBackward } from './lowerLinear.ts';
import { lowerTokenStats, lowerTokenStatsBackward, lowerSample } from './lowerTokens.ts';
import { roundHalf } from './kernels/half.ts';
import * as rows from './kernels/rows.ts';

export function lower(plan: Plan, options: LowerOptions): Lowered {
  const draft = new Draft(plan, options);
  const stage = (ops: readonly (FusedOp | Op)[]) => {
    draft.dispatches = [];
    ops.forEach((op, i) => {
      const [before, after] = [ops[i - 1], ops[i + 1]];
      if (op.kind === 'linear_backward' && addsTo(op, after)) lowerLinearBackward(draft, { ...op, dX: after.out }, after.a);
      else if (!addsTo(before, op)) lowerOperation(draft, op);
    });
    return draft.dispatches;
  };
  const dispatches = { forward: stage(fuse(plan, draft.tiled ? 'residuals' : 'everything')), backward: stage(plan.ops.backward) };
  const outputs = (name: Stage) => plan.outputs[name].map((output) => draft.output(output));
  return {
    dispatches,
    inputs: draft.inputs,
    state: draft.state,
    drawn: draft.draw,
    sizes: draft.sizes,
    outputs: { forward: outputs('forward'), backward: outputs('backward') },
  };
}

function lowerOperation(draft: Draft, op: FusedOp | Op): void {
  const { headDim = 1 } = draft.plan.attention ?? {};
  switch (op.kind) {
    case 'embed':
    case 'gather_rows': {
      const [table, indices] = op.kind === 'embed' ? [op.table, op.ids] : [op.x, op.indices];
      const D = draft.width(op.out);
      const form = op.kind === 'embed' ? draft.formOf(table) : 'f32';
      const refs = [draft.read(table), draft.read(indices), draft.write(op.out, draft.count(op.out))];
      return draft.perRow(rows.gatherRows(D, form), refs, draft.axis(op.out), Math.ceil(D / 4), { D });
    }
    case 'embed_backward':
    case 'scatter_rows': {
      const [indices, into, out] = op.kind === 'embed_backward' ? [op.of.ids, op.of.table, op.dTable] : [op.of.indices, op.of.x, op.dX];
      const D = draft.width(op.of.out);
      const R = draft.count(into) / D;
      const lists = listed(indices, draft.capacity(indices), R).map((input) => draft.derived(input));
      return draft.dispatch(rows.sumRows(D), [draft.read(op.dOut), ...lists, draft.write(out, R * D)], { R, D }, () =>
        gridFor(R * Math.ceil(D / 4), BLOCK),
      );
    }
    case 'rmsnorm': {
      const count = draft.count(op.x);
      const G = draft.width(op.x) / op.group;
      const refs = [draft.read(op.x), draft.read(op.weight), draft.write(op.out, count)];
      const uniforms = { G, D: op.group, eps: op.eps };
      if (draft.options.wide) return draft.perGroup(rows.wideRmsnorm(op.group, draft.bySubgroups), refs, draft.axis(op.x), G, uniforms);
      return draft.perRow(rows.rmsnorm(op.group), refs, draft.axis(op.x), G, uniforms);
    }
    case 'rmsnorm_backward': {
      const { x, weight, group: D, eps } = op.of;
      const axis = draft.axis(x);
      const G = draft.width(x) / D;
      const inverses = `${op.of.out}.inverses`;
      const dX = op.dX ?? `${op.of.out}.unwanted`;
      const refs = [
        draft.read(x),
        draft.read(weight),
        draft.read(op.dOut),
        draft.write(dX, draft.count(x)),
        draft.write(inverses, draft.count(x) / D),
      ];
      if (draft.options.wide) draft.perGroup(rows.wideRmsnormBackward(D, draft.bySubgroups), refs, axis, G, { G, D, eps });
      else draft.perRow(rows.rmsnormBackward(D), refs, axis, G, { G, D, eps });
      if (op.dWeight)
        draft.dispatch(
          rows.rmsnormWeightGradient,
          [draft.read(x), draft.read(op.dOut), draft.read(inverses), draft.write(op.dWeight, D)],
          { axis, G, D },
          () => gridFor(D, BLOCK),
        );
      return;
    }
    case 'linear':
      return lowerLinear(draft, { kind: 'fused_linear', x: op.x, layers: [op], out: op.out });
    case 'fused_linear':
      return lowerLinear(draft, op);
    case 'linear_backward':
      return lowerLinearBackward(draft, op);
    case 'rope':
    case 'rope_backward': {
      const [x, out, sign] = op.kind === 'rope' ? [op.x, op.out, 1] : [op.dOut, op.dX, -1];
      // A gradient has the shape of what it is of; both run along the tokens.
      const count = op.kind === 'rope' ? draft.count(op.x) : (draft.sizes.get(op.dOut) ?? 0);
      const own = count / draft.plan.tokens / headDim;
      const half = rows.ropeHalf(headDim);
      const refs = [draft.read(x), draft.read('positions'), { at: 'turns', local: op.local } as const, draft.write(out, count)];
      return draft.perRow(rows.rope(headDim), refs, 0, own * half, { heads: own, half, sign });
    }
    case 'attention':
      return lowerAttention(draft, op);
    case 'fused_attention':
      return lowerFusedAttention(draft, op);
    case 'attention_backward':
      return lowerAttentionBackward(draft, op);
    case 'swiglu':
      return draft.elementwise(op.gelu ? rows.geglu : rows.swiglu, [op.gate, op.up], [op.out], op.gate);
    case 'swiglu_backward':
      return draft.elementwise(
        op.of.gelu ? rows.gegluBackward : rows.swigluBackward,
        [op.of.gate, op.of.up, op.dOut],
        [op.dGate, op.dUp],
        op.of.gate,
      );
    case 'scale':
      return draft.elementwise(rows.scale, [op.x], [op.out], op.x, { factor: op.factor });
    case 'scale_backward':
      return draft.elementwise(rows.scale, [op.dOut], [op.dX], op.of.x, { factor: op.of.factor });
    case 'softcap':
      return draft.elementwise(rows.softcap, [op.x], [op.out], op.x, { softcap: op.cap });
    case 'softcap_backward':
      return draft.elementwise(rows.softcapBackward, [op.of.x, op.dOut], [op.dX], op.of.x, { softcap: op.of.cap });
    case 'relu':
      return draft.elementwise(rows.relu, [op.x], [op.out], op.x);
    case 'relu_backward':
      return draft.elementwise(rows.reluBackward, [op.of.out, op.dOut], [op.dX], op.of.out);
    case 'add':
      return draft.elementwise(rows.add, [op.a, op.b], [op.out], op.a);
    case 'accumulate': {
      const count = draft.sizes.get(op.a) ?? draft.count(op.a);
      const refs = [draft.read(op.a), draft.read(op.b), draft.write(op.out, count)];
      return draft.dispatch(rows.sum, refs, { count }, () => gridFor(count / 4, BLOCK));
    }
    case 'token_stats':
      return lowerTokenStats(draft, op);
    case 'token_stats_backward':
      return lowerTokenStatsBackward(draft, op);
    case 'sample':
      return lowerSample(draft, op);
    case 'round':
      return draft.elementwise(roundHalf, [op.x], [op.out], op.x);
    case 'head_stats':
    case 'head_stats_backward':
      throw new Error(`plan ${draft.plan.name}: this executor takes heads whole`);
    case 'gradient_norm':
    case 'adamw':
      throw new Error(`plan ${draft.plan.name}: parameter sets are stepped where they lie on the device (optimizer.ts), not by plans`);
    default:
      return op satisfies never;
  }
}

/** Whether `next` only adds a layer's gradient of its input to what is there already. */
function addsTo(op: FusedOp | Op | undefined, next: FusedOp | Op | undefined): next is Extract<Op, { kind: 'accumulate' }> {
  return op?.kind === 'linear_backward' && next?.kind === 'accumulate' && next.b === op.dX;
}
