/** Sizes of a group of panels, remembered per layout name in this browser, and put back by “Reset the layout”. */
import { useLayoutEffect, useRef } from 'react';
import type { GroupImperativeHandle, GroupProps, Layout } from 'react-resizable-panels';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS } from '../../state/storage/storage.ts';

/** Counts the resets, so that every group on screen follows at once. */
const resetStore = createStore(() => ({ resets: 0 }));

/** Forgets all sizes; what is on screen goes back to its first sizes. */
export function resetLayout(): void {
  browserStorage.forget(STORAGE_KEYS.layout);
  resetStore.setState(({ resets }) => ({ resets: resets + 1 }));
}

/** Changes with each reset, for sizes that are kept below the layout's key by other means. */
export function useLayoutResets(): number {
  return useStore(resetStore, (state) => state.resets);
}

/**
 * Props of a panel group whose sizes go by `name`, such as `team.columns`: `usual` (percent by panel id) until a person
 * moves a separator. A group that stays on screen under another name takes that one's sizes.
 */
export function useSplit(name: string, usual: Layout): Pick<GroupProps, 'groupRef' | 'defaultLayout' | 'onLayoutChanged'> {
  const groupRef = useRef<GroupImperativeHandle>(null);
  const resets = useStore(resetStore, (state) => state.resets);
  const key = `${STORAGE_KEYS.layout}.${name}`;
  const layout = readLayout(browserStorage.read(key), usual);
  const wanted = JSON.stringify(layout);
  useLayoutEffect(() => {
    const sizes = JSON.parse(wanted) as Layout;
    const apply = (): boolean => {
      const group = groupRef.current;
      const ready = group !== null && samePanels(group.getLayout(), sizes);
      if (ready) group.setLayout(sizes);
      return ready;
    };
    if (apply()) return undefined;
    // A panel that came or went is known to the group only after this; the next frame is still drawn with these sizes.
    const frame = requestAnimationFrame(apply);
    return () => cancelAnimationFrame(frame);
  }, [wanted, resets]);
  return {
    groupRef,
    defaultLayout: layout,
    onLayoutChanged: (next, { isUserInteraction }) => {
      if (isUserInteraction) browserStorage.write(key, JSON.stringify(next));
    },
  };
}

/** The kept sizes where they are for the same panels, else the usual ones. */
function readLayout(kept: string | null, usual: Layout): Layout {
  if (kept === null) return usual;
  try {
    const layout: unknown = JSON.parse(kept);
    const sizes = typeof layout === 'object' && layout !== null && Object.values(layout).every((size) => typeof size === 'number');
    return sizes && samePanels(layout as Layout, usual) ? (layout as Layout) : usual;
  } catch {
    return usual; // not ours, or of another version
  }
}

function samePanels(one: Layout, other: Layout): boolean {
  return Object.keys(one).toSorted().join(' ') === Object.keys(other).toSorted().join(' ');
}
