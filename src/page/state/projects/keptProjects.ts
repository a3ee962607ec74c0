/** The kept projects: listed, read and copied in the database. */
import { copyName, freshId, type AheadProject } from '../projectStorage/ahead.ts';
import { cardLists } from './cardLists.ts';
import type { ProjectsShared } from './shared.ts';

export interface KeptProjects {
  /** Rejects where the database refuses. */
  list(): Promise<void>;
  /** Lists anew if it can, and tells the other tabs. Never rejects. */
  relist(): Promise<void>;
  /** What the database has of a project; null when it has none. Rejects when it cannot be read. */
  read(id: string): Promise<AheadProject | null>;
  /** The same, or what was written ahead where that is newer. */
  newest(id: string): Promise<AheadProject | null>;
  /** Keeps a project under another name and id, and says so. */
  keepCopy(project: AheadProject): Promise<void>;
}

export function createKeptProjects({ hosts, set, writer, changes }: ProjectsShared): KeptProjects {
  const noted = (project: AheadProject | null): AheadProject | null => {
    if (project) changes.set(project.id, project.changed);
    return project;
  };
  const list = async (): Promise<void> => set(cardLists(await writer.database.list()));
  return {
    list,
    relist: () =>
      list()
        .catch(() => undefined)
        .then(() => hosts.tabs.tell({ kind: 'kept' })),
    read: async (id) => noted(await writer.read(id)),
    newest: async (id) => noted(await writer.newest(id, hosts.storage)),
    keepCopy: async (project) => {
      const name = copyName(project.document.name);
      await writer.keep({ ...project, id: freshId(), document: { ...project.document, name } });
      set({ news: { kind: 'copied', name } });
    },
  };
}
