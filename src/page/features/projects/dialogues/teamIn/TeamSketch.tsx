/** The team as it will be: agents in columns, a line for each connection, dashed what the next turn shows, dotted whom the orchestrator calls. */
import { Stack, Text } from '@mantine/core';
import { columnsOf } from '../../../../../core/editing/importTeam.ts';
import type { Edge, TeamSettings } from '../../../../../core/document/schema.ts';
import { GAP, teamInText } from '../../../../../words/words.ts';
import styles from './teamIn.module.css';

const words = teamInText.dialogue;

const BOX = { width: 132, height: 30, right: 56, below: 16 } as const;
/** Letters that fit into a box at its size of text. */
const FITS = 17;

interface TeamSketchProps {
  readonly team: TeamSettings;
  readonly back: readonly Edge[];
}

export function TeamSketch({ team, back }: TeamSketchProps) {
  const columns = columnsOf(team);
  const rows = Math.max(...columns.map(({ length }) => length));
  const at = new Map(
    columns.flatMap((column, x) =>
      column.map((role, y) => [role, { x: x * (BOX.width + BOX.right), y: (y + (rows - column.length) / 2) * (BOX.height + BOX.below) }]),
    ),
  );
  const leader = team.orchestration === 'dynamic' ? team.orchestrator.role : null;
  const called = leader === null ? [] : team.agents.flatMap(({ role }) => (role === leader ? [] : [{ from: leader, to: role }]));
  const drawn = [
    ...called.map((edge) => ({ edge, kind: styles.called })),
    ...team.edges.filter(({ from }) => from !== leader).map((edge) => ({ edge, kind: styles.edge })),
    ...back.map((edge) => ({ edge, kind: styles.back })),
  ];
  const width = columns.length * (BOX.width + BOX.right) - BOX.right;
  const height = rows * (BOX.height + BOX.below) - BOX.below;
  const below = back.length > 0 ? 34 : 4;
  const skips = drawn.some(({ edge }) => (at.get(edge.to)?.x ?? 0) - (at.get(edge.from)?.x ?? 0) > BOX.width + BOX.right);
  const above = skips ? 22 : 4;
  const arrow = ({ from, to }: Edge): string => `${from} → ${to}`;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {words.graph}
      </Text>
      <div className={styles.sketch} tabIndex={0} role="region" aria-label={words.graph}>
        <svg
          viewBox={`-4 ${-above} ${width + 8} ${above + height + below}`}
          // As large as it is, a little smaller where that makes it fit, else to be scrolled.
          style={{ width: width + 8, maxWidth: '100%', minWidth: (width + 8) * 0.7 }}
          role="img"
          aria-label={words.graphLabel(
            team.agents.map(({ role }) => role),
            team.edges.map(arrow),
            back.map(arrow),
          )}
        >
          <defs>
            <marker id="team-in-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
              <path d="M0 0 8 4 0 8Z" className={styles.head} />
            </marker>
          </defs>
          {drawn.map(({ edge, kind }) => (
            <path
              key={`${kind} ${arrow(edge)}`}
              d={wayOf(at.get(edge.from), at.get(edge.to))}
              className={kind}
              markerEnd="url(#team-in-arrow)"
            />
          ))}
          {[...at].map(([role, { x, y }]) => (
            <g key={role} transform={`translate(${x} ${y})`}>
              <title>{role}</title>
              <rect width={BOX.width} height={BOX.height} rx={4} className={role === leader ? styles.leader : styles.box} />
              <text x={BOX.width / 2} y={BOX.height / 2} dominantBaseline="central" textAnchor="middle" className={styles.role}>
                {role.length > FITS ? `${role.slice(0, FITS - 1)}…` : role}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <Text size="xs" c="dimmed">
        {[...(back.length > 0 ? [words.back] : []), ...(leader === null ? [] : [words.calls])].join(GAP)}
      </Text>
    </Stack>
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** From the right side of one box to the left of the other; on the way back from below to below. */
function wayOf(from: Place = { x: 0, y: 0 }, to: Place = { x: 0, y: 0 }): string {
  const half = BOX.width / 2;
  if (to.x > from.x) {
    const [x0, y0, x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
    const bend = Math.max(24, (x1 - x0) / 2);
    // Past the columns between, over what stands in them.
    if (x1 - x0 > BOX.right) return `M${x0} ${y0}C${x0 + 60} -30 ${x1 - 60} -30 ${x1 - 1} ${y1}`;
    return `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1 - 1} ${y1}`;
  }
  const [x0, y0, x1, y1] = [from.x + half, from.y + BOX.height, to.x + half, to.y + BOX.height];
  const low = Math.max(y0, y1) + 34;
  return `M${x0} ${y0}C${x0} ${low} ${x1} ${low} ${x1} ${y1 + 1}`;
}
