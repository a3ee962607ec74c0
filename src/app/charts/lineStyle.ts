/** The colour and the name of a chart's lines: an agent's own, neutral ink for the team, quiet accents beside it. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { ChartLine } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import { agentColor, type Scheme } from '../theme/agentColors.ts';

export type { Scheme };

/** Colour of `line`; what belongs to no agent is drawn in neutral ink, what is of the test split in grey. */
export function lineColor(line: ChartLine, scheme: Scheme): string {
  if (line.agent !== undefined) return agentColor(line.agent, scheme);
  switch (line.subject) {
    case 'greedyTest':
    case 'update':
      return 'var(--mantine-color-dimmed)';
    default:
      return 'var(--ink)';
  }
}

/** Name of `line`: the agent's label or role, or what it measures. */
export function lineName(line: ChartLine): string {
  return line.subject === 'agent' ? (line.role ?? '') : inspectText.charts.lines[line.subject];
}

/** An agent's display name: its label, or its role when it has none. */
export function agentName(document: ProjectDocument, role: string): string {
  return document.team.agents.find((agent) => agent.role === role)?.label || role;
}

/** An agent's place in the team, which gives it its colour; −1 when the team has no such role. */
export function agentIndex(document: ProjectDocument, role: string): number {
  return document.team.agents.findIndex((agent) => agent.role === role);
}
