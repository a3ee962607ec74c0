/**
 * Sums and largest values over the lanes of a workgroup, or of a few of them, for real graphics processors: through
 * workgroup memory, or by subgroup operations where the device has them. Subgroups may have any size, and it is not said
 * which lanes they hold, so lanes are told apart by `ordinal` (subgroup · size + lane in it) wherever that matters. A result
 * depends on the lanes' values alone; its bits may differ from device to device.
 */

import { expand } from './template.ts';

/** A type whose largest value can be asked for; of NaN only the bits can be compared. */
type Scalar = 'f32' | 'u32';

export interface Reduction {
  /** Tells kernels that differ in nothing else apart. */
  readonly key: string;
  /** WGSL: the workgroup memory it needs. */
  readonly memory: string;
  /** WGSL that declares `name` in every lane: the sum, or the largest, of all lanes' `value`. In uniform control flow. */
  sum(value: string, name: string): string;
  most(value: string, name: string, type?: Scalar): string;
}

/** Each subgroup's own, then the subgroups' in order. */
const BY_SUBGROUPS = `
  let of_subgroup_{name} = {across}({value});
  if (subgroupElect()) { shared_{type}[subgroup] = of_subgroup_{name}; }
  workgroupBarrier();
  var {name} = shared_{type}[0];
  for (var n = 1u; n < subgroups; n += 1u) {
#if sum
    {name} = {name} + shared_{type}[n];
#else
    {name} = max({name}, shared_{type}[n]);
#end
  }
  workgroupBarrier();`;

/** Each stretch of `side` lanes in order, then the stretches. */
const BY_WORKGROUP = `
  shared_{type}[lane] = {value};
  workgroupBarrier();
  if (lane < {side}u) {
    var part = shared_{type}[lane * {side}u];
    for (var n = 1u; n < {side}u; n += 1u) {
#if sum
      part = part + shared_{type}[lane * {side}u + n];
#else
      part = max(part, shared_{type}[lane * {side}u + n]);
#end
    }
    groups_{type}[lane] = part;
  }
  workgroupBarrier();
  var {name} = groups_{type}[0];
  for (var n = 1u; n < {side}u; n += 1u) {
#if sum
    {name} = {name} + groups_{type}[n];
#else
    {name} = max({name}, groups_{type}[n]);
#end
  }
  workgroupBarrier();`;

/** Over a workgroup of `lanes`, a square number. The workgroup's form leaves the lanes' values and the sums of neighbouring √lanes in shared memory. */
export function acrossWorkgroup(lanes: number, subgroups: boolean, types: readonly Scalar[] = ['f32']): Reduction {
  const side = Math.sqrt(lanes);
  const reduce = (sum: boolean, value: string, name: string, type: Scalar) =>
    expand(subgroups ? BY_SUBGROUPS : BY_WORKGROUP, { sum, across: sum ? 'subgroupAdd' : 'subgroupMax', value, name, type, side });
  const arrays = types.map((type) => {
    const shared = `var<workgroup> shared_${type}: array<${type}, ${lanes}>;`;
    return subgroups ? shared : `${shared}\nvar<workgroup> groups_${type}: array<${type}, ${side}>;`;
  });
  return {
    key: subgroups ? 'by subgroups' : 'by workgroup',
    memory: arrays.join('\n'),
    sum: (value, name) => reduce(true, value, name, 'f32'),
    most: (value, name, type = 'f32') => reduce(false, value, name, type),
  };
}

/**
 * WGSL that sums variables over each `lanes` neighbouring lanes of a subgroup, halving what a lane holds at every exchange:
 * of `rows` rows, whose variables are `names(row)`, lane `mine` ends with rows / lanes from row `mine · rows / lanes` on, as
 * the first ones; with fewer rows than lanes every lane ends with the sum of what is left. `lanes` a power of two, at most
 * the smallest subgroup.
 */
export function acrossNeighbours(lanes: number, rows: number, names: (row: number) => readonly string[]): string {
  const lines: string[] = [];
  let held = rows;
  for (let mask = lanes / 2; mask >= 1; mask /= 2) {
    if (held === 1) {
      for (const name of names(0)) lines.push(`${name} += subgroupShuffleXor(${name}, ${mask}u);`);
      continue;
    }
    held /= 2;
    for (let row = 0; row < held; row += 1) {
      const above = names(row + held);
      names(row).forEach((name, i) => {
        // The lanes' upper half keeps the upper rows and gives the lower ones.
        lines.push(
          `{ let upper = (mine & ${mask}u) != 0u; let given = select(${above[i]}, ${name}, upper); ${name} = select(${name}, ${above[i]}, upper) + subgroupShuffleXor(given, ${mask}u); }`,
        );
      });
    }
  }
  return lines.join('\n');
}
