/** Metered programs compute what they did, pay for it exactly, and end when they cannot pay. */
import { describe, expect, it } from 'vitest';
import { FUEL, metered } from '../../../../src/session/sandbox/metering.ts';
import { program } from '../../../../src/session/sandbox/node.ts';

/** A section of a WebAssembly module; everything here is shorter than 128 bytes, so lengths are single bytes. */
const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content];
const I32 = 0x7f;

/**
 * A module by hand: `sum(n)` adds n, n - 1, … in a loop and `fill(n)` fills n bytes of memory; two globals so that the
 * counter's index is not the first.
 */
const HANDMADE = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 2, 0x60, 1, I32, 1, I32, 0x60, 1, I32, 0),
  ...section(3, 2, 0, 1),
  ...section(5, 1, 0, 1),
  ...section(6, 2, I32, 0, 0x41, 7, 0x0b, I32, 0, 0x41, 8, 0x0b),
  ...section(7, 2, 3, 0x73, 0x75, 0x6d, 0, 0, 4, 0x66, 0x69, 0x6c, 0x6c, 0, 1),
  ...section(
    10,
    2,
    // (local i32) loop: sum += n; n -= 1; br_if n != 0; end; sum
    ...[26, 1, 1, I32, 0x03, 0x40, 0x20, 1, 0x20, 0, 0x6a, 0x21, 1, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 1, 0x0f, 0x0b],
    // memory.fill(0, 1, n)
    ...[11, 0, 0x41, 0, 0x41, 1, 0x20, 0, 0xfc, 11, 0, 0x0b],
  ),
]);

interface Handmade {
  sum(n: number): number;
  fill(n: number): void;
  readonly [FUEL]: WebAssembly.Global<'i64'>;
}

function start(fuel: bigint): Handmade {
  const exports = new WebAssembly.Instance(new WebAssembly.Module(metered(HANDMADE, 1))).exports as unknown as Handmade;
  exports[FUEL].value = fuel;
  return exports;
}

describe('a metered program', () => {
  it('is a valid module that computes the same', () => {
    expect(WebAssembly.validate(HANDMADE)).toBe(true);
    expect(start(1_000n).sum(10)).toBe(55);
  });

  it('pays one for the call and one for each round', () => {
    const made = start(1_000n);
    made.sum(10);
    expect(made[FUEL].value).toBe(1_000n - 1n - 10n);
  });

  it('pays for what is copied at once by its size', () => {
    const made = start(10_000n);
    made.fill(6_400);
    expect(made[FUEL].value).toBe(10_000n - 1n - 200n);
  });

  it('ends in the middle when nothing is left, and does nothing more', () => {
    const made = start(100n);
    expect(() => made.sum(1_000_000)).toThrow(WebAssembly.RuntimeError);
    expect(made[FUEL].value).toBe(-1n);
    expect(() => made.sum(1)).toThrow(WebAssembly.RuntimeError);
    made[FUEL].value = 100n;
    expect(made.sum(3)).toBe(6);
  });

  it('refuses what it does not know how to count', () => {
    const other = HANDMADE.slice();
    other[other.length - 4] = 8; // memory.init
    expect(() => metered(other, 1)).toThrow('not metered');
  });

  it('begins with as much memory as it is given, or is refused where its bytes have no room for the number', () => {
    const importing = new Uint8Array([...HANDMADE.slice(0, 8), ...section(2, 1, 1, 0x61, 1, 0x62, 2, 0, 9)]);
    const begins = new WebAssembly.Module(metered(importing, 3));
    expect(() => new WebAssembly.Instance(begins, { a: { b: new WebAssembly.Memory({ initial: 3 }) } })).not.toThrow();
    expect(() => new WebAssembly.Instance(begins, { a: { b: new WebAssembly.Memory({ initial: 2 }) } })).toThrow(WebAssembly.LinkError);
    expect(() => metered(importing, 300)).toThrow('no room');
    expect(importing.at(-1)).toBe(9);
  });
});

it('QuickJS pays the same for the same work, in every instance', async () => {
  const spent = await Promise.all(
    [0, 1].map(async () => {
      const { quickjs, fuel } = await program.boot(16 * 1024 * 1024);
      const context = quickjs.newRuntime().newContext();
      fuel.value = 1_000_000_000n;
      context.unwrapResult(context.evalCode('let s = 0; for (let i = 0; i < 100000; i++) s += i; s')).dispose();
      return 1_000_000_000n - fuel.value;
    }),
  );
  expect(spent[0]).toBe(spent[1]);
  expect(spent[0]).toBeGreaterThan(100_000n);
});

it('no instance can grow beyond its maximum, nor shares its memory', async () => {
  const [one, other] = [await program.boot(8 * 1024 * 1024), await program.boot(8 * 1024 * 1024)];
  expect(one.memory.buffer).not.toBe(other.memory.buffer);
  expect(() => one.memory.grow(40 * 16)).toThrow(RangeError); // 40 MiB more
});
