/**
 * The team as React Flow wants it: nodes and edges derived from the document, changes turned into edits. Only what is of
 * the moment is kept here: measured sizes and a drag under way; what is selected lies in the canvas store.
 */
import type { EdgeChange, Node, NodeChange } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { colorSlots } from '../../../../core/document/colors.ts';
import type { Position } from '../../../../core/editing/edits.ts';
import { canvasStore, selectedRoles, useCanvas } from './canvas.ts';
import { cursorStore, useCursor } from '../../../state/address/cursor.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { teamText } from '../../../../words/words.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import { edgesOf, type TeamFlowEdge } from './edges.ts';
import { positionsOf } from './layout.ts';
import { useShownTurn } from './shownTurn.ts';
import { moveAgents, selectAgents } from './teamActions.ts';

/** A node carries its index in the list and its place in the palette; everything else it shows, it selects itself. */
export type AgentFlowNode = Node<{ readonly index: number; readonly slot: number }, 'agent'>;

type Size = { readonly width: number; readonly height: number };

export function useTeamFlow() {
  const document = useDocument((state) => state.document);
  const { team, view } = document;
  const cursorRole = useCursor((state) => state.role);
  const together = useCanvas((state) => state.roles);
  const chosenEdges = useCanvas((state) => state.edges);
  const { turn, episode } = useShownTurn();
  const scheme = useScheme();
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const [dragged, setDragged] = useState<Readonly<Record<string, Position>>>({});

  const positions = useMemo(() => positionsOf(document), [document]);
  const selected = useMemo(() => selectedRoles(team.agents, cursorRole, together), [team.agents, cursorRole, together]);

  const slots = useMemo(() => colorSlots({ team, view }), [team, view]);

  const nodes = useMemo(
    () =>
      team.agents.map(
        ({ role, label }, index): AgentFlowNode => ({
          id: role,
          type: 'agent',
          position: dragged[role] ?? positions[role] ?? { x: 0, y: 0 },
          data: { index, slot: slots.get(role) ?? index },
          selected: selected.includes(role),
          measured: sizes[role],
          ariaLabel: teamText.node(label || role),
          domAttributes: { 'data-stage': `agent:${role}` } as object,
        }),
      ),
    [team.agents, slots, positions, dragged, selected, sizes],
  );

  const edges = useMemo(
    () => edgesOf({ team, slots, turn, episode, chosen: chosenEdges, scheme }),
    [team, slots, turn, episode, chosenEdges, scheme],
  );

  const onNodesChange = (changes: NodeChange<AgentFlowNode>[]): void => {
    const measured: Record<string, Size> = {};
    const moving: Record<string, Position> = {};
    const moved: Record<string, Position> = {};
    for (const change of changes) {
      if (change.type === 'dimensions' && change.dimensions) measured[change.id] = change.dimensions;
      if (change.type === 'position' && change.position) (change.dragging ? moving : moved)[change.id] = rounded(change.position);
    }
    if (Object.keys(measured).length > 0) setSizes((before) => withSizes(before, measured));
    if (Object.keys(moving).length > 0) setDragged((before) => ({ ...before, ...moving }));
    const changed = Object.entries(moved).filter(
      ([role, position]) => position.x !== positions[role]?.x || position.y !== positions[role]?.y,
    );
    if (Object.keys(moved).length > 0) setDragged({});
    // A burst, so that a row of arrow keys is one undo step.
    if (changed.length > 0) moveAgents(Object.fromEntries(changed), `move:${changed.map(([role]) => role).join(' ')}`);
    takeSelection(changes);
  };

  return { nodes, edges, onNodesChange, onEdgesChange };
}

/** The same where nothing was measured anew, so that nothing is drawn anew. */
function withSizes(before: Readonly<Record<string, Size>>, measured: Readonly<Record<string, Size>>): Readonly<Record<string, Size>> {
  const known = Object.entries(measured).every(
    ([role, { width, height }]) => before[role]?.width === width && before[role]?.height === height,
  );
  return known ? before : { ...before, ...measured };
}

/** Nodes that were selected or no longer are: the last one selected is the one being edited. */
function takeSelection(changes: readonly NodeChange<AgentFlowNode>[]): void {
  const selects = changes.flatMap((change) => (change.type === 'select' ? [change] : []));
  if (selects.length === 0) return;
  const { agents } = documentStore.getState().document.team;
  const next = new Set(selectedRoles(agents, cursorStore.getState().role, canvasStore.getState().roles));
  for (const { id, selected } of selects) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  selectAgents([...next], selects.findLast(({ selected }) => selected)?.id);
}

function onEdgesChange(changes: EdgeChange<TeamFlowEdge>[]): void {
  const { edges: before, selectEdges } = canvasStore.getState();
  let edges = before;
  for (const change of changes) {
    if (change.type !== 'select') continue;
    const [from = '', to = ''] = JSON.parse(change.id) as [string?, string?];
    edges = edges.filter((edge) => edge.from !== from || edge.to !== to);
    if (change.selected) edges = [...edges, { from, to }];
  }
  if (edges !== before) selectEdges(edges);
}

function rounded({ x, y }: Position): Position {
  return { x: Math.round(x), y: Math.round(y) };
}
