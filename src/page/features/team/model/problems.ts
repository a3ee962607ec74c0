/** What is wrong with the team, by agent and as a list, and how a person gets to the field that mends it. */
import { documentFaults } from '../../../../core/document/check/check.ts';
import type { Edge, ProjectDocument } from '../../../../core/document/schema.ts';
import type { Fault } from '../../../../core/faults.ts';
import { canvasStore } from './canvas.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { agentText, settingsText, text } from '../../../../words/words.ts';

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
  if (edge) canvasStore.getState().selectEdges([edge]);
  if (role !== null) cursorStore.getState().move({ role, place: 'team' });
  else cursorStore.getState().move({ place: 'training', tab: 'settings' });
  const name = edge ? null : fieldName(fault.place?.subject ?? '', role);
  // The field of the agent shown before has the same name; it goes with the next frame.
  if (name !== null) requestAnimationFrame(() => focusField(name));
}

/** The name of the field that shows a setting, as it is told to those who hear the page; null where there is none. */
function fieldName(subject: string, role: string | null): string | null {
  if (role !== null && subject === role) return text.agent.role;
  const agent: Readonly<Record<string, { readonly label: string }>> = agentText.fields;
  const settings: Readonly<Record<string, { readonly label: string }>> = settingsText.fields;
  return (role === null ? settings[subject] : agent[subject.slice(`team.agents.${role}.`.length)])?.label ?? null;
}

/** Frames in which a panel that was just opened may still draw the field. */
const FRAMES = 60;

/** Focuses the field called `name`, as soon as it is there. */
function focusField(name: string, frames = FRAMES): void {
  const field = document.querySelector(`:is(input, textarea, select)[aria-label="${CSS.escape(name)}"]`) ?? labelled(name);
  if (field instanceof HTMLElement) {
    field.focus();
    field.scrollIntoView({ block: 'nearest' });
  } else if (frames > 0) requestAnimationFrame(() => focusField(name, frames - 1));
}

function labelled(name: string): Element | null {
  const label = [...document.querySelectorAll('label')].find((candidate) => candidate.textContent === name);
  return label?.control ?? null;
}
