/**
 * A table of many rows that takes the keyboard as one thing: it has the focus, its active row is the one that arrows move, and
 * rows out of sight are not drawn. Columns, cells and what is selected are the caller's.
 */
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ComponentProps, CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import styles from './grid.module.css';
import type { GridState } from './useGrid.ts';

export interface GridColumn {
  readonly id: string;
  readonly label: string;
  /** What its heading says of it under the pointer. */
  readonly help: string;
  /** Columns of numbers stand to the right. */
  readonly number: boolean;
  readonly order: 'ascending' | 'descending' | 'none';
  readonly onSort: ((event: MouseEvent) => void) | undefined;
}

interface Props extends Omit<ComponentProps<'table'>, 'children'> {
  readonly id: string;
  readonly role: 'grid' | 'treegrid';
  readonly grid: GridState;
  /** Says to who cannot see it which keys the table hears. */
  readonly hint: string;
  /** Keys besides those that move. */
  readonly keys: Readonly<Record<string, () => void>>;
  /** Class of the box that scrolls. */
  readonly box: string | undefined;
  /** The heading before those of the columns. */
  readonly corner: ReactNode;
  readonly columns: readonly GridColumn[];
  /** A row with its key and `rowAttributes`. */
  readonly row: (index: number) => ReactNode;
}

/** Says which row of the table it is; the first row is the headings'. */
export const rowAttributes = (table: string, index: number) => ({ id: `${table}-row-${index}`, 'aria-rowindex': index + 2 });

export function Grid({ grid, hint, keys, box, corner, columns, row, className = '', ...table }: Props) {
  const { scroller, virtual, moveTo, count, at, rowHeight } = grid;
  const items = virtual.getVirtualItems();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // These press a button, or the box in a heading, that has the focus.
    if ((event.key === ' ' || event.key === 'Enter') && (event.target as Element).closest('button, thead')) return;
    // The headings take a row's place, and one row stays in view.
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      PageDown: () => moveTo(at + page),
      PageUp: () => moveTo(at - page),
      Home: () => moveTo(0),
      End: () => moveTo(count - 1),
      ...keys,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <div ref={scroller} className={box}>
      <VisuallyHidden id={`${table.id}-keys`}>{hint}</VisuallyHidden>
      <table
        {...table}
        className={`${styles.grid} ${className}`}
        style={{ '--grid-row': `${rowHeight}px` } as CSSProperties}
        aria-describedby={`${table.id}-keys`}
        aria-rowcount={count + 1}
        aria-activedescendant={at >= 0 ? rowAttributes(table.id, at).id : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{corner}</th>
            {columns.map(({ id, label, help, number, order, onSort }) => (
              <th key={id} scope="col" data-column={id} data-number={number || undefined} aria-sort={order}>
                <button type="button" className={styles.sort} title={help} onClick={onSort}>
                  {label}
                  {order === 'ascending' && <IconArrowUp size={12} aria-hidden />}
                  {order === 'descending' && <IconArrowDown size={12} aria-hidden />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={items[0]?.start ?? 0} />
          {items.map(({ index }) => row(index))}
          <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}
