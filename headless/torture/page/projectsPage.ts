/** A page that is open, as far as its projects go: the page's own stores over what a browser keeps. */
import type { StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { createDocumentStore, type DocumentState } from '../../../src/page/state/document/createDocument.ts';
import { restorePresent } from '../../../src/page/state/projectStorage/ahead.ts';
import { createProjectsStore } from '../../../src/page/state/projects/createProjects.ts';
import { aloneTabs } from '../../../src/page/state/projects/tabs.ts';
import type { ProjectsState } from '../../../src/page/state/projects/types.ts';
import { DOCUMENT } from '../runs/madeUp.ts';
import { KeptInBrowser } from './browserStorage.ts';

export interface ProjectsPage {
  readonly documents: StoreApi<DocumentState>;
  readonly projects: StoreApi<ProjectsState>;
  /** Whether it said that what is edited is kept nowhere. */
  readonly saidNotKept: () => boolean;
}

let clock = 1_000_000;

/** Opens it, and waits until it has started. */
export async function openProjects({ storage, database }: Pick<KeptInBrowser, 'storage' | 'database'>): Promise<ProjectsPage> {
  const tab = new KeptInBrowser().storage;
  const restored = restorePresent(storage, tab);
  const documents = createDocumentStore(restored.kept?.document ?? DOCUMENT);
  const shipped = ({ name }: ProjectDocument): boolean => name === DOCUMENT.name;
  const hosts = { documents, restored, database, storage, tab, tabs: aloneTabs, lasting: true, fresh: () => DOCUMENT, shipped };
  const projects = createProjectsStore({ ...hosts, now: () => (clock += 1) });
  let said = false;
  projects.subscribe(({ news }) => (said ||= news?.kind === 'notKept'));
  await projects.getState().start();
  await settled({ projects });
  return { documents, projects, saidNotKept: () => said };
}

/** Waits until it has written what it began to write. */
export async function settled({ projects }: Pick<ProjectsPage, 'projects'>): Promise<void> {
  await projects.getState().settled();
  await new Promise<void>((resolve) => setImmediate(resolve));
  await projects.getState().settled();
}
