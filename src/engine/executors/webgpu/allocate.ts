/** Lays activations out in few buffers: two share one when the first is dead before the second is written. */
import type { BufferName } from '../../contracts/plan.ts';
import type { Lowered } from './lowered.ts';

export interface Layout {
  /** Buffer index of each activation. */
  readonly bufferOf: ReadonlyMap<BufferName, number>;
  /** Floats of each buffer. */
  readonly sizes: readonly number[];
}

/** Both stages on one time line, so what the backward stage reads survives the forward one; outputs live to their stage's end. */
export function layOut(lowered: Lowered): Layout {
  const last = new Map<BufferName, number>();
  const firsts: BufferName[][] = [];
  for (const stage of ['forward', 'backward'] as const) {
    for (const { refs } of lowered.dispatches[stage]) {
      const time = firsts.length;
      const fresh: BufferName[] = [];
      for (const ref of refs) {
        if (ref.at !== 'activation') continue;
        if (!last.has(ref.name)) fresh.push(ref.name);
        last.set(ref.name, time);
      }
      firsts.push(fresh);
    }
    // Read back when the stage's dispatches are done.
    for (const output of lowered.outputs[stage]) if ('buffer' in output) last.set(output.buffer, firsts.length);
  }

  const ends: BufferName[][] = Array.from({ length: firsts.length + 1 }, () => []);
  for (const [name, time] of last) ends[time]?.push(name);
  const sizes: number[] = [];
  const free: number[] = [];
  const bufferOf = new Map<BufferName, number>();
  firsts.forEach((fresh, time) => {
    for (const name of fresh) {
      const size = lowered.sizes.get(name) ?? 0;
      const index = takeBest(free, sizes, size) ?? sizes.push(0) - 1;
      sizes[index] = Math.max(sizes[index] ?? 0, size);
      bufferOf.set(name, index);
    }
    // Only now: a dispatch must not write over what it reads. An output is still copied after the time it ends at.
    for (const name of ends[time] ?? []) {
      const index = bufferOf.get(name);
      if (index !== undefined) free.push(index);
    }
  });
  return { bufferOf, sizes };
}

/** The smallest free buffer that fits, or else the largest, which then grows. */
function takeBest(free: number[], sizes: readonly number[], size: number): number | undefined {
  const sizeOf = (index: number) => sizes[index] ?? 0;
  free.sort((a, b) => sizeOf(a) - sizeOf(b));
  const fits = free.findIndex((index) => sizeOf(index) >= size);
  return free.splice(fits === -1 ? free.length - 1 : fits, 1)[0];
}
