/** The page's own import store, over its library. */
import { cursorStore } from '../../state/address/cursor.ts';
import { libraryStore } from '../../state/library/library.ts';
import { createImportStore } from './importStore.ts';

export { type GivenRun, NOTHING_ASKED } from './importStore.ts';

export const importStore = createImportStore({
  lookInto: (files, asked) => libraryStore.getState().lookInto(files, asked, true),
  importRun: (...given) => libraryStore.getState().importRun(...given),
  stopImport: () => libraryStore.getState().stopImport(),
  newId: () => crypto.randomUUID(),
  show: async (id) => {
    await libraryStore.getState().open(id);
    cursorStore.getState().move({ place: 'inspect' });
  },
});
