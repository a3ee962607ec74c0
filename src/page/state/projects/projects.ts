/** The page's projects: the store wired to the document, this browser's storage and its other tabs. */
import { useStore } from 'zustand';
import { defaultProject } from '../document/defaultProject.ts';
import { documentStore, restored } from '../document/document.ts';
import { isAsShipped } from './presetChoice.ts';
import { createProjectsStore } from './createProjects.ts';
import { browserProjectDatabase, memoryDatabase } from '../projectStorage/database.ts';
import { aloneTabs, browserTabs } from './tabs.ts';
import type { ProjectsState } from './types.ts';
import { safeStart } from '../storage/safeStart.ts';
import { browserStorage, storageWorks, tabStorage } from '../storage/storage.ts';

export type { ProjectCard } from '../projectStorage/database.ts';
export type { ProjectNews, ProjectsState } from './types.ts';

// Without local storage a tab that closes could not write its last edits in time, so nothing is promised there.
const works = storageWorks();

/** The page's projects. */
export const projectsStore = createProjectsStore({
  documents: documentStore,
  restored,
  database: works ? browserProjectDatabase() : memoryDatabase(),
  lasting: works,
  storage: browserStorage,
  tab: tabStorage,
  tabs: works ? browserTabs() : aloneTabs,
  safe: safeStart,
  fresh: defaultProject,
  shipped: isAsShipped,
  now: Date.now,
});

/** Selects from the page's projects. */
export function useProjects<T>(selector: (state: ProjectsState) => T): T {
  return useStore(projectsStore, selector);
}
