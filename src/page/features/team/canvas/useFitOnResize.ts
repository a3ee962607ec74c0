/** Keeps the team in view while the canvas changes its size or the team its members, until a person moves the view. */
import { useReactFlow, useStore, useStoreApi, type OnMoveStart } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { cursorStore } from '../../../state/address/cursor.ts';
import { useDocument } from '../../../state/document/document.ts';
import { useLessonOpen } from '../../../state/lessons/open.ts';
import { fitted, LARGE_TEAM } from '../model/fitted.ts';

/** Pixels between the buttons at the top and the team. */
const UNDER_BUTTONS = 12;

/** Brings the team into view, as it is drawn now. */
export function useFit(): () => void {
  const { getNodes, getNodesBounds, setViewport } = useReactFlow();
  const store = useStoreApi();
  // A lesson speaks of all agents, and takes width from the canvas: a few are shown from afar there, too.
  const least = useLessonOpen() ? LARGE_TEAM : 0;
  return useCallback(() => {
    const { width, height, domNode } = store.getState();
    const nodes = getNodes();
    if (nodes.length === 0 || width <= 0 || height <= 0) return;
    const selected = nodes.filter(({ id }) => id === cursorStore.getState().role);
    const buttons = domNode?.querySelector('.react-flow__panel.top [role="group"]');
    // On a narrow canvas they take two rows.
    const top =
      buttons && domNode ? buttons.getBoundingClientRect().bottom - domNode.getBoundingClientRect().top + UNDER_BUTTONS : undefined;
    const room = { width, height, ...(top !== undefined && { top }) };
    const view = fitted(
      getNodesBounds(nodes),
      selected.length > 0 ? getNodesBounds(selected) : undefined,
      room,
      Math.max(least, nodes.length),
    );
    void setViewport(view);
  }, [getNodes, getNodesBounds, least, setViewport, store]);
}

/** To be called when a movement of the view starts. */
export function useFitOnResize(): OnMoveStart {
  const fit = useFit();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  /** Agents grow when there is something to tell of them. */
  const drawn = useStore((state) => state.nodes.reduce((sum, node) => sum + (node.measured?.height ?? 0), 0));
  const store = useStoreApi();
  const moved = useRef(false);
  useEffect(() => {
    // Nothing moves under a connection that somebody is drawing.
    if (!moved.current && !store.getState().connection.inProgress) fit();
  }, [fit, store, width, height, drawn]);
  const roles = useDocument((state) => state.document.team.agents.map(({ role }) => role).join(' '));
  const seen = useRef(roles);
  useEffect(() => {
    if (moved.current || seen.current === roles) return;
    seen.current = roles;
    requestAnimationFrame(fit); // once they have been drawn
  }, [fit, roles]);
  return (event) => {
    if (event) moved.current = true; // a movement of the page's own making has no event
  };
}
