/** What a grid of many rows keeps: which rows are in view, and how to move to another one. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useMoreAside } from '../layout/useMoreAside.ts';

interface Rows {
  readonly count: number;
  /** The row that the keyboard is at; below 0 when at none. */
  readonly at: number;
  /** Height of a row, pixels. */
  readonly rowHeight: number;
  /** Rows drawn beyond those in view, on either side. */
  readonly overscan: number;
  /** Takes the row that a person moved to. */
  readonly onMove: (index: number) => void;
}

export type GridState = ReturnType<typeof useGrid>;

export function useGrid({ count, at, rowHeight, overscan, onMove }: Rows) {
  const scroller = useRef<HTMLDivElement>(null);
  useMoreAside(scroller);
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan });
  /** Moves to the row nearest to `index` that there is, and brings it into view. */
  const moveTo = useCallback(
    (index: number): void => {
      if (count === 0) return;
      const target = Math.max(0, Math.min(count - 1, index));
      onMove(target);
      virtual.scrollToIndex(target);
    },
    [count, virtual, onMove],
  );
  return { scroller, virtual, moveTo, count, at, rowHeight };
}
