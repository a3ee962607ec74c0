/** A connection on the canvas, led around other agents; dashed while its hearer speaks, marked with what it carried. */
import { Tooltip } from '@mantine/core';
import { BaseEdge, EdgeLabelRenderer, useStore, type EdgeProps, type ReactFlowState } from '@xyflow/react';
import { useEngine } from '../../../state/engine/engine.ts';
import { callsIn, seenIn } from '../model/exchanges.ts';
import { COLON, COMMA, GAP, inQuotes, STOP, teamText } from '../../../../words/words.ts';
import type { TeamFlowEdge } from '../model/edges.ts';
import { middleOf, routeOf, type Box } from '../model/route.ts';
import { useChosenEpisode } from '../model/shownTurn.ts';
import styles from '../team.module.css';

type Props = EdgeProps<TeamFlowEdge>;

/** It looks itself who speaks and who is in its way: the canvas as a whole is not drawn anew for that. */
export function HearsEdge(props: Props) {
  const { id, source, target, style, markerEnd, data } = props;
  const speaking = useEngine((state) => state.activity[target]?.state === 'generating');
  const path = useRoute(props);
  const moving = speaking && data?.state === 'plain' ? styles.speaking : undefined;
  return (
    <>
      <BaseEdge id={id} path={path} style={style} markerEnd={markerEnd} className={moving} />
      {(data?.state === 'seen' || data?.state === 'through' || data?.state === 'earlier') && (
        <SeenLabel path={path} from={source} to={target} turn={data.turn} title={teamText.seen[data.state](source, target)} />
      )}
    </>
  );
}

/** What an orchestrator may do, or did: its calls, numbered in their order. */
export function CallEdge(props: Props) {
  const { id, source, target, style, markerEnd, data } = props;
  const path = useRoute(props);
  return (
    <>
      <BaseEdge id={id} path={path} style={style} markerEnd={markerEnd} />
      {data?.state === 'call' && <CallLabel path={path} from={source} to={target} turn={data.turn} />}
    </>
  );
}

function useRoute({ source, target, sourceX, sourceY, targetX, targetY }: Props): string {
  return useStore((state) => {
    const boxes = boxesOf(state);
    const isEnd = ({ id: role }: AgentBox) => role === source || role === target;
    return routeOf(
      { x: sourceX, y: sourceY },
      { x: targetX, y: targetY },
      boxes.filter((box) => !isEnd(box)),
      boxes.filter(isEnd),
    );
  });
}

interface LabelProps {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly turn: number;
}

function SeenLabel({ path, from, to, turn, title }: LabelProps & { readonly title: string }) {
  const episode = useChosenEpisode();
  const seen = episode ? seenIn(episode, turn).filter((message) => message.from === from && message.to === to) : [];
  if (seen.length === 0) return null;
  const words = teamText.exchange;
  // Of this turn alone where it said something in it: the room on an edge is small, and the rest is told where one points.
  const now = seen.filter((message) => message.turn === turn);
  const marked = now.length > 0 ? now : seen.slice(-1);
  const when = (said: number): string => (said === turn ? '' : `${words.turn(said)}${COLON}`);
  return (
    <EdgeMark
      path={path}
      title={title}
      lines={seen.map(
        (message) => `${when(message.turn)}${inQuotes(message.text.trim() || words.empty)} · ${words.tokens(message.tokens)}`,
      )}
    >
      {marked.map((message) => `${when(message.turn)}${message.text.trim() || '∅'}`).join(' · ')}
    </EdgeMark>
  );
}

function CallLabel({ path, from, to, turn }: LabelProps) {
  const episode = useChosenEpisode();
  const calls = episode ? callsIn(episode, turn, from).filter((call) => call.to === to) : [];
  if (calls.length === 0) return null;
  const words = teamText.calls;
  const numbers = calls.map(({ number }) => number);
  return (
    <EdgeMark
      path={path}
      title={words.title(from, to, numbers)}
      lines={calls.flatMap(({ number, asked, answered }) => [
        `${number}. ${words.asked}${COLON}${asked}`,
        `${words.answered}${COLON}${answered || '∅'}`,
      ])}
      strong
    >
      {numbers.join(COMMA)}
    </EdgeMark>
  );
}

interface MarkProps {
  readonly path: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly strong?: boolean;
  readonly children: string;
}

/** A few words in the middle of an edge; the whole is told where it is pointed at or focused. */
function EdgeMark({ path, title, lines, strong, children }: MarkProps) {
  const { x, y } = middleOf(path);
  return (
    <EdgeLabelRenderer>
      <Tooltip
        multiline
        maw={320}
        events={{ hover: true, focus: true, touch: true }}
        label={
          <>
            <strong>{title}</strong>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </>
        }
      >
        <button
          type="button"
          className={`${styles.mark} nodrag nopan`}
          data-strong={strong}
          aria-label={`${title}${STOP}${lines.join(GAP)}`}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {children}
        </button>
      </Tooltip>
    </EdgeLabelRenderer>
  );
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
