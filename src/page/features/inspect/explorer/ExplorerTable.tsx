/**
 * Episodes as a table that takes the keyboard as one thing: arrows move through them, Space pins, and only the rows in view are
 * drawn. It is laid out and sorted by the store, so that commands outside walk through the very same order.
 */
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconPin, IconPinFilled, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import { explorerStore, useExplorer } from '../../../state/reading/explorerView.ts';
import { EXPLORER_COLUMNS, type ExplorerColumn, type ExplorerRow } from '../../../state/runs/explorer.ts';
import { samePlace, type EpisodePlace } from '../../../state/runs/place.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../../kit/figures/lineStyle.ts';
import { exploreText, inspectText } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import styles from './explorer.module.css';
import shared from '../inspect.module.css';

const words = exploreText.table;

/** Height of a row, pixels; the style sheet holds it. */
const ROW = 30;

const NUMBERS: ReadonlySet<ExplorerColumn> = new Set(['iteration', 'episode', 'reward', 'tokens']);

interface Props {
  readonly document: ProjectDocument;
  /** They stand first, and once more where they are among the others. */
  readonly pinned: readonly ExplorerRow[];
  readonly others: readonly ExplorerRow[];
  readonly chosen: EpisodePlace | null;
  readonly busy: boolean;
  /** Whether a pinned episode can be read still. */
  readonly isReadable: (row: ExplorerRow) => boolean;
  readonly onChoose: (place: EpisodePlace) => void;
  readonly onPin: (row: ExplorerRow) => void;
}

export const ExplorerTable = memo(function ExplorerTable({ document, pinned, others, chosen, busy, isReadable, onChoose, onPin }: Props) {
  const sort = useExplorer((state) => state.sort);
  const scheme = useScheme();
  const rows = useMemo(() => [...pinned, ...others], [pinned, others]);
  /** Of an episode that stands in both parts, whether a person is at the pinned one. */
  const [onTop, setOnTop] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 10 });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const above = chosen ? pinned.findIndex((row) => samePlace(row, chosen)) : -1;
  const below = chosen ? others.findIndex((row) => samePlace(row, chosen)) : -1;
  const at = below < 0 || (onTop && above >= 0) ? above : pinned.length + below;
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

  const choose = useCallback(
    (index: number): void => {
      const place = Math.max(0, Math.min(rows.length - 1, index));
      const row = rows[place];
      if (!row) return;
      setOnTop(place < pinned.length);
      virtual.scrollToIndex(place);
      onChoose(row);
    },
    [rows, pinned, virtual, onChoose],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 2);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(at + 1),
      ArrowUp: () => choose(at < 0 ? 0 : at - 1),
      PageDown: () => choose(at + page),
      PageUp: () => choose(at - page),
      Home: () => choose(0),
      End: () => choose(rows.length - 1),
      ' ': () => {
        const row = rows[at];
        if (row) onPin(row);
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <div ref={scroller} className={styles.scroller}>
      <VisuallyHidden id="explorer-keys">{words.keys}</VisuallyHidden>
      <table
        id="episodes-table"
        className={styles.table}
        {...GRID}
        aria-busy={busy}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at >= 0 ? rowId(at) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col className={styles.pinColumn} />
          {EXPLORER_COLUMNS.map((column) => (
            <col key={column} data-column={column} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <VisuallyHidden>{words.pinColumn}</VisuallyHidden>
            </th>
            {EXPLORER_COLUMNS.map((column) => {
              const order = sort.column !== column ? 'none' : sort.descending ? 'descending' : 'ascending';
              return (
                <th key={column} scope="col" data-number={NUMBERS.has(column) || undefined} aria-sort={order}>
                  <button
                    type="button"
                    className={styles.sort}
                    title={words.columnHelp[column]}
                    onClick={() => explorerStore.getState().sortBy(column)}
                  >
                    {words.columns[column]}
                    {order === 'ascending' && <IconArrowUp size={12} aria-hidden />}
                    {order === 'descending' && <IconArrowDown size={12} aria-hidden />}
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Row
                key={`${index < pinned.length} ${row.iteration} ${row.episode}`}
                row={row}
                index={index}
                pinned={index < pinned.length || pinned.some((pin) => samePlace(pin, row))}
                last={index === pinned.length - 1}
                chosen={index === at}
                readable={index >= pinned.length || isReadable(row)}
                document={document}
                scheme={scheme}
                onChoose={choose}
                onPin={onPin}
              />
            );
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  );
});

/** A table whose rows are chosen by keys that the table hears. */
const GRID = { role: 'grid', 'aria-label': words.label, 'aria-describedby': 'explorer-keys' } as const;

const rowId = (index: number): string => `explored-${index}`;

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
    tokens: row.tokens,
    spoke: <Spoke row={row} document={document} scheme={scheme} />,
    words: <span className={styles.words}>{row.words.trim() || inspectText.reader.silent}</span>,
  };
  return (
    // The keyboard is the table's: it has the focus, and its active row is this one.
    <tr
      id={rowId(index)}
      aria-rowindex={index + 2}
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
  const verdict = row.right ? inspectText.reader.right : inspectText.reader.wrong;
  return (
    <span className={shared.verdict} data-right={row.right} title={verdict}>
      {row.right ? <IconCheck size={14} role="img" aria-label={verdict} /> : <IconX size={14} role="img" aria-label={verdict} />}
      {formatNumber(row.reward)}
    </span>
  );
}

/** Who spoke, as the first letters of their names in their colours. */
function Spoke({ row, document, scheme }: Pick<RowProps, 'row' | 'document' | 'scheme'>) {
  const names = row.spoke.map((role) => agentName(document, role));
  return (
    <span role="img" title={names.join(', ')} aria-label={names.join(', ')}>
      {row.spoke.map((role, index) => (
        <span key={role} aria-hidden className={styles.speaker} style={{ color: agentColor(agentIndex(document, role), scheme) }}>
          {names[index]?.slice(0, 2)}
        </span>
      ))}
    </span>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return <tr aria-hidden style={{ height }} />;
}
