/** While a connection is being dragged: what dropping it here would do, or why it would be refused. */
import { Text } from '@mantine/core';
import { useConnection, type ConnectionState } from '@xyflow/react';
import { useDocument } from '../../../state/document/document.ts';
import { teamText } from '../../../../words/words.ts';
import { useShownTurn } from '../model/shownTurn.ts';
import styles from '../team.module.css';
import { refusal } from '../model/teamActions.ts';

/** Who drags from which end, and over whom the pointer is; as text, so that it is drawn anew only when that changes. */
function draggedOver(connection: ConnectionState): string {
  if (!connection.inProgress || !connection.fromNode) return '';
  return JSON.stringify([connection.fromNode.id, connection.fromHandle.type, connection.toNode?.id ?? null]);
}

export function ConnectionHint() {
  const dragged = useConnection(draggedOver);
  const team = useDocument((state) => state.document.team);
  const { turn } = useShownTurn();
  if (dragged === '') return null;
  const [own, end, over] = JSON.parse(dragged) as [string, 'source' | 'target', string | null];
  const [from, to] = end === 'target' ? [over, own] : [own, over];
  const open = end === 'target' ? teamText.dragHintBack(own) : teamText.dragHint(own);
  const reason = from !== null && to !== null && from !== to ? refusal(team, from, to, turn) : null;
  return (
    <Text size="xs" className={styles.hint} data-refused={reason !== null} role="status">
      {reason ?? (from !== null && to !== null && from !== to ? teamText.dropHint(from, to) : open)}
    </Text>
  );
}
