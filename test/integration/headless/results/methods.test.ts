/** The table of methods: every number comes from the rows it is given, and nothing is said that no interval shows. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../headless/kit/folders.ts';
import {
  EPISODES,
  LONGEST,
  METHOD_SEEDS,
  methodDifference,
  methodDocument,
  methodId,
  type MethodRow,
  METHODS,
  methodsMarkdown,
  TEAMS,
} from '../../../../headless/results/methods/report.ts';
import { recorded, recordOf } from '../../../../headless/results/recorded.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';

const [duo, trio] = TEAMS;

const row = (seed: number, reward: number, tokens: number, early: number | null): MethodRow => ({
  seed,
  before: 0.25,
  episodes: { iteration: 25, tokens, reward },
  tokens: early === null ? null : { iteration: 4, tokens: 1200, reward: early },
});

/** TPPO ends at 80 + seed, C3 ten points above it with seven times its tokens, and far below it with as many; GSPO never gets there. */
const ROWS = new Map<string, readonly MethodRow[]>([
  [
    methodId(duo, 'tppo'),
    METHOD_SEEDS.map((seed) => ({ ...row(seed, 0.8 + seed / 100, 1000, null), tokens: row(seed, 0.8 + seed / 100, 1000, null).episodes })),
  ],
  [methodId(duo, 'c3'), METHOD_SEEDS.map((seed) => row(seed, 0.9 + seed / 100 + (seed === 3 ? 0.01 : 0), 7000, 0.4))],
  [methodId(duo, 'gspo'), METHOD_SEEDS.map((seed) => row(seed, 0.8 + (seed % 2 ? 0.2 : -0.2), 500, null))],
]);

it('every method runs on every team as its set of settings stands, with as many episodes', () => {
  for (const team of TEAMS)
    for (const method of METHODS) {
      const document = methodDocument(team, method, 3);
      expect(documentFaults(document), methodId(team, method)).toEqual([]);
      expect(document.training).toMatchObject({ seed: 3, iterations: LONGEST, episodes: EPISODES, evaluateEvery: 0 });
    }
  expect(new Set(METHODS).size).toBe(14);
});

describe('the table', () => {
  const text = methodsMarkdown(ROWS, 'a machine');
  const line = (method: string) => text.split('\n').find((one) => one.startsWith(`| \`${method}\``));

  it('gives both budgets with the difference seed by seed', () => {
    expect(line('tppo')).toBe(
      '| `tppo` | 25 ± 0 | 1.00 × | 83 ± 2 [81 82 83 84 85] | – | 25 25 25 25 25 | 1.00 × | 83 ± 2 [81 82 83 84 85] | – |',
    );
    expect(line('c3')).toMatch(
      /^\| `c3` \| 25 ± 0 \| 7\.00 × \| 93 ± 2 \[91 92 94 94 95\] \| \*\*\+10 ± 1\*\* \| 4 4 4 4 4 \| 1\.20 × \| 40 ± 0 /,
    );
  });

  it('leaves out at equal tokens what never sampled as many', () => {
    expect(line('gspo')).toMatch(/\| – \| – \| – \| – \|$/);
    expect(methodDifference(ROWS, duo, 'gspo', 'tokens')).toBeNull();
  });

  it('says nothing of a method while seeds are missing', () => {
    const few = new Map([...ROWS].map(([id, rows]) => [id, id === methodId(duo, 'c3') ? rows.slice(0, 3) : rows]));
    const said = methodsMarkdown(few, 'a machine');
    expect(said).toContain('At equal episodes, higher than `tppo`: none; lower: none; not told apart: `gspo`.');
    expect(said.split('\n').find((one) => one.startsWith('| `c3`'))).not.toContain('**');
  });

  it('says higher and lower of what the interval leaves 0 out of, and no more', () => {
    expect(text).toContain('At equal episodes, higher than `tppo`: `c3`; lower: none; not told apart: `gspo`.');
    expect(text).toContain('At equal tokens, higher than `tppo`: none; lower: `c3`; not told apart: none.');
    expect(text).toContain('These are 3 intervals');
  });

  it('tells runs that are the very same from such as are not told apart', () => {
    const same = new Map([...ROWS, [methodId(duo, 'mappo'), ROWS.get(methodId(duo, 'tppo')) ?? []]]);
    expect(methodsMarkdown(same, 'a machine')).toContain('not told apart: `gspo`; the very same runs as `tppo`: `mappo`.');
  });

  it('names what is not measured yet', () => {
    expect(text).toContain(`## The trio (preset \`trio\`)\n\nNot measured yet: seeds 1, 2, 3, 4, 5.`);
    const one = methodsMarkdown(new Map(METHODS.map((method) => [methodId(trio, method), [row(1, 0.5, 1000, 0.5)]])), '');
    expect(one).toContain('Not measured yet: seeds 2, 3, 4, 5.');
    const some = METHODS.map((method) => [
      methodId(trio, method),
      (method === 'c3' ? [1] : METHOD_SEEDS).map((seed) => row(seed, 0.5, 1000, 0.5)),
    ]);
    expect(methodsMarkdown(new Map(some as [string, MethodRow[]][]), '')).toContain(
      'Not measured yet: `c3` with seeds 2, 3, 4, 5. Of fewer',
    );
    expect(one).toContain('| `appo` | 25 | 1.00 × | 50 [50] | – |');
    expect(one).not.toContain('not told apart:');
  });
});

it.runIf(existsSync(recordOf('methods')))('docs/results.md says what was recorded', () => {
  const rows = recorded<MethodRow>('methods');
  const document = readFileSync(join(projectRoot, 'docs', 'results.md'), 'utf8');
  const machine = /^Every method on a team .* an iteration \((.*)\)\. A method is/m.exec(document)?.[1] ?? '';
  expect(document).toContain(methodsMarkdown(rows, machine).trim());
  for (const id of rows.keys()) expect(TEAMS.flatMap((team) => METHODS.map((method) => methodId(team, method)))).toContain(id);
});
