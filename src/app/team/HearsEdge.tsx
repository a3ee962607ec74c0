/** A connection on the canvas, led around other agents; dashed while its hearer speaks. */
import { BaseEdge, useStore, type EdgeProps, type ReactFlowState } from '@xyflow/react';
import { useEngine } from '../../stores/engine.ts';
import { routeOf, type Box } from './route.ts';
import styles from './team.module.css';
import type { HearsFlowEdge } from './useTeamFlow.ts';

/** It looks itself who speaks and who is in its way: the canvas as a whole is not drawn anew for that. */
export function HearsEdge({ id, source, target, sourceX, sourceY, targetX, targetY, style, markerEnd }: EdgeProps<HearsFlowEdge>) {
  const speaking = useEngine((state) => state.activity[target]?.state === 'generating');
  const path = useStore((state) => {
    const boxes = boxesOf(state);
    const isEnd = ({ id: role }: AgentBox) => role === source || role === target;
    return routeOf(
      { x: sourceX, y: sourceY },
      { x: targetX, y: targetY },
      boxes.filter((box) => !isEnd(box)),
      boxes.filter(isEnd),
    );
  });
  return <BaseEdge id={id} path={path} style={style} markerEnd={markerEnd} className={speaking ? styles.speaking : undefined} />;
}

interface AgentBox extends Box {
  readonly id: string;
}

/** Where all agents stand, as drawn. */
function boxesOf(state: ReactFlowState): AgentBox[] {
  return [...state.nodeLookup.values()].flatMap((node) => {
    const { width, height } = node.measured;
    return width === undefined || height === undefined ? [] : [{ id: node.id, ...node.internals.positionAbsolute, width, height }];
  });
}
