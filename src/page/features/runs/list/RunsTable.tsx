/**
 * The runs as a table that takes the keyboard as one thing: arrows move, Space chooses, Enter opens, F2 renames, Delete deletes.
 * Rows out of sight are not drawn.
 */
import { Checkbox } from '@mantine/core';
import { type ExpandedState, type SortingState, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { Grid, type GridColumn, rowAttributes } from '../../../kit/grid/Grid.tsx';
import { useGrid } from '../../../kit/grid/useGrid.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { text } from '../../../../words/words.ts';
import { columns, features, NUMBERS } from './columns.tsx';
import { forestOf, type ListedRun, type RunNode, runTitle } from './listed.ts';
import styles from './list.module.css';
import { openRun, removeRuns } from './runActions.tsx';

const words = text.runs.list;

const TABLE = 'runs-table';

const isExplained = (id: string): id is keyof typeof words.columnHelp => Object.hasOwn(words.columnHelp, id);

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
  const chosen = new Set(selected);
  const at = rows.findIndex(({ id }) => id === focused);
  const grid = useGrid({
    count: rows.length,
    at,
    rowHeight: 32,
    overscan: 8,
    onMove: (index) => set({ focused: rows[index]?.id ?? null }),
  });
  const row = rows[at];
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => row?.getCanExpand() && row.toggleExpanded(true),
    ArrowLeft: () => (row?.getIsExpanded() ? row.toggleExpanded(false) : grid.moveTo(rows.findIndex(({ id }) => id === row?.parentId))),
    ' ': () => row && toggle(row.id),
    Enter: () => row && openRun(row.original.run),
    F2: () => row?.original.run.kept && set({ renaming: row.id }),
    Delete: () => {
      // What is chosen, where this row is among it; otherwise this row alone.
      if (row) removeRuns(chosen.has(row.id) ? all.filter(({ id }) => chosen.has(id)) : [row.original.run]);
    },
  };
  const headings = table.getFlatHeaders().map(({ id, column }): GridColumn => {
    const order = column.getIsSorted();
    const label = String(column.columnDef.header);
    return {
      id,
      label,
      help: isExplained(id) ? words.columnHelp[id] : words.sortBy(label),
      number: NUMBERS.has(id),
      order: order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none',
      onSort: column.getToggleSortingHandler(),
    };
  });
  const content = (cell: Parameters<typeof table.FlexRender>[0]['cell']) => cell && <table.FlexRender cell={cell} />;
  return (
    <Grid
      id={TABLE}
      role="treegrid"
      aria-label={words.label}
      aria-multiselectable
      data-tree={data.some(({ forks }) => forks.length > 0) || undefined}
      className={styles.table}
      box={styles.scroller}
      grid={grid}
      hint={words.keys}
      keys={keys}
      onFocus={({ target, currentTarget }) => target === currentTarget && at < 0 && grid.moveTo(0)}
      columns={headings}
      corner={
        <Checkbox
          size="xs"
          aria-label={words.chooseAll}
          checked={rows.length > 0 && rows.every(({ id }) => chosen.has(id))}
          indeterminate={rows.some(({ id }) => chosen.has(id)) && !rows.every(({ id }) => chosen.has(id))}
          onChange={({ currentTarget: { checked } }) => set({ selected: checked ? rows.map(({ id }) => id) : [] })}
        />
      }
      row={(index) => {
        const row = rows[index];
        if (!row) return null;
        const { run } = row.original;
        return (
          <tr
            key={row.id}
            {...rowAttributes(TABLE, index)}
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
            <td>
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
      }}
    />
  );
}
