import { describe, expect, it } from 'vitest';
import { columnsOf, SqliteFile } from '../../../../../../src/core/formats/imports/curves/sqlite.ts';
import { trackioReader } from '../../../../../../src/core/formats/imports/curves/trackio.ts';
import { faultOf, given, golden, goldenBytes, goldenJson, headOf, readAll } from '../read.ts';

async function tableOf(bytes: Uint8Array) {
  const database = await SqliteFile.open(given('types.db', bytes), null);
  const [table] = await database.tables();
  const rows = [];
  for await (const row of database.rows(table?.root ?? 0)) rows.push(row);
  return { table, rows };
}

describe('SQLite', () => {
  it('reads what SQLite wrote: every type, long rows, deleted ones, UTF-16, a column that was added', async () => {
    const { table, rows } = await tableOf(goldenBytes('sqlite/types.db'));
    expect(table).toMatchObject({ name: 'odd, (names)', columns: ['id', 'whole', 'real one', 'text', 'raw', 'later'] });
    const hex = (bytes: unknown) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex').toUpperCase() : '');
    const expected: unknown[] = goldenJson('sqlite/expected.json');
    expect(rows.map(([, whole, real, text, raw, later = null]) => [whole, real, text, hex(raw), later])).toEqual(expected);
    expect(rows.length).toBeGreaterThan(300);
  });

  it('ends with a fault, and soon, whatever byte of it is changed', async () => {
    const bytes = goldenBytes('sqlite/types.db');
    let refused = 0;
    for (let turn = 0; turn < 120; turn += 1) {
      const copy = bytes.slice();
      // Where a page says what it is and where its rows begin.
      const at = (((turn * 37) % (copy.length / 512)) * 512 + (turn % 24)) % copy.length;
      copy[at] = (copy[at] ?? 0) ^ (1 + (turn % 255));
      try {
        await tableOf(copy);
      } catch (error) {
        expect(error).toHaveProperty('fault.code', 'E_CURVES_BYTES');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(20);
  });

  it('does not go round in circles, nor believe sizes', async () => {
    const bytes = goldenBytes('trackio/team.db');
    // Page 1 as an interior page that has itself as its child.
    const circle = bytes.slice();
    circle[100] = 5;
    circle.set([0, 0], 103);
    circle.set([0, 0, 0, 1], 108);
    expect(await faultOf(trackioReader, [given('c.db', circle)])).toMatchObject({ code: 'E_CURVES_BYTES', params: { found: 'loop' } });
    expect(await faultOf(trackioReader, [given('c.db', bytes.slice(0, 8192))])).toMatchObject({ params: { found: 'page' } });
    expect(await faultOf(trackioReader, [given('c.db', bytes.slice(0, 60))])).toMatchObject({ params: { found: 'header' } });
    // The size told is a lie: the file ends before.
    expect(await faultOf(trackioReader, [{ ...given('c.db', bytes.slice(0, 8192)), size: 2 ** 45 }])).toMatchObject({
      params: { found: 'page' },
    });
  });

  it('finds the names of columns among types, defaults and constraints', () => {
    expect(
      columnsOf("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT CHECK (b IN ('x,y', 'z')), \"c d\" REAL, FOREIGN KEY (a) REFERENCES u(a))"),
    ).toEqual(['a', 'b', 'c d']);
  });
});

describe('trackio', () => {
  const curves = () => {
    const steps = new Map<number, Record<string, number>>();
    for (const { run, step, reward, kl } of goldenJson('trackio/expected.json') as any[])
      steps.set(step, { ...steps.get(step), ...(reward !== null && { [`${run}/reward`]: reward }), [`${run}/kl.mean`]: kl });
    return [...steps].map(([step, values]) => ({ step, values }));
  };

  it('reads a project: both runs, and the traces with their rewards', async () => {
    const { metrics, episodes, notices } = await readAll(trackioReader, [golden('trackio/team.db')]);
    expect(metrics).toEqual(curves());
    expect(episodes.map(({ step, reward, skills, problem }) => ({ step, reward, skills, problem }))).toEqual([
      { step: 40, reward: 1, skills: { length: 2 }, problem: 'What is 17 + 25?' },
      { step: 41, reward: 0, skills: { length: 9 }, problem: 'What is 6 × 7, in words?' },
    ]);
    expect(episodes[0]?.messages).toMatchObject([
      { text: '42', prompt: [{ role: 'system' }, { role: 'user' }], logprobs: null, agent: null },
    ]);
    expect(notices).toEqual(['E_CURVES_LEFT_OUT']);
  });

  it('reads what is in the log beside a database that is at work', async () => {
    const [database, log] = [golden('trackio/live.db'), golden('trackio/live.db-wal')];
    expect(trackioReader.claims(await headOf(log))).toBe(true);
    const { metrics, episodes } = await readAll(
      trackioReader,
      [log, database].map((file) => ({ ...file, path: file.path.replace('trackio/', '') })),
    );
    expect(metrics).toEqual(curves());
    expect(episodes).toHaveLength(2);
  });

  it('says that a log may be missing, and drops what of a log was not written whole', async () => {
    const alone = await readAll(trackioReader, [given('live.db', goldenBytes('trackio/live.db'))]);
    expect(alone.notices).toContain('E_CURVES_LOG_BESIDE');
    const older = Object.keys(alone.metrics[0]?.values ?? {});
    expect(older).toEqual(['reward', 'kl.mean']);
    const log = goldenBytes('trackio/live.db-wal');
    const torn = log.slice(0, log.length - 5000);
    torn.set([(torn.at(-1) ?? 0) ^ 1], torn.length - 1);
    const { metrics } = await readAll(trackioReader, [given('live.db', goldenBytes('trackio/live.db')), given('live.db-wal', torn)]);
    expect(metrics.length).toBe(40);
  });

  it('says of another database that its table is not there', async () => {
    expect(trackioReader.claims(await headOf(golden('trackio/team.db')))).toBe(true);
    expect(await faultOf(trackioReader, [given('o.db', goldenBytes('sqlite/types.db'))])).toMatchObject({ code: 'E_CURVES_NOTHING' });
  });
});
