import { describe, expect, it } from 'vitest';
import { tableCsv } from '../../../../src/core/sweep/exports.ts';
import { csvField, csvText } from '../../../../src/core/formats/csv.ts';

describe('a CSV that a spreadsheet opens', () => {
  it('holds no text that a spreadsheet would run', () => {
    for (const text of ['=1+1', '+1+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', '-', '+']) {
      const field = csvField(text);
      expect(field.replace(/^"/, '').startsWith("'"), text).toBe(true);
      expect(field.replaceAll('""', '"'), text).toContain(text);
    }
    expect(csvField('=a,"b"')).toBe('"\'=a,""b"""');
  });

  it('leaves numbers numbers, and other texts as they are', () => {
    expect(csvText([[-0.5, '-0.5', '+3', '-1e-7', 1e21, null, undefined, Number.NaN, 'a=b', 'plain', '']])).toBe(
      '-0.5,-0.5,+3,-1e-7,1e+21,,,,a=b,plain,\r\n',
    );
  });

  it('is what a sweep’s table is written with, whose cells have names a person gave', () => {
    const row = {
      name: '=cmd|x',
      values: [{ seed: 1, value: -2 }],
      seeds: 1,
      missing: 0,
      mean: -2,
      interval: null,
      best: null,
      difference: null,
    };
    const [, line] = tableCsv([row as never]).split('\n');
    expect(line).toBe("'=cmd|x,1,1,0,-2,,,,,,,,-2");
  });
});
