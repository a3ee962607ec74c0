/**
 * The team as React Flow wants it: nodes and edges derived from the document, changes turned into edits. Only what is of
 * the moment is kept here: measured sizes, a drag under way, which connections are selected.
 */
import type { Edge, EdgeChange, Node, NodeChange } from '@xyflow/react';
import { MarkerType } from '@xyflow/react';
import { useMemo, useState } from 'react';
import type { Position } from '../../core/document/edits.ts';
import { useCursor } from '../../stores/cursor.ts';
import { useDocument } from '../../stores/document.ts';
import { text } from '../text/text.ts';
import { agentColor } from '../theme/agentColors.ts';
import { useScheme } from '../theme/useScheme.ts';
import { positionsOf } from './layout.ts';
import { placeAgents } from './teamActions.ts';

/** A node carries its place in the list only; everything else it shows, it selects itself. */
export type AgentFlowNode = Node<{ readonly index: number }, 'agent'>;
export type HearsFlowEdge = Edge<Record<string, never>, 'hears'>;

type Size = { readonly width: number; readonly height: number };

export function useTeamFlow() {
  const document = useDocument((state) => state.document);
  const selectedRole = useCursor((state) => state.role);
  const moveCursor = useCursor((state) => state.move);
  const scheme = useScheme();
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const [dragged, setDragged] = useState<Readonly<Record<string, Position>>>({});
  const [selectedEdges, setSelectedEdges] = useState<ReadonlySet<string>>(new Set());

  const positions = useMemo(() => positionsOf(document), [document]);

  const nodes = useMemo(
    () =>
      document.team.agents.map(
        ({ role, label }, index): AgentFlowNode => ({
          id: role,
          type: 'agent',
          position: dragged[role] ?? positions[role] ?? { x: 0, y: 0 },
          data: { index },
          selected: role === selectedRole,
          measured: sizes[role],
          ariaLabel: text.team.node(label || role),
        }),
      ),
    [document.team.agents, positions, dragged, selectedRole, sizes],
  );

  const edges = useMemo(
    () =>
      document.team.edges.map(({ from, to }): HearsFlowEdge => {
        const id = edgeId(from, to);
        const color = agentColor(
          document.team.agents.findIndex((agent) => agent.role === from),
          scheme,
        );
        return {
          id,
          type: 'hears',
          source: from,
          target: to,
          selected: selectedEdges.has(id),
          ariaLabel: text.team.edge(from, to),
          style: { stroke: color, strokeWidth: selectedEdges.has(id) ? 3 : 1.75 },
          markerEnd: { type: MarkerType.ArrowClosed, color, width: 18, height: 18 },
        };
      }),
    [document.team, selectedEdges, scheme],
  );

  const onNodesChange = (changes: NodeChange<AgentFlowNode>[]): void => {
    const measured: Record<string, Size> = {};
    const moving: Record<string, Position> = {};
    const placed: Record<string, Position> = {};
    let selected: string | null | undefined;
    for (const change of changes) {
      if (change.type === 'dimensions' && change.dimensions) measured[change.id] = change.dimensions;
      if (change.type === 'position' && change.position) (change.dragging ? moving : placed)[change.id] = rounded(change.position);
      if (change.type === 'select') selected = change.selected ? change.id : (selected ?? (change.id === selectedRole ? null : undefined));
    }
    if (Object.keys(measured).length > 0) setSizes((sizesBefore) => ({ ...sizesBefore, ...measured }));
    if (Object.keys(moving).length > 0) setDragged((before) => ({ ...before, ...moving }));
    const changed = Object.entries(placed).filter(([role, place]) => place.x !== positions[role]?.x || place.y !== positions[role]?.y);
    if (Object.keys(placed).length > 0) setDragged({});
    // A burst, so that a row of arrow keys is one undo step.
    if (changed.length > 0) placeAgents(Object.fromEntries(changed), `move:${changed.map(([role]) => role).join(' ')}`);
    if (selected !== undefined && selected !== selectedRole)
      moveCursor({ role: selected });
  };

  const onEdgesChange = (changes: EdgeChange<HearsFlowEdge>[]): void => {
    const next = new Set(selectedEdges);
    for (const change of changes) {
      if (change.type !== 'select') continue;
      if (change.selected) next.add(change.id);
      else next.delete(change.id);
    }
    setSelectedEdges(next);
  };

  return { nodes, edges, onNodesChange, onEdgesChange };
}

function edgeId(from: string, to: string): string {
  return `${from}→${to}`;
}

function rounded({ x, y }: Position): Position {
  return { x: Math.round(x), y: Math.round(y) };
}
