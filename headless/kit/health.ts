/** The warnings of a run in the terminal: each is said when it begins to hold, and again only after it had ended. */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { attachedTo, problemAt } from '../../src/core/dataset/attach.ts';
import type { DataRow } from '../../src/core/dataset/rows.ts';
import { FaultError } from '../../src/core/faults.ts';
import { warningsOf } from '../../src/core/health/health.ts';
import { LIMITS } from '../../src/core/health/limits.ts';
import type { HealthWarning, Known } from '../../src/core/health/types.ts';
import { teamSpeakers } from '../../src/core/trial/episodes.ts';
import { type MistakesPaid, mistakesPaid } from '../../src/core/trial/mistakes.ts';
import type { MetricsRow } from '../../src/session/events.ts';

/** Iteration at which `mistakes` are looked at, so that they are known once a reward may be called flat. */
const LOOK = LIMITS.flatFrom / 2;

/** Takes the rows of a run one by one and returns what each newly raises; `mistakes` tells what the environment's mistakes earn. */
export function newWarnings(
  document: ProjectDocument,
  mistakes: () => Promise<MistakesPaid | null>,
): (row: MetricsRow) => readonly HealthWarning[] {
  const rows: MetricsRow[] = [];
  let known: Known = { mistakes: null };
  let before = new Set<string>();
  return (row) => {
    rows.push(row);
    if (rows.length === LOOK) void mistakes().then((paid) => (known = { mistakes: paid }));
    const holding = warningsOf(rows, document, known).filter(({ holds }) => holds);
    const raised = holding.filter((warning) => !before.has(keyOf(warning)));
    before = new Set(holding.map(keyOf));
    return raised;
  };
}

const keyOf = ({ code, role = '' }: HealthWarning): string => `${code} ${role}`;

/** What the mistakes of a document's environment earn, played in a sandbox of its own; null where they cannot be played, of which the run itself tells. */
export async function mistakesOf(document: ProjectDocument, rows: readonly DataRow[] | undefined): Promise<MistakesPaid | null> {
  const { createSandbox } = await import('../../src/session/sandbox/node.ts');
  const host = createSandbox();
  try {
    const info = await host.load(document.environment.source);
    const data = attachedTo(document, rows);
    const problemOf = data ? (index: number) => problemAt(data, 'train', index)?.problem : undefined;
    return await mistakesPaid(host, info, teamSpeakers(document.team), document.training.horizon, problemOf);
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  } finally {
    await host.dispose();
  }
}
