/** The team on a canvas: agents are nodes, an edge lets its target see what its source says. */
import {
  Background,
  BackgroundVariant,
  Controls,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type AriaLabelConfig,
  type EdgeTypes,
  type NodeTypes,
} from '@xyflow/react';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { cursorStore } from '../../stores/cursor.ts';
import { documentStore } from '../../stores/document.ts';
import { isTextField } from '../shell/textField.ts';
import { notifyRefused } from '../shell/notify.ts';
import { text } from '../text/text.ts';
import { useScheme } from '../theme/useScheme.ts';
import { AgentNode } from './AgentNode.tsx';
import { HearsEdge } from './HearsEdge.tsx';
import { RenamingContext } from './renaming.ts';
import { addAgentAt, connectAgents, refusal } from './teamActions.ts';
import styles from './team.module.css';
import { TeamFaults } from './TeamFaults.tsx';
import { TeamToolbar } from './TeamToolbar.tsx';
import { FIT, useFitOnResize, useShowAll } from './useFitOnResize.ts';
import { useRemoveSelected } from './useRemoveSelected.ts';
import { useTeamFlow, type AgentFlowNode, type HearsFlowEdge } from './useTeamFlow.ts';

const NODE_TYPES: NodeTypes = { agent: AgentNode };
const EDGE_TYPES: EdgeTypes = { hears: HearsEdge };
const ARIA: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': text.team.help,
  'edge.a11yDescription.default': text.team.edgeHelp,
};

export function TeamCanvas() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

function Canvas() {
  const flow = useTeamFlow();
  const { screenToFlowPosition } = useReactFlow();
  const removeSelected = useRemoveSelected();
  const showAll = useShowAll();
  const scheme = useScheme();
  const onMoveStart = useFitOnResize();
  const [renaming, setRenaming] = useState<string | null>(null);

  const onDoubleClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || !event.target.classList.contains('react-flow__pane')) return;
    addAgentAt(screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    if (event.key === 'F2') setRenaming(cursorStore.getState().role);
    else if (event.key.toLowerCase() === 'a') {
      addAgentAt();
      showAll();
    } else if (event.key === 'Delete' || event.key === 'Backspace') removeSelected();
    else return;
    event.preventDefault();
  };

  return (
    <RenamingContext value={{ renaming, setRenaming }}>
      <ReactFlow<AgentFlowNode, HearsFlowEdge>
        {...flow}
        className={styles.canvas}
        aria-label={text.team.canvas}
        onDoubleClick={onDoubleClick}
        onKeyDown={onKeyDown}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={scheme}
        ariaLabelConfig={ARIA}
        fitView
        fitViewOptions={FIT}
        onMoveStart={onMoveStart}
        minZoom={0.25}
        zoomOnDoubleClick={false}
        // Its keys listen on the whole page, where they would eat spaces and delete agents while somebody types elsewhere.
        deleteKeyCode={null}
        panActivationKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={null}
        isValidConnection={({ source, target }) => refusal(documentStore.getState().document.team, source, target) === null}
        onConnect={({ source, target }) => connectAgents(source, target)}
        onConnectEnd={(_event, connection) => {
          const ends = connection.isValid === false ? endsOf(connection) : null;
          const reason = ends && refusal(documentStore.getState().document.team, ends.from, ends.to);
          if (reason) notifyRefused(text.team.refusedTitle, reason);
        }}
        onNodeDoubleClick={(_event, node) => setRenaming(node.id)}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <Controls showInteractive={false} fitViewOptions={FIT} />
        <Panel position="top-left">
          <TeamToolbar />
        </Panel>
        <Panel position="top-right">
          <TeamFaults />
        </Panel>
      </ReactFlow>
    </RenamingContext>
  );
}

interface ConnectionEnds {
  readonly fromNode: { readonly id: string } | null;
  readonly toNode: { readonly id: string } | null;
  readonly fromHandle: { readonly type: string } | null;
}

/** Who would hear whom: a connection may be dragged from either of its ends. */
function endsOf({ fromNode, toNode, fromHandle }: ConnectionEnds): { from: string; to: string } | null {
  if (!fromNode || !toNode) return null;
  return fromHandle?.type === 'target' ? { from: toNode.id, to: fromNode.id } : { from: fromNode.id, to: toNode.id };
}
