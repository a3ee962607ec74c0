/** What a person does to the team, each one undo step, with the reason on screen when it is refused. */
import {
  addAgent,
  connect,
  disconnect,
  freeRole,
  moveAgent,
  removeAgent,
  renameAgent,
  type Position,
} from '../../../../core/editing/edits.ts';
import { duplicateAgents } from '../../../../core/editing/copies.ts';
import type { Edge, TeamSettings } from '../../../../core/document/schema.ts';
import { type Fault, sentencesOf } from '../../../../core/faults.ts';
import { pathIfConnected } from '../../../../core/team/graph.ts';
import { graphAt } from '../../../../core/team/turns.ts';
import { canvasStore, selectedRoles } from './canvas.ts';
import { cursorStore } from '../../../state/address/cursor.ts';
import { documentStore, type Edit } from '../../../state/document/document.ts';
import { notifyRefused } from '../../../kit/notices/notify.ts';
import { teamText } from '../../../../words/words.ts';
import { aligned, type Alignment } from './alignment.ts';
import { arrange, besideAll, freePosition, freePositions, NODE_SIZE, positionsOf } from './layout.ts';
import type { Box } from './route.ts';

const { done } = teamText;
const edit = (change: Edit, burst?: string): Fault | null => documentStore.getState().edit(change, burst);
const say = (message: string): void => canvasStore.getState().say(message);
const documentNow = () => documentStore.getState().document;

/** Does an edit; says what was done, or in the corner why not. */
function perform(title: string, change: Edit, message: () => string): boolean {
  const fault = edit(change);
  if (fault) notifyRefused(title, sentencesOf(fault));
  else say(message());
  return fault === null;
}

/** The agents that are selected, in the order of the team. */
export function selection(): readonly string[] {
  return selectedRoles(documentNow().team.agents, cursorStore.getState().role, canvasStore.getState().roles);
}

/** Selects agents; `shown` is the one for the editor, otherwise it stays the same or becomes the last. */
export function selectAgents(roles: readonly string[], shown?: string): void {
  canvasStore.getState().select(roles);
  const { role: before, move } = cursorStore.getState();
  const stays = before !== null && roles.includes(before) ? before : (roles.at(-1) ?? null);
  const role = shown ?? stays;
  if (role !== before) move(role === null ? { role } : { role, place: 'team' });
}

/** Adds an agent where it covers nobody, to the right of the others unless told where, and selects it. */
export function addAgentAt(position?: Position): void {
  const document = documentNow();
  const role = freeRole(document);
  const free = positionFor(position);
  if (
    perform(
      teamText.fullTitle,
      (present) => addAgent(present, { role }, free),
      () => done.added(role),
    )
  )
    selectAgents([role]);
}

/** Adds an agent with a connection to or from another, as one undo step, and selects it. */
export function addConnected(other: string, end: 'hearer' | 'speaker', position: Position, turn = 0): void {
  const role = freeRole(documentNow());
  const [from, to] = end === 'hearer' ? [other, role] : [role, other];
  const free = positionFor(position);
  if (
    perform(
      teamText.fullTitle,
      (present) => connect(addAgent(present, { role }, free), from, to, turn),
      () => done.addedConnected(role, from, to),
    )
  )
    selectAgents([role]);
}

function positionFor(position: Position | undefined): Position {
  const taken = Object.values(positionsOf(documentNow()));
  return freePosition(position ?? besideAll(taken), taken);
}

/** Copies of agents with all that belongs to them, below the originals and connected alike; selects the copies. */
export function duplicate(roles: readonly string[] = selection()): void {
  const document = documentNow();
  const positions = positionsOf(document);
  const step = NODE_SIZE.height + 28;
  const wishes = roles.map((role) => ({ x: positions[role]?.x ?? 0, y: (positions[role]?.y ?? 0) + step }));
  const free = freePositions(wishes, Object.values(positions));
  const positionOf = Object.fromEntries(roles.map((role, index) => [role, free[index] ?? { x: 0, y: 0 }]));
  let copies: readonly string[] = [];
  const change: Edit = (present) => {
    const copied = duplicateAgents(present, roles, positionOf);
    copies = copied.roles;
    return copied.document;
  };
  if (perform(teamText.fullTitle, change, () => done.duplicated(copies))) selectAgents(copies);
}

/** Renames an agent; returns why not, for the field to show. */
export function renameTo(role: string, newRole: string): Fault | null {
  const fault = edit((document) => renameAgent(document, role, newRole));
  if (fault || role === newRole) return fault;
  if (cursorStore.getState().role === role) cursorStore.getState().move({ role: newRole });
  canvasStore.getState().select(canvasStore.getState().roles.map((name) => (name === role ? newRole : name)));
  say(done.renamed(role, newRole));
  return null;
}

/** Removes agents and connections as one undo step. */
export function removeFromTeam(roles: readonly string[], edges: readonly Edge[], turn = 0): boolean {
  const change: Edit = (document) => {
    const without = edges.reduce((present, edge) => disconnect(present, edge.from, edge.to, turn), document);
    return roles.reduce(removeAgent, without);
  };
  const removed = perform(teamText.lastAgentTitle, change, () => done.removed(roles, edges.length));
  if (removed) canvasStore.getState().selectEdges([]);
  return removed;
}

/** Removes what is selected on the canvas: connections if any are, otherwise agents. */
export function removeSelected(turn = 0): void {
  const { edges } = canvasStore.getState();
  const present = graphAt(documentNow().team, turn).edges;
  const chosen = edges.filter((edge) => present.some(({ from, to }) => from === edge.from && to === edge.to));
  const roles = selection();
  if (chosen.length > 0) removeFromTeam([], chosen, turn);
  else if (roles.length > 0) removeFromTeam(roles, []);
}

/** Lets `to` see what `from` says, from the turn on that is shown, or says why that cannot be. */
export function connectAgents(from: string, to: string, turn = 0): void {
  const reason = refusal(documentNow().team, from, to, turn);
  if (reason) {
    notifyRefused(teamText.refusedTitle, reason);
    return say(reason);
  }
  perform(
    teamText.refusedTitle,
    (document) => connect(document, from, to, turn),
    () => done.connected(from, to),
  );
}

/** Ends `to`'s seeing of what `from` says. */
export function disconnectAgents(from: string, to: string): void {
  perform(
    teamText.refusedTitle,
    (document) => disconnect(document, from, to),
    () => done.disconnected(from, to),
  );
}

/** Why `from → to` may not be drawn in the graph of `turn`, as a sentence; null when it may. */
export function refusal(team: TeamSettings, from: string, to: string, turn = 0): string | null {
  const graph = graphAt(team, turn);
  if (from === to) return teamText.self(from);
  if (graph.edges.some((edge) => edge.from === from && edge.to === to)) return teamText.alreadyConnected(from, to);
  const path = pathIfConnected(graph, from, to);
  // The path begins with the new edge; what is there already is the rest.
  return path ? teamText.cycle(from, to, path.slice(1)) : null;
}

/** Puts agents where they were dragged, or moved by keys. */
export function positionAgents(positions: Readonly<Record<string, Position>>, burst?: string): void {
  edit((document) => Object.entries(positions).reduce((present, [role, position]) => moveAgent(present, role, position), document), burst);
}

/** The same, told to those who hear the page. */
export function moveAgents(positions: Readonly<Record<string, Position>>, burst: string): void {
  positionAgents(positions, burst);
  const roles = Object.keys(positions);
  const [position] = Object.values(positions);
  say(done.moved(roles, position?.x ?? 0, position?.y ?? 0));
}

/** Lays the whole team out. */
export function arrangeTeam(): void {
  const { team } = documentNow();
  positionAgents(arrange(team));
  say(done.arranged(team.agents.length));
}

/** Brings the selected agents in line, or spreads them. */
export function alignAgents(how: Alignment, boxes: Readonly<Record<string, Box>>): void {
  const chosen = Object.fromEntries(selection().flatMap((role) => (boxes[role] ? [[role, boxes[role]]] : [])));
  positionAgents(aligned(chosen, how));
  say(done.aligned(teamText.align[how], Object.keys(chosen).length));
}
