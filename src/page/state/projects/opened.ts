/** What follows on screen when another project is open. */
import { consentStore, heldBack } from '../consent/consent.ts';
import { cursorStore } from '../address/cursor.ts';
import { documentStore } from '../document/document.ts';
import { forkStore } from '../fork/fork.ts';
import { pageFaultsStore } from '../document/pageFaults.ts';
import { shippedAs } from './presetChoice.ts';
import { runsStore } from '../runs/runs.ts';

/** `recorded`: the recorded run that belongs to it, where it is another than that of the shipped project it is. */
export function showOpened(recorded?: string): void {
  const { document } = documentStore.getState();
  cursorStore.getState().move({ role: document.team.agents[0]?.role ?? null });
  const { showProject, showRecorded } = runsStore.getState();
  void (recorded === undefined ? showProject(shippedAs(document)) : showRecorded(recorded, true));
  forkStore.getState().cancel(); // it was of the project before
  pageFaultsStore.getState().report('project', []);
  if (heldBack(document.environment.source)) consentStore.getState().review(true);
}
