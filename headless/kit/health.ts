/** The warnings of a run in the terminal: each is said when it begins to hold, and again only after it had ended. */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { warningsOf } from '../../src/core/health/health.ts';
import type { HealthWarning } from '../../src/core/health/types.ts';
import type { MetricsRow } from '../../src/session/events.ts';

/** Takes the rows of a run one by one and returns what each newly raises. */
export function newWarnings(document: ProjectDocument): (row: MetricsRow) => readonly HealthWarning[] {
  const rows: MetricsRow[] = [];
  let before = new Set<string>();
  return (row) => {
    rows.push(row);
    const holding = warningsOf(rows, document).filter(({ holds }) => holds);
    const raised = holding.filter((warning) => !before.has(keyOf(warning)));
    before = new Set(holding.map(keyOf));
    return raised;
  };
}

const keyOf = ({ code, role = '' }: HealthWarning): string => `${code} ${role}`;
