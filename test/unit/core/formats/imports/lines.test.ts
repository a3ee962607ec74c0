import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportedPart } from '../../../../../src/core/formats/imports/importedRun.ts';
import { MAX_LINE_BYTES, PIECE_BYTES } from '../../../../../src/core/formats/imports/limits.ts';
import { jsonLines, wholeJson } from '../../../../../src/core/formats/imports/lines.ts';
import type { GivenFile } from '../../../../../src/core/formats/imports/reader.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { seededRandom } from '../helpers.ts';
import { given } from './given.ts';

async function read(
  file: GivenFile,
  most?: number,
): Promise<{ values: unknown[]; lines: number[]; notices: string[]; said: string[]; fault?: string; at?: number }> {
  const [values, lines, notices, said]: [unknown[], number[], string[], string[]] = [[], [], [], []];
  const told = (part: ImportedPart): void => {
    notices.push(part.kind === 'notice' ? part.code : part.kind);
    if (part.kind === 'notice') said.push(part.message);
  };
  try {
    for await (const batch of jsonLines(file, told, most)) {
      for (const { line, value } of batch) {
        values.push(value);
        lines.push(line);
      }
    }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { values, lines, notices, said, fault: error.fault.code, ...(error.fault.place?.line && { at: error.fault.place.line }) };
  }
  return { values, lines, notices, said };
}

/** A file that gives its bytes a few at a time, whatever is asked for. */
const dripping = (path: string, bytes: Uint8Array, most: number): GivenFile => ({
  path,
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.slice(start, Math.min(end, start + most))),
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('lines of JSON', () => {
  it('are the same in pieces of any size, packed or not, with marks and returns', async () => {
    const random = seededRandom(5);
    const rows = Array.from({ length: 60 }, (_, row) => ({ row, text: '七 “x” 🙂\n'.repeat(Math.floor(random() * 9)) }));
    const text = rows.map((row) => `${JSON.stringify(row)}${row.row % 3 ? '\n' : '\r\n\n'}`).join('');
    const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
    for (const bytes of [utf8(text), utf8(`\uFEFF${text}`), utf8(text.trimEnd()), gzipSync(utf8(text))]) {
      for (const most of [1, 7, 64, PIECE_BYTES]) {
        expect(await read(dripping('x', bytes, most))).toEqual({ values: rows, lines, notices: [], said: [] });
      }
    }
    expect(await read(given('x', gzipSync(utf8(text))))).toEqual({ values: rows, lines, notices: [], said: [] });
  });

  it('are read whatever the file says of its size', async () => {
    const bytes = utf8('{"a":1}\n{"a":2}\n');
    for (const size of [0, 3, Number.MAX_SAFE_INTEGER]) {
      expect((await read({ ...given('x', bytes), size })).values).toEqual([{ a: 1 }, { a: 2 }]);
    }
  });

  it('take what Python writes for numbers that are none as unknown, and leave texts alone', async () => {
    const text = '{"a":NaN,"b":[-Infinity,1,Infinity],"c":"NaN, \\"Infinity\\"","NaN":2}\n';
    expect((await read(given('x', text))).values).toEqual([{ a: null, b: [null, 1, null], c: 'NaN, "Infinity"', NaN: 2 }]);
  });

  it('leave out a last line that was cut off, and broken ones before it, and tell where; none that can be read is refused', async () => {
    expect(await read(given('x', '{"a":1}\n{"a":'))).toEqual({
      ...{ values: [{ a: 1 }], lines: [1], notices: ['E_IMPORT_CUT'], said: [expect.stringContaining('ends within line 2')] },
    });
    const cutInLetter = utf8('{"a":1}\n{"a":"七').slice(0, -1);
    expect((await read(given('x', cutInLetter))).notices).toEqual(['E_IMPORT_CUT']);
    const left = ['x: line 2 of 3 is no whole JSON and was left out; a trainer that is stopped and started again leaves such lines.'];
    expect(await read(given('x', '{"a":1}\n{"a":\n{"a":2}\n'))).toEqual({
      values: [{ a: 1 }, { a: 2 }],
      lines: [1, 3],
      notices: ['E_IMPORT_LEFT_OUT'],
      said: left,
    });
    const both = await read(given('x', '{"a"\n\n{"a":1}\n{"a":{"a":2}\n{"a":3}\n{"a":'));
    expect(both).toMatchObject({ lines: [3, 5], notices: ['E_IMPORT_CUT', 'E_IMPORT_LEFT_OUT'] });
    expect(both.said[1]).toContain('2 lines of 5 (the first is line 1) are');
    expect(await read(given('x', '{"a":\n{"a"\n'))).toMatchObject({ fault: 'E_IMPORT_LINE', at: 1 });
    expect(await read(given('x', '{"a":\n{"a"'))).toMatchObject({ fault: 'E_IMPORT_LINE', at: 1 });
    expect(await read(given('x', '{"a":'))).toMatchObject({ fault: 'E_IMPORT_LINE', at: 1 });
    expect(await read(given('x', ''))).toMatchObject({ fault: 'E_IMPORT_EMPTY' });
    expect(await read(given('x', ' \n\n'))).toMatchObject({ fault: 'E_IMPORT_EMPTY' });
  });

  it('leave a line out that is not text, and name it where nothing else can be read', async () => {
    const bytes = new Uint8Array([...utf8('{"a":1}\n{"a":"'), 0xff, 0xfe, ...utf8('"}\n{"a":2}\n')]);
    expect(await read(given('x', bytes))).toMatchObject({ lines: [1, 3], notices: ['E_IMPORT_LEFT_OUT'] });
    expect(await read(given('x', bytes.slice(8, -8)))).toMatchObject({ fault: 'E_IMPORT_TEXT', at: 1 });
  });

  it('of a packed file that was cut off are those that are whole', async () => {
    const random = seededRandom(1);
    const rows = Array.from({ length: 4000 }, () => ({ a: random() }));
    const packed = gzipSync(utf8(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
    const cut = await read(given('x.gz', packed.slice(0, packed.length / 2)));
    expect(cut.notices).toEqual(['E_IMPORT_CUT']);
    expect(cut.values.length).toBeGreaterThan(500);
    expect(cut.values).toEqual(rows.slice(0, cut.values.length));
    const broken = packed.slice();
    broken.fill(0xff, 2000, 2100);
    expect((await read(given('x.gz', broken))).fault).toMatch(/^E_IMPORT_(?:PACKED|LINE|TEXT)$/);
    expect(await read(given('x.gz', packed.slice(0, 12)))).toMatchObject({ fault: 'E_IMPORT_PACKED' });
  });

  it('end at a limit, and so does a bomb', async () => {
    const most = 2 ** 18;
    expect(MAX_LINE_BYTES).toBe(2 ** 26);
    let asked = 0;
    const endless: GivenFile = {
      path: 'x',
      size: 1,
      read: (start, end) => {
        asked += end - start;
        return Promise.resolve(new Uint8Array(end - start).fill(0x20));
      },
    };
    expect(await read(endless, most)).toMatchObject({ fault: 'E_IMPORT_LIMIT', at: 1 });
    await expect(wholeJson(endless, most)).rejects.toThrow('more than 0 MiB');
    expect(asked).toBeLessThan(3 * PIECE_BYTES);
    const long = JSON.stringify('a'.repeat(most));
    expect(await read(given('x', `1\n${long}\n2\n`), most)).toMatchObject({ fault: 'E_IMPORT_LIMIT', at: 2 });
    const bomb = gzipSync(new Uint8Array(2 ** 24).fill(0x5b));
    expect(bomb.length).toBeLessThan(2 ** 15);
    expect(await read(given('x.gz', bomb), most)).toMatchObject({ fault: 'E_IMPORT_LIMIT', at: 1 });
  });
});
