/** The edge of the lesson that can be moved: dragged, or with the arrow keys. Its size is kept with the layout of the page. */
import { useViewportSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';
import { useLayoutResets } from '../../kit/layout/useSplit.ts';
import { boundsOf, clampSize, type PanelSide } from './panelSize.ts';
import { lessonsText } from '../../../words/words.ts';

const KEYS = { column: `${STORAGE_KEYS.layout}.lesson`, foot: `${STORAGE_KEYS.layout}.lessonFoot` } as const;
/** Pixels of one press of an arrow key. */
const STRIDE = 16;

/** What was chosen in this visit, and after how many resets of the layout. */
const chosen = createStore<Partial<Record<PanelSide, { readonly size: number; readonly reset: number }>>>(() => ({}));

const AXES = {
  column: { style: 'width', coordinate: 'clientX', more: 'ArrowLeft', less: 'ArrowRight', orientation: 'vertical', cursor: 'col-resize' },
  foot: { style: 'height', coordinate: 'clientY', more: 'ArrowUp', less: 'ArrowDown', orientation: 'horizontal', cursor: 'row-resize' },
} as const;

function useRoom(side: PanelSide): number {
  const { width, height } = useViewportSize();
  // Before the first effect the hook knows nothing.
  return side === 'column' ? width || window.innerWidth : height || window.innerHeight;
}

/** Pixels; as it was kept until it is changed, and the usual ones again once the layout is reset. */
export function usePanelSize(side: PanelSide): number {
  const resets = useLayoutResets();
  const room = useRoom(side);
  const now = useStore(chosen, (state) => state[side]);
  const kept = Number(browserStorage.read(KEYS[side]) ?? Number.NaN);
  const size = now?.reset === resets ? now.size : kept;
  return clampSize(side, Number.isFinite(size) && size > 0 ? size : boundsOf(side, room).usual, room);
}

export function EdgeHandle({ side, panel }: { readonly side: PanelSide; readonly panel: RefObject<HTMLElement | null> }) {
  const words = lessonsText;
  const resets = useLayoutResets();
  const room = useRoom(side);
  const size = usePanelSize(side);
  const { least, most } = boundsOf(side, room);
  const axis = AXES[side];
  const [drag, setDrag] = useState<{ readonly at: number; readonly size: number } | null>(null);
  const keep = (next: number): void => {
    const clamped = clampSize(side, next, room);
    browserStorage.write(KEYS[side], String(clamped));
    chosen.setState({ [side]: { size: clamped, reset: resets } });
  };
  const dragged = (event: PointerEvent): number => (drag ? clampSize(side, drag.size + drag.at - event[axis.coordinate], room) : size);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { [axis.more]: size + STRIDE, [axis.less]: size - STRIDE, Home: least, End: most }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    keep(next);
  };
  return (
    <div
      role="separator"
      className="separator"
      style={{ flex: 'none', cursor: axis.cursor, touchAction: 'none' }}
      aria-orientation={axis.orientation}
      aria-label={words.resize[side]}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={size}
      tabIndex={0}
      data-separator={drag ? 'active' : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ at: event[axis.coordinate], size });
      }}
      // While it is dragged only the panel's own style changes.
      onPointerMove={(event) => {
        if (drag) panel.current?.style.setProperty(axis.style, `${dragged(event)}px`);
      }}
      onPointerUp={(event) => {
        if (drag) keep(dragged(event));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    />
  );
}
