/** What docs/reliability.md says of rows, from ledgers that are made up. */
import { expect, it } from 'vitest';
import { isDone, type Ledger } from '../../../../../headless/torture/campaign/ledger.ts';
import { reliabilityMarkdown, type Reported } from '../../../../../headless/torture/campaign/report.ts';
import { SHORT_APART } from '../../../../../headless/torture/campaign/shortApart.ts';

const ledger: Ledger = {
  code: '0123456789abcdef',
  builds: ['0123456789ab'],
  tried: [[1, 40]],
  bad: [
    { seed: 3, kind: 'lost', what: 'a row' },
    { seed: 4, kind: 'failed', what: 'it hangs' },
  ],
  notes: {},
  seconds: 5400,
};
const reported = (changed: boolean): Reported => ({
  row: { id: 'kills', method: 'It is killed.', source: 'nobody', goal: 40, short: [] },
  ledger,
  changed,
});
const tableLine = (page: string): string | undefined => page.split('\n').find((line) => line.startsWith('| [kills]'));

it('a row whose code changed since its trials says so, in the table and below', () => {
  const page = reliabilityMarkdown([reported(true)], []);
  expect(tableLine(page)).toBe('| [kills](#kills) | 40 | 40 | 38 | 1 | 1 | code changed since |');
  expect(page).toContain('Seeds 1–40; code `0123456789abcdef`, of `0123456789ab`; 1.5 h in all; code changed since.');
});

it('a row whose trials are of the code of today says so', () => {
  const page = reliabilityMarkdown([reported(false)], []);
  expect(tableLine(page)).toBe('| [kills](#kills) | 40 | 40 | 38 | 1 | 1 | yes |');
  expect(page).toContain('1.5 h in all.');
});

it('a row of which nothing was tried has no code to be of', () => {
  expect(tableLine(reliabilityMarkdown([{ ...reported(false), ledger: null }], []))).toBe('| [kills](#kills) | 40 | 0 | 0 | 0 | 0 | – |');
});

it('the rows of which npm test tries nothing are named', () => {
  const { row } = reported(false);
  const quick = { ...reported(false), row: { ...row, id: 'quick', short: [1] } };
  const built = { ...reported(false), row: { ...row, id: Object.keys(SHORT_APART)[0] ?? '' } };
  expect(reliabilityMarkdown([reported(false), quick, built], [])).toContain('a few trials of each row but of kills, whose');
});

it('a row whose goal is a time says how long its trials took', () => {
  const { row } = reported(false);
  expect(tableLine(reliabilityMarkdown([{ ...reported(false), row: { ...row, hours: 5 } }], []))).toBe(
    '| [kills](#kills) | 5 h | 40 (1.50 h) | 38 | 1 | 1 | yes |',
  );
  expect([isDone({ goal: 40, hours: 5 }, ledger), isDone({ goal: 40, hours: 1.5 }, ledger), isDone({ goal: 40 }, ledger)]).toEqual([
    false,
    true,
    true,
  ]);
});
