/** Sequences as data: what the reference prints, how calls are split, and what each reduction makes of the derivatives. */
import { describe, expect, it } from 'vitest';
import { calls, linearDatum, responseLogprobs, scoringDatum, type Writes } from '../../../src/tinker/datum.ts';
import { floats, integers, Writer } from '../../../src/tinker/digits.ts';
import { keyFor, STREAMS, uniformAt } from '../../../src/core/random/streams.ts';
import { float, Written, written } from '../../../src/tinker/wire.ts';

const SEQUENCE = { prompt: [1, 292], response: [52, 2], logprobs: [-0.5, -0.25], derivatives: [0.125, -2] };
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
function parsed<S>(write: Writes<S>, sequence: S) {
  const out = new Writer();
  write(out, sequence);
  return JSON.parse(out.taken().text) as { loss_fn_inputs: Record<string, { data: number[]; dtype: string; shape: number[] }> };
}

describe('a datum', () => {
  it('has all ids but the last, targets one on, and zeros before the response', () => {
    expect(parsed(scoringDatum, SEQUENCE)).toEqual({
      model_input: { chunks: [{ type: 'encoded_text', tokens: [1, 292, 52] }] },
      loss_fn_inputs: {
        target_tokens: { data: [292, 52, 2], dtype: 'int64', shape: [3] },
        weights: { data: [0, 0, 0], dtype: 'float32', shape: [3] },
      },
    });
  });

  it('has the linear loss of a sum: advantages are the negative derivatives', () => {
    const { loss_fn_inputs: inputs } = parsed(linearDatum('sum', 7), SEQUENCE);
    expect(inputs['weights']?.data).toEqual([0, 1, 1]);
    expect(inputs['logprobs']?.data).toEqual([0, -0.5, -0.25]);
    expect(inputs['advantages']?.data).toEqual([0, -0.125, 2]);
  });

  it('undoes a mean over its tokens and over the step’s sequences', () => {
    expect(parsed(linearDatum('mean', 7), SEQUENCE).loss_fn_inputs['advantages']?.data).toEqual([0, -0.125 * 2 * 7, 2 * 2 * 7]);
  });

  it('is not made of lists that do not fit, nor of what is no number', () => {
    expect(() => parsed(linearDatum('sum', 1), { ...SEQUENCE, derivatives: [1] })).toThrow('2 tokens');
    expect(() => parsed(linearDatum('sum', 1), { ...SEQUENCE, derivatives: [1, Number.NaN] })).toThrow('NaN cannot be sent');
    expect(() => parsed(scoringDatum, { prompt: [], response: [1] })).toThrow('needs a prompt');
  });
});

describe('numbers', () => {
  it('are floats where a server tells them from integers', () => {
    expect([0, 1, 2.5, 1e-30, 1e21, -3].map((value) => float(value).text)).toEqual(['0.0', '1.0', '2.5', '1e-30', '1e+21', '-3.0']);
    expect(textOf(written({ beta: float(0), count: 2, text: 'a"b', list: [null, true, new Written('{}')] }))).toBe(
      '{"beta":0.0,"count":2,"text":"a\\"b","list":[null,true,{}]}',
    );
  });

  it('of float32 come back as they were', () => {
    const values = Float32Array.from([0.1, -1.3353038, 1e-38, 3.4e38, 1 / 3]);
    expect(Float32Array.from(JSON.parse(floats(values).text) as number[])).toEqual(values);
  });

  it('of float32 come back as they were, whatever their size', () => {
    const key = keyFor(3, STREAMS.pretraining);
    const values = Float32Array.from(
      { length: 20_000 },
      (_, i) => (uniformAt(key, 2 * i) - 0.5) * 10 ** (76 * uniformAt(key, 2 * i + 1) - 38),
    );
    const edges = Float32Array.from([
      0, -0, 1, -1, 9.999_999_9, 10, 99_999_999, 1e8, 1e9, 123_456_789, 1e-4, 1e-13, 9.999_999_9e-14, 1e-25,
    ]);
    for (const list of [values, edges])
      expect(Float32Array.from(JSON.parse(floats(list).text) as number[])).toEqual(Float32Array.from(list, (value) => value + 0));
    expect([floats([]).text, integers([]).text, integers([0, 7, 151_935]).text]).toEqual(['[]', '[]', '[0,7,151935]']);
    expect(() => integers([-1])).toThrow('-1 is no id');
  });
});

describe('calls', () => {
  const text = (index: number, length = 99): string => `"${String(index).padStart(length - 2, 'x')}"`;
  const texts = (count: number, length?: number): string[] => Array.from({ length: count }, (_, index) => text(index, length));
  const split = (data: readonly string[], most?: { data: number; bytes: number }): string[][] => {
    const lists: string[][] = [];
    // One after another: a list is of use until the next one is asked for.
    for (const { count, data: list } of calls(data, (out, one) => void out.text(one), most)) {
      lists.push((JSON.parse(list.text) as string[]).map((one) => JSON.stringify(one)));
      expect(lists.at(-1)?.length).toBe(count);
    }
    return lists;
  };
  const sizes = (most: { data: number; bytes: number }): number[] => split(texts(10), most).map(({ length }) => length);

  it('are split by number and by bytes, in order', () => {
    expect(sizes({ data: 4, bytes: 1e6 })).toEqual([4, 4, 2]);
    expect(sizes({ data: 99, bytes: 300 })).toEqual([3, 3, 3, 1]);
    expect(sizes({ data: 99, bytes: 299 })).toEqual([3, 3, 3, 1]);
    expect(sizes({ data: 99, bytes: 298 })).toEqual([2, 2, 2, 2, 2]);
    expect(sizes({ data: 99, bytes: 10 })).toEqual(Array.from({ length: 10 }, () => 1));
    expect(split([])).toEqual([]);
    expect(split(texts(10), { data: 4, bytes: 1e6 }).flat()).toEqual(texts(10));
    // One that is larger than all before it together.
    const uneven = [...texts(3, 20), ...texts(1, 9000), ...texts(3, 20)];
    expect(split(uneven, { data: 99, bytes: 100 }).flat()).toEqual(uneven);
  });

  it('hold at most 1,024 data', () => {
    expect(split(texts(1025, 8)).map(({ length }) => length)).toEqual([1024, 1]);
  });
});

describe('log-probabilities', () => {
  it('are those of the response', () => {
    expect(responseLogprobs([{ logprobs: { data: [-9, -1, -2] } }], [SEQUENCE])).toEqual([Float32Array.of(-1, -2)]);
  });

  it.each([
    ['nothing', undefined],
    ['too few outputs', []],
    ['too short a list', [{ logprobs: { data: [-1, -2] } }]],
    ['no numbers', [{ logprobs: { data: [-1, null, -2] } }]],
  ])('are not made up of %s', (_, outputs) => {
    expect(responseLogprobs(outputs, [SEQUENCE])).toBeNull();
  });
});
