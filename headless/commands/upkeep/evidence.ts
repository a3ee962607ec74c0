/**
 * `npm run evidence [-- --only ID[,ID]] [--seeds N | --seed S[,S]] [--add] [--report]`: the recorded results behind what lessons, the bug
 * museum, the paper in miniature and docs/results.md claim. Each run is kept as a file under `.results/evidence/` as soon as it is
 * done, and where it stands every two minutes until then, so an interrupted measurement goes on where it stopped; delete a file to
 * measure it again. An evidence whose every run is on file is written to `public/evidence/<id>.json` (or to docs/evidence, where no
 * page shows it), and all of them to a part of docs/results.md. `--seeds N` measures the first N seeds alone, to look, and writes
 * nothing; `--seed` measures these alone, so that several processes can share a long measurement. `--add` takes variants that the written file has
 * with the same changes and seeds from there, for a row that got more of them. `--report` measures nothing: it writes that part from the files.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { fault, FaultError } from '../../../src/core/faults.ts';
import type { Evidence } from '../../../src/core/lessons/evidence.ts';
import { flagFaults } from '../../../src/words/words.ts';
import { main } from '../../kit/console.ts';
import { evidenceJson, fileOf } from '../../evidence/file.ts';
import { type MeasuredSeed, measuredSeed } from '../../evidence/measure.ts';
import { evidenceMarkdown } from '../../evidence/report.ts';
import { type EvidenceRow, type Passages, rowDocument, SEEDS } from '../../evidence/row.ts';
import { EVIDENCE_ROWS } from '../../evidence/rows.ts';
import { projectRoot } from '../../kit/folders.ts';
import { wholeNumber } from '../../kit/project.ts';
import { writePart } from '../../results/parts.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seeds: { type: 'string' },
      seed: { type: 'string' },
      add: { type: 'boolean' },
      report: { type: 'boolean' },
    },
  });
  if (values.report) return writePart(evidenceMarkdown(onShow()));
  const first = wholeNumber(values.seeds, '--seeds', 1);
  const some = values.seed?.split(',').map((seed) => wholeNumber(seed, '--seed') ?? 0);
  const chosen = (seeds: readonly number[]) => seeds.slice(0, first).filter((seed) => some?.includes(seed) ?? true);
  const rows = values.only === undefined ? EVIDENCE_ROWS : values.only.split(',').map(rowOf);
  for (const row of rows) {
    const known = values.add && existsSync(fileOf(row)) ? readEvidence(row) : null;
    const evidence = await measured(row, chosen(row.seeds ?? SEEDS), known);
    process.stdout.write(`${summary(evidence)}\n`);
    if (first !== undefined || some !== undefined) continue;
    mkdirSync(dirname(fileOf(row)), { recursive: true });
    writeFileSync(fileOf(row), evidenceJson(evidence));
    writePart(evidenceMarkdown(onShow()));
  }
});

/** Every evidence that was written, in the order of the rows. */
function onShow(): Evidence[] {
  const written = EVIDENCE_ROWS.filter((row) => existsSync(fileOf(row)));
  return written.map(readEvidence);
}

function readEvidence(row: EvidenceRow): Evidence {
  return JSON.parse(readFileSync(fileOf(row), 'utf8')) as Evidence; // written by this command
}

function rowOf(id: string): EvidenceRow {
  const row = EVIDENCE_ROWS.find((candidate) => candidate.id === id);
  if (row) return row;
  const options = EVIDENCE_ROWS.map((candidate) => candidate.id);
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'unknown', kind: 'evidence', given: id, options }));
}

/** Every variant with each of these seeds, one run after the other; those on file are read, and variants that are `known` stay. */
async function measured(row: EvidenceRow, seeds: readonly number[], known: Evidence | null): Promise<Evidence> {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  const variants: Evidence['variants'][number][] = [];
  const { training } = rowDocument(row, row.variants[0], 1);
  const { id: rowId, title, preset } = row;
  const settings = {
    ...(row.settings && { settings: row.settings }),
    ...(row.team && { team: row.team }),
    ...row.changes,
    ...codeText(row.code),
  };
  const stays = known !== null && isDeepStrictEqual(known.settings, settings) ? known : null;
  const backends = new Set(stays ? [stays.backend] : []);
  for (const variant of row.variants) {
    const changes = {
      ...(variant.team && { team: variant.team }),
      ...(variant.settings && { settings: variant.settings }),
      ...variant.changes,
      ...codeText(variant.code),
      ...(variant.order && { 'team.agents': variant.order.join(', ') }),
    };
    const { id, name, against } = variant;
    const same = stays?.variants.find((one) => one.id === id && isDeepStrictEqual(one.changes, changes));
    if (same?.seeds.length === seeds.length) {
      variants.push({ ...same, name });
      continue;
    }
    const runs: MeasuredSeed[] = [];
    for (const seed of seeds) runs.push(await measuredSeed(row, variant, seed));
    for (const { backend } of runs) backends.add(`${backend}, one worker, workbench ${version}`);
    const { klRefEstimator } = rowDocument(row, variant, 1).training;
    variants.push({ id, name, changes, ...(against && { against }), klRefEstimator, seeds: runs.map(({ seed }) => seed) });
  }
  return {
    id: rowId,
    title,
    preset,
    settings,
    iterations: training.iterations,
    episodes: training.episodes,
    backend: [...backends].join('; '),
    variants,
  };
}

/** What was changed of the environment's code, as a change. */
function codeText(code?: Passages) {
  return code && { 'environment.source': code.map(([passage, instead]) => `${instead} for ${passage}`).join(' · ') };
}

/** What a person at the terminal wants to see of it. */
function summary({ id, variants }: Evidence): string {
  const list = (values: readonly number[]) => values.map((value) => (100 * value).toFixed(0)).join(' ');
  return variants
    .map(({ id: variant, seeds }) => {
      const last = (seeds[0] ? Object.entries(seeds[0].series) : [])
        .map(([name]) => {
          const ends = seeds.map(({ series }) => series[name]?.slice(-5).filter((value) => value !== null) ?? []);
          return `${name} ${ends.map((end) => (end.reduce((sum, value) => sum + value, 0) / end.length).toFixed(2)).join(' ')}`;
        })
        .join(' · ');
      const extra = Object.keys(seeds[0]?.extra ?? {}).map(
        (name) => `${name} ${seeds.map((one) => one.extra?.[name]?.toFixed(2)).join(' ')}`,
      );
      return `${id}/${variant}: sampled ${list(seeds.map(({ before }) => before.sampled))} → ${list(seeds.map(({ after }) => after.sampled))}, greedy ${list(seeds.map(({ before }) => before.greedy))} → ${list(seeds.map(({ after }) => after.greedy))}\n    ${[last, ...extra].join(' · ')}`;
    })
    .join('\n');
}
