/** The team on a canvas: agents are nodes, an edge lets its target see what its source says. */
import { VisuallyHidden } from '@mantine/core';
import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  type AriaLabelConfig,
  type EdgeTypes,
  type FinalConnectionState,
  type NodeTypes,
} from '@xyflow/react';
import { memo, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { canvasStore, useCanvas } from '../model/canvas.ts';
import { documentStore } from '../../../state/document/document.ts';
import { isTextField } from '../../../kit/layout/textField.ts';
import { teamText } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import { AgentNode } from '../node/AgentNode.tsx';
import { commandForKey } from './commands.ts';
import { ConnectionHint } from './ConnectionHint.tsx';
import { DropMenu, type Dropped } from './DropMenu.tsx';
import type { TeamFlowEdge } from '../model/edges.ts';
import { CallEdge, HearsEdge } from './HearsEdge.tsx';
import { NODE_SIZE } from '../model/layout.ts';
import { shownTurn } from '../model/shownTurn.ts';
import { addAgentAt, connectAgents, refusal } from '../model/teamActions.ts';
import styles from '../team.module.css';
import { TeamFaults } from './TeamFaults.tsx';
import { TeamToolbar } from './TeamToolbar.tsx';
import { TurnPicker } from './TurnPicker.tsx';
import { useCanvasClipboard } from './useCanvasClipboard.ts';
import { LARGE_TEAM, LEAST_LETTER, LEAST_ZOOM } from '../model/fitted.ts';
import { useFit, useFitOnResize } from './useFitOnResize.ts';
import { usePresentCanvas } from './usePresentCanvas.ts';
import { useTeamFlow, type AgentFlowNode } from '../model/useTeamFlow.ts';

const NODE_TYPES: NodeTypes = { agent: AgentNode };
const EDGE_TYPES: EdgeTypes = { hears: HearsEdge, call: CallEdge };
const ARIA: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': teamText.help,
  'node.a11yDescription.keyboardDisabled': teamText.help,
  // What was moved is told with everything else that was done.
  'node.a11yDescription.ariaLiveMessage': () => '',
  'edge.a11yDescription.default': teamText.edgeHelp,
  'controls.ariaLabel': teamText.controls.label,
  'controls.zoomIn.ariaLabel': teamText.controls.zoomIn,
  'controls.zoomOut.ariaLabel': teamText.controls.zoomOut,
  'controls.fitView.ariaLabel': teamText.controls.fit,
};
/** As near as this to a dot counts as on it, pixels. */
const CATCH = 28;
const CONTROL = ['Control', 'Meta'];

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
  const scheme = useScheme();
  const onMoveStart = useFitOnResize();
  const fit = useFit();
  const canvas = useRef<HTMLDivElement>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  usePresentCanvas();
  useCanvasClipboard(canvas);

  const onDoubleClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || !event.target.classList.contains('react-flow__pane')) return;
    addAgentAt(screenToFlowPosition({ x: event.clientX, y: event.clientY }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const command = isTextField(event.target) ? null : commandForKey(event);
    if (!command) return;
    event.preventDefault();
    if (!command.refused?.()) command.run();
    // What was removed took the focus with it; the keys are to go on.
    requestAnimationFrame(() => document.activeElement === document.body && canvas.current?.focus());
  };
  /** A connection let go elsewhere than on a dot: on an agent it means that agent, on the empty canvas a new one. */
  const onConnectEnd = (event: globalThis.MouseEvent | TouchEvent, connection: FinalConnectionState): void => {
    if (connection.isValid || !connection.fromNode) return;
    const point = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!point) return;
    const below = document.elementFromPoint(point.clientX, point.clientY);
    const over = connection.toNode?.id ?? below?.closest('.react-flow__node')?.getAttribute('data-id') ?? null;
    const own = connection.fromNode.id;
    const backwards = connection.fromHandle?.type === 'target';
    const turn = shownTurn();
    if (over === own && !connection.toHandle) return; // let go where it began
    if (over !== null) return backwards ? connectAgents(over, own, turn) : connectAgents(own, over, turn);
    if (!below?.classList.contains('react-flow__pane') || !canvas.current) return;
    const frame = canvas.current.getBoundingClientRect();
    const { x, y } = screenToFlowPosition({ x: point.clientX, y: point.clientY });
    setDropped({
      role: own,
      end: backwards ? 'speaker' : 'hearer',
      turn,
      position: { x: Math.round(backwards ? x - NODE_SIZE.width : x), y: Math.round(y - NODE_SIZE.height / 2) },
      at: { x: point.clientX - frame.left, y: point.clientY - frame.top },
    });
  };

  return (
    <ReactFlow<AgentFlowNode, TeamFlowEdge>
      {...flow}
      ref={canvas}
      tabIndex={-1}
      className={styles.canvas}
      data-stage="canvas"
      aria-label={teamText.canvas}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      colorMode={scheme}
      ariaLabelConfig={ARIA}
      onMoveStart={onMoveStart}
      minZoom={LEAST_ZOOM}
      zoomOnDoubleClick={false}
      // Its keys listen on the whole page, where they would eat spaces and delete agents while somebody types elsewhere; those
      // that are held while the pointer works do no harm.
      deleteKeyCode={null}
      panActivationKeyCode={null}
      zoomActivationKeyCode={null}
      selectionKeyCode="Shift"
      multiSelectionKeyCode={CONTROL}
      connectionRadius={CATCH}
      isValidConnection={({ source, target }) => refusal(documentStore.getState().document.team, source, target, shownTurn()) === null}
      onConnect={({ source, target }) => connectAgents(source, target, shownTurn())}
      onConnectEnd={onConnectEnd}
      onNodeDoubleClick={(_event, node) => canvasStore.getState().rename(node.id)}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
      <Controls orientation="horizontal" showInteractive={false} onFitView={fit} />
      <Overview />
      <Scale />
      <Around />
      <DropMenu dropped={dropped} onClose={() => setDropped(null)} />
    </ReactFlow>
  );
}

/** What stands around the team. It is not drawn anew whenever an agent moves or is measured. */
const Around = memo(function Around() {
  return (
    <>
      <Panel position="top-left" className={styles.top}>
        <TeamToolbar />
        <TeamFaults />
      </Panel>
      <Panel position="bottom-center" className={styles.bottom}>
        <ConnectionHint />
        <TurnPicker />
      </Panel>
      <Said />
    </>
  );
});

/** Of a large team, in a panel at least this large, a small map helps. */
const LARGE_PANEL = { width: 520, height: 280 } as const;

function Overview() {
  const scheme = useScheme();
  const isLarge = useStore(
    (state) => state.nodes.length >= LARGE_TEAM && state.width >= LARGE_PANEL.width && state.height >= LARGE_PANEL.height,
  );
  if (!isLarge) return null;
  return (
    <MiniMap<AgentFlowNode>
      pannable
      zoomable
      ariaLabel={teamText.fit}
      style={{ width: 120, height: 80 }}
      nodeColor={({ data }) => agentColor(data.slot, scheme)}
    />
  );
}

/** Tells the style sheet what the least letter is in the canvas's own pixels, so that it has its size on the page at every zoom. */
function Scale() {
  const zoom = useStore((state) => state.transform[2]);
  const { domNode } = useStoreApi().getState();
  useEffect(() => domNode?.style.setProperty('--least', `${LEAST_LETTER / zoom}px`), [domNode, zoom]);
  return null;
}

/** What was done last, for those who hear the page. */
function Said() {
  const { message, count } = useCanvas((state) => state.said);
  return (
    <VisuallyHidden aria-live="polite">
      {message}
      {count % 2 === 0 ? '' : '\u200B' /* so that the same words are told again */}
    </VisuallyHidden>
  );
}
