/**
 * Episodes as a table that takes the keyboard as one thing: arrows move through them, Space pins, and only the rows in view are
 * drawn. It is laid out and sorted by the store, so that commands outside walk through the very same order.
 */
import { VisuallyHidden } from '@mantine/core';
import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { explorerStore, useExplorer } from '../../../state/reading/explorerView.ts';
import { EXPLORER_COLUMNS, type ExplorerColumn, type ExplorerRow } from '../../../state/runs/explorer.ts';
import { sameEpisode, type EpisodeRef } from '../../../state/runs/episodeRef.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../../kit/figures/lineStyle.ts';
import { Grid, type GridColumn, rowAttributes } from '../../../kit/grid/Grid.tsx';
import { useGrid } from '../../../kit/grid/useGrid.ts';
import { COMMA, exploreText, inspectText } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './explorer.module.css';
import { VerdictIcon, verdictText } from '../Verdict.tsx';
import shared from '../inspect.module.css';

const words = exploreText.table;

const TABLE = 'episodes-table';

const NUMBERS: ReadonlySet<ExplorerColumn> = new Set(['iteration', 'episode', 'reward', 'advantage', 'tokens']);

interface Props {
  readonly document: ProjectDocument;
  /** They stand first, and once more where they are among the others. */
  readonly pinned: readonly ExplorerRow[];
  readonly others: readonly ExplorerRow[];
  readonly chosen: EpisodeRef | null;
  readonly busy: boolean;
  /** Whether a pinned episode can be read still. */
  readonly isReadable: (row: ExplorerRow) => boolean;
  readonly onChoose: (ref: EpisodeRef) => void;
  readonly onPin: (row: ExplorerRow) => void;
}

export const ExplorerTable = memo(function ExplorerTable({ document, pinned, others, chosen, busy, isReadable, onChoose, onPin }: Props) {
  const sort = useExplorer((state) => state.sort);
  const scheme = useScheme();
  const rows = useMemo(() => [...pinned, ...others], [pinned, others]);
  /** Whether a person is at the pinned row of an episode that stands in both parts. */
  const [onTop, setOnTop] = useState(false);
  const above = chosen ? pinned.findIndex((row) => sameEpisode(row, chosen)) : -1;
  const below = chosen ? others.findIndex((row) => sameEpisode(row, chosen)) : -1;
  const at = below < 0 || (onTop && above >= 0) ? above : pinned.length + below;
  const onMove = useCallback(
    (index: number): void => {
      setOnTop(index < pinned.length);
      const row = rows[index];
      if (row) onChoose(row);
    },
    [rows, pinned, onChoose],
  );
  const grid = useGrid({ count: rows.length, at, rowHeight: 30, overscan: 10, onMove });
  const { virtual } = grid;
  const key = chosen ? `${chosen.iteration} ${chosen.episode}` : null;
  const seen = useRef<string | null>(null);
  // Another episode came to be read, from wherever: its row is brought into view, once. Rows that move later are not followed.
  useEffect(() => {
    if (seen.current === key || at < 0) return undefined;
    seen.current = key;
    // With the next frame: to scroll at once would lay the page out in the same task that drew another episode.
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(at));
    return () => cancelAnimationFrame(frame);
  }, [key, at, virtual]);
  const row = rows[at];
  return (
    <Grid
      id={TABLE}
      role="grid"
      aria-label={words.label}
      aria-busy={busy}
      className={styles.table}
      box={styles.scroller}
      grid={grid}
      hint={words.keys}
      keys={{ ' ': () => row && onPin(row) }}
      columns={EXPLORER_COLUMNS.map(
        (id): GridColumn => ({
          id,
          label: words.columns[id],
          help: words.columnHelp[id],
          number: NUMBERS.has(id),
          order: sort.column !== id ? 'none' : sort.descending ? 'descending' : 'ascending',
          onSort: () => explorerStore.getState().sortBy(id),
        }),
      )}
      corner={<VisuallyHidden>{words.pinColumn}</VisuallyHidden>}
      row={(index) => {
        const row = rows[index];
        return (
          row && (
            <Row
              key={`${index < pinned.length} ${row.iteration} ${row.episode}`}
              row={row}
              index={index}
              pinned={index < pinned.length || pinned.some((pin) => sameEpisode(pin, row))}
              last={index === pinned.length - 1}
              chosen={index === at}
              readable={index >= pinned.length || isReadable(row)}
              document={document}
              scheme={scheme}
              onChoose={grid.moveTo}
              onPin={onPin}
            />
          )
        );
      }}
    />
  );
});

interface RowProps {
  readonly row: ExplorerRow;
  readonly index: number;
  readonly pinned: boolean;
  /** Whether it is the last of those that stand first. */
  readonly last: boolean;
  readonly chosen: boolean;
  readonly readable: boolean;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
  readonly onChoose: (index: number) => void;
  readonly onPin: (row: ExplorerRow) => void;
}

const Row = memo(function Row({ row, index, pinned, last, chosen, readable, document, scheme, onChoose, onPin }: RowProps) {
  const cells: Readonly<Record<ExplorerColumn, ReactNode>> = {
    iteration: row.iteration,
    episode: row.episode,
    problem: row.problem,
    reward: <Reward row={row} />,
    advantage: formatSigned(row.advantage),
    tokens: Number.isNaN(row.tokens) ? '–' : row.tokens,
    spoke: <Spoke row={row} document={document} scheme={scheme} />,
    words: <span className={styles.words}>{row.words.trim() || inspectText.reader.silent}</span>,
  };
  return (
    <tr
      {...rowAttributes(TABLE, index)}
      aria-selected={chosen}
      data-last-pinned={last || undefined}
      data-gone={readable ? undefined : true}
      title={readable ? undefined : words.gone}
      onClick={() => onChoose(index)}
    >
      <td>
        {/* Plain elements: of these cells a turn of the wheel makes hundreds. */}
        <button
          type="button"
          tabIndex={-1}
          className={styles.pinButton}
          data-pinned={pinned || undefined}
          aria-label={(pinned ? words.unpin : words.pin)(row.iteration, row.episode)}
          title={(pinned ? words.unpin : words.pin)(row.iteration, row.episode)}
          onClick={(event) => {
            event.stopPropagation();
            onPin(row);
          }}
        >
          {pinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </button>
      </td>
      {EXPLORER_COLUMNS.map((column) => (
        <td
          key={column}
          data-number={NUMBERS.has(column) || undefined}
          title={column === 'problem' || column === 'words' ? row[column] : undefined}
        >
          {cells[column]}
        </td>
      ))}
    </tr>
  );
});

function Reward({ row }: { readonly row: ExplorerRow }) {
  return (
    <span className={shared.verdict} data-right={row.right ?? undefined} title={verdictText(row.right) ?? undefined}>
      <VerdictIcon right={row.right} labelled />
      {formatNumber(row.reward)}
    </span>
  );
}

/** Who spoke, as the first letters of their names in their colours. */
function Spoke({ row, document, scheme }: Pick<RowProps, 'row' | 'document' | 'scheme'>) {
  const names = row.spoke.map((role) => agentName(document, role));
  return (
    <span role="img" title={names.join(COMMA)} aria-label={names.join(COMMA)}>
      {row.spoke.map((role, index) => (
        <span key={role} aria-hidden className={styles.speaker} style={{ color: agentColor(agentIndex(document, role), scheme) }}>
          {names[index]?.slice(0, 2)}
        </span>
      ))}
    </span>
  );
}
