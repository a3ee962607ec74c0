/** A connection on the canvas, led around other agents; dashed while its hearer speaks. */
import { BaseEdge, useStore, type EdgeProps, type ReactFlowState } from '@xyflow/react';
import { useEngine } from '../../stores/engine.ts';
import { routeOf, type Box } from './route.ts';
import styles from './team.module.css';
import type { HearsFlowEdge } from './useTeamFlow.ts';

/** It looks itself who speaks and who is in its way: the canvas as a whole is not drawn anew for that. */
export function HearsEdge({ id, source, target, sourceX, sourceY, targetX, targetY, style, markerEnd }: EdgeProps<HearsFlowEdge>) {
  const speaking = useEngine((state) => state.activity[target]?.state === 'generating');
  const path = useStore((state) => routeOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }, othersOf(state, source, target)));
  return <BaseEdge id={id} path={path} style={style} markerEnd={markerEnd} className={speaking ? styles.speaking : undefined} />;
}

/** Where all other agents stand, as drawn. */
function othersOf(state: ReactFlowState, source: string, target: string): Box[] {
  return [...state.nodeLookup.values()].flatMap((node) => {
    const { width, height } = node.measured;
    if (node.id === source || node.id === target || width === undefined || height === undefined) return [];
    return [{ ...node.internals.positionAbsolute, width, height }];
  });
}
