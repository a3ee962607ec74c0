import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDataFile } from '../../../../src/core/dataset/parse.ts';
import { sha256 } from '../../../../src/core/sha256.ts';
import { FaultError, type Fault } from '../../../../src/core/faults.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, name = 'data.json') => parseDataFile(bytes(text), name);
const golden = (name: string) => new Uint8Array(readFileSync(new URL(`../../../golden/datasets/${name}`, import.meta.url)));

function faultOf(text: string): Fault {
  try {
    read(text, 'bad.txt');
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('it was read');
}

const ROWS = [
  { q: 'one', n: 1 },
  { q: 'two', n: 2 },
];

describe('layouts, by content', () => {
  it.each([
    ['list', JSON.stringify(ROWS)],
    ['list', `\ufeff  ${JSON.stringify(ROWS, null, 2)}\n`],
    ['data', JSON.stringify({ version: 1, data: ROWS })],
    ['columns', JSON.stringify({ q: ['one', 'two'], n: [1, 2] })],
    ['columns', JSON.stringify({ q: { 0: 'one', 1: 'two' }, n: { 0: 1, 1: 2 } })],
    [
      'viewer',
      JSON.stringify({ features: [], rows: ROWS.map((row, row_idx) => ({ row_idx, row, truncated_cells: [] })), num_rows_total: 2 }),
    ],
    ['json_lines', ROWS.map((row) => JSON.stringify(row)).join('\n')],
    ['json_lines', `${ROWS.map((row) => JSON.stringify(row)).join('\r\n\r\n')}\r\n`],
  ] as const)('%s', (layout, text) => {
    const file = read(text);
    expect(file).toMatchObject({ layout, rows: ROWS, columns: ['q', 'n'], dropped: 0 });
  });

  it('splits by key get a column that says so', () => {
    const file = read(JSON.stringify({ train: [ROWS[0]], test: [ROWS[1]] }));
    expect(file.layout).toBe('splits');
    expect(file.rows).toEqual([
      { q: 'one', n: 1, split: 'train' },
      { q: 'two', n: 2, split: 'test' },
    ]);
  });

  it.each([
    ['csv', 'q,n\none,1\ntwo,2\n'],
    ['csv', '\ufeffq;n\r\none;1\r\ntwo;2'],
    ['tsv', 'q\tn\none\t1\n\ntwo\t2\n'],
  ] as const)('%s', (layout, text) => {
    expect(read(text)).toMatchObject({
      layout,
      rows: [
        { q: 'one', n: '1' },
        { q: 'two', n: '2' },
      ],
    });
  });

  it('quoted cells hold commas, quotes and lines', () => {
    expect(read('q,a\n"one, ""two""\nthree",4\n').rows).toEqual([{ q: 'one, "two"\nthree', a: '4' }]);
  });

  it('one object is one row, a word is a row of its own', () => {
    expect(read('{"q": "one"}')).toMatchObject({ layout: 'json_lines', rows: [{ q: 'one' }] });
    expect(read('["one", "two"]').rows).toEqual([{ value: 'one' }, { value: 'two' }]);
  });

  it('Excel’s UTF-16', () => {
    const text = '\ufeffq\tn\none\t1\n';
    expect(parseDataFile(new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer), 'x.txt').rows).toEqual([
      { q: 'one', n: '1' },
    ]);
  });

  it('the sample files', () => {
    expect(parseDataFile(golden('math-part.jsonl'), 'm')).toMatchObject({
      layout: 'json_lines',
      columns: ['problem', 'level', 'solution', 'subject', 'unique_id', 'answer'],
    });
    expect(parseDataFile(golden('gsm8k-part.jsonl'), 'g').rows).toHaveLength(6);
  });
});

describe('what cannot be read says where', () => {
  it.each([
    ['[{"a": 1},\n {"a" 2}]', 'E_DATASET_JSON', 2, 7],
    ['[{"a": 1}', 'E_DATASET_JSON', 1, 10],
    ['{"a": 1}\n{"a": 2,}\n', 'E_DATASET_JSON', 2, 9],
    ['{"a": 1}\n{"a": "x\n', 'E_DATASET_JSON', 2, 7],
    ['{"a": tru}', 'E_DATASET_JSON', 1, 7],
    ['a,b\n1,2\n1,2,3\n', 'E_DATASET_CSV', 3, undefined],
    ['a,b\n"x\ny",2\n1,2,3\n', 'E_DATASET_CSV', 4, undefined],
    ['a,b\n"1,2\n', 'E_DATASET_CSV', 2, undefined],
    ['a,a\n1,2\n', 'E_DATASET_CSV', 1, undefined],
    ['{"a": 1, "b": "ok"}\n\n[1', 'E_DATASET_JSON', 3, 3],
  ])('%j', (text, code, line, column) => {
    const fault = faultOf(text);
    expect(fault.code).toBe(code);
    expect(fault.place).toEqual({ subject: 'bad.txt', line, ...(column ? { column } : {}) });
    expect(fault.message).toContain(`ine ${line}`);
  });

  it.each([
    ['', 'E_DATASET_EMPTY'],
    [' \n', 'E_DATASET_EMPTY'],
    ['[]', 'E_DATASET_EMPTY'],
    ['a,b\n', 'E_DATASET_EMPTY'],
    [JSON.stringify({ a: [1, 2], b: ['x'] }), 'E_DATASET_LAYOUT'],
    [`[${JSON.stringify({ a: 'x'.repeat(200_000) })}]`, 'E_DATASET_SIZE'],
    [`[${'['.repeat(100)}${']'.repeat(100)}]`, 'E_DATASET_ROW'],
    [JSON.stringify([Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`c${i}`, i]))]), 'E_DATASET_SIZE'],
  ])('%#: %s', (text, code) => expect(faultOf(text).code).toBe(code));

  it('a zip is no text', () => {
    expect(() => parseDataFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0x80]), 'a.zip')).toThrow('is not UTF-8 text');
  });
});

describe('what is only there to do harm', () => {
  it('drops hostile keys, at any depth, and counts them', () => {
    const file = read('[{"q": "x", "__proto__": {"bad": 1}, "deep": [{"constructor": 2, "ok": 3}]}]');
    expect(file.rows).toEqual([{ q: 'x', deep: [{ ok: 3 }] }]);
    expect(file.dropped).toBe(2);
    expect(({} as { bad?: number }).bad).toBeUndefined();
  });
  it('hostile column names of tables too', () => {
    const file = read('q,__proto__\nx,y\n');
    expect(Object.keys(file.rows[0] ?? {})).toEqual(['q']);
  });
  it('numbers beyond all bounds stay JSON', () => expect(read('[{"a": 1e999}]').rows).toEqual([{ a: 'Infinity' }]));
});

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 100_003])('SHA-256 of %i bytes is Node’s', (length) => {
  const data = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
  expect(sha256(data)).toBe(createHash('sha256').update(data).digest('hex'));
});
