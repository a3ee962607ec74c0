/** The graphs that the environment chose for the turns of an episode: who spoke, in columns from left to right, and who heard whom. */
import { graphAt, layersAt } from '../../../core/team/turns.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { inspectText } from '../../../words/words.ts';
import { agentIndex } from '../../kit/figures/lineStyle.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './inspect.module.css';

const text = inspectText.graphs;

const BOX = { width: 86, height: 22, right: 30, below: 8 } as const;
/** Letters that fit into a box at its size of text. */
const FITS = 12;

interface TurnGraphsProps {
  readonly document: ProjectDocument;
  readonly graphs: NonNullable<EpisodeRecord['dependencies']>;
}

export function TurnGraphs({ document, graphs }: TurnGraphsProps) {
  return (
    <section className={styles.graphs} aria-label={text.heading}>
      {graphs.map((chosen, turn) => {
        const { agents } = document.team;
        const columns = layersAt(document.team, turn, chosen ?? undefined).map((layer) =>
          layer.flatMap((agent) => agents[agent]?.role ?? []),
        );
        const speakers = columns.flat();
        const edges = graphAt(document.team, turn, chosen ?? undefined).edges.filter(
          ({ from, to }) => speakers.includes(from) && speakers.includes(to),
        );
        const label = text.turn(
          turn,
          speakers,
          edges.map(({ from, to }) => `${from} → ${to}`),
        );
        return (
          // Turns are never reordered.
          <figure key={`turn ${turn}`} className={styles.graph}>
            <Graph document={document} columns={columns} edges={edges} label={label} />
            <figcaption>{chosen ? text.caption(turn) : text.own(turn)}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}

interface GraphProps {
  readonly document: ProjectDocument;
  readonly columns: readonly (readonly string[])[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  readonly label: string;
}

function Graph({ document, columns, edges, label }: GraphProps) {
  const scheme = useScheme();
  const rows = Math.max(1, ...columns.map(({ length }) => length));
  const at = new Map(
    columns.flatMap((column, x) =>
      column.map((role, y) => [role, { x: x * (BOX.width + BOX.right), y: (y + (rows - column.length) / 2) * (BOX.height + BOX.below) }]),
    ),
  );
  const width = columns.length * (BOX.width + BOX.right) - BOX.right;
  const height = rows * (BOX.height + BOX.below) - BOX.below;
  return (
    <svg viewBox={`-2 -2 ${width + 4} ${height + 4}`} width={width + 4} height={height + 4} role="img" aria-label={label}>
      <title>{label}</title>
      {edges.map(({ from, to }) => {
        const [start, end] = [at.get(from), at.get(to)];
        if (!start || !end) return null;
        const [x0, y0, x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2, end.x, end.y + BOX.height / 2];
        return (
          <g key={`${from} ${to}`} className={styles.graphEdge}>
            <path d={`M${x0} ${y0}C${x0 + 16} ${y0} ${x1 - 16} ${y1} ${x1 - 5} ${y1}`} />
            <path d={`M${x1} ${y1}l-7 -3.5v7Z`} className={styles.graphHead} />
          </g>
        );
      })}
      {[...at].map(([role, { x, y }]) => (
        <g key={role} transform={`translate(${x} ${y})`}>
          <rect
            width={BOX.width}
            height={BOX.height}
            rx={4}
            stroke={agentColor(agentIndex(document, role), scheme)}
            className={styles.graphBox}
          />
          <text x={BOX.width / 2} y={BOX.height / 2} dominantBaseline="central" textAnchor="middle" className={styles.graphRole}>
            {role.length > FITS ? `${role.slice(0, FITS - 1)}…` : role}
          </text>
        </g>
      ))}
    </svg>
  );
}
