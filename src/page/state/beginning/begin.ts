/** A person begins a run of the document at hand: as a fork where one is prepared, from given adapters, or anew. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Files } from '../../../core/formats/files.ts';
import { documentStore } from '../document/document.ts';
import { engineStore } from '../engine/engine.ts';
import { forkOptions, forkStore } from '../fork/fork.ts';
import { lessonOpenStore } from '../lessons/open.ts';
import { engineLibrary } from '../library/library.ts';
import { projectsStore } from '../projects/projects.ts';
import { pageNotice } from '../runs/pageNotice.ts';
import { runsStore } from '../runs/runs.ts';
import { takeSeed, withNewSeed } from './newSeed.ts';

/** Trains the document at hand, as a fork where one is prepared. */
export async function trainAtHand(): Promise<void> {
  const { fork, cancel } = forkStore.getState();
  const seeded = newSeed();
  const begun = await engineStore.getState().train({ ...forkOptions(fork), ...(seeded && { document: seeded }) });
  if (begun === null) return;
  cancel();
  if (seeded) tellSeed(begun, seeded);
}

/** The same, for one iteration; a run under way is stepped as it is. */
export async function stepAtHand(): Promise<void> {
  const { fork, cancel } = forkStore.getState();
  const before = engineStore.getState().runId;
  const seeded = newSeed();
  await engineStore.getState().step({ ...forkOptions(fork), ...(seeded && { document: seeded }) });
  const { runId } = engineStore.getState();
  if (runId === null || runId === before) return;
  cancel();
  if (seeded) tellSeed(runId, seeded);
}

/** Trains the document at hand from given adapters; they take the place of those of a fork that was prepared. */
export async function trainFrom(adapters: Files): Promise<void> {
  const begun = await engineStore.getState().train({ adapters });
  if (begun !== null) forkStore.getState().cancel();
}

/** Not of a fork, which is no replay, nor in a lesson or a teacher's view, whose texts speak of the runs of their seed. */
function newSeed(): ProjectDocument | null {
  if (forkStore.getState().fork !== null || lessonOpenStore.getState().open || projectsStore.getState().lesson !== null) return null;
  return withNewSeed(documentStore.getState(), runsStore.getState());
}

/** On the run itself, on screen and on disk. */
function tellSeed(runId: string, trained: ProjectDocument): void {
  const { seed } = trained.training;
  documentStore.getState().edit(takeSeed(trained));
  const said = pageNotice({ runId, iteration: 0, level: 'info' }, 'new_seed', { seed, shipped: seed - 1 });
  runsStore.getState().receive(said);
  engineLibrary.tell(said);
}
