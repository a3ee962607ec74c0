/** Long lists of an answer: the same as `JSON.parse` makes of them, to the precision of float32, whatever else stands in the answer. */
import { describe, expect, it } from 'vitest';
import { keyFor, STREAMS, uniformAt } from '../../../src/core/random/streams.ts';
import { jsonOf, NumberList, numbersOf } from '../../../src/tinker/lists.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const key = keyFor(5, STREAMS.pretraining);
const drawn = (index: number): number => uniformAt(key, index);
/** Longer than what is read as any JSON is. */
const padding = 'x'.repeat(70_000);
/** Answers with this list, as text, twice. */
const answered = (list: string): unknown =>
  jsonOf(bytesOf(`{"padding":"${padding}","outputs":[{"data":${list},"shape":[2]},{"data":${list}}]}`));
const listsIn = (answer: unknown): unknown[] => (answer as { outputs: { data: unknown }[] }).outputs.map(({ data }) => data);

/** As Python writes float32 that was made a float64, and as others do. */
const writings: Readonly<Record<string, (value: number) => string>> = {
  'seventeen digits': (value) => String(Math.fround(value)),
  'nine digits': (value) => String(Number(value.toPrecision(9))),
  exponents: (value) => value.toExponential(),
  'large exponents': (value) => value.toExponential(12).replace('e', 'E'),
  float64: (value) => String(value),
};

/** All decimals of a number below 2 that is a multiple of 2⁻⁵³. */
function exactly(value: number): string {
  const digits = (BigInt(value * 2 ** 53) * 5n ** 53n).toString().padStart(54, '0');
  return `${digits.slice(0, -53)}.${digits.slice(-53)}`;
}

describe('a long list of an answer', () => {
  it.each(Object.entries(writings))('has the numbers of float32 that JSON has: %s', (_, write) => {
    const values = Array.from({ length: 4000 }, (_, i) => (drawn(2 * i) - 0.5) * 10 ** (i % 2 ? 1 : 70 * drawn(2 * i + 1) - 35));
    const texts = [
      ...values.map(write),
      '0',
      '-0',
      '1',
      '-17',
      '0.0',
      '123456789012',
      '9007199254740993',
      '1e-5',
      '1E+3',
      '5e-324',
      '1e300',
    ];
    for (const list of listsIn(answered(`[${texts.join(', ')}]`))) {
      expect(list).toBeInstanceOf(NumberList);
      expect(Float32Array.from(numbersOf(list) ?? [])).toEqual(Float32Array.from(texts, Number));
    }
  });

  it('has whole numbers as they are', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => 2 ** 31 - 1 - i);
    expect(Array.from(numbersOf(listsIn(answered(JSON.stringify(ids)))[0]) ?? [])).toEqual(ids);
  });

  it('rounds a number close to the middle of two of float32 as JSON does', () => {
    const texts = Array.from({ length: 2000 }, (_, i) => {
      const low = Math.fround(drawn(i) + 0.5);
      // Sixteen digits and more: exact middles of neighbours, and what is next to them.
      return exactly(low + 2 ** -25 + ((i % 3) - 1) * 2 ** -53);
    });
    const [list] = listsIn(answered(`[${texts.join(',')}]`));
    expect(Float32Array.from(numbersOf(list) ?? [])).toEqual(Float32Array.from(texts, Number));
  });

  it('leaves all else of the answer as it is', () => {
    const long = Array.from({ length: 400 }, (_, i) => i);
    const answer = {
      said: '[1,2] "quoted" \\',
      short: [1, -2.5],
      none: [],
      nested: [
        [1, [2]],
        [long, 'x]', null],
      ],
      last: { a: true },
      padding,
    };
    const read = jsonOf(bytesOf(JSON.stringify(answer))) as typeof answer;
    expect(Array.from(numbersOf(read.nested[1]?.[0]) ?? [])).toEqual(long);
    expect({ ...read, nested: [read.nested[0], [long, ...(read.nested[1] ?? []).slice(1)]] }).toEqual(answer);
  });

  it.each([
    ['a text with a bracket', (long: string) => `[${long},"]",2]`],
    ['another list', (long: string) => `[${long},[3],4]`],
    ['nothing', (long: string) => `[${long},null]`],
    ['a bare minus', (long: string) => `[${long},-]`],
    ['a comma at its end', (long: string) => `[${long},]`],
    ['what is no number', (long: string) => `[${long},NaN]`],
    ['two points', (long: string) => `[${long},1.2.3]`],
  ])('is no list of numbers with %s in it', (_, write) => {
    const text = `{"padding":"${padding}","list":${write(Array.from({ length: 400 }, (_, i) => i).join(','))}}`;
    let whole: unknown;
    try {
      whole = JSON.parse(text);
    } catch {
      whole = null;
    }
    const list = (() => {
      try {
        return (jsonOf(bytesOf(text)) as { list: unknown }).list;
      } catch {
        return null;
      }
    })();
    expect(numbersOf(list)).toBeNull();
    if (whole && !(list instanceof NumberList)) expect(list).toEqual((whole as { list: unknown }).list);
  });

  it('is not read of what is cut off', () => {
    expect(() => jsonOf(bytesOf(`{"padding":"${padding}","list":[1,2`))).toThrow(SyntaxError);
    expect(() => jsonOf(bytesOf('{"list":'))).toThrow(SyntaxError);
  });
});
