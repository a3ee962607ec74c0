/** Deletes what is selected on the canvas: connections if any are, otherwise the agent. */
import { useReactFlow } from '@xyflow/react';
import { cursorStore } from '../../stores/cursor.ts';
import { documentStore } from '../../stores/document.ts';
import { removeFromTeam } from './teamActions.ts';

export function useRemoveSelected(): () => void {
  const { getEdges } = useReactFlow();
  return () => {
    const edges = getEdges().flatMap((edge) => (edge.selected ? [{ from: edge.source, to: edge.target }] : []));
    const { role } = cursorStore.getState();
    const exists = documentStore.getState().document.team.agents.some((agent) => agent.role === role);
    if (edges.length > 0) removeFromTeam([], edges);
    else if (role !== null && exists) removeFromTeam([role], []);
  };
}
