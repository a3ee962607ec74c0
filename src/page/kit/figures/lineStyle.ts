/** The look and the name of a chart's lines: an agent's own, neutral ink for the team, quiet accents beside it. */
import { colorSlots } from '../../../core/document/colors.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { ChartLine } from '../../state/charts/chartModels.ts';
import { inspectText } from '../../../words/words.ts';
import { type Look, lookOf, type Scheme } from '../theme/agentColors.ts';

export type { Scheme };

/** Indices into the agents' palette. */
const [RED, PURPLE, YELLOW] = [6, 3, 4];

/** How `line` looks; what belongs to no agent is drawn in neutral ink, what is of the test split in grey. */
export function lineLook(line: ChartLine, scheme: Scheme): Look {
  if (line.agent !== undefined) return lookOf(line.agent, scheme);
  switch (line.subject) {
    case 'greedyTest':
    case 'meanTest':
      return plain('var(--mantine-color-dimmed)');
    case 'update':
    case 'specialistCalls':
      return { ...plain('var(--mantine-color-dimmed)'), dash: [7, 4] };
    case 'passTrain':
    case 'passTest':
      // The more samples a problem is given, the darker.
      return plain(`color-mix(in srgb, var(--ink) ${Math.round(45 + 55 * (line.strength ?? 1))}%, var(--surface))`);
    // Turns that ended badly.
    case 'unknownRole':
      return lookOf(RED, scheme);
    case 'noTag':
      return lookOf(PURPLE, scheme);
    case 'limit':
      return lookOf(YELLOW, scheme);
    default:
      return plain('var(--ink)');
  }
}

const plain = (color: string): Look => ({ color, dash: [], marker: null });

export function lineColor(line: ChartLine, scheme: Scheme): string {
  return lineLook(line, scheme).color;
}

/** Whether dots of `line` are drawn hollow: those of problems that training never pays for. */
export function isHollow({ subject }: ChartLine): boolean {
  return subject === 'greedyTest' || subject === 'meanTest' || subject === 'passTest';
}

/** Name of `line`: the agent's label or role, or what it measures. */
export function lineName(line: ChartLine): string {
  if (line.subject === 'agent') return line.role ?? '';
  const name = inspectText.charts.lines[line.subject];
  return line.k === undefined ? name : inspectText.charts.passAt(line.k, name);
}

/** Name of `line` in its chart's key, null where the key says it otherwise: of pass@k once which k, and once what is hollow. */
export function keyName(line: ChartLine): string | null {
  // It stands beside the same of the train split.
  if (line.subject === 'meanTest') return inspectText.charts.lines.passTest;
  if (line.k === undefined) return lineName(line);
  if (line.subject === 'passTrain') return inspectText.charts.kOf(line.k);
  return line.strength === 1 ? inspectText.charts.lines.passTest : null;
}

/** An agent's display name: its label, or its role when it has none. */
export function agentName(document: ProjectDocument, role: string): string {
  return document.team.agents.find((agent) => agent.role === role)?.label || role;
}

const slotsOf = new WeakMap<object, ReadonlyMap<string, number>>();

/** An agent's index in the palette, its own for good; −1 when the team has no such role. */
export function agentIndex(document: Pick<ProjectDocument, 'team' | 'view'>, role: string): number {
  let slots = slotsOf.get(document);
  if (!slots) slotsOf.set(document, (slots = colorSlots(document)));
  return slots.get(role) ?? -1;
}
