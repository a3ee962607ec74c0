/** What is wrong with the team, by agent and as a list, and how a person gets to the field that mends it. */
import { documentFaults } from '../../core/document/check.ts';
import type { Edge, ProjectDocument } from '../../core/document/schema.ts';
import type { Fault } from '../../core/faults.ts';
import { canvasStore } from '../../stores/canvas.ts';
import { cursorStore } from '../../stores/cursor.ts';

/** A fault of the team and what it is about; neither an agent nor a connection where it is about the team as a whole. */
export interface TeamProblem {
  readonly fault: Fault;
  readonly role: string | null;
  readonly edge: Edge | null;
}

export interface TeamProblems {
  readonly all: readonly TeamProblem[];
  readonly byRole: Readonly<Record<string, readonly TeamProblem[]>>;
}

const known = new WeakMap<ProjectDocument, TeamProblems>();

/** Everything that keeps the team of `document` from running; found once for each document, since every node asks. */
export function teamProblems(document: ProjectDocument): TeamProblems {
  const found = known.get(document);
  if (found) return found;
  const all = documentFaults(document).flatMap((fault) => problemOf(document, fault) ?? []);
  const byRole: Record<string, TeamProblem[]> = Object.create(null) as Record<string, TeamProblem[]>; // any role of a file
  for (const problem of all) if (problem.role !== null) (byRole[problem.role] ??= []).push(problem);
  const problems = { all, byRole };
  known.set(document, problems);
  return problems;
}

/** What a fault is about, told from its subject; null when it is not about the team. */
export function problemOf({ team }: ProjectDocument, fault: Fault): TeamProblem | null {
  const subject = fault.place?.subject ?? '';
  const edge = team.edges.find(({ from, to }) => subject === `${from} → ${to}`);
  if (edge) {
    // Shown at the agent that would hear, where there is one.
    const role = [edge.to, edge.from].find((end) => team.agents.some((agent) => agent.role === end)) ?? null;
    return { fault, role, edge };
  }
  const agent = team.agents.find(({ role }) => subject === role || subject.startsWith(`team.agents.${role}.`));
  if (agent) return { fault, role: agent.role, edge: null };
  return subject === 'team' || subject.startsWith('team.') ? { fault, role: null, edge: null } : null;
}

/** Brings a person to where a problem is mended: selects the agent or the connection, and focuses the field that is wrong. */
export function openProblem({ fault, role, edge }: TeamProblem): void {
  const subject = fault.place?.subject ?? '';
  if (edge) canvasStore.getState().selectEdges([edge]);
  if (role !== null) cursorStore.getState().move({ role, place: 'team' });
  else cursorStore.getState().move({ place: 'training', tab: 'settings' });
  focusField(subject);
}

/** Frames in which a panel that was just opened may still draw the field. */
const FRAMES = 30;

/** Focuses the field marked `data-subject={subject}`, as soon as it is there. */
function focusField(subject: string, frames = FRAMES): void {
  const place = document.querySelector(`[data-subject="${CSS.escape(subject)}"]`);
  const field = place?.matches('input, textarea, select, button') ? place : place?.querySelector('input, textarea, select, button');
  if (field instanceof HTMLElement) {
    field.focus();
    field.scrollIntoView({ block: 'nearest' });
  } else if (frames > 0) requestAnimationFrame(() => focusField(subject, frames - 1));
}
