import { describe, expect, it } from 'vitest';
import { encodeJsonLine, encodeJsonLines, parseJsonLines } from '../../../src/core/formats/jsonl.ts';
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
