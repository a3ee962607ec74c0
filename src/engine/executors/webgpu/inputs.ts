/** Host data of a run: the plan's inputs, and lists made from them that kernels would otherwise have to search for. */
import { slotsOfRows } from '../../model/live.ts';
import type { Axis, BufferName, Op, PlanInput } from '../../contracts/plan.ts';
import type { HostInput, HostInputs } from '../../contracts/executor.ts';

/** What a list may be made from. */
export interface RunInputs {
  readonly inputs: HostInputs;
  /** Tokens a slot of the cache holds; 0 without a cache. */
  readonly capacity: number;
}

export interface LoweredInput {
  readonly name: BufferName;
  /** Most numbers. */
  readonly count: number;
  fill(run: RunInputs): HostInput | Uint32Array;
}

export const given = ({ name, shape }: PlanInput): LoweredInput => ({
  name,
  count: shape.reduce((a, b) => a * b, 1),
  fill: ({ inputs }) => inputOf(inputs, name),
});

function inputOf(inputs: HostInputs, name: BufferName): HostInput {
  const data = inputs[name];
  if (!data) throw new Error(`input ${name} is missing`);
  return data;
}

/** For every token, `value` of its sequence. */
function ofTokens(inputs: HostInputs, value: (sequence: number, offsets: HostInput) => number): Int32Array {
  const offsets = inputOf(inputs, 'offsets');
  const list = new Int32Array(offsets.at(-1) ?? 0);
  for (let sequence = 0; sequence + 1 < offsets.length; sequence += 1)
    list.fill(value(sequence, offsets), offsets[sequence], offsets[sequence + 1]);
  return list;
}

/** Rows along `axis` in the order of their adapters, each with its adapter's slot. */
export const membersOf = (axis: Axis, count: number): LoweredInput => ({
  name: `rows of ${axis} by adapter`,
  count: count * 2,
  fill: ({ inputs }) => {
    const slots = slotsOfRows(axis, inputs);
    const order = Array.from(slots.keys()).sort((a, b) => (slots[a] ?? 0) - (slots[b] ?? 0) || a - b);
    return Int32Array.from(order.flatMap((row) => [row, slots[row] ?? -1]));
  },
});

/** Where each sequence's rows begin and the last ones end, along `axis`: the offsets themselves, or the scored rows before them. */
export const boundsOf = (axis: Axis, sequences: number): LoweredInput => ({
  name: `bounds of ${axis}`,
  count: sequences + 1,
  fill: ({ inputs }) => {
    const offsets = inputOf(inputs, 'offsets');
    if (axis !== 'scored') return offsets;
    const scored = inputOf(inputs, 'scored');
    let row = 0;
    return Int32Array.from(offsets, (offset) => {
      while (row < scored.length && (scored[row] ?? 0) < offset) row += 1;
      return row;
    });
  },
});

/** Where the keys before a token begin: its slot in the cache, or the beginning of its sequence. */
export const first = (slots: BufferName | undefined, tokens: number): LoweredInput => ({
  name: `first key of each token${slots ? ` in ${slots}` : ''}`,
  count: tokens,
  fill: ({ inputs, capacity }) =>
    ofTokens(inputs, (sequence, offsets) => (slots ? (inputOf(inputs, slots)[sequence] ?? 0) * capacity : (offsets[sequence] ?? 0))),
});

/** Where the keys begin that a token sees in its sequence through a window of so many positions. */
export const firstWithin = (window: number, tokens: number): LoweredInput => ({
  name: `first key of each token within ${window}`,
  count: tokens,
  fill: (run) => (first(undefined, tokens).fill(run) as Int32Array).map((start, token) => Math.max(start, token + 1 - window)),
});

/** Where the tokens end that see a token through a window of so many positions. */
export const endsWithin = (window: number, tokens: number): LoweredInput => ({
  name: `end of each token within ${window}`,
  count: tokens,
  fill: (run) => (ends(tokens).fill(run) as Int32Array).map((end, token) => Math.min(end, token + window)),
});

/** Where each token's sequence ends. */
export const ends = (tokens: number): LoweredInput => ({
  name: 'end of each token',
  count: tokens,
  fill: ({ inputs }) => ofTokens(inputs, (sequence, offsets) => offsets[sequence + 1] ?? 0),
});

/** For each of `rows`, which of `indices` name it, because sums on the device must have an order: `order` lists them in order, from `starts[row]` to `starts[row + 1]`. */
export function listed(indices: BufferName, most: number, rows: number): LoweredInput[] {
  return (['starts', 'order'] as const).map((part) => ({
    name: `${indices}:${part}`,
    count: part === 'starts' ? rows + 1 : most,
    fill: ({ inputs }) => listInverse(inputOf(inputs, indices), rows)[part],
  }));
}

function listInverse(indices: HostInput, rows: number): { starts: Int32Array; order: Int32Array } {
  const starts = new Int32Array(rows + 1);
  for (const row of indices) starts[row + 1] = (starts[row + 1] ?? 0) + 1;
  for (let row = 0; row < rows; row += 1) starts[row + 1] = (starts[row + 1] ?? 0) + (starts[row] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(indices.length);
  indices.forEach((row, i) => {
    const at = next[row] ?? 0;
    order[at] = i;
    next[row] = at + 1;
  });
  return { starts, order };
}

/** How each row draws: temperature (its bits), greedy, and the key's two words. */
export const rules = (op: Extract<Op, { kind: 'sample' }>, most: number): LoweredInput => ({
  name: 'rules',
  count: most * 4,
  fill: ({ inputs }) => {
    const temperature = inputOf(inputs, op.temperature);
    const greedy = inputOf(inputs, op.greedy);
    const keys = inputOf(inputs, op.keys);
    const list = new Uint32Array(temperature.length * 4);
    const floats = new Float32Array(list.buffer);
    for (let row = 0; row < temperature.length; row += 1) {
      floats[row * 4] = temperature[row] ?? 1;
      list.set([greedy[row] ?? 0, keys[row * 2] ?? 0, keys[row * 2 + 1] ?? 0], row * 4 + 1);
    }
    return list;
  },
});
