/** Counts the arithmetic of what an executor really runs: matrix products and attention by the rows in use, optimisers by their numbers. */
import type { Execution, Executor, HostInputs } from '../../../src/engine/contracts/executor.ts';
import { type Live, liveRows } from '../../../src/engine/model/live.ts';
import type { Op, Plan, Stage } from '../../../src/engine/contracts/plan.ts';

export interface Counted {
  readonly executor: Executor;
  flops: number;
}

export function counting(executor: Executor): Counted {
  const counted: Counted = {
    flops: 0,
    executor: new Proxy(executor, {
      get(target, name) {
        if (name === 'start')
          return (plan: Plan, inputs: HostInputs, cache?: Parameters<Executor['start']>[2]): Execution => {
            const execution = target.start(plan, inputs, cache);
            return {
              run: (stage, more, times = 1) => {
                counted.flops += times * flopsOf(plan, stage, inputs);
                return execution.run(stage, more, times);
              },
              dispose: () => execution.dispose(),
            };
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  };
  return counted;
}

function flopsOf(plan: Plan, stage: Stage, inputs: HostInputs): number {
  const live = liveRows(plan, 'forward', inputs);
  let total = 0;
  for (const op of plan.ops[stage] as readonly Op[]) total += opFlops(plan, live, inputs, op);
  return total;
}

const numbers = (plan: Plan, name: string): number => (plan.parameters.get(name) ?? plan.shapes.get(name) ?? []).reduce((a, b) => a * b, 1);

function opFlops(plan: Plan, live: Live, inputs: HostInputs, op: Op): number {
  const rowsOf = (buffer: string): number => live.get(plan.axes.get(buffer) ?? 'tokens') ?? plan.shapes.get(buffer)?.[0] ?? 0;
  switch (op.kind) {
    case 'linear':
    case 'linear_backward': {
      const { weight, out, low } = op.kind === 'linear' ? op : op.of;
      const [outputs = 0, inner = 0] = plan.parameters.get(weight) ?? [];
      const dense = 2 * rowsOf(out) * outputs * inner;
      const thin = low ? 2 * rowsOf(out) * Math.max(...plan.adapters.map(({ rank }) => rank)) * (outputs + inner) : 0;
      if (op.kind === 'linear') return dense + thin;
      return (op.dX ? dense : 0) + (op.dWeight ? dense : 0) + (op.adapters ? thin : 0) + (op.dX || op.adapters ? thin : 0);
    }
    case 'attention':
    case 'attention_backward': {
      const { q } = op.kind === 'attention' ? op : op.of;
      const width = (plan.shapes.get(q) ?? []).slice(1).reduce((a, b) => a * b, 1);
      const seen = Array.from(inputs['positions'] ?? []).reduce((sum, position) => sum + position + 1, 0);
      return (op.kind === 'attention' ? 4 : 10) * width * seen;
    }
    case 'adamw':
      return 17 * numbers(plan, op.parameters);
    case 'gradient_norm':
      return 2 * numbers(plan, op.gradients);
    default:
      return 0;
  }
}
