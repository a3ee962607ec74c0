/** What a person does to the team, with the reason on screen when it is refused. */
import { addAgent, connect, disconnect, freeRole, moveAgent, removeAgent, renameAgent, type Position } from '../../core/document/edits.ts';
import type { TeamSettings } from '../../core/document/schema.ts';
import type { Fault } from '../../core/faults.ts';
import { pathIfConnected } from '../../core/team/graph.ts';
import { cursorStore } from '../../stores/cursor.ts';
import { documentStore } from '../../stores/document.ts';
import { notifyRefused } from '../shell/notify.ts';
import { text } from '../text/text.ts';
import { arrange, besideAll, freePlace, positionsOf } from './layout.ts';

const edit: ReturnType<typeof documentStore.getState>['edit'] = (change, burst) => documentStore.getState().edit(change, burst);

function tell(title: string, fault: Fault | null): boolean {
  if (fault) notifyRefused(title, [fault.message, fault.hint].filter(Boolean).join(' '));
  return fault === null;
}

/** Adds an agent where it covers nobody, to the right of the others unless told where, and selects it. */
export function addAgentAt(position?: Position): void {
  const { document } = documentStore.getState();
  const role = freeRole(document);
  const taken = Object.values(positionsOf(document));
  const place = freePlace(position ?? besideAll(taken), taken);
  if (
    tell(
      text.team.add,
      edit((present) => addAgent(present, { role }, place)),
    )
  )
    cursorStore.getState().move({ role, place: 'team' });
}

/** Renames an agent; returns why not, for the field to show. */
export function renameTo(role: string, newRole: string): Fault | null {
  const fault = edit((document) => renameAgent(document, role, newRole));
  if (!fault && cursorStore.getState().role === role) cursorStore.getState().move({ role: newRole });
  return fault;
}

/** Removes agents and connections as one undo step. */
export function removeFromTeam(roles: readonly string[], edges: readonly { readonly from: string; readonly to: string }[]): void {
  tell(
    text.team.lastAgentTitle,
    edit((document) => {
      const without = edges.reduce((present, edge) => disconnect(present, edge.from, edge.to), document);
      return roles.reduce(removeAgent, without);
    }),
  );
}

/** Lets `to` see what `from` says, or says why that cannot be. */
export function connectAgents(from: string, to: string): void {
  const reason = refusal(documentStore.getState().document.team, from, to);
  if (reason) notifyRefused(text.team.refusedTitle, reason);
  else
    tell(
      text.team.refusedTitle,
      edit((document) => connect(document, from, to)),
    );
}

/** Ends `to`'s seeing of what `from` says. */
export function disconnectAgents(from: string, to: string): void {
  edit((document) => disconnect(document, from, to));
}

/** Why `from → to` may not be drawn, as a sentence; null when it may. */
export function refusal(team: TeamSettings, from: string, to: string): string | null {
  if (from === to) return text.team.self(from);
  if (team.edges.some((edge) => edge.from === from && edge.to === to)) return text.team.alreadyConnected(from, to);
  const path = pathIfConnected(team, from, to);
  // The path begins with the new edge; what is there already is the rest.
  return path ? text.team.cycle(from, to, path.slice(1)) : null;
}

/** Puts agents where they were dragged. */
export function placeAgents(places: Readonly<Record<string, Position>>, burst?: string): void {
  edit((document) => Object.entries(places).reduce((present, [role, place]) => moveAgent(present, role, place), document), burst);
}

/** Lays the whole team out. */
export function arrangeTeam(): void {
  placeAgents(arrange(documentStore.getState().document.team));
}
