/**
 * `npm run bench [-- --only pytorch,tfjs,…]`: measures section by section, each in a process of its own; prints a table,
 * writes docs/performance.json and from it docs/performance.md. Sections that are left out keep their last figures.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareVulkan } from '../scripts/vulkan.ts';
import { performanceMarkdown, type Section } from './report.ts';
import { keeps, type Row, ROWS_MARK, shown } from './rows.ts';

/** In the order of the report. */
const SECTIONS = ['kernels', 'pytorch', 'tfjs', 'workers', 'webgpu', 'jax', 'learning', 'page', 'inspect', 'large', 'forms'] as const;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? [...SECTIONS];
const unknown = wanted.filter((name) => !(SECTIONS as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(', ')}. Available: ${SECTIONS.join(', ')}.`);
  process.exit(2);
}

const docs = join(import.meta.dirname, '../docs');
const store = join(docs, 'performance.json');
const kept: Record<string, Section> = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {};
prepareVulkan(); // a driver's path is read when a process starts: for the children

for (const name of SECTIONS.filter((section) => wanted.includes(section))) {
  const load = loadavg()[0] ?? 0;
  if (load > 0.7) console.error(`${name}: the load is ${load.toFixed(1)}; figures by the clock are those of an idle machine only`);
  const args = ['--import', 'tsx', join(import.meta.dirname, 'sections', `${name}.ts`)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
  const line = stdout.split('\n').findLast((text) => text.startsWith(ROWS_MARK));
  if (status !== 0 || !line) {
    console.error(`${name}: failed`);
    process.exitCode = 1;
    continue;
  }
  const rows = JSON.parse(line.slice(ROWS_MARK.length)) as Row[];
  for (const row of rows) {
    const kept = keeps(row);
    const verdict = row.target ? `target ${row.target}: ${kept ? 'kept' : 'missed'}` : '';
    console.log(`${row.path.padEnd(26)} ${row.measure}\n${' '.repeat(27)}${shown(row.value)} ${row.unit}  ${verdict}  (${row.detail})`);
  }
  if (rows.length === 0) continue; // its peer is not here: the last figures stay
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`;
  kept[name] = { machine, load: Number(load.toFixed(1)), rows };
  writeFileSync(store, `${JSON.stringify(kept, null, 2)}\n`);
}
writeFileSync(
  join(docs, 'performance.md'),
  performanceMarkdown(SECTIONS.flatMap((name) => (kept[name] ? [[name, kept[name]] as const] : []))),
);
