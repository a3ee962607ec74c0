/** The document that this page edits, and what it was when a run began. */
import { useStore } from 'zustand';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { defaultProject } from './defaultProject.ts';
import { restorePresent } from '../projectStorage/ahead.ts';
import { browserStorage, tabStorage } from '../storage/storage.ts';
import { createDocumentStore, type DocumentState, sameContent } from './createDocument.ts';

export { createDocumentStore, type DocumentHistory, type DocumentState, type Edit, type EditGuard } from './createDocument.ts';

/** Whether `document` differs from what a run was started with in a way that would change a run; compared by content. */
export function changedSinceRun(document: ProjectDocument, ranWith: ProjectDocument): boolean {
  return (
    (document.team !== ranWith.team && !sameContent(withoutLabels(document), withoutLabels(ranWith))) ||
    document.environment.source !== ranWith.environment.source ||
    !sameContent(document.environment.dataset, ranWith.environment.dataset) ||
    (document.training !== ranWith.training && !sameContent(withoutLength(document), withoutLength(ranWith)))
  );
}

/** Whether what was made for `before` has another environment than `document`: another file, or the code of another project. An edit of its code is no other. */
export function otherEnvironment(
  { name, environment }: Pick<ProjectDocument, 'name' | 'environment'>,
  before: Pick<ProjectDocument, 'name' | 'environment'>,
): boolean {
  return environment.file !== before.environment.file || (name !== before.name && environment.source !== before.environment.source);
}

/** The settings without the number of iterations: a run that goes on for longer is no other run. */
function withoutLength({ training: { iterations: _, ...rest } }: ProjectDocument): unknown {
  return rest;
}

/** The team without what is only for display. */
function withoutLabels({ team }: ProjectDocument): unknown {
  return { ...team, agents: team.agents.map((agent) => ({ ...agent, label: '' })) };
}

/** What this browser kept of the project that was open last. */
export const restored = restorePresent(browserStorage, tabStorage);

/** The page's document: that of the project open last, or the default project. */
export const documentStore = createDocumentStore(restored.kept?.document ?? defaultProject());

/** Selects from the page's document store. */
export function useDocument<T>(selector: (state: DocumentState) => T): T {
  return useStore(documentStore, selector);
}
