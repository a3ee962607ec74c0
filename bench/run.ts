/**
 * `npm run bench [-- --only pytorch,tfjs,…] [--rows decode,update,…] [--try]`: measures section by section, each in a process of its
 * own; prints a table, writes docs/performance.json and from it docs/performance.md. Sections that are left out keep their last
 * figures. The section `models` is measured part by part, each in a process of its own too and written at once; `--rows` names
 * parts of it, the others keep theirs. `--try` runs `models` with tiny shapes, to see that it runs, and writes nothing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareVulkan } from '../scripts/testing/vulkan.ts';
import { performanceMarkdown, type Section, type SectionName, SECTIONS } from './report.ts';
import { keeps, type Row, ROWS_MARK, shown, withPart } from './rows.ts';

/** Sections that are measured part by part, each from a script of its own in the section's folder. */
const PARTS: { readonly [name in SectionName]?: readonly string[] } = {
  models: ['decode', 'update', 'one-row', 'threads', 'iteration'],
  scale: ['overhead', 'simulated'],
};

const { values } = parseArgs({ options: { only: { type: 'string' }, rows: { type: 'string' }, try: { type: 'boolean' } } });
const chosen = values.rows?.split(',');
const wanted = values.only?.split(',') ?? (chosen || values.try ? ['models'] : [...SECTIONS]);
const unknown = wanted.filter((name) => !(SECTIONS as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. Available: ${SECTIONS.join(', ')}.`);
  process.exit(2);
}

const strange = chosen?.filter((part) => !Object.values(PARTS).some((parts) => parts.includes(part))) ?? [];
if (strange.length > 0) {
  console.error(`There are no rows ${strange.join(', ')}. Available: ${Object.values(PARTS).flat().join(', ')}.`);
  process.exit(2);
}

const docs = join(import.meta.dirname, '../docs');
const store = join(docs, 'performance.json');
const kept: Partial<Record<SectionName, Section>> = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
prepareVulkan(); // a driver's path is read when a process starts: for the children
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;

for (const name of SECTIONS.filter((section) => wanted.includes(section))) {
  const parts = PARTS[name];
  if (!parts) {
    const { rows, load } = measure(name, name);
    if (rows.length > 0) save(name, { machine, load, rows }); // else its peer is not here: the last figures stay
    continue;
  }
  for (const part of parts.filter((one) => chosen?.includes(one) ?? true)) {
    const { rows: fresh, load } = measure(`${name}, ${part}`, join(name, part));
    if (fresh.length === 0) continue;
    const rows = withPart(
      kept[name]?.rows ?? [],
      parts,
      part,
      fresh.map((row) => ({ ...row, part, load })),
    );
    save(name, { machine, load: Math.max(...rows.map((row) => row.load ?? 0)), rows });
  }
}
if (!values.try) writeFileSync(join(docs, 'performance.md'), performanceMarkdown(kept));

/** Runs a script of sections/ and prints its rows; none where it failed or had nobody to compare with. */
function measure(title: string, script: string): { readonly rows: readonly Row[]; readonly load: number } {
  const load = Number((loadavg()[0] ?? 0).toFixed(1));
  if (load > 0.7) console.error(`${title}: the load is ${load.toFixed(1)}; figures by the clock are those of an idle machine only`);
  const began = performance.now();
  const args = ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'sections', `${script}.ts`)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...(values.try && { MARFT_BENCH_TRY: '1' }) },
  });
  const line = stdout.split('\n').findLast((text) => text.startsWith(ROWS_MARK));
  if (status !== 0 || !line) {
    console.error(`${title}: failed`);
    process.exitCode = 1;
    return { rows: [], load };
  }
  const rows = JSON.parse(line.slice(ROWS_MARK.length)) as Row[];
  for (const row of rows) {
    const verdict = row.target ? `target ${row.target}: ${keeps(row) ? 'kept' : 'missed'}` : '';
    console.log(`${row.path.padEnd(26)} ${row.measure}\n${' '.repeat(27)}${shown(row.value)} ${row.unit}  ${verdict}  (${row.detail})`);
  }
  console.error(`${title}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return { rows, load };
}

function save(name: SectionName, section: Section): void {
  kept[name] = section;
  if (!values.try) writeFileSync(store, `${JSON.stringify(kept, null, 2)}\n`);
}
