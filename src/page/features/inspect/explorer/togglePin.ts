/** Pinning an episode, and saying so where pins cannot be kept. */
import { pinsStore } from '../../../state/runs/pins.ts';
import type { ExplorerRow } from '../../../state/runs/explorer.ts';
import { notifyRefused } from '../../../kit/notices/notify.ts';
import { exploreText } from '../../../../words/words.ts';

const words = exploreText.pins;

/** Pins the episode, or takes its pin away; says once where pins cannot be kept. */
export function togglePin(run: string, row: ExplorerRow): void {
  const before = pinsStore.getState().kept;
  pinsStore.getState().toggle(run, row);
  if (before && !pinsStore.getState().kept) notifyRefused(words.notKept, words.notKeptHint);
}
