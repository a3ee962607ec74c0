/** Copy, cut and paste of agents, by the browser's own clipboard events or, from the palette, by its clipboard interface. */
import { clipText, parseClip, pasteClip } from '../../../../core/editing/clipboard.ts';
import { FaultError, faultFrom, sentencesOf } from '../../../../core/faults.ts';
import { canvasStore } from './canvas.ts';
import { documentStore } from '../../../state/document/document.ts';
import { notifyDone, notifyRefused } from '../../../kit/notices/notify.ts';
import { teamText } from '../../../../words/words.ts';
import { canvasView } from './canvasView.ts';
import { freePositions, positionsOf } from './layout.ts';
import { removeFromTeam, selectAgents, selection } from './teamActions.ts';

const words = teamText.clipboard;
const { done } = teamText;
/** How far from its original a pasted agent wishes to stand. */
const ASIDE = 40;

/** The selected agents as text; null when none is. */
export function copiedText(): string | null {
  const roles = selection();
  const { document } = documentStore.getState();
  if (roles.length === 0) return null;
  canvasStore.getState().say(done.copied(roles));
  return clipText(document, roles, positionsOf(document));
}

/** Takes the selected agents out, once they have been copied. */
export function removeCut(): void {
  const roles = selection();
  if (removeFromTeam(roles, [])) canvasStore.getState().say(done.cut(roles));
}

/** Adds the agents of a pasted text and selects them, or says why there are none. */
export function pasteText(pasted: string): void {
  try {
    const { document, edit } = documentStore.getState();
    const clip = parseClip(pasted);
    const positions = freePositions(
      clip.agents.map(({ place: position }) => ({ x: position.x + ASIDE, y: position.y + ASIDE })),
      Object.values(positionsOf(document)),
    );
    const { document: next, roles, lostTurns } = pasteClip(document, clip, positions);
    const refused = edit(() => next);
    if (refused) throw new FaultError(refused);
    selectAgents(roles);
    canvasView()?.showAll();
    canvasStore.getState().say(done.pasted(roles));
    if (lostTurns.length > 0) notifyDone(done.pasted(roles), words.lostTurns(lostTurns));
  } catch (error) {
    refuse(sentencesOf(faultFrom(error)));
  }
}

function refuse(reason: string): void {
  notifyRefused(words.refused, reason);
  canvasStore.getState().say(reason);
}

/** Copies by the browser's interface, as the palette does; `then` once it is on the clipboard. */
export async function copyToClipboard(then?: () => void): Promise<void> {
  const copied = copiedText();
  if (copied === null) return refuse(words.nothing);
  try {
    await navigator.clipboard.writeText(copied);
    then?.();
  } catch {
    refuse(words.unwritten);
  }
}

/** Pastes by the browser's interface, which may ask the person first. */
export async function pasteFromClipboard(): Promise<void> {
  let pasted: string;
  try {
    pasted = await navigator.clipboard.readText();
  } catch {
    return refuse(words.unread);
  }
  pasteText(pasted);
}
