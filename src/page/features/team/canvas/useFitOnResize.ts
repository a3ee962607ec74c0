/** Keeps the whole team in view while the canvas changes its size or the team its members, until a person moves the view. */
import { useReactFlow, useStore, useStoreApi, type OnMoveStart } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useDocument } from '../../../state/document/document.ts';

/**
 * How the team is fitted into view: with margins that leave the buttons at the top free and the dots out of the
 * edge where a drag begins to move the view, and never magnified.
 */
export const FIT = { padding: { x: '44px', top: '48px', bottom: 0.1 }, maxZoom: 1 } as const;

/** To be called when a movement of the view starts. */
export function useFitOnResize(): OnMoveStart {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  /** Agents grow when there is something to tell of them. */
  const drawn = useStore((state) => state.nodes.reduce((sum, node) => sum + (node.measured?.height ?? 0), 0));
  const store = useStoreApi();
  const moved = useRef(false);
  useEffect(() => {
    // Nothing moves under a connection that somebody is drawing.
    if (!moved.current && !store.getState().connection.inProgress && width > 0 && height > 0) void fitView(FIT);
  }, [fitView, store, width, height, drawn]);
  const roles = useDocument((state) => state.document.team.agents.map(({ role }) => role).join(' '));
  const seen = useRef(roles);
  useEffect(() => {
    if (moved.current || seen.current === roles) return;
    seen.current = roles;
    requestAnimationFrame(() => void fitView(FIT)); // once they have been drawn
  }, [fitView, roles]);
  return (event) => {
    if (event) moved.current = true; // a movement of the page's own making has no event
  };
}
