/** `npx tsx scripts/gallery.ts`: writes what the gallery shows of the recorded runs; after `npm run record`, and held by a test. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingFacts, type RecordingFacts } from '../src/page/features/projects/gallery/recordingFacts.ts';
import { PRESETS } from '../src/core/document/presets/presets.ts';

const root = join(import.meta.dirname, '..');

/** The facts of every shipped project's recorded run, by preset. */
export function recordedFacts(): Record<string, RecordingFacts> {
  const results = readFileSync(join(root, 'docs/results.md'), 'utf8');
  return Object.fromEntries(
    Object.entries(PRESETS).map(([name, { recorded }]) => {
      const read = (file: string) => readFileSync(join(root, 'public', recorded, file), 'utf8');
      const rows = (file: string) =>
        read(file)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, number>);
      return [name, recordingFacts(rows('metrics.jsonl'), measuredSeconds(results, name))];
    }),
  );
}

/** Mean time of a whole run of the preset, as docs/results.md measured it on two cores. */
function measuredSeconds(results: string, preset: string): number {
  const from = results.indexOf(`\n| \`${preset}\` | 1 |`);
  const seconds = /\*\*mean\*\*.*\| (\d+) s \|\n/.exec(results.slice(from))?.[1];
  if (from < 0 || seconds === undefined) throw new Error(`docs/results.md has no time of ${preset}`);
  return Number(seconds);
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(root, 'src/page/features/projects/gallery/recordings.json'), `${JSON.stringify(recordedFacts())}\n`);
}
