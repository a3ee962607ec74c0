/** The short form of the campaign (docs/reliability.md): a few fixed seeds of every row, by the same trials. */
import { afterAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { numbersOf, REPORT, reportedRows } from '../../../../headless/torture/campaign/report.ts';
import { tried } from '../../../../headless/torture/row.ts';
import { ROWS } from '../../../../headless/torture/campaign/rows.ts';

describe.each(Object.entries(ROWS))('%s', async (id, load) => {
  const { row } = await load();
  afterAll(() => row.close?.());

  it('is named as its file', () => expect(row.id).toBe(id));

  it.runIf(row.short.length > 0)('survives its short form', async () => {
    for (const seed of row.short) expect(await tried(row, seed), `seed ${seed}`).toMatchObject({ kind: 'survived' });
  });
});

it('docs/reliability.md has the numbers of the ledgers', async () => {
  const page = readFileSync(REPORT, 'utf8');
  for (const row of await reportedRows()) expect(page, 'npm run torture -- --report').toContain(numbersOf(row));
});
