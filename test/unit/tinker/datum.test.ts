/** Sequences as data: what the reference prints, how calls are split, and what each reduction makes of the derivatives. */
import { describe, expect, it } from 'vitest';
import { calls, linearDatum, responseLogprobs, scoringDatum } from '../../../src/tinker/datum.ts';
import { keyFor, STREAMS, uniformAt } from '../../../src/core/random/streams.ts';
import { float, floats, integers, Written, written } from '../../../src/tinker/wire.ts';

const SEQUENCE = { prompt: [1, 292], response: [52, 2], logprobs: [-0.5, -0.25], derivatives: [0.125, -2] };
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const parsed = (datum: Written) =>
  JSON.parse(datum.text) as { loss_fn_inputs: Record<string, { data: number[]; dtype: string; shape: number[] }> };

describe('a datum', () => {
  it('has all ids but the last, targets one on, and zeros before the response', () => {
    expect(JSON.parse(scoringDatum(SEQUENCE).text)).toEqual({
      model_input: { chunks: [{ type: 'encoded_text', tokens: [1, 292, 52] }] },
      loss_fn_inputs: {
        target_tokens: { data: [292, 52, 2], dtype: 'int64', shape: [3] },
        weights: { data: [0, 0, 0], dtype: 'float32', shape: [3] },
      },
    });
  });

  it('has the linear loss of a sum: advantages are the negative derivatives', () => {
    const { loss_fn_inputs: inputs } = parsed(linearDatum(SEQUENCE, 'sum', 7));
    expect(inputs['weights']?.data).toEqual([0, 1, 1]);
    expect(inputs['logprobs']?.data).toEqual([0, -0.5, -0.25]);
    expect(inputs['advantages']?.data).toEqual([0, -0.125, 2]);
  });

  it('undoes a mean over its tokens and over the step’s sequences', () => {
    expect(parsed(linearDatum(SEQUENCE, 'mean', 7)).loss_fn_inputs['advantages']?.data).toEqual([0, -0.125 * 2 * 7, 2 * 2 * 7]);
  });

  it('is not made of lists that do not fit, nor of what is no number', () => {
    expect(() => linearDatum({ ...SEQUENCE, derivatives: [1] }, 'sum', 1)).toThrow('2 tokens');
    expect(() => linearDatum({ ...SEQUENCE, derivatives: [1, Number.NaN] }, 'sum', 1)).toThrow('NaN cannot be sent');
    expect(() => scoringDatum({ prompt: [], response: [1] })).toThrow('needs a prompt');
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
    expect(JSON.parse(floats([0.5], 2).text)).toEqual([0, 0, 0.5]);
    expect([floats([]).text, integers([]).text, integers([0, 7, 151_935]).text]).toEqual(['[]', '[]', '[0,7,151935]']);
    expect(() => integers([-1])).toThrow('-1 is no id');
  });
});

describe('calls', () => {
  const data = Array.from({ length: 10 }, () => new Written('x'.repeat(99)));
  const sizes = (most: { data: number; bytes: number }): number[] => calls(data, most).map(({ length }) => length);

  it('are split by number and by bytes, in order', () => {
    expect(sizes({ data: 4, bytes: 1e6 })).toEqual([4, 4, 2]);
    expect(sizes({ data: 99, bytes: 300 })).toEqual([3, 3, 3, 1]);
    expect(sizes({ data: 99, bytes: 10 })).toEqual(Array.from({ length: 10 }, () => 1));
    expect(calls([]).length).toBe(0);
    expect(calls(data, { data: 4, bytes: 1e6 }).flat()).toEqual(data);
  });

  it('hold at most 1,024 data', () => {
    expect(calls(Array.from({ length: 1025 }, () => new Written('x'))).map(({ length }) => length)).toEqual([1024, 1]);
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
