/**
 * The process in which a long run is trained and measured: `node --expose-gc --import tsx longRun.ts PROJECT OUT`. It says the samples as JSON.
 */
import { readFileSync } from 'node:fs';
import { documentSchema } from '../../../src/core/document/schema.ts';
import { trainRun } from '../../kit/run/trainRun.ts';
import { SAMPLED_EVERY, type Sample } from './samples.ts';

const [project = '', out = ''] = process.argv.slice(2);
const samples: Sample[] = [];
const collect = globalThis.gc;
if (!collect) throw new Error('it needs --expose-gc');

let before = process.cpuUsage();
const sample = (iteration: number): void => {
  const { user, system } = process.cpuUsage(before);
  collect();
  collect(); // what a first one finalised
  const { heapUsed, external, rss } = process.memoryUsage();
  samples.push({ iteration, heap: heapUsed + external, resident: rss, seconds: (user + system) / 1e6 / SAMPLED_EVERY });
  before = process.cpuUsage();
};

await trainRun(
  {
    document: documentSchema.parse(JSON.parse(readFileSync(project, 'utf8'))),
    backend: 'wasm',
    engine: { workers: 1 },
    out,
  },
  {
    notice: () => undefined,
    opened: () => undefined,
    row: ({ iteration = 0 }) => {
      if (iteration > 0 && iteration % SAMPLED_EVERY === 0) sample(iteration);
    },
  },
);
process.stdout.write(`${JSON.stringify(samples)}\n`);
process.exit(0);
