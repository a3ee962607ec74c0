/** Pinning an episode, and saying so where pins cannot be kept. */
import { pinsStore } from '../../stores/pins.ts';
import type { ExplorerRow } from '../../stores/runs/explorer.ts';
import { notifyRefused } from '../shell/notify.ts';
import { exploreText } from '../text/en.explore.ts';

const words = exploreText.pins;

/** Pins the episode, or takes its pin away; says once where pins cannot be kept. */
export function togglePin(run: string, row: ExplorerRow): void {
  const before = pinsStore.getState().kept;
  pinsStore.getState().toggle(run, row);
  if (before && !pinsStore.getState().kept) notifyRefused(words.notKept, words.notKeptHint);
}
