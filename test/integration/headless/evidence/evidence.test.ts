/** The recorded results that ship with the page: what they claim to be, they are. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceMarkdown } from '../../../../headless/evidence/report.ts';
import { fileOf } from '../../../../headless/evidence/file.ts';
import { EVIDENCE_NOTES } from '../../../../headless/evidence/notes.ts';
import { changedAt, type EvidenceRow, rowDocument, SEEDS } from '../../../../headless/evidence/row.ts';
import { EVIDENCE_ROWS } from '../../../../headless/evidence/rows.ts';
import { projectRoot } from '../../../../headless/kit/folders.ts';
import { withPart } from '../../../../headless/results/parts.ts';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { claimFault, unclaimed } from '../../../../src/core/lessons/claims.ts';
import type { Evidence, EvidenceSeed } from '../../../../src/core/lessons/evidence.ts';
import { variantNumber } from '../../../../src/core/lessons/evidenceNumbers.ts';

const FILES = ['public/evidence', 'docs/evidence'].flatMap((folder) => {
  const path = join(projectRoot, folder);
  return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
});
/** Bytes: fetched by whoever opens the lesson. */
const LARGEST = 100_000;

const finite = (seed: EvidenceSeed): boolean =>
  [
    ...Object.values(seed.before),
    ...Object.values(seed.after),
    ...seed.reward,
    ...Object.values(seed.series).flat(),
    ...Object.values(seed.extra ?? {}),
  ].every((value) => value === null || Number.isFinite(value));

const rowOf = (id: string) => {
  const row = EVIDENCE_ROWS.find((one) => one.id === id);
  if (!row) throw new Error(`There is no row “${id}”.`);
  return row;
};
const read = (row: EvidenceRow) => JSON.parse(readFileSync(fileOf(row), 'utf8')) as Evidence;

describe.each(FILES)('%s', (name) => {
  const file = join(projectRoot, name);
  const evidence = JSON.parse(readFileSync(file, 'utf8')) as Evidence;
  const row = rowOf(evidence.id);

  it('is what its row would measure', () => {
    expect(file).toBe(fileOf(row));
    expect(row.title).toBe(evidence.title);
    const told = ({ id, name, against }: { readonly id: string; readonly name: string; readonly against?: string }) => [id, name, against];
    expect(evidence.variants.map(told)).toEqual(row.variants.map(told));
    for (const [at, variant] of row.variants.entries()) {
      const { training } = rowDocument(row, variant, 1);
      expect([training.iterations, training.episodes]).toEqual([evidence.iterations, evidence.episodes]);
      expect(evidence.variants[at]?.klRefEstimator, variant.id).toBe(training.klRefEstimator);
    }
    expect(statSync(file).size).toBeLessThan(LARGEST);
  });

  it('has at least five seeds of every variant, finite numbers and curves as long as the training', () => {
    for (const { id, seeds } of evidence.variants) {
      expect(seeds.length, id).toBeGreaterThanOrEqual(5);
      expect(seeds.map(({ seed }) => seed)).toEqual(row.seeds ?? SEEDS);
      for (const seed of seeds) {
        expect(finite(seed), `${id}, seed ${seed.seed}`).toBe(true);
        for (const [name, curve] of Object.entries({ ...seed.series, reward: seed.reward }))
          expect(curve.length, `${id} ${name}`).toBe(evidence.iterations);
      }
    }
  });

  it('has a number for every curve and everything else that was measured', () => {
    for (const variant of evidence.variants) {
      const [first] = variant.seeds;
      const names = [
        ...Object.keys(first?.series ?? {}).map((name) => `series.${name}.last`),
        ...Object.keys(first?.extra ?? {}).map((name) => `extra.${name}`),
      ];
      for (const what of ['before.sampled', 'after.greedy', 'peak', ...names])
        expect(variantNumber(variant, what)?.values.length, `${variant.id}/${what}`).toBe(variant.seeds.length);
    }
  });
});

describe('the rows of the evidence', () => {
  it('have each been measured: every row has its file', () => {
    const missing = EVIDENCE_ROWS.filter((row) => !existsSync(fileOf(row)));
    expect(missing.map(({ id }) => id)).toEqual(EVIDENCE_ROWS.filter(({ awaited }) => awaited).map(({ id }) => id));
  });

  it('are projects that can be trained, each variant by its own name', () => {
    expect(new Set(EVIDENCE_ROWS.map(({ id }) => id)).size).toBe(EVIDENCE_ROWS.length);
    for (const row of EVIDENCE_ROWS) {
      expect(new Set(row.variants.map(({ id }) => id)).size, row.id).toBe(row.variants.length);
      for (const variant of row.variants) expect(documentFaults(rowDocument(row, variant, 1)), `${row.id}/${variant.id}`).toEqual([]);
    }
  });

  it('refuse a path that leads nowhere', () => {
    const document = rowDocument(EVIDENCE_ROWS[0]!, EVIDENCE_ROWS[0]!.variants[0], 1);
    expect(() => changedAt(document, { 'training.learningrate': 1 })).toThrow(/learningrate/);
    expect(() => changedAt(document, { 'team.agents.nobody.prompt': '' })).toThrow(/nobody/);
  });
});

describe('what the notes claim', () => {
  it.each(Object.entries(EVIDENCE_NOTES))('of %s is so in its file, seed by seed', (id, { text, claims }) => {
    const evidence = read(rowOf(id));
    expect(claims.flatMap((claim) => claimFault(text, evidence, claim) ?? [])).toEqual([]);
  });

  it.each(Object.entries(EVIDENCE_NOTES))('of %s has a claim for every sentence that compares', (_, { text, claims }) => {
    expect(unclaimed(text, claims)).toEqual([]);
  });

  it('is refused where the words, the numbers or the direction are not there', () => {
    const evidence = read(rowOf('groups'));
    const claim = { says: 'lower', of: 'grpo-8/after.sampled', than: 'tppo', is: 'lower' } as const;
    expect(claimFault('It is lower.', evidence, claim)).toBeNull();
    expect(claimFault('It is.', evidence, claim)).toBe('The text does not say “lower”.');
    expect(claimFault('It is lower.', evidence, { ...claim, than: 'nobody' })).toContain('has not both');
    expect(claimFault('It is lower.', evidence, { ...claim, is: 'alike' })).toMatch(/is −5 ± 2 points, lower and not alike/);
    expect(claimFault('It is lower.', evidence, { ...claim, of: 'grpo-8/after.greedy', is: 'lower' })).toContain('alike and not lower');
  });
});

describe('docs/results.md', () => {
  it('says what the files and the notes say', () => {
    const all = EVIDENCE_ROWS.filter((row) => existsSync(fileOf(row))).map(read);
    const document = readFileSync(join(projectRoot, 'docs', 'results.md'), 'utf8');
    expect(document).toBe(withPart(document, evidenceMarkdown(all)));
  });

  const before = '# Results\n\na\n\n# Experiments\n\nb\n\n# Environments\n\nc\n';

  it('keeps its other parts where one is written', () => {
    const both = withPart(before, '# Evidence behind the lessons\n\nd\n');
    expect(both).toBe(`${before}\n# Evidence behind the lessons\n\nd\n`);
    expect(withPart(both, '# Results\n\nnew\n')).toBe('# Results\n\nnew\n\n# Environments\n\nc\n\n# Evidence behind the lessons\n\nd\n');
    expect(withPart(both, '# Environments\n\nnew\n')).toContain('# Experiments\n\nb\n\n# Environments\n\nnew\n\n# Evidence behind');
  });
});
