/** Files that are broken, cut, spliced and lying: read, or refused with a fault; nothing else. */
import { FaultError } from '../../../src/core/faults.ts';
import { draws } from '../draws.ts';
import { ARCHIVE_FORMATS } from '../inputs/archives.ts';
import { MODEL_FORMATS } from '../inputs/models.ts';
import { PROJECT_FORMATS } from '../inputs/projects.ts';
import { RUN_FORMATS } from '../inputs/runs.ts';
import { SURVIVED, type TortureRow } from '../row.ts';

const FORMATS = [...PROJECT_FORMATS, ...MODEL_FORMATS, ...ARCHIVE_FORMATS, ...RUN_FORMATS];

export const row: TortureRow = {
  id: 'inputs',
  method: `A seeded mutant of a file is read to its end, in turn of ${FORMATS.length} formats: ${FORMATS.map(({ name }) => name).join(', ')}. Bits flipped, ends cut off, parts of others spliced in, lengths that lie, keys twice, values of other kinds, nesting. It must be read, or refused with a fault that has a code; any other error, more than 2 s or more than 500 MB is a failure. A process of its own reads, which is ended when it hangs.`,
  source:
    'AFL’s havoc stage, https://lcamtuf.coredump.cx/afl/technical_details.txt, and SQLite’s dbsqlfuzz, https://www.sqlite.org/testing.html#fuzz_testing',
  codeUnderTest: [
    'src/core/document',
    'src/core/dataset',
    'src/core/editing',
    'src/core/formats',
    'src/core/share',
    'src/core/tokenizer',
    'src/runs',
    'headless/torture/inputs',
    'headless/torture/draws.ts',
    'test/support/mutant.ts',
  ],
  packages: ['fflate', 'zod'],
  goal: FORMATS.length * 10_000,
  short: Array.from({ length: FORMATS.length * 12 }, (_, index) => index + 1),
  bounds: { milliseconds: 2_000, megabytes: 500 },
  async trial(seed) {
    const format = FORMATS[(seed - 1) % FORMATS.length];
    if (!format) return SURVIVED;
    try {
      await format.read(draws(seed, `inputs ${format.name}`));
      return { kind: 'survived', note: `${format.name}: read` };
    } catch (error) {
      if (error instanceof FaultError && error.fault.code.startsWith('E_')) return { kind: 'survived', note: `${format.name}: refused` };
      throw error;
    }
  },
};
