/** Plans nobody designed: a random chain of operations over random sizes, with random data. What every executor must agree on. */
import { foldIn, keyFor, normals, uniformAt } from '../../../../src/core/random/streams.ts';
import type { HostInputs, HostTensor } from '../../../../src/engine/contracts/executor.ts';
import { PlanBuilder } from '../../../../src/engine/model/builder.ts';
import { type AdapterSlot, type BufferName, gradientOf, type Plan } from '../../../../src/engine/contracts/plan.ts';

export interface RandomPlan {
  readonly plan: Plan;
  readonly parameters: ReadonlyMap<string, HostTensor>;
  readonly forward: HostInputs;
  readonly backward: HostInputs;
}

/** What is at its edge in a plan: sequences of one token, a vocabulary of one, data that floats hardly hold. */
export type Edge = 'length 1' | 'vocabulary 1' | 'denormal' | 'zero' | 'sharp' | 'infinite logits';

/** What becomes of a parameter's values; those of norms stay, for a norm of nothing is no model's. */
const AT_EDGE: Readonly<Partial<Record<Edge, (value: number, index: number) => number>>> = {
  denormal: (value) => value * 1e-39,
  zero: () => 0,
  sharp: (value) => value * 100,
};

/** Every third row multiplies one value alone, by so much that the product is infinite where the value is beyond ±1: in any order of sums. */
const overflowing = (data: Float32Array, columns: number): Float32Array =>
  data.map((value, index) => (Math.floor(index / columns) % 3 > 0 ? value : index % columns === 0 ? Math.sign(value) * 3.4e38 : 0));

/** `edges`: what is otherwise than in the plan of the seed alone. */
export function randomPlan(seed: number, edges: ReadonlySet<Edge> = new Set()): RandomPlan {
  let key = keyFor(seed, 77);
  const whole = (least: number, most: number): number => {
    key = foldIn(key, 1);
    return least + Math.floor(uniformAt(key, 0) * (most - least + 1));
  };
  const noise = (count: number, scale: number): Float32Array => {
    key = foldIn(key, 2);
    return normals(key, count).map((value) => value * scale);
  };

  const headDim = 2 * whole(1, 9);
  const kvHeads = whole(1, 2);
  const heads = kvHeads * whole(1, 3);
  const D = heads * headDim;
  const words = whole(5, 40);
  const V = edges.has('vocabulary 1') ? 1 : words;
  const drawn = Array.from({ length: whole(1, 4) }, () => whole(1, 19));
  const lengths = edges.has('length 1') ? drawn.map(() => 1) : drawn;
  const tokens = lengths.reduce((a, b) => a + b, 0);
  const scored = whole(1, tokens);
  const frequencies = (base: number): number[] => Array.from({ length: headDim / 2 }, (_, i) => base ** (-i / 3));
  // What came later is chosen by seed and count, not drawn, so that the plans of a seed stay what they are otherwise.
  const capped = seed % 4 === 3 ? { scale: 0.4, softcap: 1.5 } : {};
  const shape = { heads, kvHeads, headDim, frequencies: frequencies(10), localFrequencies: frequencies(4), ...capped };
  const modules = new Set<string>();
  const slots = Array.from(
    { length: whole(0, 3) },
    (_, i): AdapterSlot => ({ name: `agent${i}`, rank: whole(1, 9), scale: whole(1, 3) / 2, modules, trainable: i < 2 }),
  );
  // Capacities are larger than what is brought, by anything.
  const builder = new PlanBuilder(tokens + whole(0, 20), lengths.length + whole(0, 3), shape, slots, () => whole(0, 1) === 1);

  builder.input('ids', 'i32', 'tokens', builder.tokens);
  builder.input('positions', 'i32', 'tokens', builder.tokens);
  builder.input('offsets', 'i32', 'bounds', builder.sequences + 1);
  builder.input('adapter_rows', 'i32', 'sequences', builder.sequences);
  let count = 0;
  const name = (): string => `b${(count += 1)}`;
  const linear = (x: BufferName, outputs: number, adapted = true): BufferName => {
    const out = name();
    const [, inputs = 0] = builder.shapeOf(x);
    if (adapted && whole(0, 2) > 0) modules.add(out);
    const bias = whole(0, 1) ? builder.parameter(`${out}.bias`, [outputs]) : undefined;
    return builder.linear(x, builder.parameter(`${out}.weight`, [outputs, inputs]), out, { bias, module: out });
  };
  const norm = (x: BufferName, group: number): BufferName => {
    const out = name();
    return builder.rmsnorm(x, builder.parameter(`${out}.norm`, [group]), group, 1e-5, out);
  };
  let x = builder.embed('ids', builder.parameter('table', [V, D]), 'x');
  const steps: (() => BufferName)[] = [
    () => norm(x, whole(0, 1) ? D : headDim),
    () => linear(x, D),
    () => builder.relu(linear(x, D), name()),
    () => builder.add(x, linear(norm(x, D), D), name()),
    () => (count % 2 === 0 ? builder.geglu(linear(x, D), linear(x, D), name()) : builder.swiglu(linear(x, D), linear(x, D), name())),
    () => linear(builder.swiglu(linear(x, 3 * headDim), linear(x, 3 * headDim), name()), D),
    () => {
      const local = count % 2 === 0;
      const q = builder.rope(linear(x, D), name(), local);
      const k = builder.rope(linear(x, kvHeads * headDim), name(), local);
      const window = count % 3 === 0 ? 1 + (count % 7) : undefined;
      return builder.add(x, builder.attend(q, k, linear(x, kvHeads * headDim), count, name(), { window }), name());
    },
  ];
  for (let step = whole(2, 7); step > 0; step -= 1) x = norm(steps[whole(0, steps.length - 1)]?.() ?? x, D);
  const chosen = builder.gatherRows(x, builder.input('scored', 'i32', 'scored', scored + whole(0, 9)), 'chosen');
  const flat = linear(seed % 3 === 1 ? builder.scale(chosen, 1.7, name()) : chosen, V, false);
  const logits = seed % 3 === 2 ? builder.softcap(flat, 2, name()) : flat;
  const capacity = builder.shapeOf(chosen)[0] ?? 0;
  const targets = builder.input('targets', 'i32', 'scored', capacity);
  const temperature = builder.input('temperature', 'f32', 'scored', capacity);
  const stats = builder.tokenStats(logits, targets, temperature, undefined);
  const plan = builder.build(`random ${seed}`, [stats.logprobs, stats.entropies, chosen], [stats.logprobs, stats.entropies]);

  const parameters = new Map<string, HostTensor>();
  for (const [parameter, dims] of plan.parameters) {
    const size = dims.reduce((a, b) => a * b, 1);
    const near = parameter.endsWith('.norm') ? 1 : 0;
    let data: Float32Array = noise(size, 1 / Math.sqrt(dims.at(-1) ?? 1)).map((value) => value + near);
    for (const edge of near === 0 ? edges : []) data = data.map(AT_EDGE[edge] ?? Number);
    if (edges.has('infinite logits') && parameter === `${flat}.weight`) data = overflowing(data, dims.at(-1) ?? 1);
    parameters.set(parameter, { shape: [...dims], data });
  }
  const choices = (size: number, below: number): Int32Array => Int32Array.from({ length: size }, () => whole(0, below - 1));
  return {
    plan,
    parameters,
    forward: {
      ids: choices(tokens, V),
      positions: Int32Array.from(lengths.flatMap((length) => Array.from({ length }, (_, t) => t))),
      offsets: Int32Array.from([0, ...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((a, b) => a + b, 0))]),
      adapter_rows: Int32Array.from(lengths, () => whole(-1, slots.length - 1)),
      scored: choices(scored, tokens),
      targets: choices(scored, V),
      temperature: Float32Array.from({ length: scored }, () => whole(1, 4) / 2),
    },
    backward: { [gradientOf('logprobs')]: noise(scored, 1), [gradientOf('entropies')]: noise(scored, 0.3) },
  };
}
