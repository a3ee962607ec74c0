import { describe, expect, it } from 'vitest';
import { encodeFloatLines, encodeJsonLine, encodeJsonLines, parseJsonLines } from '../../../../src/core/formats/jsonl.ts';
import { faultCode, seededRandom } from './helpers.ts';

describe('encodeJsonLine', () => {
  it('writes numbers that read back as the same number, in the same bytes', () => {
    const random = seededRandom(2);
    const doubles = Array.from({ length: 500 }, () => (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20));
    const numbers = [...doubles, ...doubles.map(Math.fround), 0.1 + 0.2, 1e21, 5e-324, Number.MAX_VALUE, 2 ** 53];
    const line = encodeJsonLine(numbers);
    expect(parseJsonLines(line, 'x')).toEqual([numbers]);
    expect(encodeJsonLine(parseJsonLines(line, 'x')[0])).toBe(line);
  });

  it('keeps the order of keys and puts one value on one line', () => {
    expect(encodeJsonLine({ b: 'two\nlines', a: [1, null, -0.5] })).toBe('{"b":"two\\nlines","a":[1,null,-0.5]}\n');
    expect(encodeJsonLines([{ a: 1 }, { a: 2 }])).toBe('{"a":1}\n{"a":2}\n');
    expect(encodeJsonLines([])).toBe('');
  });

  it('refuses NaN and infinities, saying where', () => {
    expect(() => encodeJsonLine({ messages: [{}, { advantages: [0, Number.NaN] }] })).toThrow(/messages\[1\]\.advantages\[1\] is NaN/);
    expect(() => encodeJsonLine({ 'actor/planner/kl_ref': Number.NEGATIVE_INFINITY })).toThrow(/actor\/planner\/kl_ref is -Infinity/);
    expect(faultCode(() => encodeJsonLine(Number.NaN))).toBe('E_JSON_NUMBER');
  });
});

describe('parseJsonLines', () => {
  it('names the line that is broken', () => {
    expect(() => parseJsonLines('{"a":1}\n\n{"a":', 'metrics.jsonl')).toThrow(/Line 3 of metrics\.jsonl/);
    expect(parseJsonLines('\n{"a":1}\r\n', 'x')).toEqual([{ a: 1 }]);
  });
});

describe('lines for readers that tell whole numbers from fractions', () => {
  const floats = new Set(['reward', 'values']);
  const line = (value: unknown) => encodeFloatLines([value], floats);

  it('write every number at and below a field of fractions with one', () => {
    expect(line({ step: 1, reward: 1, values: [0, 0.5, -2, -0], of: { reward: { a: 3, b: null } }, text: '1', absent: undefined })).toBe(
      '{"step":1,"reward":1.0,"values":[0.0,0.5,-2.0,0.0],"of":{"reward":{"a":3.0,"b":null}},"text":"1"}\n',
    );
    expect(line({ reward: 1e21, values: [1e-7] })).toBe('{"reward":1e+21,"values":[1e-7]}\n');
  });

  it('read back as what they were, here as without', () => {
    const value = { step: 3, reward: 2 ** 60, values: [1, 1 / 3], nested: [{ values: {} }], text: 'a "b"\n' };
    expect(parseJsonLines(line(value), 'x')).toEqual([value]);
    expect(parseJsonLines(encodeJsonLines([value]), 'x')).toEqual([value]);
  });

  it('refuse what JSON would turn into null', () => {
    expect(() => line({ a: [{ values: [1, Number.NaN] }] })).toThrow('a[0].values[1] is NaN');
  });
});
