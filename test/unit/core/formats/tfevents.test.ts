import { describe, expect, it } from 'vitest';
import { crc32c, eventsFileName, eventsFileStart, eventsUpTo, restartEvent, scalarEvents } from '../../../../src/core/formats/tfevents.ts';
import { readEvents } from './tfeventsReader.ts';

const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

describe('tfevents', () => {
  it('computes CRC-32C as RFC 3720, appendix B.4', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(0xff))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => 31 - i))).toBe(0x113fdb5c);
    expect(crc32c(new Uint8Array(0))).toBe(0);
  });

  it('begins a file as TensorFlow does', () => {
    // The first 12 bytes of any TensorFlow event file: length 24, and the masked CRC of that length.
    expect([...eventsFileStart(1e9).subarray(0, 12)]).toEqual([24, 0, 0, 0, 0, 0, 0, 0, 0xa3, 0x7f, 0x4b, 0x22]);
    expect(readEvents(eventsFileStart(1_700_000_000.25))).toEqual([
      { wallTime: 1_700_000_000.25, step: 0, fileVersion: 'brain.Event:2', scalars: {} },
    ]);
    expect(eventsFileName(1_700_000_000.9, 'page')).toBe('events.out.tfevents.1700000000.page');
  });

  it('writes one event per scalar, read back field by field', () => {
    const scalars = { 'reward/mean': 0.5, 'actor/планнер/kl_ref': -1.25e-7, [`long/${'x'.repeat(200)}`]: 3, 'eval/test/pass@4': 1 };
    for (const step of [0, 127, 128, 40_000, 2 ** 40]) {
      const read = readEvents(scalarEvents(scalars, step, 12.5));
      expect(read).toEqual(
        Object.entries(scalars).map(([tag, value]) => ({ wallTime: 12.5, step, scalars: { [tag]: Math.fround(value) } })),
      );
    }
    expect(scalarEvents({}, 1, 1)).toHaveLength(0);
    expect(() => scalarEvents({ a: 1 }, -1, 0)).toThrow('no whole number');
  });

  it('the reader notices a spoiled byte anywhere', () => {
    const file = joined(eventsFileStart(1), scalarEvents({ a: 1, b: 2 }, 300, 2));
    for (let at = 0; at < file.length; at += 1) {
      const spoiled = file.slice();
      spoiled[at]! ^= 1;
      expect(() => readEvents(spoiled), String(at)).toThrow();
    }
  });
});

describe('going on with a file', () => {
  const steps = [0, 1, 127, 128, 300, 2 ** 40];
  const file = joined(eventsFileStart(1), ...steps.map((step) => scalarEvents({ a: step, b: 1 }, step, step)));

  it('keeps the events up to a step, byte for byte', () => {
    for (const [index, step] of steps.entries()) {
      const kept = eventsUpTo(file, step);
      expect(kept).toEqual(joined(eventsFileStart(1), ...steps.slice(0, index + 1).map((own) => scalarEvents({ a: own, b: 1 }, own, own))));
      expect(readEvents(kept)).toHaveLength(1 + 2 * (index + 1));
    }
    expect(eventsUpTo(new Uint8Array(0), 3)).toHaveLength(0);
  });

  it('drops what was cut off or spoiled, and what comes behind', () => {
    const whole = eventsUpTo(file, 128);
    for (let cut = 1; cut < 60; cut += 1) {
      const kept = readEvents(eventsUpTo(whole.subarray(0, whole.length - cut), 1e9));
      expect(kept.length).toBeLessThan(readEvents(whole).length);
      expect(kept.length).toBeGreaterThanOrEqual(readEvents(whole).length - 2);
    }
    const spoiled = whole.slice();
    spoiled[whole.length - 50]! ^= 1;
    expect(readEvents(eventsUpTo(spoiled, 1e9)).length).toBeLessThan(9);
    // A length that reads as 2^63 or so must not be believed.
    expect(eventsUpTo(new Uint8Array(40).fill(255), 1)).toHaveLength(0);
  });

  it('tells whoever is watching to forget what came after', () => {
    expect(readEvents(restartEvent(301, 9))).toEqual([{ wallTime: 9, step: 301, sessionStatus: 1, scalars: {} }]);
    expect(eventsUpTo(restartEvent(301, 9), 300)).toHaveLength(0);
    expect(eventsUpTo(restartEvent(301, 9), 301)).toEqual(restartEvent(301, 9));
  });
});
