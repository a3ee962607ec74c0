/** How much of a plan's capacity a run uses: read from its inputs, and checked. */
import type { HostInputs } from '../contracts/executor.ts';
import type { Axis, Plan, Stage } from '../contracts/plan.ts';

/** Rows in use along each axis. */
export type Live = ReadonlyMap<Axis, number>;

const widthOf = (shape: readonly number[]): number => shape.slice(1).reduce((a, b) => a * b, 1);

/** Throws when inputs are missing, do not fit the plan, or contradict one another. */
export function liveRows(plan: Plan, stage: Stage, inputs: HostInputs): Live {
  const live = new Map<Axis, number>();
  for (const { name, shape, axis } of plan.inputs[stage]) {
    const data = inputs[name];
    const rows = (data?.length ?? Number.NaN) / widthOf(shape);
    const known = axis ? live.get(axis) : shape[0];
    if (!data || !Number.isInteger(rows) || rows < 1 || rows > (shape[0] ?? 0) || (known !== undefined && known !== rows)) {
      const expected = known === undefined ? `up to [${shape.join(', ')}]` : `[${[known, ...shape.slice(1)].join(', ')}]`;
      throw new Error(`plan ${plan.name} needs input ${name} of shape ${expected}, got ${data ? `${data.length} numbers` : 'nothing'}`);
    }
    if (axis) live.set(axis, rows);
  }
  checkOffsets(plan, live, inputs['offsets']);
  const slots = plan.adapters.length;
  for (const slot of stage === 'forward' ? (inputs['adapter_rows'] ?? []) : [])
    if (slot < -1 || slot >= slots) throw new Error(`plan ${plan.name}: adapter_rows holds ${slot}, and there are ${slots} adapters`);
  return live;
}

function checkOffsets(plan: Plan, live: Live, offsets: ArrayLike<number> | undefined): void {
  if (!offsets || !live.has('bounds')) return;
  const sequences = live.get('sequences');
  const rising = Array.from(offsets).every((offset, i) => (i === 0 ? offset === 0 : offset > (offsets[i - 1] ?? 0)));
  if (!rising || offsets[offsets.length - 1] !== live.get('tokens') || (sequences !== undefined && sequences !== offsets.length - 1)) {
    throw new Error(
      `plan ${plan.name}: offsets must rise from 0 to the ${live.get('tokens')} tokens, one after each of the ${sequences} sequences; got ${Array.from(offsets).join(', ')}`,
    );
  }
}

/** Adapter slot of each row along `axis` (tokens, or the scored ones among them); −1 for the base alone. */
export function slotsOfRows(axis: Axis, inputs: HostInputs): Int32Array {
  const offsets = inputs['offsets'] ?? [0];
  const slots = new Int32Array(offsets[offsets.length - 1] ?? 0);
  inputs['adapter_rows']?.forEach((slot, sequence) => slots.fill(slot, offsets[sequence], offsets[sequence + 1]));
  if (axis === 'tokens') return slots;
  if (axis === 'scored') return Int32Array.from(inputs['scored'] ?? [], (token) => slots[token] ?? -1);
  throw new Error(`rows along ${axis} have no adapters`);
}

/** The smallest capacity offered for `count`: at most 1/16 above it from 256 on, so that few plans serve all sizes. */
export function capacityFor(count: number): number {
  const grain = Math.max(16, 2 ** (Math.floor(Math.log2(Math.max(1, count))) - 4));
  return Math.ceil(count / grain) * grain;
}
