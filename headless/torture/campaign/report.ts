/** docs/reliability.md, written from the ledgers and the list of defects. */
import { join } from 'node:path';
import { projectRoot, writeFileWhole } from '../../kit/folders.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { codeDigest, type Ledger, trialsOf, writtenLedger } from './ledger.ts';
import type { TortureRow } from '../row.ts';
import { ROWS } from './rows.ts';
import { SHORT_APART } from './shortApart.ts';

/** A row with what came of it; null where nothing was tried. */
export interface Reported {
  readonly row: Pick<TortureRow, 'id' | 'method' | 'source' | 'goal' | 'hours' | 'short' | 'exhausts'>;
  readonly ledger: Ledger | null;
  /** Whether its ledger is of other code than there is now: those trials say nothing of it, and the next one begins the row anew. */
  readonly changed: boolean;
}

export const REPORT = join(projectRoot, 'docs', 'reliability.md');

export async function reportedRows(): Promise<Reported[]> {
  return Promise.all(
    Object.values(ROWS).map(async (load) => {
      const { row } = await load();
      const ledger = writtenLedger(row.id);
      return { row, ledger, changed: ledger !== null && ledger.code !== codeDigest(row) };
    }),
  );
}

export async function writeReport(): Promise<void> {
  await writeFileWhole(REPORT, reliabilityMarkdown(await reportedRows(), DEFECTS));
}

/** What was found, by hand, behind figures of a row that are within what it allows and yet no noise. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'long-runs-terminal':
    'What is in use grows by what was found in snapshots of JavaScript’s heap after 300, 1300 and 2300 iterations, with a critic: most is code that V8 still compiles, 1.5 MB in the first thousand and 0.9 in the second; the rest are the names and sizes of the files that an iteration writes, some 150 bytes, prompts that the tokenizer remembers, 1,024 at most, and plans for lengths that were not met before.',
};

const CHANGED = 'code changed since';

const introduction = (long: readonly string[]): string => `# Reliability

What was done to break the workbench, how often, and what came of it. \`npm run torture\` writes this page from its ledgers
(\`headless/torture/ledger/\`), so edit neither by hand. A trial is a function of its seed: \`npm run torture -- --rows ID --seed S\` makes
it once more. A row counts trials of one state of the code: when a source file or a package that it names changes, it begins anew, and
until then it is marked “${CHANGED}”. The mark is of when this page was written; \`npm run torture -- --report\` sets it again. \`npm test\` makes
a few trials of each row but of ${long.join(', ')}, whose trials take a minute and more; the rest runs when
somebody runs it (\`npm run torture -- --minutes 30\`), and goes on where it ended.

Survived means that all held that the row says must hold. Lost means that something was gone or other that a person had been told is
kept. Failed is whatever else must not be: an error of ours, a hang, bytes that differ.
`;

export function reliabilityMarkdown(rows: readonly Reported[], defects: readonly Defect[]): string {
  const table = rows.map((reported) => `${numbersOf(reported)} ${reported.ledger ? (reported.changed ? CHANGED : 'yes') : '–'} |`);
  return [
    introduction(rows.filter(({ row }) => row.short.length === 0 && !(row.id in SHORT_APART)).map(({ row }) => row.id)),
    ['| row | goal | trials | survived | lost | failed | of today’s code? |', '|---|---|---|---|---|---|---|', ...table, ''].join('\n'),
    ...rows.map(rowMarkdown),
    defectsMarkdown(defects),
  ].join('\n');
}

/** A line of the table but for the mark, which other changes than those of a ledger set: a test holds it against the page. */
export function numbersOf({ row, ledger }: Reported): string {
  const trials = ledger ? trialsOf(ledger) : 0;
  const of = (kind: 'lost' | 'failed'): number => ledger?.bad.filter((held) => held.kind === kind).length ?? 0;
  const [goal, made] = row.hours === undefined ? [row.goal, trials] : [`${row.hours} h`, `${trials} (${hoursOf(ledger)} h)`];
  return `| [${row.id}](#${row.id}) | ${goal} | ${made} | ${trials - of('lost') - of('failed')} | ${of('lost')} | ${of('failed')} |`;
}

function rowMarkdown({ row, ledger, changed }: Reported): string {
  const lines = [`## ${row.id}`, '', row.method, '', `After: ${row.source}.`, ''];
  if (!ledger) return [...lines, 'Nothing was tried yet.', ''].join('\n');
  const ranges = ledger.tried.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
  const what = row.exhausts === undefined ? 'Seeds' : `Seeds (${row.exhausts})`;
  lines.push(
    `${what} ${ranges}; code \`${ledger.code}\`, of ${ledger.builds.map((build) => `\`${build}\``).join(', ')}; ${duration(ledger.seconds)} in all${changed ? `; ${CHANGED}` : ''}.`,
    '',
  );
  const notes = Object.entries(ledger.notes).toSorted(([, a], [, b]) => b - a);
  if (notes.length > 0) lines.push(...notes.map(([note, count]) => `- ${count}: ${note}`), '');
  const explained = EXPLAINED[row.id];
  if (explained !== undefined) lines.push(explained, '');
  if (ledger.bad.length > 0)
    lines.push(...ledger.bad.map(({ seed, kind, what: said }) => `- seed ${seed}, ${kind}: ${said.replaceAll(/\s+/g, ' ')}`), '');
  return lines.join('\n');
}

const hoursOf = (ledger: Ledger | null): string => ((ledger?.seconds ?? 0) / 3600).toFixed(2);

const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;

function defectsMarkdown(defects: readonly Defect[]): string {
  const lines = defects.map(({ row, found, mended, test }) => `| ${row} | ${found} | ${mended} | [${test}](../${test}) |`);
  return ['## Defects', '', '| row | found | now | held by |', '|---|---|---|---|', ...lines, ''].join('\n');
}
