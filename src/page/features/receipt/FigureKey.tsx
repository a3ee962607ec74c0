/** The key of a figure, drawn into it, so that a saved one has it too. */
import { KEY_ROW, type LaidOutEntry } from './figure.ts';

interface Props {
  readonly entries: readonly LaidOutEntry[];
  readonly x?: number;
  readonly y: number;
}

export function FigureKey({ entries, x = 0, y }: Props) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {entries.map((entry) => (
        <g key={entry.name} transform={`translate(${entry.x} ${entry.y})`}>
          <rect y={(KEY_ROW - 10) / 2} width={12} height={10} rx={2} fill={entry.color} />
          <text x={18} y={KEY_ROW - 5} fontSize={12} fill="var(--ink)">
            {entry.name}
          </text>
        </g>
      ))}
    </g>
  );
}
