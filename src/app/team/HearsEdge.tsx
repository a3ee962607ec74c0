/** A connection on the canvas; dashed while its hearer speaks. */
import { BaseEdge, getBezierPath, type EdgeProps } from '@xyflow/react';
import { useEngine } from '../../stores/engine.ts';
import styles from './team.module.css';
import type { HearsFlowEdge } from './useTeamFlow.ts';

/** It looks itself whether somebody speaks: the canvas as a whole is not drawn anew for that. */
export function HearsEdge({
  id,
  target,
  sourceX,
  sourceY,
  sourcePosition,
  targetX,
  targetY,
  targetPosition,
  style,
  markerEnd,
}: EdgeProps<HearsFlowEdge>) {
  const speaking = useEngine((state) => state.activity[target]?.state === 'generating');
  const [path] = getBezierPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  return <BaseEdge id={id} path={path} style={style} markerEnd={markerEnd} className={speaking ? styles.speaking : undefined} />;
}
