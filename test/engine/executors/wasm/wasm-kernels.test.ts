/** The other WASM kernels against plain TypeScript twins in double precision: odd sizes. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFor, uniformAt } from '../../../../src/core/random/streams.ts';
import { drawToken } from '../../../../src/engine/generate/sampler.ts';
import { relativeError } from '../../support/compare.ts';
import { builds, CLOSE, close, SIZES, start } from '../../support/wasmKernels.ts';

describe.each(builds)('kernels, %s build', (build) => {
  it.each(SIZES)('sampling from %i logits is the host’s sampler', async (vocabulary) => {
    const { memory, kernels } = await start(build);
    const rows = 40;
    const logits = memory.noise(rows * vocabulary);
    const wide = logits.values.map((x) => 3 * x);
    const keys = Array.from({ length: rows }, (_, row) => keyFor(row, 1, vocabulary));
    const [tokens, logprobs, entropies, scratch] = [rows, rows, rows, vocabulary].map((count) => memory.room(count));
    const counters = keys.map((_, row) => row * 7);
    kernels.sample(
      rows,
      vocabulary,
      memory.put(wide),
      memory.put(counters.map((_, row) => 0.5 + (row % 3))),
      memory.integers(counters.map((_, row) => Number(row % 4 === 0))),
      memory.integers(keys.flatMap((key) => [...key].map((word) => word | 0))),
      memory.integers(counters),
      tokens!,
      logprobs!,
      entropies!,
      scratch!,
    );
    const draws = keys.map((key, row) =>
      drawToken(
        wide.subarray(row * vocabulary, (row + 1) * vocabulary),
        { temperature: 0.5 + (row % 3), topK: 0, topP: 1, greedy: row % 4 === 0 },
        uniformAt(key, counters[row]!),
      ),
    );
    expect([...memory.read(tokens!, rows)]).toEqual(draws.map(({ token }) => token));
    close(
      memory.read(logprobs!, rows),
      Float64Array.from(draws, ({ logprob }) => logprob || 1e-30),
      'logprobs',
    );
    close(
      memory.read(entropies!, rows),
      Float64Array.from(draws, ({ entropy }) => entropy || 1e-30),
      'entropies',
    );
  });

  it.each(SIZES)('norm, activations, sums and rows of %i numbers', async (width) => {
    const { memory, kernels } = await start(build);
    const rows = 5;
    const count = rows * width;
    const eps = 1e-5;
    const [x, y, dOut, weight] = [memory.noise(count), memory.noise(count), memory.noise(count), memory.noise(width)];
    const [o1, o2] = [memory.room(count), memory.room(count)];
    const indices = Array.from({ length: count }, (_, i) => i);
    const column = (i: number) => i % width;
    const of = (i: number) => Math.floor(i / width) * width;
    const inverse = indices.map(
      (i) => 1 / Math.sqrt(x.values.subarray(of(i), of(i) + width).reduce((sum, value) => sum + value * value, 0) / width + eps),
    );

    kernels.rmsnorm(rows, width, x.at, weight.at, eps, o1);
    close(
      memory.read(o1, count),
      indices.map((i) => x.values[i]! * inverse[i]! * weight.values[column(i)]!),
      'rmsnorm',
    );
    const dWeight = memory.room(width);
    kernels.rmsnormBackward(rows, width, x.at, weight.at, eps, dOut.at, o1, dWeight);
    const weighted = indices.map((i) => dOut.values[i]! * weight.values[column(i)]!);
    const mean = indices.map((i) => indices.slice(of(i), of(i) + width).reduce((sum, j) => sum + weighted[j]! * x.values[j]!, 0) / width);
    // For one feature x/|x| hardly moves, so the gradient is nearly all cancellation; it is measured against its terms.
    const dX = indices.map((i) => weighted[i]! * inverse[i]! - x.values[i]! * inverse[i]! ** 3 * mean[i]!);
    const terms = Math.sqrt(indices.reduce((sum, i) => sum + (weighted[i]! * inverse[i]!) ** 2, 0));
    expect(Math.sqrt(memory.read(o1, count).reduce((sum, value, i) => sum + (value - dX[i]!) ** 2, 0)) / terms).toBeLessThan(CLOSE);
    const sums = Array.from({ length: width }, (_, j) =>
      indices.filter((i) => column(i) === j).reduce((sum, i) => sum + dOut.values[i]! * x.values[i]! * inverse[i]!, 0),
    );
    close(memory.read(dWeight, width), sums, 'rmsnorm dWeight');

    const sigma = (z: number) => 1 / (1 + Math.exp(-z));
    kernels.swiglu(count, x.at, y.at, o1);
    close(
      memory.read(o1, count),
      indices.map((i) => x.values[i]! * sigma(x.values[i]!) * y.values[i]!),
      'swiglu',
    );
    kernels.swigluBackward(count, x.at, y.at, dOut.at, o1, o2);
    const slope = (z: number) => sigma(z) + z * sigma(z) * (1 - sigma(z));
    close(
      memory.read(o1, count),
      indices.map((i) => dOut.values[i]! * y.values[i]! * slope(x.values[i]!)),
      'dGate',
    );
    close(
      memory.read(o2, count),
      indices.map((i) => dOut.values[i]! * x.values[i]! * sigma(x.values[i]!)),
      'dUp',
    );

    // GELU's tanh form is z·σ(a(z)).
    const argument = (z: number) => Math.sqrt(8 / Math.PI) * (z + 0.044715 * z ** 3);
    const chance = (z: number) => sigma(argument(z));
    const bend = (z: number) => Math.sqrt(8 / Math.PI) * (1 + 3 * 0.044715 * z * z) * z * chance(z) * (1 - chance(z));
    const each = (value: (x: number, y: number, dy: number) => number) =>
      indices.map((i) => value(x.values[i]!, y.values[i]!, dOut.values[i]!));
    kernels.geglu(count, x.at, y.at, o1);
    close(
      memory.read(o1, count),
      each((z, up) => z * chance(z) * up),
      'geglu',
    );
    kernels.gegluBackward(count, x.at, y.at, dOut.at, o1, o2);
    close(
      memory.read(o1, count),
      each((z, up, dy) => dy * up * (chance(z) + bend(z))),
      'geglu dGate',
    );
    close(
      memory.read(o2, count),
      each((z, _, dy) => dy * z * chance(z)),
      'geglu dUp',
    );
    kernels.softcap(count, x.at, 0.7, o1);
    close(
      memory.read(o1, count),
      each((z) => 0.7 * Math.tanh(z / 0.7)),
      'softcap',
    );
    kernels.softcapBackward(count, x.at, 0.7, dOut.at, o1);
    close(
      memory.read(o1, count),
      each((z, _, dy) => dy * (1 - Math.tanh(z / 0.7) ** 2)),
      'softcap dX',
    );
    kernels.scale(count, x.at, 1.5, o1);
    expect([...memory.read(o1, count)]).toEqual(each((z) => Math.fround(z * 1.5)));

    kernels.relu(count, x.at, o1);
    expect([...memory.read(o1, count)]).toEqual([...x.values].map((value) => Math.max(0, value)));
    kernels.reluBackward(count, o1, dOut.at, o2);
    expect([...memory.read(o2, count)]).toEqual([...dOut.values].map((value, i) => (x.values[i]! > 0 ? value : 0)));
    kernels.add(count, x.at, y.at, o1);
    expect([...memory.read(o1, count)]).toEqual(indices.map((i) => Math.fround(x.values[i]! + y.values[i]!)));

    const chosen = [3, 0, 3, 4, 1];
    kernels.gatherRows(5, width, x.at, memory.integers(chosen), o1);
    expect([...memory.read(o1, count)]).toEqual(chosen.flatMap((row) => [...x.values.subarray(row * width, (row + 1) * width)]));
    kernels.scatterRows(5, width, x.at, memory.integers(chosen), rows, o1);
    const scattered = new Float32Array(count);
    chosen.forEach((row, i) => {
      for (let j = 0; j < width; j += 1) scattered[row * width + j]! += x.values[i * width + j]!;
    });
    expect(memory.read(o1, count)).toEqual(scattered);
    kernels.sumRows(rows, width, x.at, dWeight);
    close(
      memory.read(dWeight, width),
      Array.from({ length: width }, (_, j) => indices.filter((i) => column(i) === j).reduce((sum, i) => sum + x.values[i]!, 0)),
      'sum of rows',
    );
  });

  it.each([2, 6, 16, 34])('rotary embedding of heads of width %i, and its transpose', async (d) => {
    const { memory, kernels } = await start(build);
    const [tokens, heads, half] = [5, 3, d / 2];
    const x = memory.noise(tokens * heads * d);
    const positions = [4, 0, 9, 2, 1];
    const angle = (position: number, i: number) => position * (i + 1) * 0.37;
    const table = (f: (angle: number) => number) =>
      memory.put(Array.from({ length: 10 * half }, (_, i) => f(angle(Math.floor(i / half), i % half))));
    const [cosines, sines, at] = [table(Math.cos), table(Math.sin), memory.integers(positions)];
    const out = memory.room(x.values.length);
    kernels.rope(tokens, heads, d, x.at, at, cosines, sines, 1, out);
    const want = [...x.values].map((value, i) => {
      const index = i % d;
      const theta = angle(positions[Math.floor(i / (heads * d))]!, index % half);
      return index < half
        ? value * Math.cos(theta) - x.values[i + half]! * Math.sin(theta)
        : value * Math.cos(theta) + x.values[i - half]! * Math.sin(theta);
    });
    close(memory.read(out, want.length), want, 'forward');
    kernels.rope(tokens, heads, d, out, at, cosines, sines, -1, out);
    close(memory.read(out, want.length), x.values, 'there and back');
  });

  it.each(
    SIZES.filter((size) => size > 1).flatMap(
      (size) =>
        [
          [size, false],
          [size, true],
        ] as const,
    ),
  )('log-probabilities and entropies over %i tokens, cut off: %s', async (vocabulary, cut) => {
    const { memory, kernels } = await start(build);
    const count = 6;
    const logits = memory.noise(count * vocabulary);
    for (let i = 0; i < logits.values.length; i += 1) logits.values[i]! *= 6;
    const at = memory.put(logits.values);
    const targets = Array.from({ length: count }, (_, i) => (i * 5) % vocabulary);
    const temperatures = [1, 0.7, 1.3, 2, 0.5, 1];
    const keeps = Array.from({ length: count * vocabulary }, (_, i) =>
      i % vocabulary === targets[Math.floor(i / vocabulary)] || uniformAt(keyFor(2, 9), i) < 0.4 ? 1 : 0,
    );
    const kept = cut ? memory.put(keeps) : 0;
    const [dL, dH] = [memory.noise(count), memory.noise(count)];
    const [logprobs, entropies, dLogits] = [memory.room(count), memory.room(count), memory.room(count * vocabulary)];
    const [t, temperature] = [memory.integers(targets), memory.put(temperatures)];
    kernels.tokenStats(count, vocabulary, at, t, temperature, kept, logprobs, entropies);
    kernels.tokenStatsBackward(count, vocabulary, at, t, temperature, kept, dL.at, dH.at, dLogits);
    const want = targets.map((target, i) => {
      const z = Array.from({ length: vocabulary }, (_, j) =>
        cut && !keeps[i * vocabulary + j] ? Number.NEGATIVE_INFINITY : logits.values[i * vocabulary + j]! / temperatures[i]!,
      );
      const top = Math.max(...z);
      const mass = z.reduce((sum, value) => sum + Math.exp(value - top), 0);
      const logp = z.map((value) => value - top - Math.log(mass));
      const p = logp.map(Math.exp);
      const entropy = -p.reduce((sum, value, j) => sum + (value > 0 ? value * logp[j]! : 0), 0);
      const gradient = p.map(
        (value, j) =>
          (((j === target ? 1 : 0) - value) * dL.values[i]! - (value > 0 ? value * (logp[j]! + entropy) : 0) * dH.values[i]!) /
          temperatures[i]!,
      );
      return { logprob: logp[target]!, entropy, gradient };
    });
    close(
      memory.read(logprobs, count),
      want.map(({ logprob }) => logprob),
      'log-probabilities',
    );
    close(
      memory.read(entropies, count),
      want.map(({ entropy }) => entropy),
      'entropies',
    );
    expect(
      relativeError(
        memory.read(dLogits, count * vocabulary),
        want.flatMap(({ gradient }) => gradient),
      ),
    ).toBeLessThan(4e-6);
  });

  it('a NaN among the logits or the scores comes out as NaN', async () => {
    const { memory, kernels } = await start(build);
    for (const index of [0, 5, 8, 10]) {
      const logits = memory.noise(11).values.map((value, i) => (i === index ? Number.NaN : value));
      const [logprob, entropy, dLogits] = [memory.room(1), memory.room(1), memory.room(11)];
      const [at, target, one] = [memory.put(logits), memory.integers([3]), memory.put([1])];
      kernels.tokenStats(1, 11, at, target, one, 0, logprob, entropy);
      expect([...memory.read(logprob, 1), ...memory.read(entropy, 1)]).toEqual([Number.NaN, Number.NaN]);
      kernels.tokenStatsBackward(1, 11, at, target, one, 0, one, one, dLogits);
      expect([...memory.read(dLogits, 11)]).toEqual(new Array<number>(11).fill(Number.NaN));

      const length = 11;
      const scratch = memory.room(kernels.attentionScratchBytes(length, 4) / 4);
      const [q, v, out, stats] = [
        memory.noise(4 * length).at,
        memory.noise(4 * length).at,
        memory.room(4 * length),
        memory.room(2 * length),
      ];
      const k = memory.put(memory.noise(4 * length).values.map((value, i) => (Math.floor(i / 4) === index ? Number.NaN : value)));
      kernels.attention(1, memory.integers([0, length]), 1, 1, 4, q, k, v, out, stats, scratch);
      for (let t = 0; t < length; t += 1) expect(Number.isNaN(memory.read(out + 16 * t, 1)[0]!), `token ${t}`).toBe(t >= index);
    }
  });

  it('the exponential is accurate over its whole range, and NaN stays NaN', async () => {
    const { memory, kernels } = await start(build);
    const x = Float32Array.from({ length: 4001 }, (_, i) => -80 + i * 0.02);
    const [ones, out] = [memory.put(new Float32Array(x.length).fill(1)), memory.room(x.length)];
    kernels.swiglu(x.length, memory.put(x), ones, out);
    const errors = [...memory.read(out, x.length)]
      .map((value, i) => Math.abs(value / (x[i]! / (1 + Math.exp(-x[i]!))) - 1))
      .filter((error) => !Number.isNaN(error)); // 0/0 at 0
    expect(errors.length).toBeGreaterThan(3990);
    expect(Math.max(...errors)).toBeLessThan(4 * 2 ** -23);
    // Beyond it a gate is shut, however large what it multiplies.
    const shut = [-89, -1e3, -8.5e5, -1e30];
    kernels.swiglu(shut.length, memory.put(shut), memory.put(shut.map(() => 7e5)), out);
    expect([...memory.read(out, shut.length)].map(Math.abs)).toEqual(shut.map(() => 0));
    kernels.swigluBackward(shut.length, memory.put(shut), memory.put(shut.map(() => 7e5)), ones, out, memory.put(shut));
    expect([...memory.read(out, shut.length)].map(Math.abs)).toEqual(shut.map(() => 0));
    kernels.swiglu(1, memory.put([Number.NaN]), ones, out);
    expect(memory.read(out, 1)[0]).toBeNaN();
  });
});

it('the committed binaries are what their source compiles to', () => {
  const script = join(import.meta.dirname, '../../../../scripts/build-kernels.mjs');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
