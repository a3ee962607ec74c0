/**
 * The runs as a table that takes the keyboard as one thing: arrows move, Space chooses, Enter opens, F2 renames, Delete deletes.
 * Rows out of sight are not drawn.
 */
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type ExpandedState, type SortingState, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { text } from '../../../../words/words.ts';
import { columns, features, NUMBERS } from './columns.tsx';
import { forestOf, type ListedRun, type RunNode, runTitle } from './listed.ts';
import styles from './list.module.css';
import { openRun, removeRuns } from './runActions.tsx';

const words = text.runs.list;

/** Height of a row, pixels; the style sheet holds it. */
const ROW = 32;

/** A table whose rows are chosen and unfolded by keys that the table hears. */
const GRID = { role: 'treegrid', 'aria-label': words.label, 'aria-describedby': 'runs-table-keys', 'aria-multiselectable': true } as const;

interface Props {
  /** Those that the filters let through. */
  readonly runs: readonly ListedRun[];
  /** Every run, so that a fork finds its way up past parents that are not shown. */
  readonly all: readonly ListedRun[];
}

export function RunsTable({ runs, all }: Props) {
  const flat = useRunsView((state) => state.flat);
  const selected = useRunsView((state) => state.selected);
  const focused = useRunsView((state) => state.focused);
  const highlighted = useRunsView((state) => state.highlighted);
  const { set, toggle } = runsViewStore.getState();
  const data = useMemo<RunNode[]>(() => (flat ? runs.map((run) => ({ run, forks: [] })) : forestOf(runs, all)), [runs, all, flat]);
  const [sorting, setSorting] = useState<SortingState>([]);
  const [expanded, setExpanded] = useState<ExpandedState>(true);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: ({ run }) => run.id,
    getSubRows: ({ forks }) => forks as RunNode[],
    state: { sorting, expanded },
    onSortingChange: setSorting,
    onExpandedChange: setExpanded,
    autoResetExpanded: false,
  });
  const { rows } = table.getRowModel();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 8 });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const chosen = new Set(selected);
  const at = rows.findIndex(({ id }) => id === focused);

  const moveTo = (index: number): void => {
    const place = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[place];
    if (!row) return;
    set({ focused: row.id });
    virtual.scrollToIndex(place);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[at];
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 1);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at < 0 ? rows.length - 1 : at - 1),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => row?.getCanExpand() && row.toggleExpanded(true),
      ArrowLeft: () => (row?.getIsExpanded() ? row.toggleExpanded(false) : moveTo(rows.findIndex(({ id }) => id === row?.parentId))),
      ' ': () => row && toggle(row.id),
      Enter: () => row && openRun(row.original.run),
      F2: () => row?.original.run.kept && set({ renaming: row.id }),
      Delete: () => {
        // What is chosen, where this row is among it; otherwise this row alone.
        if (row) removeRuns(chosen.has(row.id) ? all.filter(({ id }) => chosen.has(id)) : [row.original.run]);
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };

  const content = (cell: Parameters<typeof table.FlexRender>[0]['cell']) => cell && <table.FlexRender cell={cell} />;
  return (
    <div ref={scroller} className={styles.scroller}>
      <VisuallyHidden id={GRID['aria-describedby']}>{words.keys}</VisuallyHidden>
      <table
        id="runs-table"
        className={styles.table}
        data-tree={data.some(({ forks }) => forks.length > 0) || undefined}
        {...GRID}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at >= 0 ? rowId(rows[at]?.id ?? '') : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => target === currentTarget && at < 0 && moveTo(0)}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              <th className={styles.choice} scope="col">
                <Checkbox
                  size="xs"
                  aria-label={words.chooseAll}
                  checked={rows.length > 0 && rows.every(({ id }) => chosen.has(id))}
                  indeterminate={rows.some(({ id }) => chosen.has(id)) && !rows.every(({ id }) => chosen.has(id))}
                  onChange={({ currentTarget: { checked } }) => set({ selected: checked ? rows.map(({ id }) => id) : [] })}
                />
              </th>
              {group.headers.map(({ id, column }) => {
                const order = column.getIsSorted();
                const label = String(column.columnDef.header);
                return (
                  <th
                    key={id}
                    scope="col"
                    data-column={id}
                    data-number={NUMBERS.has(id) || undefined}
                    aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
                  >
                    <button
                      type="button"
                      className={styles.sort}
                      title={id === 'reward' || id === 'greedy' ? words.columnHelp[id] : words.sortBy(label)}
                      onClick={column.getToggleSortingHandler()}
                    >
                      {label}
                      {order === 'asc' && <IconArrowUp size={12} aria-hidden />}
                      {order === 'desc' && <IconArrowDown size={12} aria-hidden />}
                    </button>
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            const { run } = row.original;
            return (
              // The keyboard is the table's: it has the focus, and its active row is this one.
              <tr
                key={row.id}
                id={rowId(row.id)}
                aria-rowindex={index + 2}
                aria-level={row.depth + 1}
                aria-expanded={row.getCanExpand() ? row.getIsExpanded() : undefined}
                aria-selected={chosen.has(row.id)}
                data-focused={row.id === focused || undefined}
                data-highlighted={row.id === highlighted || undefined}
                onClick={() => set({ focused: row.id })}
                onDoubleClick={() => openRun(run)}
                onPointerEnter={() => set({ highlighted: row.id })}
                onPointerLeave={() => set({ highlighted: null })}
              >
                <td className={styles.choice}>
                  <Checkbox
                    size="xs"
                    tabIndex={-1}
                    aria-label={words.choose(runTitle(run))}
                    checked={chosen.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-column={cell.column.id} data-number={NUMBERS.has(cell.column.id) || undefined}>
                    {content(cell)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
    </div>
  );
}

const rowId = (run: string): string => `run-row-${run}`;

/** Stands for rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return <tr aria-hidden style={{ height }} />;
}
