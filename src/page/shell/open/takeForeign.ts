/** What was opened may be a run of something else: the library's readers are asked, and a person then says who its agents are. */
import { libraryStore } from '../../state/library/library.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { type GivenRun, importStore, NOTHING_ASKED } from '../../features/imports/imports.ts';

/**
 * Whether somebody knows the files; the dialogue about them is open then. Rows of anybody are more often problems than episodes: they
 * are taken where `rowsToo` says that a run is meant. Throws the faults of files that are broken.
 */
export async function openForeign(given: GivenRun, rowsToo = false): Promise<boolean> {
  const survey = await libraryStore.getState().lookInto(given.files, NOTHING_ASKED, rowsToo);
  if (!survey) return false;
  pageFaultsStore.getState().report('project', []);
  importStore.getState().begin(given, survey);
  return true;
}
