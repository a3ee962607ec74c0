/** The edge of the lesson's column: dragged, or moved with the arrow keys. Its width is kept with the layout of the page. */
import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';
import { useLayoutResets } from '../../kit/layout/useSplit.ts';
import { clampWidth, LEAST, most, USUAL } from './columnWidth.ts';
import { useWords } from '../../kit/lessons/LessonContext.ts';

const KEY = `${STORAGE_KEYS.layout}.lesson`;
/** Pixels of one press of an arrow key. */
const STRIDE = 16;

const widthStore = createStore<{ readonly width: number | null; readonly reset: number }>(() => ({ width: null, reset: 0 }));

function kept(): number {
  const width = Number(browserStorage.read(KEY) ?? Number.NaN);
  return Number.isFinite(width) && width > 0 ? width : USUAL;
}

/** Pixels; as it was kept until it is changed, and the usual ones again once the layout is reset. */
export function useColumnWidth(): number {
  const resets = useLayoutResets();
  const { width, reset } = useStore(widthStore);
  return clampWidth(width !== null && reset === resets ? width : kept(), window.innerWidth);
}

export function ColumnHandle({ column }: { readonly column: RefObject<HTMLElement | null> }) {
  const words = useWords();
  const resets = useLayoutResets();
  const width = useColumnWidth();
  const [drag, setDrag] = useState<{ readonly x: number; readonly width: number } | null>(null);
  const keep = (next: number): void => {
    const clamped = clampWidth(next, window.innerWidth);
    browserStorage.write(KEY, String(clamped));
    widthStore.setState({ width: clamped, reset: resets });
  };
  const dragged = (event: PointerEvent): number => (drag ? clampWidth(drag.width + drag.x - event.clientX, window.innerWidth) : width);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = {
      ArrowLeft: width + STRIDE,
      ArrowRight: width - STRIDE,
      Home: LEAST,
      End: most(window.innerWidth),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    keep(next);
  };
  return (
    <div
      role="separator"
      className="separator"
      style={{ flex: 'none', cursor: 'col-resize', touchAction: 'none' }}
      aria-orientation="vertical"
      aria-label={words.resize}
      aria-valuemin={LEAST}
      aria-valuemax={most(window.innerWidth)}
      aria-valuenow={width}
      tabIndex={0}
      data-separator={drag ? 'active' : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, width });
      }}
      // While it is dragged only the column's own style changes.
      onPointerMove={(event) => {
        if (drag) column.current?.style.setProperty('width', `${dragged(event)}px`);
      }}
      onPointerUp={(event) => {
        if (drag) keep(dragged(event));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    />
  );
}
