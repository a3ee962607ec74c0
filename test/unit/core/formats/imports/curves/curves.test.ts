import { describe, expect, it } from 'vitest';
import { metricsReader } from '../../../../../../src/core/formats/imports/curves/metricsLines.ts';
import { tfeventsReader } from '../../../../../../src/core/formats/imports/curves/tfevents.ts';
import { wandbReader } from '../../../../../../src/core/formats/imports/curves/wandb.ts';
import { eventsFileStart, scalarEvents } from '../../../../../../src/core/formats/tfevents.ts';
import { faultOf, given, golden, goldenBytes, goldenJson, goldenText, headOf, readAll } from '../read.ts';

const SIMPLE = 'tfevents/events.out.tfevents.1764064800.simple';
const TENSORS = 'tfevents/events.out.tfevents.1764064900.tensors';

describe('event files', () => {
  it('reads the scalars that tensorboardX wrote, and what it leaves out', async () => {
    const { metrics, notices } = await readAll(tfeventsReader, [golden(SIMPLE)]);
    const expected: Record<string, Record<string, number>> = goldenJson('tfevents/expected.json').simple;
    expect(metrics).toEqual(Object.entries(expected).map(([step, values]) => ({ step: Number(step), values })));
    expect(notices).toEqual(['E_CURVES_LEFT_OUT']);
  });

  it('reads tensors of every type of number, and forgets what a restart makes void', async () => {
    const { metrics, notices } = await readAll(tfeventsReader, [golden(TENSORS)]);
    const expected: Record<string, Record<string, number>> = goldenJson('tfevents/expected.json').tensors;
    expect(metrics).toEqual(Object.entries(expected).map(([step, values]) => ({ step: Number(step), values })));
    expect(notices).toEqual(['E_CURVES_RESTARTED']);
  });

  it('tells runs in several folders apart by the folder, and joins the files of one', async () => {
    const file = (path: string, step: number, value: number) =>
      given(path, Uint8Array.from([...eventsFileStart(1), ...scalarEvents({ loss: value }, step, 1)]));
    const { metrics } = await readAll(tfeventsReader, [file('b/events.2', 1, 3), file('a/events.1', 0, 1), file('a/events.2', 1, 2)]);
    expect(metrics).toEqual([
      { step: 0, values: { 'a/loss': 1 } },
      { step: 1, values: { 'a/loss': 2, 'b/loss': 3 } },
    ]);
  });

  it('ends at a record that is cut off, and says so', async () => {
    const bytes = goldenBytes(SIMPLE);
    const { metrics, notices } = await readAll(tfeventsReader, [given('cut', bytes.slice(0, bytes.length - 70))]);
    expect(notices).toContain('E_CURVES_CUT');
    expect(metrics.length).toBeGreaterThan(0);
  });

  it('refuses spoiled bytes, and lengths that are lies, at their offset', async () => {
    const bytes = goldenBytes(SIMPLE);
    const spoiled = bytes.slice();
    spoiled.set([(spoiled.at(-30) ?? 0) ^ 1], bytes.length - 30);
    expect(await faultOf(tfeventsReader, [given('x', spoiled)])).toMatchObject({ code: 'E_CURVES_BYTES', params: { found: 'checksum' } });
    const lying = bytes.slice();
    lying[5] = 0xff;
    expect(await faultOf(tfeventsReader, [given('x', lying)])).toMatchObject({ params: { offset: 0, found: 'checksum' } });
    // A right checksum over a length of a terabyte: 2^40, masked CRC32C by an independent implementation.
    const huge = Uint8Array.from([0, 0, 0, 0, 0, 1, 0, 0, ...maskedCastagnoli([0, 0, 0, 0, 0, 1, 0, 0])]);
    expect(await faultOf(tfeventsReader, [given('x', huge)])).toMatchObject({ params: { offset: 0, found: 'length' } });
    // A right frame around what is no protobuf.
    const nonsense = [0x0a, 0xff, 0xff, 0x01];
    const frame = [4, 0, 0, 0, 0, 0, 0, 0];
    const framed = Uint8Array.from([...frame, ...maskedCastagnoli(frame), ...nonsense, ...maskedCastagnoli(nonsense)]);
    expect(await faultOf(tfeventsReader, [given('x', framed)])).toMatchObject({ params: { found: 'message' } });
  });

  it('knows its own by the first record', async () => {
    expect(tfeventsReader.claims(await headOf(golden(SIMPLE)))).toBe(true);
    for (const path of ['wandb/run-offline.wandb', 'trackio/team.db', 'metrics/metrics.jsonl'])
      expect(tfeventsReader.claims(await headOf(golden(path)))).toBe(false);
    expect(tfeventsReader.claims({ path: 'x', size: 0, bytes: new Uint8Array() })).toBe(false);
  });
});

/** Masked CRC-32C, bit by bit. */
function maskedCastagnoli(bytes: readonly number[]): number[] {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  crc = ~crc >>> 0;
  const masked = ((((crc >>> 15) | (crc << 17)) >>> 0) + 0xa282ead8) >>> 0;
  return [masked & 255, (masked >>> 8) & 255, (masked >>> 16) & 255, masked >>> 24];
}

/** CRC-32, bit by bit. */
function plainCrc(bytes: readonly number[]): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('histories of Weights & Biases', () => {
  const expected = () =>
    (goldenJson('wandb/expected.json') as Record<string, number>[]).map(({ _step: step, ...values }) => ({ step, values }));
  const known = (metrics: readonly { step: number; values: Readonly<Record<string, number>> }[]) =>
    metrics.map(({ step, values: { _runtime, ...values } }) => ({ step, values }));

  it('reads the log of an offline run, records over several blocks included', async () => {
    const { metrics, notices } = await readAll(wandbReader, [golden('wandb/run-offline.wandb')]);
    expect(known(metrics)).toEqual(expected());
    expect(notices).toEqual(['E_CURVES_LEFT_OUT']);
  });

  it('reads the same rows as CSV, and as JSON', async () => {
    expect((await readAll(wandbReader, [golden('wandb/history.csv')])).metrics).toEqual(expected());
    const json = given('history.json', JSON.stringify(goldenJson('wandb/expected.json')));
    expect(wandbReader.claims(await headOf(json))).toBe(true);
    expect((await readAll(wandbReader, [json])).metrics).toEqual(expected());
  });

  it('reads the CSV of a chart, a column a run, without the bounds of its bands', async () => {
    const chart = given(
      'chart.csv',
      '"Step","fast - loss","fast - loss__MIN","fast - loss__MAX"\n"0","1.5","1","2"\n"3","","",""\n"4","0.5","0.5","0.5"\n',
    );
    expect(wandbReader.claims(await headOf(chart))).toBe(true);
    expect((await readAll(wandbReader, [chart])).metrics).toEqual([
      { step: 0, values: { 'fast - loss': 1.5 } },
      { step: 4, values: { 'fast - loss': 0.5 } },
    ]);
  });

  it('ends where a log is cut off, wherever that is, and keeps what stands before', async () => {
    const bytes = goldenBytes('wandb/run-offline.wandb');
    for (const length of [bytes.length - 3, 40_000, 33_000]) {
      const { notices, metrics } = await readAll(wandbReader, [given('run.wandb', bytes.slice(0, length))]);
      expect(notices).toContain('E_CURVES_CUT');
      expect(metrics.length).toBeGreaterThan(0);
    }
  });

  it('does not wait for bytes that a wrong size promises', async () => {
    const bytes = goldenBytes('wandb/run-offline.wandb');
    for (const length of [20_000, bytes.length]) {
      const file = { ...given('run.wandb', bytes.slice(0, length)), size: 2 ** 50 };
      expect((await readAll(wandbReader, [file])).metrics.length).toBeGreaterThan(0);
    }
    // A record that leaves three bytes of a block, which would be padding: a summary (field 3) of nothing that is read.
    const length = 32_768 - 7 - 7 - 3;
    const data = Uint8Array.from([0x1a, 0xeb, 0xff, 0x01, ...new Uint8Array(length - 4)]);
    const sum = plainCrc([1, ...data]);
    const head = [sum & 255, (sum >>> 8) & 255, (sum >>> 16) & 255, sum >>> 24, length & 255, length >>> 8, 1];
    const full = given('run.wandb', Uint8Array.from([...bytes.slice(0, 7), ...head, ...data]));
    expect(await faultOf(wandbReader, [{ ...full, size: 2 ** 50 }])).toMatchObject({ code: 'E_CURVES_NOTHING' });
    const events = { ...golden(SIMPLE), size: 2 ** 50 };
    expect((await readAll(tfeventsReader, [events])).notices).toContain('E_CURVES_CUT');
  });

  it('refuses a log with spoiled bytes, lying lengths or pieces without a beginning', async () => {
    const bytes = goldenBytes('wandb/run-offline.wandb');
    const changed = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[at] = value;
      return given('run.wandb', copy);
    };
    expect(await faultOf(wandbReader, [changed(20, 0xee)])).toMatchObject({
      code: 'E_CURVES_BYTES',
      params: { found: 'checksum', offset: 7 },
    });
    expect(await faultOf(wandbReader, [changed(12, 0xff)])).toMatchObject({
      code: 'E_CURVES_BYTES',
      params: { found: 'length', offset: 7 },
    });
    expect(await faultOf(wandbReader, [changed(13, 3)])).toMatchObject({ code: 'E_CURVES_BYTES' });
  });

  it('says where a table is none', async () => {
    const broken = given('history.csv', '_step,loss\n0,1\n1,"2\n');
    expect(await faultOf(wandbReader, [broken])).toMatchObject({ code: 'E_ROWS_CSV', params: { line: 3 } });
    expect(await faultOf(wandbReader, [given('h.csv', '_step,loss\n0,1,2\n')])).toMatchObject({ code: 'E_ROWS_CSV', params: { line: 2 } });
    expect(await faultOf(wandbReader, [given('h.csv', '_step,loss\nx,y\n')])).toMatchObject({ code: 'E_CURVES_NOTHING' });
    const enormous = { ...given('h.csv', '_step,loss\n0,1\n'), size: 2 ** 40 };
    expect(await faultOf(wandbReader, [enormous])).toMatchObject({ code: 'E_IMPORT_SIZE' });
  });
});

describe('rows of metrics', () => {
  it('reads a metrics.jsonl, tables in rows by dotted names', async () => {
    const file = golden('metrics/metrics.jsonl');
    expect(metricsReader.claims(await headOf(file))).toBe(true);
    const { metrics } = await readAll(metricsReader, [file]);
    const lines = goldenText('metrics/metrics.jsonl').trim().split('\n');
    expect(metrics).toEqual(
      lines.map((line) => {
        const { step, reward, train } = JSON.parse(line.replace('NaN', 'null'));
        return { step, values: { ...(reward !== null && { reward }), 'train.loss': train.loss } };
      }),
    );
  });

  it("reads transformers' trainer_state.json, and joins what is logged twice at a step", async () => {
    const file = golden('metrics/trainer_state.json');
    expect(metricsReader.claims(await headOf(file))).toBe(true);
    expect((await readAll(metricsReader, [file])).metrics).toEqual([
      { step: 10, values: { epoch: 0.5, loss: 1.25, learning_rate: 1e-5 } },
      { step: 20, values: { epoch: 1, loss: 0.75, learning_rate: 5e-6, eval_reward: 0.5 } },
    ]);
  });

  it('reads a table of numbers with gaps', async () => {
    const file = golden('metrics/progress.csv');
    expect(metricsReader.claims(await headOf(file))).toBe(true);
    const { metrics, notices } = await readAll(metricsReader, [file]);
    expect(metrics).toEqual([
      { step: 0, values: { reward: 0.5 } },
      { step: 1, values: { reward: 0.75, kl: 0.01 } },
      { step: 2, values: { kl: 0.02 } },
    ]);
    expect(notices).toEqual(['E_CURVES_LEFT_OUT']);
  });

  it('claims no rows in which somebody says something', async () => {
    for (const path of ['rows/team.jsonl', 'rows/plain.csv', 'langsmith/runs.jsonl', 'opentelemetry/spans.jsonl', 'phoenix/spans.json'])
      expect(metricsReader.claims(await headOf(golden(path))), path).toBe(false);
  });

  it('leaves a line out that is no JSON, and names what holds no number', async () => {
    const { notices, metrics } = await readAll(metricsReader, [given('m.jsonl', '{"step":0,"a":1}\n{"step":1,\n{"step":2,"a":1}\n')]);
    expect([notices, metrics.map(({ step }) => step)]).toEqual([['E_IMPORT_LEFT_OUT'], [0, 2]]);
    expect(await faultOf(metricsReader, [given('m.jsonl', '{"a":1}\n')])).toMatchObject({ code: 'E_CURVES_NOTHING' });
    expect(await faultOf(metricsReader, [given('m.jsonl', '[1,2]\n')])).toMatchObject({ code: 'E_TRACE_FIELD', params: { item: 1 } });
    const deep = `{"step":0,"a":${'{"b":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    expect(await faultOf(metricsReader, [given('m.jsonl', deep)])).toMatchObject({ code: 'E_TRACE_DEPTH' });
  });

  it('keeps names that mean something to JavaScript as mere names', async () => {
    const { metrics } = await readAll(metricsReader, [given('m.jsonl', '{"step":0,"__proto__":{"x":1},"constructor":2}\n')]);
    expect(metrics).toEqual([{ step: 0, values: { '__proto__.x': 1, constructor: 2 } }]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
